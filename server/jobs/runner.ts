// Runs jobs by graphile-worker, in this process or in one with ROLE=worker. Jobs are added by jobs-repository.ts.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, Logger, parseCronItems, run, type Runner, type Task, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Logger as Log } from 'pino';
import { LOCK_SPACES } from '#server/db/advisory-locks.ts';
import { isDatabaseUnavailable, redactQueryValues } from '#server/db/errors.ts';
import { applicationName, type DatabaseAddress } from '#server/db/pool.ts';
import { endWhenSilent, watchConnection, type WatchTimes } from '#server/db/watch-connection.ts';
import { storableText } from '#server/http/text.ts';
import { FairShare } from '#server/jobs/fair-share.ts';
import { CAUSE, unlockDeadWorkers } from '#server/jobs/jobs-repository.ts';
import type { JobHandlers, JobName } from '#server/jobs/jobs.ts';
import { createOutageLog, type OutageLog, reasonForLog } from '#server/outage-log.ts';
import type { JobResult, Metrics } from '#server/telemetry/metrics.ts';
import { type TraceSpan, type Tracing, UNTRACED } from '#server/telemetry/tracing.ts';
import { type CarriedCause, type Cause, inLane } from '#server/telemetry/work-context.ts';
import { withTimeout } from '#server/with-timeout.ts';

const DEAD_WORKER_CHECK_MS = 60_000;
/** Jobs are aborted after four fifths of this time, and fail (to be retried) after it. The whole stop has 25 s (server/main.ts). */
const STOP_MS = 15_000;
const KILL_MS = 3_000;
/** How long a start waits that follows one that failed. */
const RESTART_DELAY_MS = 500;

/** The cron schedule (UTC). */
const schedule = [
  { task: 'announce-overdue-originals', match: '* * * * *' },
  { task: 'end-events', match: '* * * * *' },
  { task: 'seal-audit-log', match: '* * * * *' },
  { task: 'sweep-rate-limits', match: '* * * * *' },
  { task: 'sweep-deleted-photos', match: '7 * * * *' },
  { task: 'sweep-deleted-events', match: '17 3 * * *' },
  // After the events, since organizations are removed last.
  { task: 'sweep-deleted-organizations', match: '57 * * * *' },
  { task: 'expire-photos', match: '9 * * * *' },
  { task: 'sweep-watermarks', match: '47 * * * *' },
  { task: 'sweep-uploads', match: '23 * * * *' },
  { task: 'sweep-downloads', match: '27 * * * *' },
  { task: 'requeue-photos', match: '37 * * * *' },
  { task: 'sweep-event-changes', match: '41 3 * * *' },
  { task: 'sweep-sessions', match: '53 3 * * *' },
  { task: 'sweep-audit-log', match: '11 4 * * *' },
  { task: 'count-analytics', match: '3 * * * *' },
  { task: 'count-today', match: '*/4 * * * *' },
  { task: 'measure-health', match: '*/5 * * * *' },
  { task: 'review-payments', match: '19 * * * *' },
  { task: 'sweep-mails', match: '29 4 * * *' },
  { task: 'sweep-webhooks', match: '31 4 * * *' },
  { task: 'sweep-notices', match: '43 4 * * *' },
  { task: 'sweep-tickets', match: '47 4 * * *' },
  { task: 'sweep-failed-jobs', match: '51 4 * * *' },
  { task: 'sweep-generations', match: '13 * * * *' },
  { task: 'sweep-collections', match: '33 4 * * *' },
  { task: 'sweep-sections', match: '43 4 * * *' },
] as const satisfies readonly { task: JobName; match: string }[];

/** Log levels of graphile-worker's own messages; job failures are logged below. */
const levels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const;

export interface JobRunner {
  /** Ends this run of jobs and begins another, as after a lost connection. */
  restart(reason: Error): void;
  /** Waits for the jobs that run; those that do not end in time start again elsewhere. */
  stop(): Promise<void>;
}

