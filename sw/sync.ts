import { delay } from '#src/lib/delay.ts';
import { drawPicture } from '#src/lib/draw-picture.ts';
import { reportDevice } from '#src/outbox/device-report.ts';
import { drain } from '#src/outbox/drain.ts';
import { deliverGeneration } from '#src/outbox/generations.ts';
import { askAhead } from '#src/outbox/known-files.ts';
import { deliverLike } from '#src/outbox/like-delivery.ts';
import { sendProof } from '#src/outbox/proofs.ts';

/** Chromium ends a sync event after three minutes, so nothing starts after two. */
const START_LIMIT_MS = 2 * 60_000;
const END_LIMIT_MS = 170_000;
const RECHECK_MS = 2000;
const MIN_WAIT_MS = 250;
/** During maintenance of the server. */
const MAINTENANCE_RETRY_MS = 20_000;

let running: Promise<void> | null = null;
let ending = new AbortController();

/** Ends a run: its event fails, and the browser repeats it for the next worker. */
export function endRun(): void {
  ending.abort(new Error('a new version takes over'));
  ending = new AbortController();
}

/** Each shot registers its own sync event; concurrent events share one run. */
export function drainOnSync(): Promise<void> {
  running ??= drainAll().finally(() => (running = null));
  return running;
}

/**
 * Drains on a sync event and waits for further attempts within its time limit, because there are only three events. Rejects while work is
 * left, so that the browser retries; a paused account leaves nothing to retry.
 */
async function drainAll(): Promise<void> {
  const startUntil = performance.now() + START_LIMIT_MS;
  const stop = AbortSignal.any([AbortSignal.timeout(END_LIMIT_MS), ending.signal]);
  for (;;) {
    const { left, halted, busy, nextIn } = await drain({
      startUntil,
      signal: stop,
      deliverLike,
      deliverGeneration,
      sendProof: (record, sending) => sendProof(record, sending, drawPicture),
      askAhead,
    });
    if (!busy && !halted) await reportDevice().catch((error: unknown) => console.warn('Could not report what waits on this device', error));
    if (left === 0 || halted === 'account') return;
    // A page is sending: check again later.
    const wait = busy ? RECHECK_MS : Math.max(halted === 'maintenance' ? MAINTENANCE_RETRY_MS : MIN_WAIT_MS, nextIn ?? 0);
    if (performance.now() + wait > startUntil) throw new Error(`${left} waiting`);
    await delay(wait, stop);
  }
}
