import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDb, openPool } from '#server/db/pool.ts';
import { uploads as records } from '#server/db/schema/photos.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/http/problem.ts';
import { beginUpload, tooLarge, uploadCalls } from '#server/photos/operations/uploads.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { uploadBounds } from '#server/settings/policy.ts';
import type { DiskSpace } from '#server/storage/disk-space.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUpload, createUser, eventWithMembers } from '#tests/support/factories/database.ts';
import { FOLDER_AS_BUCKET } from '#tests/support/folder-as-bucket.ts';
import { callOf } from '#tests/support/operations.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps({ MAX_OPEN_UPLOADS: '5', MAX_OPEN_UPLOAD_BYTES: '1000' });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

it.each([
  [64, 50, 'This photo has 64 MB. The limit is 50 MB.'],
  [50.001, 50, 'This photo has 51 MB. The limit is 50 MB.'],
  [0.7, 0.5, 'This photo has 717 kB. The limit is 512 kB.'],
  [0.50001, 0.5, 'This photo has 513 kB. The limit is 512 kB.'],
])('a photo of %d MB is larger than %d MB: %s', (bytes, limit, detail) => {
  expect(tooLarge(bytes * 1024 * 1024, limit * 1024 * 1024)).toMatchObject({ status: 413, code: 'too_large', message: detail });
});

const newId = () => uuid7().replaceAll('-', '');

it('one more is accepted within the limits of the event and of all events', async () => {
  const limits = { ...uploadBounds(deps.config), open_uploads: 20, open_upload_bytes: 100 };
  const [here, elsewhere] = [(await eventWithMembers(deps)).eventId, (await eventWithMembers(deps)).eventId];
  const uploads = createUploads(deps);
  /** Whether one of ten bytes is accepted while so many are open. */
  const fits = async (files: number, bytes: number, allFiles = files, allBytes = bytes, eventId: string | null = here) => {
    const userId = await createUser(deps);
    const open = (count: number, total: number, at: string | null) =>
      Array.from({ length: count }, (_, index) => ({ id: newId(), userId, eventId: at, bytes: index === 0 ? total : 0 }));
    const all = [...open(files, bytes, eventId), ...open(allFiles - files, allBytes - bytes, elsewhere)];
    if (all.length > 0) await deps.db.insert(records).values(all);
    const begun = beginUpload(deps, uploads, { id: newId(), userId, eventId, bytes: 10 }, limits).then(
      () => true,
      (error: unknown) => (error instanceof Problem && error.code === 'too_many_uploads' ? false : Promise.reject(error)),
    );
    const left = await begun;
    expect(await deps.db.select().from(records).where(eq(records.userId, userId))).toHaveLength(all.length + (left ? 1 : 0));
    return left;
  };
  expect(await fits(19, 90)).toBe(true);
  expect(await fits(20, 0)).toBe(false);
  expect(await fits(1, 91)).toBe(false);
  expect(await fits(0, 0, 60, 0)).toBe(false);
  expect(await fits(0, 0, 59, 290)).toBe(true);
  expect(await fits(0, 0, 59, 291)).toBe(false);
  // Pages of the release before name no event.
  expect(await fits(9, 0, 9, 0, null)).toBe(true);
  expect(await fits(10, 0, 10, 0, null)).toBe(false);
});

it('fifty begun at once on two servers hold the limit exactly', async () => {
  const { eventId } = await eventWithMembers(deps);
  const limits = { ...uploadBounds(deps.config), open_uploads: 20, open_upload_bytes: 10_000 };
  // Each server has connections of its own.
  const pool = openPool(deps.connection, deps.log);
  const servers = [deps, { ...deps, pool, db: openDb(pool) }];
  for (let round = 0; round < 3; round += 1) {
    const userId = await createUser(deps);
    const begun = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => {
        const server = servers[index % 2] ?? deps;
        return beginUpload(server, createUploads(server), { id: newId(), userId, eventId, bytes: 100 }, limits);
      }),
    );
    const refused = begun.filter((one) => one.status === 'rejected').map(({ reason }) => (reason as Problem).code);
    expect([begun.length - refused.length, new Set(refused)]).toEqual([20, new Set(['too_many_uploads'])]);
    expect(await deps.db.select().from(records).where(eq(records.userId, userId))).toHaveLength(20);
  }
  await pool.end();
});

it('abandoned uploads make room for new ones; active ones don’t', async () => {
  const { eventId } = await eventWithMembers(deps);
  const userId = await createUser(deps);
  const uploads = createUploads(deps);
  const begin = () => beginUpload(deps, uploads, { id: newId(), userId, eventId, bytes: 100 }, uploadBounds(deps.config));
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

it('a phone that began all of its photos and sends none of them yet leaves room for another phone of the same person', async () => {
  const { eventId } = await eventWithMembers(deps);
  const userId = await createUser(deps);
  const uploads = createUploads(deps);
  const begin = () => beginUpload(deps, uploads, { id: newId(), userId, eventId, bytes: 100 }, uploadBounds(deps.config));
  const ago = (seconds: number) => sql`now() - ${seconds} * interval '1 second'`;
  const begun: string[] = [];
  for (let count = 0; count < 5; count++) begun.push(await createUpload(deps, userId, Buffer.alloc(0), 100, eventId));
  // Of the first one a part was sent since.
  await deps.db
    .update(records)
    .set({ createdAt: ago(61), touchedAt: ago(61) })
    .where(eq(records.userId, userId));
  await deps.db
    .update(records)
    .set({ touchedAt: ago(60.5) })
    .where(eq(records.id, begun[0]!));
  await begin();
  const left = await deps.db.select({ id: records.id }).from(records).where(eq(records.userId, userId));
  expect(left.map(({ id }) => id)).toContain(begun[0]);
  expect(await uploads.find(begun[1]!)).toBeNull();
  while ((await deps.db.$count(records, eq(records.userId, userId))) < 5) await begin();
  await expect(begin(), 'those of this minute stay').rejects.toMatchObject({ status: 429, code: 'too_many_uploads' });
});

it('the disk has room for what arrives: the whole of a file, or a piece in front of a bucket', async () => {
  const guest = (await eventWithMembers(deps)).guest;
  const bytes = 40 * 1024 * 1024;
  const reserved = async (s3: Deps['config']['s3'], announced: number) => {
    const server = { ...deps, config: { ...deps.config, s3 } };
    const id = await createUpload(deps, guest.userId, Buffer.from('begun'), bytes);
    const seen: number[] = [];
    const room: DiskSpace = { reserve: async (_purpose, wanted) => ({ leave: () => void seen.push(wanted) }) };
    const uploads = { ...createUploads(server), answer: () => Promise.resolve() };
    const call = callOf<'appendUpload'>(guest, { uploadId: id });
    call.request.headers['content-length'] = String(announced);
    await uploadCalls(server, uploads, room, () => uploadBounds(deps.config)).appendUpload(call);
    return seen;
  };
  if (deps.config.s3 === null) expect([await reserved(null, bytes * 2), await reserved(null, 1000)]).toEqual([[bytes - 5], [1000]]);
  const bucket = deps.config.s3 ?? FOLDER_AS_BUCKET;
  expect([await reserved(bucket, bytes), await reserved(bucket, 1000)]).toEqual([[16 * 1024 * 1024], [2000]]);
});
