// Looking at and removing second copies. Light, and of both worlds; writing them is witness.ts.
import { diskState, roomMade } from '#src/lib/disk.ts';
import { forgetAcknowledged } from './ledger.ts';
import { SECOND_COPIES } from './witness-file.ts';

const isMissing = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError';

/** Null where there is no private file system, or nothing in it yet. */
async function folder(): Promise<FileSystemDirectoryHandle | null> {
  const { storage } = navigator;
  if (!storage?.getDirectory) return null;
  try {
    return await (await storage.getDirectory()).getDirectoryHandle(SECOND_COPIES);
  } catch (error) {
    // Refused in private windows of some engines: then there are no copies either.
    if (isMissing(error) || (error instanceof DOMException && error.name === 'SecurityError')) return null;
    throw error;
  }
}

/** Ids of the photos that have a second copy, whole or not. */
export async function copyIds(): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of (await folder())?.keys() ?? []) ids.push(id);
  return ids;
}

export async function readCopy(id: string): Promise<Blob | null> {
  try {
    const file = await (await folder())?.getFileHandle(id);
    return (await file?.getFile()) ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Removes what is there of these. Of delivered photos a copy left over is harmless: its receipt tells, and without one the server knows its id.
 * @throws where the disk has no room: removing writes too, and Chromium ends when that fails
 */
export async function removeCopies(ids: readonly string[]): Promise<void> {
  if (diskState() === 'alone') throw new Error('The disk is left alone.');
  const directory = await folder();
  for (const id of directory ? ids : []) {
    await directory?.removeEntry(id).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
}

/** Of photos that are proved to be on the server. */
export function dropCopies(ids: readonly string[]): void {
  for (const id of ids) forgetAcknowledged(id);
  removeCopies(ids).then(roomMade, (error: unknown) => console.warn('A second copy is left over until the next start', error));
}
