import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploads as records } from '#server/db/schema/photos.ts';
import { beginUpload, fitsUploadLimits } from '#server/photos/operations/uploads.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { uploadBounds } from '#server/settings/policy.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUpload, createUser, eventWithMembers } from '#tests/support/factories/database.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps({ MAX_OPEN_UPLOADS: '5', MAX_OPEN_UPLOAD_BYTES: '1000' });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

it('one more is accepted within the limits of the event and of all events', () => {
  const limits = { files: 20, bytes: 100 };
  const open = (files: number, bytes: number, allFiles = files, allBytes = bytes) => ({
    here: { files, bytes },
    altogether: { files: allFiles, bytes: allBytes },
  });
  const named = { eventId: 'event', bytes: 10 };
  expect(fitsUploadLimits(open(19, 90), limits, named)).toBe(true);
  expect(fitsUploadLimits(open(20, 0), limits, named)).toBe(false);
  expect(fitsUploadLimits(open(1, 91), limits, named)).toBe(false);
  expect(fitsUploadLimits(open(0, 0, 60, 0), limits, named)).toBe(false);
  expect(fitsUploadLimits(open(0, 0, 59, 290), limits, named)).toBe(true);
  expect(fitsUploadLimits(open(0, 0, 59, 291), limits, named)).toBe(false);
  // Pages of the release before name no event.
  expect(fitsUploadLimits(open(9, 0), limits, { eventId: null, bytes: 10 })).toBe(true);
  expect(fitsUploadLimits(open(10, 0), limits, { eventId: null, bytes: 10 })).toBe(false);
});

it('abandoned uploads make room for new ones; active ones don’t', async () => {
  const { eventId } = await eventWithMembers(deps);
  const userId = await createUser(deps);
  const uploads = createUploads(deps);
  const begin = () =>
    beginUpload(deps, uploads, { id: uuid7().replaceAll('-', ''), userId, eventId, bytes: 100 }, uploadBounds(deps.config));
  const left: string[] = [];
  for (let count = 0; count < 4; count++) left.push(await createUpload(deps, userId, Buffer.from('cut'), 100, eventId));
  await begin();
  await expect(begin()).rejects.toMatchObject({ status: 429, code: 'too_many_uploads' });
  await deps.db
    .update(records)
    .set({ touchedAt: sql`now() - interval '11 minutes'` })
    .where(eq(records.id, left[0]!));
  await begin();
  expect(await uploads.find(left[0]!)).toBeNull();
  expect(await uploads.find(left[1]!)).not.toBeNull();
  await expect(begin()).rejects.toMatchObject({ code: 'too_many_uploads' });
});
