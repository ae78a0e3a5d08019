// The resources of a running server, opened in order and closed in reverse order: data folder, database, files, jobs.
import { availableParallelism } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { accountJobs } from '#server/accounts/jobs.ts';
import { seedRolePermissions } from '#server/accounts/users-repository.ts';
import { auditFailedJobs } from '#server/audit/audit.ts';
import { requireCompleteDatabase, requireCompleteFolder } from '#server/backup/restore-marker.ts';
import { billingJobs } from '#server/billing/jobs.ts';
import type { Config } from '#server/config.ts';
import { startCluster, type EmbeddedDatabase } from '#server/db/embedded/cluster.ts';
import { findDatabasePaths } from '#server/db/embedded/paths.ts';
import { explainDatabaseFailure } from '#server/db/errors.ts';
import { laneStates, openLanes, stateOf } from '#server/db/lanes.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openDb, openPool, type DatabaseAddress } from '#server/db/pool.ts';
import { findWrappedSecret, openSecretStore, openWrappingKey } from '#server/db/secret-store.ts';
import type { Deps } from '#server/deps.ts';
import { eventJobs } from '#server/events/jobs.ts';
import { generationServicesOf, syncCatalog } from '#server/generation/catalog.ts';
import { generationJobs, generationSweeps } from '#server/generation/jobs.ts';
import { startModelInstaller } from '#server/generation/local/install/installer.ts';
import { generationRunner } from '#server/generation/run-generation.ts';
import { imageJobs } from '#server/images/jobs.ts';
import { batchJobs } from '#server/images/run-batch.ts';
import { lockInstance, type InstanceLock } from '#server/instance-lock.ts';
import { integrationJobs } from '#server/integrations/jobs.ts';
import { jobs } from '#server/jobs/jobs-repository.ts';
import { startJobs, type JobRunner, type RunnerOptions } from '#server/jobs/runner.ts';
import { openHub } from '#server/live/hub.ts';
import { mailJobs } from '#server/mail/jobs.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { notificationJobs } from '#server/notifications/jobs.ts';
import { pushJobs, readPushKeys } from '#server/notifications/push.ts';
import { organizationJobs } from '#server/organizations/jobs.ts';
import { createOutageLog } from '#server/outage-log.ts';
import { ownDataJobs } from '#server/own-data/jobs.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { photoSourceOf } from '#server/photos/operations/files.ts';
import { readBacklogs } from '#server/platform/health-repository.ts';
import { auditLogJobs, healthJobs, platformJobs } from '#server/platform/jobs.ts';
import { presentReadiness, readinessOf } from '#server/platform/readiness.ts';
import { createShutdownHooks, type ShutdownHooks } from '#server/process.ts';
import { openLinkReader } from '#server/sharing/download-reader.ts';
import { cachePictures } from '#server/storage/cached.ts';
import { measureDisk } from '#server/storage/disk-space.ts';
import { openStorage } from '#server/storage/open.ts';
import { requireOwnStorage } from '#server/storage/storage-id.ts';
import type { Storage } from '#server/storage/storage.ts';
import { supportJobs } from '#server/support/jobs.ts';
import { listenForMetrics, type Probe } from '#server/telemetry/metrics-listener.ts';
import { openTelemetry } from '#server/telemetry/open.ts';

/** A third one on two cores makes every other request wait (docs/capacity.md). */
const PHOTOS_AT_ONCE = availableParallelism() > 2 ? 3 : 2;
const JOBS_AT_ONCE = 2;
/** They wait for other servers most of the time. */
const WEBHOOKS_AT_ONCE = 6;
/** The next start resumes interrupted work, so shutdown need not wait for it. */
const IMAGES_END_WITHIN_MS = 1000;
/** Longer than each of the two allows itself. */
const STOP_JOBS_MS = 21_000;
const STOP_DATABASE_MS = 65_000;

