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

/** Null where there is no private file system, or nothing in it yet. */
async function replicaDirectory(): Promise<FileSystemDirectoryHandle | null> {
  const { storage } = navigator;
  if (!storage?.getDirectory) return null;
  try {
    return await (await storage.getDirectory()).getDirectoryHandle(REPLICA_DIRECTORY);
  } catch (error) {
    // Refused in private windows of some engines: then there are no copies either.
    if (isDomException(error, 'NotFoundError', 'SecurityError')) return null;
    throw error;
  }
}

/** A file that was there when it was looked at. */
export interface ReplicaFile {
  name: string;
  file: Blob;
}

/** All that lies there: whole copies, cut ones, and the empty files that the next shots fill. */
export async function listReplicaFiles(): Promise<ReplicaFile[]> {
  const files: ReplicaFile[] = [];
  const directory = await replicaDirectory();
  if (!directory) return files;
  for await (const name of directory.keys()) {
    try {
      files.push({ name, file: await (await directory.getFileHandle(name)).getFile() });
    } catch (error) {
      // Removed meanwhile, or being written at this moment by another tab.
      if (!isDomException(error, 'NotFoundError', 'NoModificationAllowedError')) throw error;
    }
  }
  return files;
}

/** What a file is; null where it is none, was cut, or is gone. */
export async function readReplica(file: Blob): Promise<{ facts: ReplicaMetadata; blob: Blob } | null> {
  try {
    return await parseReplica(file);
  } catch (error) {
    // Removed, or written anew, since it was looked at.
    if (isDomException(error, 'NotFoundError', 'NotReadableError')) return null;
    throw error;
  }
}

/** All files that are whole copies of this photo: by accident there may be two. */
export async function findReplicas(id: string): Promise<ReplicaFile[]> {
  const found: ReplicaFile[] = [];
  for (const one of await listReplicaFiles()) if ((await readReplica(one.file))?.facts.id === id) found.push(one);
  return found;
}

/** A copy whose bytes are those that were hashed; in memory, for its file goes when the photo is delivered. Null where it is none. */
export async function readVerifiedReplica(file: Blob): Promise<{ facts: ReplicaMetadata; blob: Blob } | null> {
  const copy = await readReplica(file);
  if (!copy) return null;
  const { facts } = copy;
  const bytes = await copy.blob.arrayBuffer();
  return (await sha256Hex(bytes)) === facts.sha256 ? { facts, blob: new Blob([bytes], { type: facts.contentType }) } : null;
}

/** The photo's bytes from a second copy; null where none has them whole. */
export async function readReplicaBytes({ id, sha256 }: Pick<PhotoRecord, 'id' | 'sha256'>): Promise<Blob | null> {
  for (const { file } of await findReplicas(id)) {
    const whole = await readVerifiedReplica(file);
    if (whole?.facts.sha256 === sha256) return whole.blob;
  }
  return null;
}

/** One context at a time gives photos their copies, or takes them away. */
export const withReplicaLock = <T>(work: () => Promise<T>): Promise<T> => withLock('outbox-copies', work);

/** The name of a photo's second copy, whether there is one or not. */
export const replicaName = ({ id, copy }: Pick<PhotoRecord, 'id' | 'copy'>): string => copy ?? id;

/**
 * Removes what is there of these. Of delivered photos a copy left over is harmless: the server knows its id.
 * @throws where the disk has no room: removing writes too, and Chromium ends when that fails
 */
export async function removeReplicas(names: readonly string[]): Promise<void> {
  if (diskState() === 'alone') throw new Error('The disk is left alone.');
  const directory = await replicaDirectory();
  for (const name of directory ? names : []) {
    await directory?.removeEntry(name).catch((error: unknown) => {
      if (!isDomException(error, 'NotFoundError')) throw error;
    });
  }
}

/** Of a photo that is proved to be on the server. */
export function dropReplica(photo: Pick<PhotoRecord, 'id' | 'copy'>): void {
  removeAcknowledgement(photo.id);
  removeReplicas([replicaName(photo)]).then(reportSpaceFreed, (error: unknown) =>
    console.warn('A second copy is left over until its receipt is checked', error),
  );
}

/** Held back on the disk while all is well: about two flushes of the browser's own database. */
const RESERVE_BYTES = 8 * 1024 * 1024;
/** What the databases need for their small writes, should nothing else be left. */
const SMALL_WRITES_BYTES = RESERVE_BYTES / 2;
const SPACE_SETTLE_MS = 1_500;
/** Seconds without a word from a worker that was asked; then another takes its place. Counted, for a page that sleeps hears nothing. */
const ANSWER_TIMEOUT_S = 15;
/** How long it is left alone where it could not be used: its code did not load, or this engine has no files for it. */
const UNAVAILABLE_MS = 60_000;

type ReplicaRequestBody = ReplicaRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

