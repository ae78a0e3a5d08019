// The device's clock against the server's, from the `Date` of its answers (offline.md, Sending 10).
import { readSessionValue, writeSessionValue } from './session-db.ts';

/** `Date` has whole seconds and answers take time: what is less than this is no difference. */
const NOISE_MS = 3000;
let known: number | null = null;

/** Server time minus device time in milliseconds; 0 within the noise; null when never learned. */
export async function clockOffset(): Promise<number | null> {
  known ??= (await readSessionValue('clockOffset')) ?? null;
  return known;
}

export function learnClock(response: Response): void {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  // The header is cut to the second: on average half a second has passed.
  const difference = date + 500 - Date.now();
  const offset = Math.abs(difference) < NOISE_MS ? 0 : difference;
  if (known !== null && Math.abs(known - offset) < NOISE_MS) return;
  known = offset;
  writeSessionValue('clockOffset', offset).catch((error: unknown) => console.warn('The clock offset was not kept', error));
}