export interface Runtime {
  deps: Deps;
  /** Undefined with an external database. */
  lock: InstanceLock | undefined;
  /** Starts doing jobs; `close` ends it. */
  startJobs(): Promise<void>;
  /** Restarts the jobs, as after a lost database connection. */
  restartJobs(reason: Error): void;
  /** Hands the jobs back, while requests are still answered; `close` waits for it. */
  stopJobs(): Promise<void>;
  /**
   * Serves metrics and probes, if a port for them is configured; `close` ends it.
   * @param app answers `/readyz`; undefined: this process serves no requests
   * @returns where
   */
  serveMetrics(app: FastifyInstance | undefined): Promise<string | null>;
  /** @param withinMs for everything but the embedded database, which may take longer */
  close(withinMs?: number): Promise<void>;
}

/**
 * @param say prints a sentence for the person who starts the server
 * @param beforeDatabase throws errors that would abort the startup later: before a database is created, and after it is known that no other server
 * runs here
 */
export async function openRuntime(
  config: Config,
  log: Logger,
  say: (text: string) => void,
  beforeDatabase: () => Promise<void> = async () => undefined,
): Promise<Runtime> {
  const closers = createShutdownHooks(log);
  const { metrics, tracing } = await openTelemetry(config, log);
  const close = (withinMs?: number) => closers.close(withinMs);
  try {
    let opened: Promise<Storage> | undefined;
    const openFiles = () => (opened ??= openStorage(config, (message) => log.warn(message)));
    const { connection, lock } = await openDatabase(config, log, say, closers, async () => {
      await beforeDatabase();
      if (config.s3 !== null) await openFiles();
    });
    await requireCompleteDatabase(connection);
    await migrateDatabase(connection, log);
    if (tracing) closers.add('the traces', () => tracing.close());
    const pool = openLanes(connection, log, tracing);
    closers.add('the pools', () => pool.end());
    const db = openDb(pool);
    await seedRolePermissions(db);
    const secrets = openSecretStore(db, await openWrappingKey(config, () => findWrappedSecret(db)));
    await readPushKeys({ secrets });
    const hub = await openHub(connection, log);
    closers.add('the listener for changes', () => hub.close());
    const files = await openFiles();
    await requireOwnStorage(db, files, config);
    const { storage, close: closeCache } = cachePictures(metrics?.observeStorage(files) ?? files, config, log);
    closers.add('the cache of pictures', closeCache);
    const deps: Deps = { config, log, pool, db, secrets, storage, jobs, hub, metrics, tracing };
    let jobPool: pg.Pool | undefined;
    metrics?.addSources({
      readBacklogs: () => readBacklogs(db),
      readPools: () => [...laneStates(pool), ...(jobPool ? [stateOf('jobs', jobPool)] : [])],
      isListening: () => hub.isListening(),
      measureDisk: () => measureDisk(config.dataDir),
      checkReadiness: readinessOf(deps),
    });

    const imageMaking = generationServicesOf(deps);
    closers.add('the models', async () => imageMaking.close());
    await syncCatalog(db, imageMaking.catalog);

    const runners: JobRunner[] = [];
    let stopping: Promise<void> | undefined;
    // Together: one after the other they would take several times as long.
    const stopJobs = () => (stopping ??= Promise.all(runners.map((runner) => runner.stop())).then(() => undefined));
    return {
      deps,
      lock,
      close,
      stopJobs,
      async serveMetrics(app) {
        if (!metrics || !config.metrics) return null;
        const listener = await listenForMetrics(
          config.metrics,
          metrics,
          probeOf(app, deps, () => stopping !== undefined),
          log,
        );
        closers.add('the port for metrics', () => listener.close());
        return `http://${config.metrics.host}:${listener.port}/metrics`;
      },
      restartJobs: (reason) => runners.forEach((runner) => runner.restart(reason)),
      async startJobs() {
        const opened = openPool(connection, log, 'jobs');
        jobPool = opened;
        closers.add('the pool of jobs', () => opened.end());
        closers.add('the jobs', stopJobs, STOP_JOBS_MS);
        const start = async (...given: Parameters<typeof startJobs>) => {
          runners.push(await startJobs(...given));
        };
        const outage = createOutageLog(log, { away: 'the jobs cannot be done yet', back: 'the jobs are done again' });
        const common = {
          connection,
          pool: opened,
          log,
          outage,
          onPermanentFailure: auditFailedJobs(db, log),
          metrics,
          tracing,
        } satisfies Partial<RunnerOptions>;
        const { 'send-webhook': sendWebhook, ...otherIntegrationJobs } = integrationJobs(deps);
        const { 'derive-photo': derivePhoto, ...otherPhotoJobs } = photoJobs(deps, openLinkReader);
        await start(
          {
            ...accountJobs(deps),
            ...mailJobs(deps),
            ...organizationJobs(deps),
            ...billingJobs(deps),
            ...eventJobs(deps),
            ...otherPhotoJobs,
            ...ownDataJobs(deps),
            ...platformJobs(deps),
            ...auditLogJobs(deps),
            ...healthJobs(deps),
            ...generationSweeps(deps),
            ...imageJobs(deps),
            ...notificationJobs(deps),
            ...pushJobs(deps),
            ...supportJobs(deps),
            ...otherIntegrationJobs,
          },
          { ...common, concurrency: JOBS_AT_ONCE },
        );
        // Photos have their own workers, so that emails never wait for a slow photo.
        await start({ 'derive-photo': derivePhoto }, { ...common, concurrency: PHOTOS_AT_ONCE, runsCron: false });
        // Webhooks have their own workers, so that emails never wait for the servers of others.
        await start({ 'send-webhook': sendWebhook }, { ...common, concurrency: WEBHOOKS_AT_ONCE, runsCron: false });
        // Images have their own workers, so that photos never wait for them.
        const making = { ...imageMaking, pictures: derivativesOf(deps) };
        const run = generationRunner(deps, making);
        const batches = batchJobs(deps, { catalog: imageMaking.catalog, photoSource: photoSourceOf(deps), run });
        await start(
          { ...generationJobs(run), ...batches },
          {
            ...common,
            concurrency: config.generation.atOnce,
            runsCron: false,
            gracePeriodMs: IMAGES_END_WITHIN_MS,
          },
        );
        const installer = await startModelInstaller(deps);
        closers.add('the installation of models', () => installer.close());
      },
    };
  } catch (error) {
    await close();
    throw config.databaseUrl === null ? error : explainDatabaseFailure(error, config.databaseUrl);
  }
}

