// What everything needs that keeps files on a disk.
import { open } from 'node:fs/promises';

/** As `ENOENT`; undefined for what the system did not say. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Waits until it is on disk. Of a folder: what is in it by name. */
export async function fsyncPath(fileOrFolder: string): Promise<void> {
  const handle = await open(fileOrFolder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
