import { onPageFrozen, pageResumed } from './bfcache.ts';
// The disk beneath all databases of this app. Chromium keeps them in one store, and throws that store away when it is opened and written
// again and again on a disk without room. So whatever touches it goes through here: after a disk error nothing does until there is room
// again, or the person tries (docs/outbox.md, Storing 5).
import { deviceLabel } from './device.ts';
import { safeLocalStorage, writeLocalStorage } from './web-storage.ts';

/** `full`: the databases have room for their small writes, new photos have none. `alone`: the databases are not touched. */
export type DiskState = 'fine' | 'full' | 'alone';

/** The disk has no room. Nothing was written. */
export class DiskFullError extends Error {
  override name = 'DiskFullError';
}

/**
 * Who holds a reserve of room on this disk, and can find out without the databases how much there is. Only pages
 * have one.
 */
export interface DiskReserve {
  /**
   * Gives the reserve up, then takes it again if there is plenty.
   * @returns `fine` with the reserve in place, `full` with room for small writes only, `alone` with next to none; null when it cannot tell
   */
  recover(): Promise<DiskState | null>;
}

const STORAGE_KEY = 'disk';
const MIN_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

let state: DiskState = 'fine';
let loadReserve: (() => Promise<DiskReserve | null>) | null = null;
let recovering: Promise<void> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let tries = 0;
const listeners = new Set<(state: DiskState) => void>();
const connections = new Set<() => void>();
let channel: BroadcastChannel | null = null;

export const diskState = () => state;

export function subscribeDisk(listener: (state: DiskState) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says how to let go of a connection: on a torn store none may stand, nor one of a page in the back/forward cache. */
export const registerConnection = (close: () => void) => void connections.add(close);

onPageFrozen(() => {
  for (const close of connections) close();
});

const message = (error: unknown) => (error instanceof DOMException ? `${error.name}: ${error.message}` : '');

/** The browser's quota is used up: the write was refused, the store is whole. */
export const isQuotaError = (error: unknown) => /^QuotaExceededError:(?!.*disk)/i.test(message(error));

/** The disk refused: the store may be torn. Chromium says so as an UnknownError of `open`, a DataError of blobs, or a quota error. */
export const isDiskError = (error: unknown) =>
  /^(UnknownError|DataError|QuotaExceededError|AbortError):.*(internal error|backing store|full disk|disk full|IO ?error)/i.test(
    message(error),
  );

/**
 * Runs `work` on a database, unless the databases are left alone. After a disk error room is made; where there is some, `work` runs once more.
 * @param needs `much`: `work` writes bytes of photos, for which the room of small writes does not do
 * @throws DiskFullError
 */
export async function withDiskGuard<T>(work: () => Promise<T>, needs: 'little' | 'much' = 'little'): Promise<T> {
  await pageResumed();
  await recovering;
  if (state === 'alone' || (state === 'full' && needs === 'much')) throw diskFullError();
  try {
    return await work();
  } catch (error) {
    if (isQuotaError(error)) await reportDiskFull();
    if (!isDiskError(error)) throw error;
    set('alone');
    await recover();
    const after = diskState();
    if (after === 'alone' || (after === 'full' && needs === 'much')) throw diskFullError(error);
  }
  try {
    return await work();
  } catch (error) {
    if (!isDiskError(error)) throw error;
    set('alone');
    scheduleRecovery(nextRetryDelay());
    throw diskFullError(error);
  }
}

const diskFullError = (cause?: unknown) => new DiskFullError(`This ${deviceLabel} is full.`, { cause });

/** Something found no room while the databases are whole: the reserve is given up for them. */
export async function reportDiskFull(): Promise<void> {
  // Without a keeper whoever asked is told: there is nothing to give up.
  if (!loadReserve || state !== 'fine') return;
  set('full');
  await recover(true);
}

/** The person tries: room is looked for now. */
export async function retryDisk(): Promise<void> {
  if (state === 'fine') return;
  tries = 0;
  await recover(true);
}

/** Something was removed from this phone: there may be room again. */
export const reportSpaceFreed = () => {
  if (state !== 'fine' && loadReserve) scheduleRecovery(MIN_RETRY_MS);
};

const nextRetryDelay = () => Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** tries++);

/** @param trying where nobody can tell how much room there is, the databases themselves are tried */
function recover(trying = false): Promise<void> {
  recovering ??= (async () => {
    let found: DiskState | null = null;
    try {
      found = (await (await loadReserve?.())?.recover()) ?? null;
    } catch (error) {
      console.warn('Room could not be looked for', error);
    }
    if (found === 'fine') tries = 0;
    // A guess of ours is no news to others, who may know.
    if (found === null) set(trying ? 'fine' : state, false);
    else set(found);
    recovering = null;
    if (state !== 'fine') scheduleRecovery(nextRetryDelay());
  })();
  return recovering;
}

function scheduleRecovery(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void recover(true), ms);
}

function set(next: DiskState, tell = true): void {
  if (next === 'alone') for (const close of connections) close();
  if (next === state) return;
  state = next;
  writeLocalStorage(STORAGE_KEY, next === 'fine' ? null : next);
  if (tell) channel?.postMessage(next);
  for (const listener of listeners) listener(next);
}

/**
 * Begins to hear of other tabs and the worker.
 * @param keeper how to come by this context's keeper. A page that ended on a full disk looks for room before it opens anything
 */
export function watchDisk(keeper: (() => Promise<DiskReserve | null>) | null): void {
  loadReserve = keeper;
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('disk');
    channel.addEventListener('message', ({ data }: MessageEvent<DiskState>) => {
      if (data !== 'fine' && data !== 'full' && data !== 'alone') return;
      set(data, false);
      if (data === 'fine') clearTimeout(timer);
      else scheduleRecovery(MIN_RETRY_MS);
    });
  }
  if (keeper && safeLocalStorage()?.getItem(STORAGE_KEY)) {
    set('alone', false);
    void recover();
  }
}
