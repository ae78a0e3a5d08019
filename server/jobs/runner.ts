// graphile-worker wired to our job types. Jobs are added by SQL in the caller's transaction, and run in this process or in one with ROLE=worker.
import { sql } from 'drizzle-orm';
import { Logger, parseCronItems, run, type Runner, type Task, type WorkerEvents } from 'graphile-worker';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger as Log } from 'pino';
import type { Connection } from '#server/db/pool.ts';
import type { JobHandlers, JobName, Jobs } from '#server/jobs/jobs.ts';

/** With graphile-worker's waiting (it doubles from job to job as e^attempts seconds) the last try comes about a day after the first. */
const MOST_ATTEMPTS = 12;
/** The first half of an advisory lock's key: the second half is a worker. */
const WORKER_LOCKS = 7_310;
const LOOK_FOR_DEAD_MS = 60_000;
/** Jobs are told to end after three quarters of this, and failed (to be tried again) after it. */
const STOP_MS = 20_000;

/** When the sweeps run (UTC). */
const schedule = [
  { task: 'sweep-deleted-photos', match: '7 * * * *' },
  { task: 'sweep-uploads', match: '23 * * * *' },
  { task: 'requeue-photos', match: '37 * * * *' },
  { task: 'sweep-event-changes', match: '41 3 * * *' },
  { task: 'sweep-sessions', match: '53 3 * * *' },
] as const satisfies readonly { task: JobName; match: string }[];

/** What graphile-worker tells of itself; the failures of jobs are logged by us, below. */
const levels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const;

export const jobs: Jobs = {
  async add(tx, name, payload, { key, runAt } = {}) {
    await tx.execute(sql`select from graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json,
      run_at => ${runAt?.toISOString() ?? null}::timestamptz, job_key => ${key ?? null}, max_attempts => ${MOST_ATTEMPTS})`);
  },
};

export interface JobRunner {
  /** Waits for the jobs that run; those that do not end in time start again elsewhere. */
  stop(): Promise<void>;
}

export interface RunnerParts {
  connection: Connection;
  pool: pg.Pool;
  log: Log;
  concurrency: number;
}

/** Runs jobs until `stop`; after a restart of the database it goes on by itself. */
export async function startJobs(handlers: JobHandlers<JobName>, { connection, pool, log, concurrency }: RunnerParts): Promise<JobRunner> {
  const presence = new Presence(connection, log);
  const events: WorkerEvents = new EventEmitter();
  // Jobs are locked in the name of the pool of workers, of which each run has one.
  events.on('pool:create', ({ workerPool }) => presence.add(workerPool.id));
  events.on('job:error', ({ job, error }) =>
    log.warn({ err: error, job: job.id, task: job.task_identifier, attempt: job.attempts }, 'a job failed; it will be tried again'),
  );
  events.on('job:failed', ({ job, error }) =>
    log.error({ err: error, job: job.id, task: job.task_identifier, payload: job.payload }, 'a job failed for good'),
  );

  const stopping = new AbortController();
  let runner: Runner | undefined;
  const start = async () => {
    await presence.connect();
    await presence.unlockDead(pool);
    runner = await run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 5000,
      gracefulShutdownAbortTimeout: 15_000,
      events,
      logger: new Logger(() => (level, message) => log[levels[level]]({ worker: true }, message)),
      taskList: tasks(handlers),
      parsedCronItems: parseCronItems(
        schedule.map((item) => ({ ...item, options: { backfillPeriod: 0, jobKey: item.task, maxAttempts: 3 } })),
      ),
    });
    void runner.promise.then(restart, restart);
  };
  /** The runner gives up when the database stays away for long. */
  const restart = async (reason?: unknown): Promise<void> => {
    runner = undefined;
    if (stopping.signal.aborted) return;
    log.warn({ err: reason }, 'the job runner ended; starting it again');
    await sleep(2000);
    await start().catch(restart);
  };
  await start();
  const watch = setInterval(
    () => void presence.unlockDead(pool).catch((error: unknown) => log.warn({ err: error }, 'could not look for dead workers')),
    LOOK_FOR_DEAD_MS,
  );
  watch.unref();

  return {
    async stop() {
      stopping.abort();
      clearInterval(watch);
      const stopped = runner?.stop().then(() => true);
      const ended = await Promise.race([stopped, sleep(STOP_MS, false, { ref: false })]);
      if (ended === false) await runner?.kill();
      await presence.close();
    },
  };
}

function tasks(handlers: JobHandlers<JobName>): Record<string, Task> {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]): [string, Task] => [
      name,
      // The payload is what `Jobs.add` took for this name.
      async (payload, helpers) => handler(payload as never, helpers.abortSignal),
    ]),
  );
}

/**
 * Shows which workers live: each holds an advisory lock on a connection that ends with its process, however that ends. A job locked by a
 * worker without such a lock was left by a dead process; graphile-worker itself would wait four hours.
 */
class Presence {
  private readonly connection: Connection;
  private readonly log: Log;
  private readonly workers = new Set<string>();
  private client: pg.Client | null = null;
  private closed = false;

  constructor(connection: Connection, log: Log) {
    this.connection = connection;
    this.log = log;
  }

  async connect(): Promise<void> {
    if (this.client || this.closed) return;
    const client = new pg.Client({ ...this.connection, application_name: 'ai-image-suite workers', keepAlive: true });
    client.on('error', (error) => this.log.warn({ reason: error.message }, 'lost the connection that shows the workers'));
    client.on('end', () => {
      if (this.client === client) this.client = null;
    });
    await client.connect();
    this.client = client;
    for (const worker of this.workers) await this.lock(worker);
  }

  add(worker: string): void {
    this.workers.add(worker);
    this.lock(worker).catch((error: unknown) => this.log.warn({ err: error }, 'could not show a worker'));
  }

  private async lock(worker: string): Promise<void> {
    await this.client?.query('select pg_advisory_lock_shared($1, hashtext($2))', [WORKER_LOCKS, worker]);
  }

  async unlockDead(pool: pg.Pool): Promise<void> {
    await this.connect();
    const { rows } = await pool.query<{ dead: string[] | null }>(
      `with busy as (
         select locked_by from graphile_worker._private_jobs where locked_by is not null
         union select locked_by from graphile_worker._private_job_queues where locked_by is not null)
       select array_agg(locked_by) as dead from busy
       where not exists (select from pg_locks where locktype = 'advisory' and classid = $1::oid
         and objid::bigint = (hashtext(busy.locked_by)::bigint & 4294967295)
         and database = (select oid from pg_database where datname = current_database()))`,
      [WORKER_LOCKS],
    );
    const dead = rows[0]?.dead ?? [];
    if (dead.length === 0) return;
    this.log.warn({ workers: dead }, 'taking back the jobs of workers that died');
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.client?.end();
  }
}