export interface RunnerOptions {
  connection: DatabaseAddress;
  pool: pg.Pool;
  log: Log;
  /** Shared by the runners of a process. */
  outage?: OutageLog;
  concurrency: number;
  /** Whether it also runs the cron schedule: one runner per process does. */
  runsCron?: boolean;
  /** How long jobs may continue on shutdown before they are aborted. */
  gracePeriodMs?: number;
  /** Called for each job that failed permanently. */
  onPermanentFailure?: (job: { id: string; task: string; requestId: string | null }, error: unknown) => void;
  metrics?: Pick<Metrics, 'jobEnded'> | null;
  tracing?: Tracing | null;
  watch?: WatchTimes;
}

/**
 * Runs jobs until `stop`, in sessions. A session lasts as long as the connection that proves its workers alive: when the database restarts, its last
 * answers may be lost, such as a job given to a worker. So the session ends with its running jobs, and the next one unlocks the jobs that are still
 * locked by it. Jobs without a handler are left to other runners.
 */
export async function startJobs(handlers: Partial<JobHandlers<JobName>>, parts: RunnerOptions): Promise<JobRunner> {
  const { pool, log } = parts;
  const { outage = createOutageLog(log, { away: 'the jobs cannot be done yet', back: 'the jobs are done again' }) } = parts;
  const stopping = new AbortController();
  let turn = await startSession(handlers, parts);

  const again = async (): Promise<RunnerSession | null> => {
    while (!stopping.signal.aborted) {
      try {
        const session = await startSession(handlers, parts);
        outage.recovered();
        return session;
      } catch (error) {
        outage.failed(error);
        await sleep(RESTART_DELAY_MS);
      }
    }
    return null;
  };
  const turns = (async () => {
    for (let next: RunnerSession | null = turn; next; next = await again()) {
      turn = next;
      // Stopped during the start.
      if (stopping.signal.aborted) turn.end(new Error('the server stops'));
      const reason = await turn.ended;
      if (!stopping.signal.aborted) log.warn({ reason: reason.message }, 'the job runner ended; starting it again');
      await turn.stop();
    }
  })();
  const watch = setInterval(
    () => void unlockDeadWorkers(pool, log).catch((error: unknown) => log.warn(reasonForLog(error), 'could not look for dead workers')),
    DEAD_WORKER_CHECK_MS,
  );
  watch.unref();

  return {
    restart: (reason) => turn.end(reason),
    async stop() {
      stopping.abort();
      clearInterval(watch);
      turn.end(new Error('the server stops'));
      await turns;
    },
  };
}

interface RunnerSession {
  /** Resolves with why. */
  ended: Promise<Error>;
  end(reason: Error): void;
  stop(): Promise<void>;
}

