// Opens the configured storage.
import { ConfigError } from '#server/config.ts';
import { type StorageConfig, storageFolder } from '#server/storage/connect.ts';
import { openLocalStorage } from '#server/storage/local.ts';
import { explainS3Failure, S3Failure } from '#server/storage/s3-errors.ts';
import { ORIGINALS, type Storage, storageKeys } from '#server/storage/storage.ts';

/**
 * @param warn is called with what does not prevent the start
 * @throws {ConfigError} the storage is unusable, or the files of the installation are not in it
 * @throws {StorageUnavailable} the service does not work now
 */
export async function openStorage(config: StorageConfig, warn: (message: string) => void): Promise<Storage> {
  const storage = await openUnmigrated(config, warn);
  await explainFailures(config, () => requireFiles(storage, config));
  return storage;
}

/** @throws {ConfigError | StorageUnavailable} instead of an error of the service */
export async function explainFailures(config: StorageConfig, look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch (error) {
    throw error instanceof S3Failure && config.s3 !== null ? explainS3Failure(error, config.s3, 'read objects') : error;
  }
}

async function requireFiles(storage: Storage, config: StorageConfig): Promise<void> {
  if ((await storage.size(storageKeys.unfinishedMigration)) !== null)
    throw new ConfigError(
      `The move of the files to ${describeStorage(config)} was interrupted. Run it again: npm run storage:migrate -- --to ${config.s3 ? 's3' : 'local'}`,
    );
  if (config.s3 !== null && !(await hasOriginals(storage)) && (await hasOriginals(await openLocalStorage(storageFolder(config)))))
    throw new ConfigError(
      `The photos are still in ${storageFolder(config)}. Move them to ${describeStorage(config)} first: npm run storage:migrate -- --to s3`,
    );
}

/** As `openStorage`, whether or not the files of the installation are there. */
export async function openUnmigrated(config: StorageConfig, warn: (message: string) => void): Promise<Storage> {
  if (config.s3 === null) return openLocalStorage(storageFolder(config));
  const { openS3Storage } = await import('#server/storage/s3.ts');
  return openS3Storage(config.s3, storageFolder(config), warn);
}

/** For messages. */
export const describeStorage = (config: StorageConfig): string =>
  config.s3 === null
    ? storageFolder(config)
    : `the bucket ${[config.s3.bucket, config.s3.prefix].filter(Boolean).join('/').replace(/\/$/, '')}`;

export async function hasOriginals(storage: Storage): Promise<boolean> {
  const first = await storage.list(ORIGINALS)[Symbol.asyncIterator]().next();
  return first.done !== true;
}
