// What a running server stands on, opened in order and closed in the opposite order: data folder, database, files, jobs.
import path from 'node:path';
import type { Logger } from 'pino';
import { accountJobs } from '#server/accounts/jobs.ts';
import type { Config } from '#server/config.ts';
import { startCluster, type EmbeddedDatabase } from '#server/db/embedded/cluster.ts';
import { findPlace } from '#server/db/embedded/place.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openDb, openPool, type Connection } from '#server/db/pool.ts';
import { seedRolePermissions } from '#server/accounts/role-permissions.ts';
import type { Deps } from '#server/deps.ts';
import { lockInstance, type InstanceLock } from '#server/instance-lock.ts';
import { jobs, startJobs, type JobRunner } from '#server/jobs/runner.ts';
import { openEventHub } from '#server/photos/hub.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { openLocalStorage } from '#server/storage/local.ts';

export interface Runtime {
  deps: Deps;
  /** Undefined with a database of your own. */
  lock: InstanceLock | undefined;
  /** Starts doing jobs; `close` ends it. */
  startJobs(): Promise<void>;
  close(): Promise<void>;
}

/** @param say tells the person who starts the server, a sentence at a time */
export async function openRuntime(config: Config, log: Logger, say: (text: string) => void): Promise<Runtime> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    const { connection, lock } = await openDatabase(config, log, say, closers);
    await migrateDatabase(connection, log);
    const pool = openPool(connection, log);
    closers.push(() => pool.end());
    const db = openDb(pool);
    await seedRolePermissions(db);
    const hub = await openEventHub(connection, log);
    closers.push(() => hub.close());
    const storage = await openLocalStorage(path.join(config.dataDir, 'photos'));
    const deps: Deps = { config, log, pool, db, storage, jobs, hub };

    return {
      deps,
      lock,
      close,
      async startJobs() {
        const jobPool = openPool(connection, log, 'jobs');
        closers.push(() => jobPool.end());
        const runner: JobRunner = await startJobs(
          { ...accountJobs(deps), ...photoJobs(deps) },
          { connection, pool: jobPool, log, concurrency: 2 },
        );
        closers.push(() => runner.stop());
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDatabase(
  config: Config,
  log: Logger,
  say: (text: string) => void,
  closers: (() => Promise<void>)[],
): Promise<{ connection: Connection; lock?: InstanceLock }> {
  if (config.databaseUrl !== null) return { connection: { connectionString: config.databaseUrl } };
  const place = findPlace(config.dataDir, config.postgresBin);
  place.notes.forEach(say);
  const lock = await lockInstance(place.socketDir, config.dataDir);
  closers.push(() => lock.release());
  const cluster: EmbeddedDatabase = await startCluster(place, (message) => log.warn(message));
  closers.push(() => cluster.stop());
  if (cluster.adopted) say('The database of a server that was killed still ran; it has been taken over.');
  return { connection: cluster.connection, lock };
}
