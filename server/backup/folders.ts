// The folders with files that no table contains, as backup and restore walk them. Links are followed, as the server does.
import type { Dirent } from 'node:fs';
import { readdir, realpath, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from '#server/backup/manifest.ts';
import { errorCode } from '#server/storage/local-files.ts';
import { isTemporaryKey } from '#server/storage/storage.ts';

/** The folder of the storage, unless its files are in a bucket. */
export const STORAGE_FOLDER = 'photos';
/** Unfinished uploads are not among them: devices send those again. */
const FOLDERS = [STORAGE_FOLDER, 'mail'];
/** The file system makes it at the root of a disk, closed to everyone but root. */
const LOST_AND_FOUND = 'lost+found';

/** The key of a file of the storage; null for others. */
export const keyOf = (file: string): string | null =>
  file.startsWith(`${STORAGE_FOLDER}/`) ? file.slice(STORAGE_FOLDER.length + 1) : null;

interface Entry {
  /** Its path below the data folder. */
  file: string;
  /** The kind of the file or link target. `loop`: a link to an ancestor; `system`: belongs to the file system. */
  kind: 'file' | 'folder' | 'loop' | 'system' | 'other';
  isLink: boolean;
}

export interface Folder {
  /** Sorted by name. */
  entries: readonly Entry[];
  /** Real paths of this folder and of those on the way to it. */
  ancestors: ReadonlySet<string>;
}

/**
 * The folders themselves, where they are.
 * @param hasBucket the files of the storage are elsewhere
 * @throws {BackupError}
 */
export const readRootFolders = (dataDir: string, hasBucket = false): Promise<Folder> =>
  readFolder(dataDir, '', (name) => FOLDERS.includes(name) && !(hasBucket && name === STORAGE_FOLDER));

/**
 * @throws {BackupError} a link leads to nothing, as to a disk that is not there, or the folder may not be read
 */
export async function readFolder(
  dataDir: string,
  folder: string,
  isWanted: (name: string) => boolean = () => true,
  above: ReadonlySet<string> = new Set(),
): Promise<Folder> {
  const names = await orRefused(folder, readdir(path.join(dataDir, folder), { withFileTypes: true }));
  // Deleted in the meantime.
  if (names === null) return { entries: [], ancestors: above };
  const trail = new Set([...above, await realpath(path.join(dataDir, folder))]);
  const entries: Entry[] = [];
  for (const found of names.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.posix.join(folder, found.name);
    if (isWanted(found.name)) entries.push({ file, kind: await kindOf(dataDir, file, found, trail), isLink: found.isSymbolicLink() });
  }
  return { entries, ancestors: trail };
}

async function kindOf(dataDir: string, file: string, found: Dirent, trail: ReadonlySet<string>): Promise<Entry['kind']> {
  const kind = found.isSymbolicLink() ? await orRefused(file, stat(path.join(dataDir, file))) : found;
  if (kind === null) throw new BackupError(`${file} is a broken link: its contents would be missing.`);
  if (kind.isFile()) return 'file';
  if (!kind.isDirectory()) return 'other';
  if (found.name === LOST_AND_FOUND) return 'system';
  return found.isSymbolicLink() && trail.has(await realpath(path.join(dataDir, file))) ? 'loop' : 'folder';
}

/** Null: it is not there. */
async function orRefused<T>(file: string, reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP') throw new BackupError(`${file} is a link to one of its parents: its contents would be missing.`);
    if (code === 'EACCES' || code === 'EPERM')
      throw new BackupError(`${file} is not readable: its contents would be missing. Run this as its owner, or move it away.`);
    throw error;
  }
}

/** The first folder that contains a file of the data, or null. */
export async function findNonEmptyFolder(dataDir: string): Promise<string | null> {
  const holdsFiles = async (folder: string, above: ReadonlySet<string>): Promise<boolean> => {
    const { entries, ancestors } = await readFolder(dataDir, folder, undefined, above);
    for (const { file, kind } of entries)
      if (kind === 'folder' ? await holdsFiles(file, ancestors) : kind === 'file' && !isTemporaryKey(keyOf(file) ?? '')) return true;
    return false;
  };
  const { entries, ancestors } = await readRootFolders(dataDir);
  for (const { file } of entries) if (await holdsFiles(file, ancestors)) return file;
  return null;
}

/** Keeps the folders themselves and links to folders: they may be mount points. */
export async function emptyFolders(dataDir: string): Promise<void> {
  /** Whether nothing is left in it. */
  const empty = async (folder: string, above: ReadonlySet<string>): Promise<boolean> => {
    const { entries, ancestors } = await readFolder(dataDir, folder, undefined, above);
    let isEmpty = true;
    for (const { file, kind, isLink } of entries) {
      const isGone = kind === 'folder' && (await empty(file, ancestors)) && !isLink;
      if (isGone) await rmdir(path.join(dataDir, file));
      else if (kind === 'file' || kind === 'other') await rm(path.join(dataDir, file), { force: true });
      else isEmpty = false;
    }
    return isEmpty;
  };
  const { entries, ancestors } = await readRootFolders(dataDir);
  for (const { file } of entries) await empty(file, ancestors);
}
