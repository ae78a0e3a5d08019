import { withLock } from '#src/lib/bfcache.ts';
// Looking at and removing second copies. Light, and of both worlds; writing them is replica.ts.
import { diskState, reportSpaceFreed } from '#src/lib/disk.ts';
import { sha256Hex } from '#src/lib/sha256.ts';
import { removeAcknowledgement } from './ledger.ts';
import type { PhotoRecord } from './record.ts';
import { parseReplica, REPLICA_DIRECTORY, type ReplicaMetadata } from './replica-file.ts';

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
