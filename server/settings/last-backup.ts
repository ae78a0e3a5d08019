import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '#server/storage/local-files.ts';

/** A file in the data folder, written by `npm run backup` on success: a backup must not change the database it copies. */
export const LAST_BACKUP = 'last-backup';

/** Null if there was none. */
export async function readLastBackup(dataDir: string): Promise<string | null> {
  const text = await readFile(path.join(dataDir, LAST_BACKUP), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
