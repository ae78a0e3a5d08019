import { delay } from '#src/lib/delay.ts';
import { withDb } from '#src/outbox/db.ts';
import { drain } from '#src/outbox/drain.ts';

/** Chromium ends a sync event after three minutes: nothing is begun after two (docs/outbox.md, Sending 9). */
const START_LIMIT_MS = 2 * 60_000;
const END_LIMIT_MS = 170_000;
const RECHECK_MS = 2000;
const MIN_WAIT_MS = 250;
/** While the server is maintained. */
const MAINTENANCE_RETRY_MS = 20_000;

let running: Promise<void> | null = null;
let ending = new AbortController();

/** Ends the run, if there is one: its event fails, and the browser repeats it for the worker that comes next. */
export function endRun(): void {
  ending.abort(new Error('a new version takes over'));
  ending = new AbortController();
}

/** What waits was told so by the server: unlike a sign-in, it ends without anybody on this phone. */
const isUnderMaintenance = async (): Promise<boolean> =>
  (await withDb((db) => db.getAll('photos'))).some(({ lastError }) => lastError?.code === 'maintenance');

/** Each shot has registered a sync event of its own: those that come together share one run. */
export function drainOnSync(): Promise<void> {
  running ??= drainAll().finally(() => (running = null));
  return running;
}

/**
 * Drains on a sync event, and within its minutes waits for the next attempt: there are three such events and no more. Rejects while work is
 * left, so that the browser tries again; an account that waits for its sign-in leaves nothing for the browser to do.
 */
async function drainAll(): Promise<void> {
  const startUntil = performance.now() + START_LIMIT_MS;
  const stop = AbortSignal.any([AbortSignal.timeout(END_LIMIT_MS), ending.signal]);
  for (;;) {
    const { left, halted, busy, nextIn } = await drain({ startUntil, signal: stop });
    if (left === 0 || (halted === 'account' && !(await isUnderMaintenance()))) return;
    // While a page is sending: see whether it gets done.
    const wait = busy ? RECHECK_MS : Math.max(halted === 'account' ? MAINTENANCE_RETRY_MS : MIN_WAIT_MS, nextIn ?? 0);
    if (performance.now() + wait > startUntil) throw new Error(`${left} waiting`);
    await delay(wait, stop);
  }
}
