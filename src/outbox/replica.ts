import { withLock } from '#src/lib/bfcache.ts';
import { delay } from '#src/lib/delay.ts';
import { type DiskReserve, diskState, type DiskState, reportDiskFull, reportSpaceFreed } from '#src/lib/disk.ts';
import { sha256Hex } from '#src/lib/sha256.ts';
import { removeAcknowledgement } from './receipts.ts';
import type { PhotoRecord } from './record.ts';
import {
  encodeTrailer,
  parseReplica,
  REPLICA_DIRECTORY,
  type ReplicaMetadata,
  type ReplicaRequest,
  type ReplicaResponse,
} from './replica-file.ts';

const isDomException = (error: unknown, ...names: string[]) => error instanceof DOMException && names.includes(error.name);

/** Null without a private file system, or before the first replica. */
async function replicaDirectory(): Promise<FileSystemDirectoryHandle | null> {
  const { storage } = navigator;
  if (!storage?.getDirectory) return null;
  try {
    return await (await storage.getDirectory()).getDirectoryHandle(REPLICA_DIRECTORY);
  } catch (error) {
    // Refused in private windows of some engines: then there are no replicas either.
    if (isDomException(error, 'NotFoundError', 'SecurityError')) return null;
    throw error;
  }
}

/** A file that existed when it was listed. */
export interface ReplicaFile {
  name: string;
  file: Blob;
}

/** All files: complete, truncated, and empty ones for the next shots. */
export async function listReplicaFiles(): Promise<ReplicaFile[]> {
  const files: ReplicaFile[] = [];
  const directory = await replicaDirectory();
  if (!directory) return files;
  for await (const name of directory.keys()) {
    try {
      files.push({ name, file: await (await directory.getFileHandle(name)).getFile() });
    } catch (error) {
      // Removed, or being written by another tab.
      if (!isDomException(error, 'NotFoundError', 'NoModificationAllowedError')) throw error;
    }
  }
  return files;
}

/** Parses a file; null if it is not a complete replica or was removed. */
export async function readReplica(file: Blob): Promise<{ facts: ReplicaMetadata; blob: Blob } | null> {
  try {
    return await parseReplica(file);
  } catch (error) {
    // Removed or rewritten since it was listed.
    if (isDomException(error, 'NotFoundError', 'NotReadableError')) return null;
    throw error;
  }
}

/** All complete replicas of this photo: there may be two by accident. */
export async function findReplicas(id: string): Promise<ReplicaFile[]> {
  const found: ReplicaFile[] = [];
  for (const one of await listReplicaFiles()) if ((await readReplica(one.file))?.facts.id === id) found.push(one);
  return found;
}

/** A replica whose bytes match its hash, in memory because delivery deletes the file. Null otherwise. */
export async function readVerifiedReplica(file: Blob): Promise<{ facts: ReplicaMetadata; blob: Blob } | null> {
  const copy = await readReplica(file);
  if (!copy) return null;
  const { facts } = copy;
  const bytes = await copy.blob.arrayBuffer();
  return (await sha256Hex(bytes)) === facts.sha256 ? { facts, blob: new Blob([bytes], { type: facts.contentType }) } : null;
}

/** The photo's bytes from an intact replica; null without one. */
export async function readReplicaBytes({ id, sha256 }: Pick<PhotoRecord, 'id' | 'sha256'>): Promise<Blob | null> {
  for (const { file } of await findReplicas(id)) {
    const whole = await readVerifiedReplica(file);
    if (whole?.facts.sha256 === sha256) return whole.blob;
  }
  return null;
}

/** Serializes the creation and removal of replicas across contexts. */
export const withReplicaLock = <T>(work: () => Promise<T>): Promise<T> => withLock('outbox-copies', work);

/** The file name of a photo's replica, whether it exists or not. */
export const replicaName = ({ id, copy }: Pick<PhotoRecord, 'id' | 'copy'>): string => copy ?? id;

/**
 * Removes these files. A replica left over from a delivered photo is harmless: the server knows its id.
 * @throws without disk space: removing writes too, and Chromium crashes if that fails
 */
