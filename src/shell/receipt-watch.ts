// When receipts are checked with the server: at the start, when the server can be reached again, and when the person comes back. Loaded late.
import { checkReceipts, lostPhotos } from '#src/outbox/receipt-check.ts';
import { session } from '#src/session/store.ts';
import { isReachable, subscribeReachability } from '#src/transport/reachability.ts';

/** A page that starts checks what was not checked a moment ago; later the network may come and go every minute. */
const AT_START_MS = 10_000;
const LATER_MS = 5 * 60_000;
/** The server is not asked in the moment in which it is back. */
const SETTLE_MS = 1_000;

let watching = false;
let started = false;
let running = false;
let timer: ReturnType<typeof setTimeout> | undefined;

async function run(onLost: () => void): Promise<void> {
  const { user, expired } = session.read() ?? {};
  if (running || !user || expired || user.viewing) return;
  running = true;
  try {
    if (isReachable() !== false) {
      const wait = await checkReceipts(user.id, started ? LATER_MS : AT_START_MS);
      started = true;
      // What was left for a moment only is looked at after that moment; the rest when there is a reason again.
      if (wait !== null && wait <= LATER_MS && document.visibilityState === 'visible') soon(onLost, wait);
    }
    if ((await lostPhotos(user.id)).length > 0) onLost();
  } catch (error) {
    console.warn('Whether the server still has the delivered photos could not be checked', error);
  } finally {
    running = false;
  }
}

function soon(onLost: () => void, ms = SETTLE_MS): void {
  clearTimeout(timer);
  timer = setTimeout(() => void run(onLost), ms);
}

/** @param onLost called after each check as long as photos of the signed-in account are lost */
export function watchReceipts(onLost: () => void): void {
  if (watching) return;
  watching = true;
  subscribeReachability((reachable) => reachable && soon(onLost));
  session.subscribe(() => soon(onLost));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && soon(onLost));
  soon(onLost, 0);
}
