import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { monotonicNow } from '#src/lib/monotonic-clock.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { updateClockOffset } from '#src/transport/fetch.ts';
import { buildQueuedPhoto } from '#tests/support/factories/api.ts';
import { effectiveTakenAt, offsetAtCapture, serverTakenAt } from './record.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.now();

/** This device's clock is two hours behind the server's. */
beforeEach(() => {
  const { at } = monotonicNow();
  updateClockOffset(new Response(null, { headers: { date: new Date(now + 2 * HOUR).toUTCString() } }), at);
});

test.each(['import', 'share'] as const)('the clock offset corrects the shots of the own camera and no files (%s)', async (source) => {
  const own = buildQueuedPhoto({ takenAt: now, source: 'camera' });
  expect((await serverTakenAt(own)).getTime() - now).toBeGreaterThan(HOUR);
  expect(await offsetAtCapture(own)).toBeGreaterThan(HOUR);
  const imported = buildQueuedPhoto({ id: uuid7(now), takenAt: now, source });
  expect((await serverTakenAt(imported)).getTime()).toBe(now);
  expect(await offsetAtCapture(imported)).toBe(0);
  // As an earlier release queued it.
  const queued = { ...imported, clockOffset: 2 * HOUR };
  expect((await serverTakenAt(queued)).getTime()).toBe(now);
  expect(effectiveTakenAt(queued)).toBe(now);
  expect(effectiveTakenAt({ ...own, clockOffset: 2 * HOUR })).toBe(now + 2 * HOUR);
});

test('an imported photo with an implausible time has its time of import, as on the server', () => {
  const eventFrom = now;
  const shownAt = (takenAt: number) => effectiveTakenAt(buildQueuedPhoto({ id: uuid7(now), source: 'import', takenAt, eventFrom }));
  for (const possible of [now, now + DAY, now - 90 * DAY, now - 3 * HOUR]) expect(shownAt(possible)).toBe(possible);
  for (const impossible of [Date.UTC(2185, 6, 21), now + DAY + 1, now - 90 * DAY - 1, 0]) expect(shownAt(impossible)).toBe(now);
});