export async function removeReplicas(names: readonly string[]): Promise<void> {
  if (diskState() === 'alone') throw new Error('The disk must not be touched.');
  const directory = await replicaDirectory();
  for (const name of directory ? names : []) {
    await directory?.removeEntry(name).catch((error: unknown) => {
      if (!isDomException(error, 'NotFoundError')) throw error;
    });
  }
}

/** Call when the server has the photo. */
export function dropReplica(photo: Pick<PhotoRecord, 'id' | 'copy'>): void {
  removeAcknowledgement(photo.id);
  removeReplicas([replicaName(photo)]).then(reportSpaceFreed, (error: unknown) => console.warn('A replica was not removed', error));
}

/** Disk space reserved in normal operation: about two flushes of the browser's own database. */
const RESERVE_BYTES = 8 * 1024 * 1024;
/** Enough for the small writes of the databases. */
const SMALL_WRITES_BYTES = RESERVE_BYTES / 2;
const SPACE_SETTLE_MS = 1_500;
/** Seconds without an answer before the worker is replaced. Counted by a timer, because a sleeping page hears nothing. */
const ANSWER_TIMEOUT_S = 15;
/** Pause after the worker could not be used: its code did not load, or the engine lacks file access. */
const UNAVAILABLE_MS = 60_000;

type ReplicaRequestBody = ReplicaRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

interface PendingRequest {
  done: (name: string) => void;
  failed: (error: Error) => void;
}

/** Errors of a file that was removed or changed since it was opened. */
const FILE_LOST_ERRORS: ReadonlySet<string> = new Set(['NotFoundError', 'InvalidStateError']);

const isSupported = typeof Worker !== 'undefined' && typeof navigator !== 'undefined' && !!navigator.storage?.getDirectory;

let worker: Worker | null = null;
let number = 0;
let unavailableUntil = 0;
/** It has worked before: later failures mean lack of space, whatever the engine calls them, and are never ignored. */
let hasWorked = false;
let watchdog: ReturnType<typeof setInterval> | undefined;
let silentSeconds = 0;
const pendingRequests = new Map<number, PendingRequest>();

/** The file system is full, or the origin's quota is used up. */
class NoSpaceError extends Error {
  override name = 'NoSpaceError';
}

/** This device cannot make replicas. */
class NoReplicaError extends Error {
  override name = 'NoReplicaError';
}

/** The worker did not answer. A retry uses a new worker. */
export class ReplicaTimeoutError extends Error {
  override name = 'ReplicaTimeoutError';
}

export const isNoSpaceError = (error: unknown) => error instanceof NoSpaceError;

function endWorker(): void {
  worker?.terminate();
  worker = null;
  clearInterval(watchdog);
  if (!hasWorked) unavailableUntil = performance.now() + UNAVAILABLE_MS;
  console.warn('The replica worker does not answer');
  const error = hasWorked ? new ReplicaTimeoutError('no answer') : new NoReplicaError('replicas are unsupported');
  for (const { failed } of pendingRequests.values()) failed(error);
  pendingRequests.clear();
}

function startWatchdog(): void {
  clearInterval(watchdog);
  silentSeconds = 0;
  watchdog = setInterval(() => {
    silentSeconds += 1;
    if (silentSeconds > ANSWER_TIMEOUT_S) endWorker();
  }, 1000);
}

function openWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./replica.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('error', endWorker);
  worker.addEventListener('message', ({ data }: MessageEvent<ReplicaResponse>) => {
    silentSeconds = 0;
    const wish = pendingRequests.get(data.id);
    pendingRequests.delete(data.id);
    if (pendingRequests.size === 0) clearInterval(watchdog);
    if (!data.error) {
      hasWorked = true;
      wish?.done(data.name);
      return;
    }
    const { name, message } = data.error;
    // Its open files are gone because the site's data was removed. A new worker starts over.
    if (hasWorked && FILE_LOST_ERRORS.has(name)) {
      wish?.failed(new ReplicaTimeoutError(message));
      return endWorker();
    }
    wish?.failed(
      hasWorked || /quota|space/i.test(`${name} ${message}`) ? new NoSpaceError(`${name}: ${message}`) : new NoReplicaError(message),
    );
  });
  return worker;
}

interface SentRequest {
  id: number;
  answer: Promise<string>;
}

