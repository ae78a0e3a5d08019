// When a photo was taken, in the server's time. The wall clock may be wrong, and may be set between two shots of one burst; the steady clock
// beside it may not, and says when each was taken as soon as one answer of the server tells its time. This device's clock says nothing of
// imported photos: what their files say is not corrected by it.
import { clockOffset, serverTimeOf } from '#src/transport/clock.ts';
import { updatePhotoRecord } from './change.ts';
import type { PhotoRecord } from './record.ts';

type Taken = Pick<PhotoRecord, 'takenAt' | 'moment' | 'source'>;

function offsetBySteadyClock({ takenAt, moment }: Omit<Taken, 'source'>): number | null {
  const at = moment && serverTimeOf(moment);
  return at === null ? null : Math.round(at - takenAt);
}

/** Server time minus device time of a shot just taken; null when not known yet. */
export const offsetAtCapture = async (shot: Taken): Promise<number | null> =>
  shot.source === 'import' ? 0 : (offsetBySteadyClock(shot) ?? (await clockOffset()));

/** The moment to tell the server. */
export async function serverTakenAt(record: PhotoRecord): Promise<Date> {
  if (record.source === 'import') return new Date(record.takenAt);
  const offset = offsetBySteadyClock(record) ?? record.clockOffset ?? (await clockOffset()) ?? 0;
  return new Date(record.takenAt + offset);
}

/** What this page now knows of its own shots, written to them: another page, or the worker, may be the one to deliver them. */
export async function correctClockOffsets(photos: readonly PhotoRecord[]): Promise<void> {
  for (const { id, takenAt, moment, clockOffset: written } of photos) {
    const offset = offsetBySteadyClock({ takenAt, moment });
    if (offset === null || (written !== null && Math.abs(written - offset) < 1000)) continue;
    await updatePhotoRecord(id, () => ({ clockOffset: offset }));
  }
}
