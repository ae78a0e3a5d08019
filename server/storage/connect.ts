// The configured storage, for all processes and threads of a server. Loads the packages for S3 only if they are needed.
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { openLocalStorage } from '#server/storage/local.ts';
import type { Storage } from '#server/storage/storage.ts';

export type StorageConfig = Pick<Config, 'dataDir' | 's3'>;

/** Folder of the files of the local storage, and of partial files of each. */
export const storageFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'photos');

/** Connects to the storage that a server has opened, without a look at it. */
export async function connectStorage(config: StorageConfig): Promise<Storage> {
  if (config.s3 === null) return openLocalStorage(storageFolder(config));
  const { createS3Storage } = await import('#server/storage/s3.ts');
  return createS3Storage(config.s3, storageFolder(config));
}
