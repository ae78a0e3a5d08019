// The device's clock against the server's, from the `Date` of its answers (docs/outbox.md, Sending 14): an offset for the wall clock, and for
// moments taken on the steady clock the server's own time, whatever the wall clock was set to meanwhile.
import { monotonicNow, timeOrigin, type MonotonicTime } from '#src/lib/monotonic-clock.ts';
import { readSessionValue, writeSessionValue } from './session-db.ts';

/** `Date` has whole seconds: what is less than this is no difference. */
const NOISE_MS = 3000;

/** Server time at the steady clock's nought, as learned in this stretch. */
let serverTimeOrigin: MonotonicTime | null = null;
let stored: number | null = null;

/** Server time minus device time in milliseconds; 0 within the noise; null when never learned. */
export async function clockOffset(): Promise<number | null> {
  if (serverTimeOrigin?.stretch === monotonicNow().stretch) return offsetNow(serverTimeOrigin);
  stored ??= (await readSessionValue('clockOffset')) ?? null;
  return stored;
}

/** Server time of a moment of this page; null while no answer told. */
export const serverTimeOf = (moment: MonotonicTime): number | null =>
  serverTimeOrigin?.stretch === moment.stretch ? moment.at + serverTimeOrigin.at : null;

/** @param sentAt when the request left, on the steady clock: the server wrote its `Date` between then and now */
export function updateClockOffset(response: Response, sentAt: number): void {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  const { stretch, at: now } = monotonicNow();
  // The header is cut to the second.
  const least = date - now - NOISE_MS;
  const most = date + 1000 - sentAt + NOISE_MS;
  const fits = (zero: number) => zero >= least && zero <= most;
  if (serverTimeOrigin?.stretch !== stretch || !fits(serverTimeOrigin.at)) {
    serverTimeOrigin = { stretch, at: fits(timeOrigin()) ? timeOrigin() : (least + most) / 2 };
  }
  const offset = offsetNow(serverTimeOrigin);
  if (stored !== null && Math.abs(stored - offset) < NOISE_MS) return;
  stored = offset;
  writeSessionValue('clockOffset', offset).catch((error: unknown) => console.warn('The clock offset was not kept', error));
}

function offsetNow({ at }: MonotonicTime): number {
  const offset = at - timeOrigin();
  return Math.abs(offset) < NOISE_MS ? 0 : offset;
}