async function startSession(
  handlers: Partial<JobHandlers<JobName>>,
  {
    connection,
    pool,
    log,
    concurrency,
    runsCron = true,
    gracePeriodMs = 12_000,
    onPermanentFailure,
    metrics = null,
    tracing = null,
    watch,
  }: RunnerOptions,
): Promise<RunnerSession> {
  const presence = await WorkerLiveness.open(connection, log, watch);
  try {
    await unlockDeadWorkers(pool, log);
    const share = new FairShare(concurrency);
    const runner = await run({
      pgPool: retryable(pool),
      concurrency,
      noHandleSignals: true,
      pollInterval: 5000,
      gracefulShutdownAbortTimeout: gracePeriodMs,
      forbiddenFlags: () => share.forbiddenFlags(),
      events: eventsFor(presence, share, log, onPermanentFailure),
      logger: new Logger(() => (level, message) => log[levels[level]]({ worker: true }, message)),
      taskList: tasks(handlers, metrics, tracing),
      parsedCronItems: parseCronItems(
        (runsCron ? schedule : []).map((item) => ({ ...item, options: { backfillPeriod: 0, jobKey: item.task, maxAttempts: 3 } })),
      ),
    });
    let end: (reason: Error) => void = () => undefined;
    const told = new Promise<Error>((resolve) => (end = resolve));
    const gaveUp = runner.promise.then(
      () => new Error('it stopped by itself'),
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    return {
      ended: Promise.race([told, gaveUp, presence.lost]),
      end,
      async stop() {
        await stopRunner(runner, log);
        await presence.close();
      },
    };
  } catch (error) {
    await presence.close();
    throw error;
  }
}

async function stopRunner(runner: Runner, log: Log): Promise<void> {
  // Rejects when it has stopped by itself.
  const stopped = runner.stop().then(
    () => true,
    () => true,
  );
  const ended = await Promise.race([stopped, sleep(STOP_MS, false, { ref: false })]);
  if (ended) return;
  log.warn('jobs that do not end are given up; they will be done again');
  await Promise.race([runner.kill(), sleep(KILL_MS, null, { ref: false })]);
}

function eventsFor(presence: WorkerLiveness, share: FairShare, log: Log, onGivenUp: RunnerOptions['onPermanentFailure']): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  // Jobs are locked in the name of the pool of workers, of which each run has one.
  events.on('pool:create', ({ workerPool }) => presence.add(workerPool.id));
  events.on('job:start', ({ job, worker }) => share.begin(job, worker.workerPool));
  events.on('worker:getJob:empty', () => share.none());
  events.on('worker:getJob:error', () => share.none());
  events.on('job:complete', ({ job }) => share.end(job));
  events.on('job:error', ({ job, error }) =>
    log.warn(
      { err: error, ...causeForLog(splitPayload(job.payload).cause), job: job.id, task: job.task_identifier, attempt: job.attempts },
      'a job failed; it will be tried again',
    ),
  );
  events.on('job:failed', ({ job, error }) => {
    const { payload, cause } = splitPayload(job.payload);
    log.error({ err: error, ...causeForLog(cause), job: job.id, task: job.task_identifier, payload }, 'a job failed for good');
    onGivenUp?.({ id: job.id, task: job.task_identifier, requestId: cause.request ?? null }, error);
  });
  return events;
}

/** What a job was added with, apart from what caused it. */
function splitPayload(stored: unknown): { payload: object; cause: CarriedCause } {
  const { [CAUSE]: cause = {}, ...payload } = (stored ?? {}) as Record<string, object>;
  return { payload, cause };
}

const causeForLog = ({ request }: CarriedCause) => (request === undefined ? {} : { reqId: request });

function startSpan(tracing: Tracing, name: string, job: Job, { request, traceparent }: CarriedCause): TraceSpan {
  const isRecorded = traceparent === undefined ? tracing.isNextRecorded() : traceparent !== '';
  if (!isRecorded) return UNTRACED;
  return tracing.start({
    kind: 'job',
    name,
    values: { 'job.id': job.id, 'job.attempt': job.attempts, ...(request !== undefined && { 'request.id': request }) },
    ...(traceparent !== undefined && { parent: traceparent }),
  });
}

function tasks(handlers: Partial<JobHandlers<JobName>>, metrics: RunnerOptions['metrics'], tracing: Tracing | null): Record<string, Task> {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]): [string, Task] => [
      name,
      // The payload is what `Jobs.add` took for this name.
      async (stored, { abortSignal, job }) => {
        const { payload, cause } = splitPayload(stored);
        const span = tracing && startSpan(tracing, name, job, cause);
        const current: Cause = { requestId: cause.request ?? null, job: { id: job.id, name }, span };
        const startedAt = metrics ? performance.now() : 0;
        const ended = (result: JobResult) => {
          metrics?.jobEnded(name, (performance.now() - startedAt) / 1000, result);
          span?.end({}, result === 'done' ? null : result);
        };
        try {
          await inLane('background', () => handler(payload as never, abortSignal), current);
          ended('done');
        } catch (error) {
          ended(job.attempts < job.max_attempts ? 'failed' : 'given_up');
          throw storable(error);
        }
      },
    ]),
  );
}

