// Who can fill an event with reports.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photoReports, photos } from '#server/db/schema/photos.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { reportCalls } from '#server/photos/operations/reports.ts';
import { MAX_OPEN_REPORTS } from '#server/photos/policy.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createParticipant, createPhoto, eventWithMembers, viewer } from '#tests/support/factories/database.ts';
import { callOf, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

async function scene() {
  const made = await eventWithMembers(deps);
  const { reportPhoto } = reportCalls(deps, { limits: await createRateLimits(deps) });
  const newGuest = async (): Promise<Viewer> => {
    return viewer(await createParticipant(deps, made.eventId, { role: 'guest' }));
  };
  const report = (who: Viewer, photoId: string, { ip = '127.0.0.1' }: { ip?: string } = {}) => {
    const call = callOf<'reportPhoto'>(who, { id: made.eventId, photoId }, { body: { reason: 'not_here' } });
    Object.assign(call.request, { ip });
    return outcome(reportPhoto(call));
  };
  return { ...made, newGuest, report };
}

it('come from one network at a limited rate, however many guests it has', async () => {
  const { eventId, owner, newGuest, report } = await scene();
  const photo = await createPhoto(deps, eventId, owner.userId);
  for (let guests = 0; guests < 2; guests += 1) {
    const guest = await newGuest();
    for (let time = 0; time < 50; time += 1) expect(await report(guest, photo.id, { ip: '198.51.100.7' })).toBe('done');
  }
  expect(await report(await newGuest(), photo.id, { ip: '198.51.100.7' })).toBe('too_many_requests');
  expect(await report(await newGuest(), photo.id, { ip: '198.51.100.8' })).toBe('done');
});

it('of photos that were deleted leave room for others', async () => {
  const { eventId, owner, newGuest, report } = await scene();
  const [gone, photo] = [await createPhoto(deps, eventId, owner.userId), await createPhoto(deps, eventId, owner.userId)];
  const old = Array.from({ length: MAX_OPEN_REPORTS }, () => ({
    id: uuid7(),
    eventId,
    photoId: gone.id,
    visitorKeyHash: uuid7(),
    reason: 'not_here' as const,
  }));
  await deps.db.insert(photoReports).values(old);
  expect(await report(await newGuest(), photo.id)).toBe('too_many_requests');
  await deps.db.update(photos).set({ deletedAt: new Date() }).where(eq(photos.id, gone.id));
  expect(await report(await newGuest(), photo.id)).toBe('done');
});