function sendRequest(wish: ReplicaRequestBody, transfer: ArrayBuffer[] = []): SentRequest {
  const id = ++number;
  const answer = new Promise<string>((done, failed) => {
    if (!isSupported || performance.now() < unavailableUntil) return failed(new NoReplicaError('replicas are unsupported'));
    pendingRequests.set(id, { done, failed });
    if (pendingRequests.size === 1) startWatchdog();
    openWorker().postMessage({ ...wish, id }, transfer);
  });
  answer.catch(() => undefined); // the caller handles it
  return { id, answer };
}

/**
 * A replica being written. It rejects only with NoSpaceError or ReplicaTimeoutError: where replicas are unsupported it resolves without
 * one.
 */
interface ReplicaWrite {
  /** The file name, once the bytes are on disk; null where replicas are unsupported. */
  written: Promise<string | null>;
  /** Resolves when bytes and metadata are on disk. Await `written` first. */
  end(facts: ReplicaMetadata): Promise<void>;
  /** Removes it, finished or not. */
  cancel(): Promise<void>;
}

const nullIfUnsupported = (error: unknown) => {
  if (error instanceof NoReplicaError) return null;
  throw error;
};

/** Begins a photo's replica. Transfers the bytes away from the caller. */
export function beginReplica(bytes: ArrayBuffer): ReplicaWrite {
  const { id, answer } = sendRequest({ op: 'begin', bytes }, [bytes]);
  const written = answer.catch(nullIfUnsupported);
  written.catch(() => undefined); // the caller handles it
  let ending: Promise<unknown> | undefined;
  return {
    written,
    async end(facts) {
      if ((await written) === null) return;
      const trailer = encodeTrailer(facts);
      ending = sendRequest({ op: 'end', of: id, trailer }, [trailer]).answer.catch(nullIfUnsupported);
      await ending;
    },
    async cancel() {
      const name = await written.catch(() => null);
      if (name === null) return;
      if (
        await ending?.then(
          () => true,
          () => false,
        )
      )
        await removeReplicas([name]);
      else await sendRequest({ op: 'cancel', of: id }).answer.catch(nullIfUnsupported);
    },
  };
}

const reserve = (size: number) => sendRequest({ op: 'reserve', size }).answer;
const fits = (size: number) =>
  reserve(size).then(
    () => true,
    (error: unknown) => {
      if (isNoSpaceError(error)) return false;
      throw error;
    },
  );

/** Then the browser's quota refuses the write, not the disk, and stored data is intact. */
async function isQuotaReached(): Promise<boolean> {
  const { usage = 0, quota = Infinity } = await navigator.storage.estimate();
  return usage + SMALL_WRITES_BYTES > quota;
}

async function recover(): Promise<DiskState | null> {
  const torn = diskState() === 'alone';
  try {
    await reserve(0);
    if (torn) {
      // Another app may take freed space at once: a damaged database must not be opened for that.
      if (!(await smallWritesFit())) return 'alone';
      await delay(SPACE_SETTLE_MS);
    }
    if ((await fits(2 * RESERVE_BYTES)) && (await fits(RESERVE_BYTES))) {
      void sendRequest({ op: 'refill' });
      return 'fine';
    }
    return (await smallWritesFit()) ? 'full' : 'alone';
  } catch (error) {
    // Cannot be determined here: the databases themselves have to try.
    if (error instanceof NoReplicaError) return null;
    throw error;
  }
}

async function smallWritesFit(): Promise<boolean> {
  const enough = (await fits(SMALL_WRITES_BYTES)) || (await isQuotaReached());
  await reserve(0);
  return enough;
}

/** The reserve for `watchDisk`; null without a private file system. */
export const diskReserve = (): DiskReserve | null => (isSupported ? { recover } : null);

/** Allocates the reserve before the first shot needs it. Without space for it the device counts as full. */
export async function allocateReserve(): Promise<void> {
  try {
    await reserve(RESERVE_BYTES);
    await sendRequest({ op: 'refill' }).answer;
  } catch (error) {
    if (isNoSpaceError(error)) await reportDiskFull();
    else if (!(error instanceof NoReplicaError)) throw error;
  }
}