/** The application's own answer, if there is one. */
function probeOf(app: FastifyInstance | undefined, deps: Deps, isStopping: () => boolean): () => Promise<Probe> {
  const check = readinessOf(deps);
  if (!app) return async () => presentReadiness(await check(), isStopping());
  return async () => {
    const answer = await app.inject('/readyz');
    return { status: answer.statusCode, body: answer.json() };
  };
}

async function openDatabase(
  config: Config,
  log: Logger,
  say: (text: string) => void,
  closers: ShutdownHooks,
  beforeDatabase: () => Promise<void>,
): Promise<{ connection: DatabaseAddress; lock?: InstanceLock }> {
  if (config.databaseUrl !== null) {
    await beforeDatabase();
    await requireCompleteFolder(config.dataDir);
    return { connection: { connectionString: config.databaseUrl } };
  }
  const paths = findDatabasePaths(config.dataDir, config.postgresBin);
  paths.notes.forEach(say);
  const lock = await lockInstance(paths.lockDir, config.dataDir);
  closers.add('the lock', () => lock.release());
  await beforeDatabase();
  await requireCompleteFolder(config.dataDir);
  const cluster: EmbeddedDatabase = await startCluster(paths, (message) => log.warn(message));
  closers.add('the database', () => cluster.stop(), STOP_DATABASE_MS, true);
  if (cluster.adopted) say('The database of a server that was killed still ran; it has been taken over.');
  return { connection: cluster.connection, lock };
}
