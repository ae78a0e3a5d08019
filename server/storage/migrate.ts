// Moves the files of an installation from one storage to another while no server runs. Each file is compared by its hash after it was written. Nothing
// is deleted where they come from. An interrupted move continues where it was.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  isStorageKey,
  isTemporaryKey,
  type ListedObject,
  ORIGINALS,
  photoOfOriginal,
  type Storage,
  storageKeys,
} from '#server/storage/storage.ts';

const AT_ONCE = 8;

export interface MigrationProgress {
  /** Files that are in the target. */
  files: number;
  bytes: number;
}

export interface MigrationSummary extends MigrationProgress {
  /** Those that were copied by this run; the others were there. */
  copied: number;
  /** Originals whose bytes don't have the hash they should have: damaged before. They were moved as they are. */
  damaged: string[];
  /** Names that no server gave; not moved. */
  foreign: string[];
  /** Files of the target that are not in the source; left alone. */
  extra: number;
}

export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * @param resumeAfter the last key of an earlier run: files up to it are only compared by their size
 * @param onProgress is called with the key up to which all files are there
 * @throws {MigrationError} a file reads differently after it was written
 */
export async function migrateStorage(
  source: Storage,
  target: Storage,
  resumeAfter = '',
  onProgress: (progress: MigrationProgress, upTo: string) => Promise<void> = async () => undefined,
): Promise<MigrationSummary> {
  await target.put(storageKeys.unfinishedMigration, Buffer.from('A move of files to this storage is under way.'));
  const sum: MigrationSummary = { files: 0, bytes: 0, copied: 0, damaged: [], foreign: [], extra: 0 };

  async function move({ key, bytes, isThere }: Pair): Promise<void> {
    if (!(isThere && key <= resumeAfter)) {
      const expected = key.startsWith(ORIGINALS) ? photoOfOriginal(key).sha256 : await hashOf(source, key);
      if (!isThere || (await hashOf(target, key)) !== expected) {
        const read = await copyHashed(source, target, key);
        if ((await hashOf(target, key)) !== read)
          throw new MigrationError(`${key} reads differently after it was written. Check the storage, then run the command again.`);
        if (read !== expected) sum.damaged.push(key);
        sum.copied += 1;
      }
    }
    sum.files += 1;
    sum.bytes += bytes;
  }

  let waiting: Pair[] = [];
  const moveWaiting = async () => {
    // All of them have ended when an error is thrown: nothing is written after it.
    const moved = await Promise.allSettled(waiting.map(move));
    for (const one of moved) if (one.status === 'rejected') throw one.reason;
    const last = waiting.at(-1);
    waiting = [];
    if (last) await onProgress(sum, last.key);
  };
  for await (const { object, other } of pairs(source.list(''), target.list(''))) {
    const key = (object ?? other)?.key ?? '';
    if (isTemporaryKey(key)) continue;
    if (!object) sum.extra += 1;
    else if (!isStorageKey(key)) sum.foreign.push(key);
    else waiting.push({ ...object, isThere: other?.bytes === object.bytes });
    if (waiting.length === AT_ONCE) await moveWaiting();
  }
  await moveWaiting();
  await target.delete(storageKeys.unfinishedMigration);
  return sum;
}

interface Pair extends ListedObject {
  /** The target has a file of this name and length. */
  isThere: boolean;
}

/** Walks two sorted lists side by side. */
async function* pairs(
  objects: AsyncIterable<ListedObject>,
  others: AsyncIterable<ListedObject>,
): AsyncGenerator<{ object?: ListedObject; other?: ListedObject }> {
  const left = others[Symbol.asyncIterator]();
  let other = await left.next();
  for await (const object of objects) {
    for (; !other.done && other.value.key < object.key; other = await left.next()) yield { other: other.value };
    if (other.done || other.value.key !== object.key) {
      yield { object };
      continue;
    }
    yield { object, other: other.value };
    other = await left.next();
  }
  for (; !other.done; other = await left.next()) yield { other: other.value };
}

async function open(storage: Storage, key: string): Promise<Readable> {
  const found = await storage.get(key);
  if (!found) throw new MigrationError(`${key} was deleted in the meantime. Stop all servers, then run the command again.`);
  return found.stream;
}

async function hashOf(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await open(storage, key)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** @returns the hash of the bytes that were copied */
async function copyHashed(source: Storage, target: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  const stream = await open(source, key);
  async function* hashed() {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await target.put(key, Readable.from(hashed(), { objectMode: false }));
  } finally {
    stream.destroy();
  }
  return hash.digest('hex');
}
