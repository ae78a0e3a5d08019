import { onPageFrozen, pageResumed } from './bfcache.ts';
// Guards all databases of this app against a full disk. Chromium stores them together, and deletes that store if it is opened and written
// repeatedly without disk space. So after a disk error nothing touches the databases until there is space again or the user retries
// (docs/outbox.md, Disk space).
import { deviceLabel } from './device.ts';
import { safeLocalStorage, writeLocalStorage } from './web-storage.ts';

/** `full`: space for the databases' small writes, but not for photos. `alone`: the databases must not be touched. */
export type DiskState = 'fine' | 'full' | 'alone';

/** The disk is full. Nothing was written. */
export class DiskFullError extends Error {
  override name = 'DiskFullError';
}

/**
 * Reserves disk space and measures free space without the databases. Only pages have a reserve.
 */
export interface DiskReserve {
  /**
   * Releases the reserve, then takes it again if there is enough space.
   * @returns `fine` with the reserve in place, `full` with space for small writes only, `alone` with almost none; null if unknown
   */
  recover(): Promise<DiskState | null>;
}

const STORAGE_KEY = 'disk';
const MIN_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

let state: DiskState = 'fine';
let readReserve: (() => DiskReserve | null) | null = null;
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

/** Registers how to close a connection: none may be open on a damaged store, or in a page in the back/forward cache. */
export const registerConnection = (close: () => void) => void connections.add(close);

onPageFrozen(() => {
  for (const close of connections) close();
});

const message = (error: unknown) => (error instanceof DOMException ? `${error.name}: ${error.message}` : '');

/** The browser's quota is used up: the write was refused, the data is intact. */
export const isQuotaError = (error: unknown) => /^QuotaExceededError:(?!.*disk)/i.test(message(error));

/** The disk failed: the data may be damaged. Chromium reports an UnknownError of `open`, a DataError of blobs, or a quota error. */
export const isDiskError = (error: unknown) =>
  /^(UnknownError|DataError|QuotaExceededError|AbortError):.*(internal error|backing store|full disk|disk full|IO ?error)/i.test(
    message(error),
  );

/**
 * Runs `work` on a database unless the databases must not be touched. After a disk error it frees space and, if there is some, runs `work`
 * once more.
 * @param needs `much` if `work` writes photo bytes, which need more space than small writes
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

/** A write found no space while the databases are intact: releases the reserve for them. */
export async function reportDiskFull(): Promise<void> {
  // Without a reserve there is nothing to release.
  if (!readReserve || state !== 'fine') return;
  set('full');
  await recover(true);
}

/** The user retries: looks for space now. */
export async function retryDisk(): Promise<void> {
  if (state === 'fine') return;
  tries = 0;
  await recover(true);
}

/** Something was deleted from this device, so there may be space again. */
export const reportSpaceFreed = () => {
  if (state !== 'fine' && readReserve) scheduleRecovery(MIN_RETRY_MS);
};

const nextRetryDelay = () => Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** tries++);

/** @param trying if the free space is unknown, lets the databases try */
function recover(trying = false): Promise<void> {
  recovering ??= (async () => {
    let found: DiskState | null = null;
    try {
      found = (await readReserve?.()?.recover()) ?? null;
    } catch (error) {
      console.warn('Disk space could not be checked', error);
    }
    if (found === 'fine') tries = 0;
    // A guess is not broadcast: other contexts may know better.
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
 * Starts to listen to other tabs and the worker.
 * @param keeper this context's reserve. If the last page ended on a full disk, space is checked before anything is opened
 */
export function watchDisk(keeper: (() => DiskReserve | null) | null): void {
  readReserve = keeper;
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
