// Work that is told to end: by whom, and how long it is waited for.
import { setTimeout as delay } from 'node:timers/promises';
import { Suspended } from '#server/generation/generator.ts';

/** When the server stops: what is just being taken elsewhere has this long to be named. Longer than a provider's own, shorter than a stop. */
const SUSPEND_MS = 8000;

/** Of each stop, which all that a process runs has in common: it is listened to once, not once by each generation that ever ran. */
const suspended = new WeakMap<AbortSignal, AbortSignal>();

/** Aborts with the server's stop, for a reason that says so. */
export function suspendOnStop(stop: AbortSignal): AbortSignal {
  const known = suspended.get(stop);
  if (known) return known;
  const suspending = new AbortController();
  suspended.set(stop, suspending.signal);
  const suspend = () => suspending.abort(new Suspended('The server is stopping.', { cause: stop.reason }));
  if (stop.aborted) suspend();
  else stop.addEventListener('abort', suspend, { once: true });
  return suspending.signal;
}

/** Its result, unless it is told to end before: what does not listen is left behind. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>, leftBehind: (error: unknown) => void): Promise<T> {
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
  const settled = work.then(() => undefined, leftBehind);
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    if (error instanceof Suspended) await Promise.race([settled, delay(SUSPEND_MS, undefined, { ref: false })]);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
