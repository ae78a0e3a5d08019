// Writes replicas and the reserve as files of the origin private file system (OPFS): only a dedicated worker may write in place and flush.
// Creating a file writes to the file system's database, which a full disk can corrupt, so files are created ahead while there is space, and
// a shot only fills one (docs/decisions/008-replica.md).
import { uuid7 } from '#src/lib/uuid7.ts';
import { REPLICA_DIRECTORY, type ReplicaResponse, type ReplicaRequest } from './replica-file.ts';

/** From https://fs.spec.whatwg.org/; missing in the page's library, under which this file is compiled too. */
interface SyncFile {
  write(data: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  getSize(): number;
  close(): void;
}

interface Slot {
  name: string;
  file: SyncFile;
}

const RESERVE = 'outbox-reserve';
const CHUNK_BYTES = 1024 * 1024;
const MAX_RANDOM_BYTES = 65_536;
/** Empty files held ready: a burst of this length needs no wait. */
const SPARE_FILES = 8;
/** Delay after the last shot, so that creating files does not delay the next one. */
const REFILL_DELAY_MS = 1_000;
/** Space required before creating a file: its database may write this much. */
const FILE_CREATION_BYTES = 256 * 1024;

let replicaDirectory: FileSystemDirectoryHandle | null = null;
const openReplicaDirectory = async () =>
  (replicaDirectory ??= await (await navigator.storage.getDirectory()).getDirectoryHandle(REPLICA_DIRECTORY, { create: true }));

const isDomException = (error: unknown, name: string) => error instanceof DOMException && error.name === name;

async function openIn(directory: FileSystemDirectoryHandle, name: string, create: boolean): Promise<SyncFile> {
  const file = await directory.getFileHandle(name, { create });
  return (file as unknown as { createSyncAccessHandle(): Promise<SyncFile> }).createSyncAccessHandle();
}

function writeFully(file: SyncFile, data: Uint8Array, at: number): void {
  if (file.write(data, { at }) !== data.length) throw new DOMException('short write', 'QuotaExceededError');
}

/** Random bytes, because a compressing file system would reserve nothing for others. */
const randomChunk = (() => {
  let piece: Uint8Array<ArrayBuffer> | null = null;
  return () => {
    if (piece) return piece;
    piece = new Uint8Array(CHUNK_BYTES);
    for (let at = 0; at < CHUNK_BYTES; at += MAX_RANDOM_BYTES) crypto.getRandomValues(piece.subarray(at, at + MAX_RANDOM_BYTES));
    return piece;
  };
})();

// Serialized: only one of them may have the file open.
let reserving: Promise<void> = Promise.resolve();

function withReserve(use: (file: SyncFile) => Promise<void> | void): Promise<void> {
  const turn = reserving.then(async () => {
    let file: SyncFile;
    try {
      file = await openIn(await navigator.storage.getDirectory(), RESERVE, true);
    } catch (error) {
      // Another tab is making the reserve.
      if (isDomException(error, 'NoModificationAllowedError')) return;
      throw error;
    }
    try {
      await use(file);
    } finally {
      file.close();
    }
  });
  reserving = turn.catch(() => undefined);
  return turn;
}

/** Resizes the reserve. Without space it is released completely. */
async function reserve(size: number): Promise<string> {
  await withReserve(async (file) => {
    try {
      let at = file.getSize();
      if (at > size) file.truncate(size);
      while (at < size) {
        const data = randomChunk().subarray(0, Math.min(CHUNK_BYTES, size - at));
        writeFully(file, data, at);
        at += data.length;
        file.flush();
        respond({ id: 0, name: RESERVE }); // keeps the watchdog quiet
        await new Promise((resolve) => setTimeout(resolve)); // lets a photo go first
      }
      file.flush();
    } catch (error) {
      file.truncate(0);
      file.flush();
      throw error;
    }
  });
  return RESERVE;
}

/** Tests for space with the reserve, which grows and shrinks without a database. */
const checkSpace = () =>
  withReserve((file) => {
    const size = file.getSize();
    try {
      writeFully(file, randomChunk().subarray(0, FILE_CREATION_BYTES), size);
    } finally {
      file.truncate(size);
    }
  });

async function createSpare(): Promise<Slot> {
  await checkSpace();
  const name = uuid7();
  try {
    return { name, file: await openIn(await openReplicaDirectory(), name, true) };
  } catch (error) {
    replicaDirectory = null; // it may have been removed with the site's data
    throw error;
  }
}

/** Adopts empty files of an earlier worker. Those of a live worker are locked. */
async function adoptSpares(): Promise<void> {
  const directory = await openReplicaDirectory();
  for await (const name of directory.keys()) {
    if (spares.length >= SPARE_FILES) return;
    if (spares.some((slot) => slot.name === name)) continue;
    try {
      const handle = await directory.getFileHandle(name);
      if ((await handle.getFile()).size > 0) continue;
      const file = await openIn(directory, name, false);
      if (file.getSize() === 0) spares.push({ name, file });
      else file.close();
    } catch (error) {
      if (!isDomException(error, 'NoModificationAllowedError') && !isDomException(error, 'NotFoundError')) throw error;
    }
  }
}

const spares: Slot[] = [];
let adopting: Promise<void> | null = null;
let refilling: Promise<void> | null = null;

const sparesAdopted = () =>
  (adopting ??= adoptSpares().catch((error: unknown) => {
    adopting = null;
    throw error;
  }));

let refillTimer: ReturnType<typeof setTimeout> | undefined;

function refillSoon(): void {
  clearTimeout(refillTimer);
  refillTimer = setTimeout(refill, REFILL_DELAY_MS);
}

function refill(): void {
  refilling ??= (async () => {
    try {
      await sparesAdopted();
      while (spares.length < SPARE_FILES) spares.push(await createSpare());
    } catch (error) {
      // The next shot that needs a file creates it and reports the failure.
      console.warn('Replica files could not be created ahead', error);
    }
    refilling = null;
  })();
}

const openReplicas = new Map<number, Slot & { size: number }>();

async function begin({ id, bytes }: Extract<ReplicaRequest, { op: 'begin' }>): Promise<string> {
  if (spares.length === 0) await sparesAdopted();
  const slot = spares.shift() ?? (await createSpare());
  try {
    writeFully(slot.file, new Uint8Array(bytes), 0);
  } catch (error) {
    recycle(slot);
    throw error;
  }
  openReplicas.set(id, { ...slot, size: bytes.byteLength });
  return slot.name;
}

/** Truncated instead of removed: that needs no space. */
function recycle({ name, file }: Slot): void {
  file.truncate(0);
  spares.unshift({ name, file });
}

function end({ of, trailer }: Extract<ReplicaRequest, { op: 'end' }>): string {
  const slot = openReplicas.get(of);
  if (!slot) throw new DOMException('The replica was never begun, or was cancelled.', 'InvalidStateError');
  openReplicas.delete(of);
  try {
    writeFully(slot.file, new Uint8Array(trailer), slot.size);
    slot.file.flush();
  } catch (error) {
    recycle(slot);
    throw error;
  }
  slot.file.close();
  return slot.name;
}

function cancel({ of }: Extract<ReplicaRequest, { op: 'cancel' }>): string {
  const slot = openReplicas.get(of);
  openReplicas.delete(of);
  if (slot) recycle(slot);
  return slot?.name ?? '';
}

const respond = (said: ReplicaResponse) => postMessage(said);

async function handleRequest(request: ReplicaRequest): Promise<void> {
  const { id, op } = request;
  try {
    if (op === 'begin') respond({ id, name: await begin(request) });
    else if (op === 'end') respond({ id, name: end(request) });
    else if (op === 'cancel') respond({ id, name: cancel(request) });
    else if (op === 'reserve') respond({ id, name: await reserve(request.size) });
    // A finished replica has shown that there is space.
    if (op === 'end' || op === 'refill') refillSoon();
    if (op === 'refill') respond({ id, name: '' });
  } catch (error) {
    const { name, message } = error instanceof Error || error instanceof DOMException ? error : { name: 'Error', message: String(error) };
    respond({ id, error: { name, message } });
  }
}

addEventListener('message', ({ data }: MessageEvent<ReplicaRequest>) => void handleRequest(data));
