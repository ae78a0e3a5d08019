// Helpers for files on the local disk.
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** The system's error code, such as `ENOENT`; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Syncs a file, or the entries of a folder, to disk. */
export async function fsyncPath(fileOrFolder: string): Promise<void> {
  const handle = await open(fileOrFolder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Runs `act`; null if a file that it needs is missing. */
export async function orNull<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** Makes a folder that survives a power cut: each new folder's entry is synced in its parent. */
export async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = path.dirname(made)) await fsyncPath(path.dirname(made));
}

const ABANDONED_MS = 24 * 3600 * 1000;

/** What is older was left by a process that was killed; younger work may belong to another process. */
export const abandonedBefore = (): number => Date.now() - ABANDONED_MS;

/** Removes files of a folder that no process that lives works on. */
export async function removeAbandonedFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await orNull(() => stat(file));
    if (found?.isFile() && found.mtimeMs < abandonedBefore()) await rm(file, { force: true });
  }
}

/** The folder for partial files of a storage, apart from its objects: the dot excludes the name from the key space. Removes abandoned ones. */
export async function openWorkshop(root: string): Promise<string> {
  const workshop = path.join(root, '.incoming');
  await makeFolder(workshop);
  await removeAbandonedFiles(workshop);
  return workshop;
}
