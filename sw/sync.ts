import { pause } from '#src/lib/pause.ts';
import { drain } from '#src/outbox/drain.ts';

/** Chromium ends a sync event after three minutes: nothing is begun after two (offline.md, Sending 9). */
const START_LIMIT_MS = 2 * 60_000;
const END_LIMIT_MS = 170_000;
const RECHECK_MS = 2000;

let running: Promise<void> | null = null;

/** Each shot has registered a sync event of its own: those that come together share one run. */
export function drainOnSync(): Promise<void> {
  running ??= drainAll().finally(() => (running = null));
  return running;
}

/**
 * Drains on a sync event. Rejects while work is left, so that the browser tries again; an account that waits for its sign-in leaves nothing
 * for the browser to do.
 */
async function drainAll(): Promise<void> {
  const startUntil = Date.now() + START_LIMIT_MS;
  const stop = AbortSignal.timeout(END_LIMIT_MS);
  for (;;) {
    const result = await drain({ startUntil, signal: stop });
    if (result.left === 0 || result.halted === 'account') return;
    if (!result.busy || Date.now() > startUntil) throw new Error(`${result.left} waiting`);
    await pause(RECHECK_MS, stop); // a page is sending: see whether it gets done
  }
}
