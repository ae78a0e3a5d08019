import { uuid7Time } from '#src/lib/uuid7.ts';
import type { PhotoRecord } from './record.ts';

const DAY = 24 * 3_600_000;
/** As the server has them (`resolveTakenAt`): how far ahead of its arrival a photo may say it was taken, and how long before its event. */
const AHEAD_MS = DAY;
const BEFORE_EVENT_MS = 90 * DAY;

/** When a photo that waits here was taken, as the server will have it: where what its file says cannot be, when it was taken in. */
export function effectiveTakenAt({ id, source, takenAt, clockOffset, eventFrom = -Infinity }: PhotoRecord): number {
  if (source !== 'import') return takenAt + (clockOffset ?? 0);
  const arrival = uuid7Time(id);
  return takenAt < eventFrom - BEFORE_EVENT_MS || takenAt > arrival + AHEAD_MS ? arrival : takenAt;
}
