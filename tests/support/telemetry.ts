// A server in this process with metrics, traces, lanes of connections, and workers for photos.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { build } from '#server/app.ts';
import { laneStates, openLanes, stateOf } from '#server/db/lanes.ts';
import { openDb, openPool } from '#server/db/pool.ts';
import { events } from '#server/db/schema/events.ts';
import type { Deps } from '#server/deps.ts';
import type { JobHandlers, JobName } from '#server/jobs/jobs.ts';
import { startJobs } from '#server/jobs/runner.ts';
import { createDerivatives, derivativesOf } from '#server/media/derivatives.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { readBacklogs } from '#server/platform/health-repository.ts';
import { readinessOf } from '#server/platform/readiness.ts';
import { createDiskSpace, measureDisk } from '#server/storage/disk-space.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';
import type { Tracing } from '#server/telemetry/tracing.ts';
import { inProcessDerivePool, openTestDeps } from './database.ts';
import { eventWithMembers } from './factories/database.ts';

export interface ObservedServer {
  deps: Deps;
  app: FastifyInstance;
  origin: string;
  eventId: string;
  joinCode: string;
  close(): Promise<void>;
}

/** @param handlers in addition to, or instead of, those of photos */
export async function startObservedServer(
  log: Logger,
  { metrics = null, tracing = null }: { metrics?: Metrics | null; tracing?: Tracing | null },
  handlers: (deps: Deps) => Partial<JobHandlers<JobName>> = () => ({}),
): Promise<ObservedServer> {
  const own = await openTestDeps();
  const pool = openLanes(own.connection, log, tracing);
  const storage = metrics?.observeStorage(own.storage) ?? own.storage;
  const deps: Deps = { ...own, log, pool, db: openDb(pool), storage, metrics, tracing };
  derivativesOf(deps, () => createDerivatives(deps, inProcessDerivePool, createDiskSpace(deps.config)));
  const app = await build(deps);
  const jobPool = openPool(own.connection, log, 'jobs');
  metrics?.addSources({
    readBacklogs: () => readBacklogs(deps.db),
    readPools: () => [...laneStates(pool), stateOf('jobs', jobPool)],
    isListening: () => deps.hub.isListening(),
    measureDisk: () => measureDisk(deps.config.dataDir),
    checkReadiness: readinessOf(deps),
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const { eventId } = await eventWithMembers(deps);
  const [event] = await deps.db.select({ joinCode: events.joinCode }).from(events);
  const runner = await startJobs(
    { ...photoJobs(deps), ...handlers(deps) },
    { connection: own.connection, pool: jobPool, log, concurrency: 2, runsCron: false, metrics, tracing },
  );
  return {
    deps,
    app,
    origin,
    eventId,
    joinCode: event!.joinCode,
    async close() {
      await runner.stop();
      await app.close();
      derivativesOf(deps).close();
      await jobPool.end();
      await pool.end();
      await own.dispose();
    },
  };
}
