// Helpers for files on the local disk.
import { open } from 'node:fs/promises';

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
