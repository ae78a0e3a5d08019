import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDailyCounts } from '#server/events/overview-repository.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, eventWithMembers, type EventWithMembers } from '#tests/support/factories/database.ts';

let deps: TestDeps;
let scene: EventWithMembers;
beforeAll(async () => {
  deps = await openTestDeps();
  scene = await eventWithMembers(deps);
  // The last second of a day in Kolkata, the first of the next, and one that only UTC counts to that day.
  for (const at of ['2026-11-19T18:29:59Z', '2026-11-19T18:30:00Z', '2026-11-20T18:30:00Z', '2026-10-01T12:00:00Z'])
    await createPhoto(deps, scene.eventId, scene.guest.userId, { takenAt: new Date(at) });
});
afterAll(() => deps.dispose());

const now = new Date('2026-11-20T12:00:00Z');
const photosOn = async (zone: string) =>
  (await listDailyCounts(deps.db, scene.organizationId, zone, now)).flatMap(({ day, photos }) => (photos > 0 ? [`${day}: ${photos}`] : []));

test.each([
  ['UTC', ['2026-11-19: 2', '2026-11-20: 1']],
  ['Asia/Kolkata', ['2026-11-19: 1', '2026-11-20: 1']],
  // Names that databases of time zones may lack.
  ['Asia/Calcutta', ['2026-11-19: 1', '2026-11-20: 1']],
  ['US/Eastern', ['2026-11-19: 2', '2026-11-20: 1']],
])('photos count to the days of %s', async (zone, days) => {
  const all = await listDailyCounts(deps.db, scene.organizationId, zone, now);
  expect([all.length, all.at(-1)?.day]).toEqual([30, '2026-11-20']);
  expect(await photosOn(zone)).toEqual(days);
});
