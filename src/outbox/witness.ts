// The second witness: what is acknowledged lies in the database and in a file beside it, which does not fall with the database. The same
// worker keeps a reserve of room on the disk, which is given up first (docs/decisions/008-second-witness.md). Of pages; a worker of the
// service kind may not open files in place.
import { diskState, noRoom, type DiskState, type RoomKeeper } from '#src/lib/disk.ts';
import { pause } from '#src/lib/pause.ts';
import { trailerOf, type WitnessAnswer, type WitnessFacts, type WitnessRequest } from './witness-file.ts';

/** Held back on the disk while all is well: about two flushes of the browser's own database. */
const RESERVE_BYTES = 8 * 1024 * 1024;
/** What the databases need for their small writes, should nothing else be left. */
const SMALL_WRITES_BYTES = RESERVE_BYTES / 2;
const STEADY_MS = 1_500;
/** A worker that does not answer must not bar the way: the database alone is what other engines have. */
const PATIENCE_MS = 8_000;

type Wish = WitnessRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

interface Asked {
  written: () => void;
  durable: () => void;
  failed: (error: Error) => void;
}

let worker: Worker | null = null;
let number = 0;
/** Once it could not be used it is not asked again: there is no private file system here, or its code did not load. */
let absent = typeof Worker === 'undefined' || typeof navigator === 'undefined' || !navigator.storage?.getDirectory;
/** It has worked here: what fails from now on fails for want of room, whatever the engine calls it. */
let proven = false;
const asked = new Map<number, Asked>();

/** The file system has no room, or the origin's quota is used up. */
class NoRoomError extends Error {
  override name = 'NoRoomError';
}

/** There can be no second copy here. */
class NoWitnessError extends Error {
  override name = 'NoWitnessError';
}

function giveUp(): void {
  absent = true;
  worker?.terminate();
  worker = null;
  for (const { failed } of asked.values()) failed(new NoWitnessError('no second copies here'));
  asked.clear();
}

function open(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./witness.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('error', giveUp);
  worker.addEventListener('message', ({ data }: MessageEvent<WitnessAnswer>) => {
    const wish = asked.get(data.id);
    if (!wish) return;
    if (!data.error && data.done === 'written') return wish.written();
    asked.delete(data.id);
    if (!data.error) {
      proven = true;
      return wish.durable();
    }
    const { name, message } = data.error;
    // A reserve that another tab makes at this moment is in good hands.
    if (name === 'NoModificationAllowedError') wish.durable();
    else wish.failed(proven || /quota|space/i.test(`${name} ${message}`) ? new NoRoomError(message) : new NoWitnessError(message));
  });
  return worker;
}

function ask(wish: Wish, transfer: ArrayBuffer[] = []): { written: Promise<void>; durable: Promise<void> } {
  const id = ++number;
  let written!: () => void;
  let refuse!: (error: Error) => void;
  const first = new Promise<void>((resolve, reject) => {
    written = resolve;
    refuse = reject;
  });
  const durable = new Promise<void>((resolve, reject) => {
    if (absent) return reject(new NoWitnessError('no second copies here'));
    const timer = setTimeout(giveUp, PATIENCE_MS);
    const end = (then: () => void) => {
      clearTimeout(timer);
      then();
    };
    asked.set(id, { written, durable: () => end(resolve), failed: (error) => end(() => reject(error)) });
    open().postMessage({ ...wish, id }, transfer);
  });
  durable.then(written, refuse);
  first.catch(() => undefined);
  durable.catch(() => undefined);
  return { written: first, durable };
}

export interface SecondCopy {
  /** Resolves when the copy has found room on the disk. Rejects with NoRoomError only: a phone that cannot keep copies goes on without. */
  written: Promise<void>;
  /** Resolves when it is on the disk. */
  durable: Promise<void>;
}

const withoutIfAbsent = (error: unknown) => {
  if (error instanceof NoWitnessError) return;
  throw error;
};

/** Writes a photo's second copy. Takes the bytes away from the caller. */
export function writeCopy(facts: WitnessFacts, bytes: ArrayBuffer): SecondCopy {
  const parts = [bytes, trailerOf(facts)];
  const { written, durable } = ask({ op: 'write', name: facts.id, parts }, parts);
  const copy = { written: written.catch(withoutIfAbsent), durable: durable.catch(withoutIfAbsent) };
  copy.durable.catch(() => undefined); // told by `written` too, or by whoever waits for it
  return copy;
}

export const isNoRoom = (error: unknown) => error instanceof NoRoomError;

const reserve = (size: number) => ask({ op: 'reserve', size }).durable;
const fits = (size: number) =>
  reserve(size).then(
    () => true,
    (error: unknown) => {
      if (isNoRoom(error)) return false;
      throw error;
    },
  );

/** Then it is the browser that says no, not the disk: what is written stays whole. */
async function quotaIsReached(): Promise<boolean> {
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
      await pause(STEADY_MS);
    }
    if ((await fits(2 * RESERVE_BYTES)) && (await fits(RESERVE_BYTES))) return 'fine';
    return (await smallWritesFit()) ? 'full' : 'alone';
  } catch (error) {
    // Nothing can be found out here: the databases themselves must tell.
    if (error instanceof NoWitnessError) return null;
    throw error;
  }
}

async function smallWritesFit(): Promise<boolean> {
  const enough = (await fits(SMALL_WRITES_BYTES)) || (await quotaIsReached());
  await reserve(0);
  return enough;
}

/** What `watchDisk` is given; null where there is no private file system. */
export const roomKeeper = (): RoomKeeper | null => (absent ? null : { recover });

/** Takes the reserve before the first shot needs it. Where there is no room for it the phone counts as full. */
export async function keepReserve(): Promise<void> {
  try {
    await reserve(RESERVE_BYTES);
  } catch (error) {
    if (isNoRoom(error)) await noRoom();
    else if (!(error instanceof NoWitnessError)) throw error;
  }
}