interface PendingRequest {
  done: (name: string) => void;
  failed: (error: Error) => void;
}

/** What a file says that was removed, or changed by others, since it was opened. */
const FILE_LOST_ERRORS: ReadonlySet<string> = new Set(['NotFoundError', 'InvalidStateError']);

const isSupported = typeof Worker !== 'undefined' && typeof navigator !== 'undefined' && !!navigator.storage?.getDirectory;

let worker: Worker | null = null;
let number = 0;
let unavailableUntil = 0;
/** It has worked here: what fails from now on fails for want of room, whatever the engine calls it, and is never gone without. */
let hasWorked = false;
let watchdog: ReturnType<typeof setInterval> | undefined;
let silentSeconds = 0;
const pendingRequests = new Map<number, PendingRequest>();

/** The file system has no room, or the origin's quota is used up. */
class NoSpaceError extends Error {
  override name = 'NoSpaceError';
}

/** There can be no second copy here. */
class NoReplicaError extends Error {
  override name = 'NoReplicaError';
}

/** There are second copies here, and this one was not answered. Another worker is ready for another try. */
export class ReplicaTimeoutError extends Error {
  override name = 'ReplicaTimeoutError';
}

export const isNoSpaceError = (error: unknown) => error instanceof NoSpaceError;

function endWorker(): void {
  worker?.terminate();
  worker = null;
  clearInterval(watchdog);
  if (!hasWorked) unavailableUntil = performance.now() + UNAVAILABLE_MS;
  console.warn('The keeper of second copies gave no answer');
  const error = hasWorked ? new ReplicaTimeoutError('no answer') : new NoReplicaError('no second copies here');
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
    // What it has open is gone: the site's data was removed under it. Another begins anew.
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
    if (!isSupported || performance.now() < unavailableUntil) return failed(new NoReplicaError('no second copies here'));
    pendingRequests.set(id, { done, failed });
    if (pendingRequests.size === 1) startWatchdog();
    openWorker().postMessage({ ...wish, id }, transfer);
  });
  answer.catch(() => undefined); // told to whoever waits for it
  return { id, answer };
}

/** A copy that is being made. All of it rejects with NoSpaceError or ReplicaTimeoutError only: a phone that cannot keep copies goes on without. */
interface ReplicaWrite {
  /** The name of its file, once the bytes have found room on the disk; null where there are no copies. */
  written: Promise<string | null>;
  /** Resolves when bytes and facts are on the disk. Wait for `written` first. */
  end(facts: ReplicaMetadata): Promise<void>;
  /** Nothing stays of it, ended or not. */
  cancel(): Promise<void>;
}

const nullIfUnsupported = (error: unknown) => {
  if (error instanceof NoReplicaError) return null;
  throw error;
};

/** Begins a photo's second copy. Takes the bytes away from the caller. */
export function beginReplica(bytes: ArrayBuffer): ReplicaWrite {
  const { id, answer } = sendRequest({ op: 'begin', bytes }, [bytes]);
  const written = answer.catch(nullIfUnsupported);
  written.catch(() => undefined); // told to whoever waits for it
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

/** Then it is the browser that says no, not the disk: what is written stays whole. */
async function isQuotaReached(): Promise<boolean> {
  const { usage = 0, quota = Infinity } = await navigator.storage.estimate();
  return usage + SMALL_WRITES_BYTES > quota;
}

async function recover(): Promise<DiskState | null> {
  const torn = diskState() === 'alone';
  try {
    await reserve(0);
    if (torn) {
      // Room that another app takes at once is none: a torn store must not be opened for it.
      if (!(await smallWritesFit())) return 'alone';
      await delay(SPACE_SETTLE_MS);
    }
    if ((await fits(2 * RESERVE_BYTES)) && (await fits(RESERVE_BYTES))) {
      void sendRequest({ op: 'refill' });
      return 'fine';
    }
    return (await smallWritesFit()) ? 'full' : 'alone';
  } catch (error) {
    // Nothing can be found out here: the databases themselves must tell.
    if (error instanceof NoReplicaError) return null;
    throw error;
  }
}

async function smallWritesFit(): Promise<boolean> {
  const enough = (await fits(SMALL_WRITES_BYTES)) || (await isQuotaReached());
  await reserve(0);
  return enough;
}

/** What `watchDisk` is given; null where there is no private file system. */
export const diskReserve = (): DiskReserve | null => (isSupported ? { recover } : null);

/** Takes the reserve before the first shot needs it. Where there is no room for it the phone counts as full. */
export async function allocateReserve(): Promise<void> {
  try {
    await reserve(RESERVE_BYTES);
    await sendRequest({ op: 'refill' }).answer;
  } catch (error) {
    if (isNoSpaceError(error)) await reportDiskFull();
    else if (!(error instanceof NoReplicaError)) throw error;
  }
}
