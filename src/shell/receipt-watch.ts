// When receipts are checked with the server: at the start, when the server can be reached again, when the person comes back, and after imports
// have arrived. Loaded late.
import { lostPhotos } from '#src/outbox/lost-photos.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { checkImports, checkReceipts } from '#src/outbox/receipt-check.ts';
import { session } from '#src/session/store.ts';
import { isReachable, subscribeReachability } from '#src/transport/reachability.ts';

/** A page that starts checks what was not checked a moment ago; later the network may come and go every minute. */
const AT_START_MS = 10_000;
const LATER_MS = 5 * 60_000;
/** The server is not asked in the moment in which it is back. */
const SETTLE_MS = 1_000;
/** After an import has arrived, and again while the server has not looked at it: each time twice as long, up to the last. */
const IMPORT_FIRST_MS = 1_500;
const IMPORT_LAST_MS = 60_000;

let watching = false;
let started = false;
let running = false;
/** Somebody asked for it meanwhile: another account may be signed in. */
let again = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let importTimer: ReturnType<typeof setTimeout> | undefined;
let importPauseMs = IMPORT_FIRST_MS;

/** Of whom the server can be asked now; null where it cannot. */
function whoCanAsk(): string | null {
  const { user, expired } = session.read() ?? {};
  return !user || expired || user.viewing ? null : user.id;
}

async function run(onLost: () => void): Promise<void> {
  const account = whoCanAsk();
  if (running) {
    again = true;
    return;
  }
  if (account === null) return;
  running = true;
  try {
    if (isReachable() !== false) {
      const wait = await checkReceipts(account, started ? LATER_MS : AT_START_MS);
      started = true;
      // What was left for a moment only is looked at after that moment; the rest when there is a reason again.
      if (wait !== null && wait <= LATER_MS && document.visibilityState === 'visible') soon(onLost, wait);
    }
    if ((await lostPhotos(account)).length > 0) onLost();
  } catch (error) {
    console.warn('Whether the server still has the delivered photos could not be checked', error);
  } finally {
    running = false;
    if (again) soon(onLost);
    again = false;
  }
}

function soon(onLost: () => void, ms = SETTLE_MS): void {
  clearTimeout(timer);
  timer = setTimeout(() => void run(onLost), ms);
  importsSoon();
}

async function runImports(): Promise<void> {
  importTimer = undefined;
  const account = whoCanAsk();
  if (account === null || isReachable() === false) return;
  try {
    if (!(await checkImports(account))) return;
    importPauseMs = Math.min(IMPORT_LAST_MS, 2 * importPauseMs);
    importTimer ??= setTimeout(() => void runImports(), importPauseMs);
  } catch (error) {
    console.warn('Whether the imported files can be shown could not be checked', error);
  }
}

function importsSoon(): void {
  if (importPauseMs > IMPORT_FIRST_MS) {
    clearTimeout(importTimer);
    importTimer = undefined;
  }
  importPauseMs = IMPORT_FIRST_MS;
  importTimer ??= setTimeout(() => void runImports(), importPauseMs);
}

/**
 * Repeated calls are free.
 * @param onLost called after each check as long as photos of the signed-in account are lost
 */
export function watchReceipts(onLost: () => void): void {
  if (watching) return;
  watching = true;
  subscribeReachability((reachable) => reachable && soon(onLost));
  session.subscribe(() => soon(onLost));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && soon(onLost));
  subscribeOutbox((message) => message.type === 'delivered' && message.photo.source === 'import' && importsSoon());
  soon(onLost, 0);
}
