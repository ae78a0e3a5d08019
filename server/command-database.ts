// The database for a command that runs beside the server, or where none runs.
import path from 'node:path';
import type { Logger } from 'pino';
import { requireCompleteDatabase, requireCompleteFolder } from '#server/backup/restore-marker.ts';
import type { Config } from '#server/config.ts';
import { findPostmaster, hasCluster, startCluster } from '#server/db/embedded/cluster.ts';
import { findDatabasePaths, type DatabasePaths } from '#server/db/embedded/paths.ts';
import { explainDatabaseFailure } from '#server/db/errors.ts';
import type { DatabaseAddress } from '#server/db/pool.ts';
import { AlreadyRunning, lockInstance } from '#server/instance-lock.ts';
import type { ShutdownHooks } from '#server/process.ts';

const STOP_DATABASE_MS = 65_000;

/** `command` as the user types it, for the error of another process that finds the data locked. */
type Given = Pick<Config, 'databaseUrl' | 'dataDir' | 'postgresBin'> & { command: string };

/**
 * Of no server but this command: nothing else starts on the data folder until it ends.
 * @param beforeNew is awaited before a database is made where none is
 * @throws {AlreadyRunning}
 */
export async function openExclusiveDatabase(
  config: Given,
  log: Logger,
  closers: ShutdownHooks,
  beforeNew: () => Promise<void>,
): Promise<DatabaseAddress> {
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl };
  return openExclusive(findDatabasePaths(config.dataDir, config.postgresBin), config, log, closers, beforeNew);
}

/**
 * Of the server that runs; where none does, it is started for as long as the command takes.
 * @throws {ConfigError} it is half restored
 * @throws {AlreadyRunning} another command works on it
 */
export async function openSharedDatabase(config: Given, log: Logger, closers: ShutdownHooks): Promise<DatabaseAddress> {
  await requireCompleteFolder(config.dataDir);
  const address = await findSharedDatabase(config, log, closers);
  try {
    await requireCompleteDatabase(address);
  } catch (error) {
    throw config.databaseUrl === null ? error : explainDatabaseFailure(error, config.databaseUrl);
  }
  return address;
}

async function findSharedDatabase(config: Given, log: Logger, closers: ShutdownHooks): Promise<DatabaseAddress> {
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl };
  const paths = findDatabasePaths(config.dataDir, config.postgresBin);
  try {
    return await openExclusive(paths, config, log, closers);
  } catch (error) {
    // A server's database: that of another command ends with it.
    const isServer = error instanceof AlreadyRunning && error.command === undefined;
    const running = isServer ? findPostmaster(path.join(paths.folder, 'postgres')) : null;
    if (running?.status !== 'ready') throw error;
    return { host: running.socketDir, port: 5432, user: 'postgres', database: 'ai_image_suite' };
  }
}

async function openExclusive(
  paths: DatabasePaths,
  { dataDir, command }: Given,
  log: Logger,
  closers: ShutdownHooks,
  beforeNew?: () => Promise<void>,
): Promise<DatabaseAddress> {
  const lock = await lockInstance(paths.lockDir, dataDir, command);
  closers.add('the lock', () => lock.release());
  if (!hasCluster(paths)) await beforeNew?.();
  const cluster = await startCluster(paths, (message) => log.warn(message));
  closers.add('the database', () => cluster.stop(), STOP_DATABASE_MS);
  return cluster.connection;
}