/** Failure messages are stored, and text that the database rejects would end the process, so they are sanitized. */
function storable(failure: unknown): unknown {
  const error = redactQueryValues(failure);
  const message = error instanceof Error ? error.message : String(error);
  const clean = storableText(message);
  return clean === message ? error : new Error(clean, { cause: error });
}

const CLOSE_MS = 2_000;

/**
 * Proves which workers are alive: each has an advisory lock on a connection that ends with its process. A job locked by a worker without that lock
 * belongs to a dead process; graphile-worker itself would wait four hours.
 */
class WorkerLiveness {
  /** Resolves when the connection is lost: others then take these workers for dead. */
  readonly lost: Promise<Error>;
  private readonly client: pg.Client;
  private readonly log: Log;

  /** Rejects while the database is not there. */
  static async open(connection: DatabaseAddress, log: Log, watch?: WatchTimes): Promise<WorkerLiveness> {
    const client = new pg.Client({
      ...connection,
      application_name: applicationName('workers'),
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    const presence = new WorkerLiveness(client, log);
    await client.connect();
    watchConnection(client, watch);
    try {
      await endWhenSilent(client);
    } catch (error) {
      await presence.close();
      throw error;
    }
    return presence;
  }

  private constructor(client: pg.Client, log: Log) {
    this.client = client;
    this.log = log;
    this.lost = new Promise((resolve) => {
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('the connection that shows the workers has ended')));
    });
  }

  add(worker: string): void {
    this.client
      .query('select pg_advisory_lock_shared($1, hashtext($2))', [LOCK_SPACES.workers, worker])
      .catch((error: unknown) => this.log.warn(reasonForLog(error), 'could not show a worker'));
  }

  async close(): Promise<void> {
    await withTimeout(CLOSE_MS, this.client.end()).catch((error: unknown) =>
      this.log.warn(reasonForLog(error), 'could not close the connection'),
    );
  }
}

/** PostgreSQL's "cannot connect now": graphile-worker tries again after 3 s, then ever more seldom. */
const TRY_AGAIN = '57P03';

/**
 * The pool for graphile-worker. It reports finished and failed jobs without awaiting the result, so an error there is an unhandled rejection that ends the
 * process; it retries only after errors with certain codes. Errors of an unavailable database get one of those codes here.
 */
function retryable(pool: pg.Pool): pg.Pool {
  const seen = Object.create(pool) as pg.Pool;
  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return lend(await pool.connect());
    } catch (error) {
      throw await tryAgain(error, pool);
    }
  };
  // With a callback it is asked for by what listens for new jobs, which tries again by itself.
  seen.connect = ((callback?: Parameters<pg.Pool['connect']>[0]) => (callback ? pool.connect(callback) : connect())) as pg.Pool['connect'];

  function lend(client: pg.PoolClient): pg.PoolClient {
    const lent = Object.create(client) as pg.PoolClient;
    let broken: Error | undefined;
    lent.query = (async (query: pg.QueryConfig, values?: unknown[]) => {
      try {
        return await client.query(query, values);
      } catch (error) {
        const told = await tryAgain(error, pool);
        if (told !== error || isDatabaseUnavailable(error)) broken = told;
        throw told;
      }
    }) as pg.PoolClient['query'];
    lent.release = () => client.release(broken);
    return lent;
  }
  return seen;
}

async function tryAgain(error: unknown, pool: pg.Pool): Promise<Error> {
  if (!(error instanceof Error)) return new Error(String(error));
  if (!isDatabaseUnavailable(error)) return error;
  // The server stops. The next start finds unreported jobs and unlocks them.
  if (pool.ending) return new Promise(() => undefined);
  return Object.assign(new Error(error.message, { cause: error }), { code: TRY_AGAIN });
}
