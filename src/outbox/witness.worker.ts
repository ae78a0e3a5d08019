// Second copies and the reserve, as files of the origin's private file system (OPFS). Only a dedicated worker may write them in place and
// flush them to the disk. Making a file writes to a database of the file system, which a full disk can tear like any other: so files are made
// ahead, while there is room, and a shot only fills one that is there (docs/decisions/008-second-witness.md).
import { uuid7 } from '#src/lib/uuid7.ts';
import { SECOND_COPIES, type WitnessAnswer, type WitnessRequest } from './witness-file.ts';

/** Of https://fs.spec.whatwg.org/; the page's library, under which this compiles too, does not know it. */
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
const PIECE = 1024 * 1024;
const RANDOM_AT_ONCE = 65_536;
/** Empty files held open for the shots to come: so many make a burst without a wait. */
const AHEAD = 8;
/** After the last shot: making files must not stand in the way of the next. */
const QUIET_MS = 1_000;
/** Room that must be there before a file is made: what its database may write. */
const ROOM_FOR_A_NAME = 256 * 1024;

let folder: FileSystemDirectoryHandle | null = null;
const copies = async () => (folder ??= await (await navigator.storage.getDirectory()).getDirectoryHandle(SECOND_COPIES, { create: true }));

const isOf = (error: unknown, name: string) => error instanceof DOMException && error.name === name;

async function openIn(directory: FileSystemDirectoryHandle, name: string, create: boolean): Promise<SyncFile> {
  const file = await directory.getFileHandle(name, { create });
  return (file as unknown as { createSyncAccessHandle(): Promise<SyncFile> }).createSyncAccessHandle();
}

function writeWhole(file: SyncFile, data: Uint8Array, at: number): void {
  if (file.write(data, { at }) !== data.length) throw new DOMException('cut short', 'QuotaExceededError');
}

/** Noise: a file system that compresses would keep no room with anything else. */
const noise = (() => {
  let piece: Uint8Array<ArrayBuffer> | null = null;
  return () => {
    if (piece) return piece;
    piece = new Uint8Array(PIECE);
    for (let at = 0; at < PIECE; at += RANDOM_AT_ONCE) crypto.getRandomValues(piece.subarray(at, at + RANDOM_AT_ONCE));
    return piece;
  };
})();

// One after the other: only one of them may have the file open.
let reserving: Promise<void> = Promise.resolve();

function withReserve(use: (file: SyncFile) => Promise<void> | void): Promise<void> {
  const turn = reserving.then(async () => {
    let file: SyncFile;
    try {
      file = await openIn(await navigator.storage.getDirectory(), RESERVE, true);
    } catch (error) {
      // A reserve that another tab makes at this moment is in good hands.
      if (isOf(error, 'NoModificationAllowedError')) return;
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

/** Makes the reserve this long. Where there is no room for that it is given up altogether. */
async function reserve(size: number): Promise<string> {
  await withReserve(async (file) => {
    try {
      let at = file.getSize();
      if (at > size) file.truncate(size);
      while (at < size) {
        const data = noise().subarray(0, Math.min(PIECE, size - at));
        writeWhole(file, data, at);
        at += data.length;
        file.flush();
        answer({ id: 0, name: RESERVE }); // a sign of life
        await new Promise((resolve) => setTimeout(resolve)); // a photo goes first
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

/** Tried on the reserve, which grows and shrinks without any database. */
const proveRoom = () =>
  withReserve((file) => {
    const size = file.getSize();
    try {
      writeWhole(file, noise().subarray(0, ROOM_FOR_A_NAME), size);
    } finally {
      file.truncate(size);
    }
  });

async function make(): Promise<Slot> {
  await proveRoom();
  const name = uuid7();
  try {
    return { name, file: await openIn(await copies(), name, true) };
  } catch (error) {
    folder = null; // it may have been removed with the site's data
    throw error;
  }
}

/** Empty files that an earlier worker left. Those of a worker that lives are locked. */
async function adopt(): Promise<void> {
  const directory = await copies();
  for await (const name of directory.keys()) {
    if (ahead.length >= AHEAD) return;
    if (ahead.some((slot) => slot.name === name)) continue;
    try {
      const handle = await directory.getFileHandle(name);
      if ((await handle.getFile()).size > 0) continue;
      const file = await openIn(directory, name, false);
      if (file.getSize() === 0) ahead.push({ name, file });
      else file.close();
    } catch (error) {
      if (!isOf(error, 'NoModificationAllowedError') && !isOf(error, 'NotFoundError')) throw error;
    }
  }
}

const ahead: Slot[] = [];
let adopting: Promise<void> | null = null;
let refilling: Promise<void> | null = null;

const adopted = () =>
  (adopting ??= adopt().catch((error: unknown) => {
    adopting = null;
    throw error;
  }));

let quiet: ReturnType<typeof setTimeout> | undefined;

function refillSoon(): void {
  clearTimeout(quiet);
  quiet = setTimeout(refill, QUIET_MS);
}

function refill(): void {
  refilling ??= (async () => {
    try {
      await adopted();
      while (ahead.length < AHEAD) ahead.push(await make());
    } catch (error) {
      // The next shot that needs one makes it, and tells what it met.
      console.warn('No file could be made ahead', error);
    }
    refilling = null;
  })();
}

const begun = new Map<number, Slot & { size: number }>();

async function begin({ id, bytes }: Extract<WitnessRequest, { op: 'begin' }>): Promise<string> {
  if (ahead.length === 0) await adopted();
  const slot = ahead.shift() ?? (await make());
  try {
    writeWhole(slot.file, new Uint8Array(bytes), 0);
  } catch (error) {
    giveBack(slot);
    throw error;
  }
  begun.set(id, { ...slot, size: bytes.byteLength });
  return slot.name;
}

/** Emptied, not removed: that needs no room. */
function giveBack({ name, file }: Slot): void {
  file.truncate(0);
  ahead.unshift({ name, file });
}

function end({ of, trailer }: Extract<WitnessRequest, { op: 'end' }>): string {
  const slot = begun.get(of);
  if (!slot) throw new DOMException('Never begun, or cancelled.', 'InvalidStateError');
  begun.delete(of);
  try {
    writeWhole(slot.file, new Uint8Array(trailer), slot.size);
    slot.file.flush();
  } catch (error) {
    giveBack(slot);
    throw error;
  }
  slot.file.close();
  return slot.name;
}

function cancel({ of }: Extract<WitnessRequest, { op: 'cancel' }>): string {
  const slot = begun.get(of);
  begun.delete(of);
  if (slot) giveBack(slot);
  return slot?.name ?? '';
}

const answer = (said: WitnessAnswer) => postMessage(said);

async function serve(request: WitnessRequest): Promise<void> {
  const { id, op } = request;
  try {
    if (op === 'begin') answer({ id, name: await begin(request) });
    else if (op === 'end') answer({ id, name: end(request) });
    else if (op === 'cancel') answer({ id, name: cancel(request) });
    else if (op === 'reserve') answer({ id, name: await reserve(request.size) });
    // A copy that ended well has shown that there is room.
    if (op === 'end' || op === 'refill') refillSoon();
    if (op === 'refill') answer({ id, name: '' });
  } catch (error) {
    const { name, message } = error instanceof Error || error instanceof DOMException ? error : { name: 'Error', message: String(error) };
    answer({ id, error: { name, message } });
  }
}

addEventListener('message', ({ data }: MessageEvent<WitnessRequest>) => void serve(data));
