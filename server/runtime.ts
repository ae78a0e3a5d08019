// What a running server stands on, opened in order and closed in the opposite order: data folder, database, files, jobs.
import path from 'node:path';
import type { Logger } from 'pino';
import { seedRolePermissions } from '#server/accounts/role-permissions.ts';
import { requireWholeDatabase, requireWholeFolder } from '#server/backup/mark.ts';
import { createClosers, type Closers } from '#server/closers.ts';
import type { Config } from '#server/config.ts';
import { startCluster, type EmbeddedDatabase } from '#server/db/embedded/cluster.ts';
import { findDatabasePaths } from '#server/db/embedded/paths.ts';
import { hasWrapped, openKeptSecrets } from '#server/db/kept-secrets.ts';
import { openLanes } from '#server/db/lanes.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openDb, type DatabaseAddress } from '#server/db/pool.ts';
import { openWrappingKey } from '#server/db/wrapping-key.ts';
import type { Deps } from '#server/deps.ts';
import { imageMakingOf, writeCatalog } from '#server/generation/catalog.ts';
import { lockInstance, type InstanceLock } from '#server/instance-lock.ts';
import { startJobsThread } from '#server/jobs-thread.ts';
import { jobs } from '#server/jobs/runner.ts';
import { openHub } from '#server/live/hub.ts';
import { readPushKeys } from '#server/notifications/push-keys.ts';
import { openLocalStorage } from '#server/storage/local.ts';

/** Longer than the thread of jobs and the database allow themselves. */
const STOP_JOBS_MS = 30_000;
const STOP_DATABASE_MS = 65_000;

export interface Runtime {
  deps: Deps;
  /** Undefined with a database of your own. */
  lock: InstanceLock | undefined;
  /**
   * Starts doing jobs, in a thread of their own; `close` ends it.
   * @param onDefect is told when the thread ended unasked
   */
  startJobs(onDefect: (reason: Error) => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param say tells the person who starts the server, a sentence at a time
 * @param beforeDatabase throws what would stop the start later: before a database is made, and after it is known that no other server runs here
 */
export async function openRuntime(
  config: Config,
  log: Logger,
  say: (text: string) => void,
  beforeDatabase: () => Promise<void> = async () => undefined,
): Promise<Runtime> {
  const closers = createClosers(log);
  const close = () => closers.close();
  try {
    const { connection, lock } = await openDatabase(config, log, say, closers, beforeDatabase);
    await requireWholeDatabase(connection);
    await migrateDatabase(connection, log);
    const deps = await openDeps(config, connection, log, closers);
    await seedRolePermissions(deps.db);
    await readPushKeys(deps);
    await writeCatalog(deps.db, imageMakingOf(deps).catalog);
    return {
      deps,
      lock,
      close,
      async startJobs(onDefect) {
        const thread = await startJobsThread(connection, onDefect);
        closers.add('the jobs', () => thread.stop(), STOP_JOBS_MS);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What requests are served with; the thread of jobs has its own. */
export async function openDeps(config: Config, connection: DatabaseAddress, log: Logger, closers: Closers): Promise<Deps> {
  const pool = openLanes(connection, log);
  closers.add('the pools', () => pool.end());
  const db = openDb(pool);
  const secrets = openKeptSecrets(db, await openWrappingKey(config, () => hasWrapped(db)));
  const hub = await openHub(connection, log);
  closers.add('the listener for changes', () => hub.close());
  const storage = await openLocalStorage(path.join(config.dataDir, 'photos'));
  const deps: Deps = { config, log, pool, db, secrets, storage, jobs, hub };
  closers.add('the models', async () => imageMakingOf(deps).close());
  return deps;
}

async function openDatabase(
  config: Config,
  log: Logger,
  say: (text: string) => void,
  closers: Closers,
  beforeDatabase: () => Promise<void>,
): Promise<{ connection: DatabaseAddress; lock?: InstanceLock }> {
  if (config.databaseUrl !== null) {
    await beforeDatabase();
    await requireWholeFolder(config.dataDir);
    return { connection: { connectionString: config.databaseUrl } };
  }
  const paths = findDatabasePaths(config.dataDir, config.postgresBin);
  paths.notes.forEach(say);
  const lock = await lockInstance(paths.lockDir, config.dataDir);
  closers.add('the lock', () => lock.release());
  await beforeDatabase();
  await requireWholeFolder(config.dataDir);
  const cluster: EmbeddedDatabase = await startCluster(paths, (message) => log.warn(message));
  closers.add('the database', () => cluster.stop(), STOP_DATABASE_MS);
  if (cluster.adopted) say('The database of a server that was killed still ran; it has been taken over.');
  return { connection: cluster.connection, lock };
}
