// The second witness: what is acknowledged lies in the database and in a file beside it, which does not fall with the database. The same
// worker keeps a reserve of room on the disk, which is given up first (docs/decisions/008-second-witness.md). Of pages; a worker of the
// service kind may not open files in place.
import { diskState, noRoom, type DiskState, type RoomKeeper } from '#src/lib/disk.ts';
import { pause } from '#src/lib/pause.ts';
import { removeCopies } from './copies.ts';
import { trailerOf, type WitnessAnswer, type WitnessFacts, type WitnessRequest } from './witness-file.ts';

/** Held back on the disk while all is well: about two flushes of the browser's own database. */
const RESERVE_BYTES = 8 * 1024 * 1024;
/** What the databases need for their small writes, should nothing else be left. */
const SMALL_WRITES_BYTES = RESERVE_BYTES / 2;
const STEADY_MS = 1_500;
/** Seconds without a word from a worker that was asked; then another takes its place. Counted, for a page that sleeps hears nothing. */
const PATIENCE_S = 15;
/** How long it is left alone where it could not be used: its code did not load, or this engine has no files for it. */
const ABSENT_MS = 60_000;

type Wish = WitnessRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

interface Asked {
  done: (name: string) => void;
  failed: (error: Error) => void;
}

/** What a file says that was removed, or changed by others, since it was opened. */
const GONE: ReadonlySet<string> = new Set(['NotFoundError', 'InvalidStateError']);

const possible = typeof Worker !== 'undefined' && typeof navigator !== 'undefined' && !!navigator.storage?.getDirectory;

let worker: Worker | null = null;
let number = 0;
let absentUntil = 0;
/** It has worked here: what fails from now on fails for want of room, whatever the engine calls it, and is never gone without. */
let proven = false;
let watching: ReturnType<typeof setInterval> | undefined;
let silentSeconds = 0;
const asked = new Map<number, Asked>();

/** The file system has no room, or the origin's quota is used up. */
class NoRoomError extends Error {
  override name = 'NoRoomError';
}

/** There can be no second copy here. */
class NoWitnessError extends Error {
  override name = 'NoWitnessError';
}

/** There are second copies here, and this one was not answered. Another worker is ready for another try. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

export const isNoRoom = (error: unknown) => error instanceof NoRoomError;

function endWorker(): void {
  worker?.terminate();
  worker = null;
  clearInterval(watching);
  if (!proven) absentUntil = performance.now() + ABSENT_MS;
  console.warn('The keeper of second copies gave no answer');
  const error = proven ? new NoAnswerError('no answer') : new NoWitnessError('no second copies here');
  for (const { failed } of asked.values()) failed(error);
  asked.clear();
}

function watch(): void {
  clearInterval(watching);
  silentSeconds = 0;
  watching = setInterval(() => {
    silentSeconds += 1;
    if (silentSeconds > PATIENCE_S) endWorker();
  }, 1000);
}

function open(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./witness.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('error', endWorker);
  worker.addEventListener('message', ({ data }: MessageEvent<WitnessAnswer>) => {
    silentSeconds = 0;
    const wish = asked.get(data.id);
    asked.delete(data.id);
    if (asked.size === 0) clearInterval(watching);
    if (!data.error) {
      proven = true;
      wish?.done(data.name);
      return;
    }
    const { name, message } = data.error;
    // What it has open is gone: the site's data was removed under it. Another begins anew.
    if (proven && GONE.has(name)) {
      wish?.failed(new NoAnswerError(message));
      return endWorker();
    }
    wish?.failed(
      proven || /quota|space/i.test(`${name} ${message}`) ? new NoRoomError(`${name}: ${message}`) : new NoWitnessError(message),
    );
  });
  return worker;
}

interface Answer {
  id: number;
  answer: Promise<string>;
}

function ask(wish: Wish, transfer: ArrayBuffer[] = []): Answer {
  const id = ++number;
  const answer = new Promise<string>((done, failed) => {
    if (!possible || performance.now() < absentUntil) return failed(new NoWitnessError('no second copies here'));
    asked.set(id, { done, failed });
    if (asked.size === 1) watch();
    open().postMessage({ ...wish, id }, transfer);
  });
  answer.catch(() => undefined); // told to whoever waits for it
  return { id, answer };
}

/** A copy that is being made. All of it rejects with NoRoomError or NoAnswerError only: a phone that cannot keep copies goes on without. */
export interface SecondCopy {
  /** The name of its file, once the bytes have found room on the disk; null where there are no copies. */
  written: Promise<string | null>;
  /** Resolves when bytes and facts are on the disk. Wait for `written` first. */
  end(facts: WitnessFacts): Promise<void>;
  /** Nothing stays of it, ended or not. */
  cancel(): Promise<void>;
}

const nullIfAbsent = (error: unknown) => {
  if (error instanceof NoWitnessError) return null;
  throw error;
};

/** Begins a photo's second copy. Takes the bytes away from the caller. */
export function beginCopy(bytes: ArrayBuffer): SecondCopy {
  const { id, answer } = ask({ op: 'begin', bytes }, [bytes]);
  const written = answer.catch(nullIfAbsent);
  written.catch(() => undefined); // told to whoever waits for it
  let ending: Promise<unknown> | undefined;
  return {
    written,
    async end(facts) {
      if ((await written) === null) return;
      const trailer = trailerOf(facts);
      ending = ask({ op: 'end', of: id, trailer }, [trailer]).answer.catch(nullIfAbsent);
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
        await removeCopies([name]);
      else await ask({ op: 'cancel', of: id }).answer.catch(nullIfAbsent);
    },
  };
}

const reserve = (size: number) => ask({ op: 'reserve', size }).answer;
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
    if ((await fits(2 * RESERVE_BYTES)) && (await fits(RESERVE_BYTES))) {
      void ask({ op: 'refill' });
      return 'fine';
    }
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
export const roomKeeper = (): RoomKeeper | null => (possible ? { recover } : null);

/** Takes the reserve before the first shot needs it. Where there is no room for it the phone counts as full. */
export async function keepReserve(): Promise<void> {
  try {
    await reserve(RESERVE_BYTES);
    await ask({ op: 'refill' }).answer;
  } catch (error) {
    if (isNoRoom(error)) await noRoom();
    else if (!(error instanceof NoWitnessError)) throw error;
  }
}
