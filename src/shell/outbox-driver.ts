// The page drives the outbox, as sw/sync.ts does in the worker: at start, when the network or the person comes back, on a timer while visible, and
// after each new item. With Background Sync the worker continues when no page is left (docs/outbox.md, Triggers).
import { beginBusy } from '#src/lib/busy.ts';
import { setPageVisible } from '#src/lib/monotonic-clock.ts';
import { drain } from '#src/outbox/drain.ts';
import { registerSync, subscribeOutbox } from '#src/outbox/messages.ts';
import type { DrawProof } from '#src/outbox/proofs.ts';
import { resetBackoffAndNotify } from '#src/outbox/queue.ts';
import { refresh } from '#src/session/actions.ts';
import { session } from '#src/session/store.ts';
import { toast } from '#src/ui/toast.ts';
import { describeFailure } from './failure.ts';
import { offerNewVersion } from './service-worker.ts';

/** The maximum time between attempts while items wait. */
const MAX_INTERVAL_MS = 30_000;
const BUSY_INTERVAL_MS = 3000;
const MIN_INTERVAL_MS = 250;

let drawProof: DrawProof;
let running = false;
let rerunRequested = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let abortController = new AbortController();

async function runDrain(): Promise<void> {
  if (running) {
    rerunRequested = true;
    return;
  }
  running = true;
  clearTimeout(timer);
  const end = beginBusy('sending');
  let wait: number | null = MAX_INTERVAL_MS;
  let soonest = 0;
  try {
    const { left, busy, halted, nextIn } = await drain({
      signal: abortController.signal,
      deliverLike: async (...given) => (await import('#src/outbox/like-delivery.ts')).deliverLike(...given),
      deliverGeneration: async (...given) => (await import('#src/outbox/generations.ts')).deliverGeneration(...given),
      sendProof: async (...given) => (await import('#src/outbox/proofs.ts')).sendProof(...given, drawProof),
      askAhead: async (...given) => (await import('#src/outbox/known-files.ts')).askAhead(...given),
    });
    // A server that renews the session but refuses it afterwards must not be asked in a loop; an unreachable server is asked with backoff.
    if (halted) soonest = halted === 'line' ? (nextIn ?? 0) : BUSY_INTERVAL_MS;
    if (left === 0) wait = null;
    else if (busy) wait = BUSY_INTERVAL_MS;
    else if (!halted || halted === 'line') wait = Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, nextIn ?? 0));
  } catch (error) {
    if (describeFailure(error).kind === 'stale') offerNewVersion();
    if (!abortController.signal.aborted) console.warn('Delivery stopped, retrying', error);
  } finally {
    running = false;
    end();
  }
  // Items added in the meantime are tried at once.
  if (rerunRequested) wait = soonest;
  rerunRequested = false;
  if (wait !== null && document.visibilityState === 'visible') timer = setTimeout(() => void runDrain(), wait);
}

/** Tries all waiting items now, regardless of backoff, and aborts hanging requests: the person asked, or the network may be back. */
export function deliverNow(): void {
  const account = session.read()?.user.id;
  if (account === undefined) return;
  resetBackoffAndNotify(account)
    .finally(runDrain)
    .catch((error: unknown) => console.warn('Backoff was not reset', error));
}

/** Delivery waits for sign-ins. */
function drainOnSignIn(): () => void {
  let before = '';
  return () => {
    const { user, expired } = session.read() ?? {};
    const now = user && !expired ? user.id : '';
    if (now !== '' && now !== before) deliverNow();
    else void runDrain();
    before = now;
  };
}

/**
 * Runs for the life of the page.
 * @param draw draws proofs
 */
export function startOutboxDriver(draw: DrawProof): void {
  drawProof = draw;
  subscribeOutbox((message) => {
    if (message.type === 'queued') void runDrain();
    if (message.type === 'storage-blocked')
      toast.warning('Close the other tabs of this app', {
        detail: 'One of them is running an older version that blocks the queue here.',
      });
    // The worker has no session; this page checks its session itself.
    if (message.type === 'paused' && !session.read()?.expired) void refresh();
  });
  session.subscribe(drainOnSignIn());
  window.addEventListener('online', deliverNow);
  window.addEventListener('focus', deliverNow);
  document.addEventListener('visibilitychange', () => {
    setPageVisible(document.visibilityState === 'visible');
    void registerSync();
    if (document.visibilityState === 'visible') deliverNow();
  });
  // A frozen page would hold the drain lock for hours and send nothing. WebKit only reports its back/forward cache.
  const thaw = () => {
    abortController = new AbortController();
    deliverNow();
  };
  document.addEventListener('freeze', () => abortController.abort());
  document.addEventListener('resume', thaw);
  window.addEventListener('pagehide', ({ persisted }) => persisted && abortController.abort());
  window.addEventListener('pageshow', ({ persisted }) => persisted && thaw());
  void registerSync();
  session.ready().then(deliverNow, deliverNow);
}
