import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '#server/storage/local-files.ts';

/** In the data folder, written by `npm run backup` when it ended well: the backup itself changes nothing in the database that it is of. */
export const LAST_BACKUP = 'last-backup';

/** Null: none was made of this data folder. */
export async function readLastBackup(dataDir: string): Promise<string | null> {
  const text = await readFile(path.join(dataDir, LAST_BACKUP), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
