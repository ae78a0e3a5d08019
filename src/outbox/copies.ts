// Looking at and removing second copies. Light, and of both worlds; writing them is witness.ts.
import { diskState, roomMade } from '#src/lib/disk.ts';
import { withLock } from '#src/lib/page-cache.ts';
import { sha256Hex } from '#src/lib/sha256.ts';
import { forgetAcknowledged } from './ledger.ts';
import type { PhotoRecord } from './record.ts';
import { readWitness, SECOND_COPIES, type WitnessFacts } from './witness-file.ts';

const isError = (error: unknown, ...names: string[]) => error instanceof DOMException && names.includes(error.name);

/** Null where there is no private file system, or nothing in it yet. */
async function folder(): Promise<FileSystemDirectoryHandle | null> {
  const { storage } = navigator;
  if (!storage?.getDirectory) return null;
  try {
    return await (await storage.getDirectory()).getDirectoryHandle(SECOND_COPIES);
  } catch (error) {
    // Refused in private windows of some engines: then there are no copies either.
    if (isError(error, 'NotFoundError', 'SecurityError')) return null;
    throw error;
  }
}

/** A file that was there when it was looked at. */
export interface CopyFile {
  name: string;
  file: Blob;
}

/** All that lies there: whole copies, cut ones, and the empty files that the next shots fill. */
export async function copyFiles(): Promise<CopyFile[]> {
  const files: CopyFile[] = [];
  const directory = await folder();
  if (!directory) return files;
  for await (const name of directory.keys()) {
    try {
      files.push({ name, file: await (await directory.getFileHandle(name)).getFile() });
    } catch (error) {
      // Removed meanwhile, or being written at this moment by another tab.
      if (!isError(error, 'NotFoundError', 'NoModificationAllowedError')) throw error;
    }
  }
  return files;
}

/** What a file is; null where it is none, was cut, or is gone. */
export async function readCopy(file: Blob): Promise<{ facts: WitnessFacts; blob: Blob } | null> {
  try {
    return await readWitness(file);
  } catch (error) {
    // Removed, or written anew, since it was looked at.
    if (isError(error, 'NotFoundError', 'NotReadableError')) return null;
    throw error;
  }
}

/** All files that are whole copies of this photo: by accident there may be two. */
export async function copiesOf(id: string): Promise<CopyFile[]> {
  const found: CopyFile[] = [];
  for (const one of await copyFiles()) if ((await readCopy(one.file))?.facts.id === id) found.push(one);
  return found;
}

/** A copy whose bytes are those that were hashed; in memory, for its file goes when the photo is delivered. Null where it is none. */
export async function readWhole(file: Blob): Promise<{ facts: WitnessFacts; blob: Blob } | null> {
  const copy = await readCopy(file);
  if (!copy) return null;
  const { facts } = copy;
  const bytes = await copy.blob.arrayBuffer();
  return (await sha256Hex(bytes)) === facts.sha256 ? { facts, blob: new Blob([bytes], { type: facts.contentType }) } : null;
}

/** The photo's bytes from a second copy; null where none has them whole. */
export async function bytesOfCopy({ id, sha256 }: Pick<PhotoRecord, 'id' | 'sha256'>): Promise<Blob | null> {
  for (const { file } of await copiesOf(id)) {
    const whole = await readWhole(file);
    if (whole?.facts.sha256 === sha256) return whole.blob;
  }
  return null;
}

/** One context at a time gives photos their copies, or takes them away. */
export const withCopiesLocked = <T>(work: () => Promise<T>): Promise<T> => withLock('outbox-copies', work);

/** The name of a photo's second copy, whether there is one or not. */
export const copyOf = ({ id, copy }: Pick<PhotoRecord, 'id' | 'copy'>): string => copy ?? id;

/**
 * Removes what is there of these. Of delivered photos a copy left over is harmless: the server knows its id.
 * @throws where the disk has no room: removing writes too, and Chromium ends when that fails
 */
export async function removeCopies(names: readonly string[]): Promise<void> {
  if (diskState() === 'alone') throw new Error('The disk is left alone.');
  const directory = await folder();
  for (const name of directory ? names : []) {
    await directory?.removeEntry(name).catch((error: unknown) => {
      if (!isError(error, 'NotFoundError')) throw error;
    });
  }
}

/** Of a photo that is proved to be on the server. */
export function dropCopy(photo: Pick<PhotoRecord, 'id' | 'copy'>): void {
  forgetAcknowledged(photo.id);
  removeCopies([copyOf(photo)]).then(roomMade, (error: unknown) =>
    console.warn('A second copy is left over until its receipt is checked', error),
  );
}
