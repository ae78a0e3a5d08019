import { subscribeOutbox } from '#src/outbox/messages.ts';
// Checks receipts with the server at start, when the server is reachable again, when the person returns, and after imports have arrived. Loaded
// late.
import { lostPhotos } from '#src/outbox/queue-management.ts';
import { checkImportsDecodable, checkReceipts } from '#src/outbox/receipt-check.ts';
import { isImport } from '#src/outbox/record.ts';
import { session } from '#src/session/store.ts';
import { isReachable, subscribeReachability } from '#src/transport/reachability.ts';

/** Receipts older than this are checked at start; later the network may come and go every minute. */
const STARTUP_INTERVAL_MS = 10_000;
const CHECK_INTERVAL_MS = 5 * 60_000;
/** Gives a recovering server a moment. */
const SETTLE_MS = 1_000;
/** The delay after an import has arrived, and between checks until the server has decoded it: doubled each time, up to the maximum. */
const IMPORT_BACKOFF_MIN_MS = 1_500;
const IMPORT_BACKOFF_MAX_MS = 60_000;

let watching = false;
let started = false;
let running = false;
/** Another request arrived in the meantime: another account may be signed in. */
let rerunRequested = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let importTimer: ReturnType<typeof setTimeout> | undefined;
let importBackoffMs = IMPORT_BACKOFF_MIN_MS;

/** The account to check; null if the server cannot be asked now. */
function eligibleAccount(): string | null {
  const { user, expired } = session.read() ?? {};
  return !user || expired || user.viewing ? null : user.id;
}

async function runReceiptCheck(onLost: () => void): Promise<void> {
  const account = eligibleAccount();
  if (running) {
    rerunRequested = true;
    return;
  }
  if (account === null) return;
  running = true;
  try {
    if (isReachable() !== false) {
      const wait = await checkReceipts(account, started ? CHECK_INTERVAL_MS : STARTUP_INTERVAL_MS);
      started = true;
      // Receipts skipped for a short time are checked after it; the rest on the next occasion.
      if (wait !== null && wait <= CHECK_INTERVAL_MS && document.visibilityState === 'visible') scheduleReceiptCheck(onLost, wait);
    }
    if ((await lostPhotos(account)).length > 0) onLost();
  } catch (error) {
    console.warn('Could not check receipts with the server', error);
  } finally {
    running = false;
    if (rerunRequested) scheduleReceiptCheck(onLost);
    rerunRequested = false;
  }
}

function scheduleReceiptCheck(onLost: () => void, ms = SETTLE_MS): void {
  clearTimeout(timer);
  timer = setTimeout(() => void runReceiptCheck(onLost), ms);
  scheduleImportCheck();
}

async function runImportCheck(): Promise<void> {
  importTimer = undefined;
  const account = eligibleAccount();
  if (account === null || isReachable() === false) return;
  try {
    if (!(await checkImportsDecodable(account))) return;
    importBackoffMs = Math.min(IMPORT_BACKOFF_MAX_MS, 2 * importBackoffMs);
    importTimer ??= setTimeout(() => void runImportCheck(), importBackoffMs);
  } catch (error) {
    console.warn('Could not check whether imported files are decodable', error);
  }
}

function scheduleImportCheck(): void {
  if (importBackoffMs > IMPORT_BACKOFF_MIN_MS) {
    clearTimeout(importTimer);
    importTimer = undefined;
  }
  importBackoffMs = IMPORT_BACKOFF_MIN_MS;
  importTimer ??= setTimeout(() => void runImportCheck(), importBackoffMs);
}

/**
 * Repeated calls are free.
 * @param onLost called after each check while photos of the signed-in account are lost
 */
export function watchReceipts(onLost: () => void): void {
  if (watching) return;
  watching = true;
  subscribeReachability((reachable) => reachable && scheduleReceiptCheck(onLost));
  session.subscribe(() => scheduleReceiptCheck(onLost));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && scheduleReceiptCheck(onLost));
  subscribeOutbox((message) => message.type === 'delivered' && isImport(message.photo.source) && scheduleImportCheck());
  scheduleReceiptCheck(onLost, 0);
}
