import type pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { jobs } from '#server/jobs/jobs-repository.ts';
import type { JobHandlers, JobName, JobOptions } from '#server/jobs/jobs.ts';
import { startJobs, type JobRunner } from '#server/jobs/runner.ts';
import { openBreakablePort, recordLog } from '#tests/support/breakable-port.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { openSilentLine } from '#tests/support/silent-line.ts';

const log = pino({ level: 'silent' });
let database: TestDeps;
let jobPool: pg.Pool;
let runner: JobRunner | undefined;
let done: string[] = [];
/** What a job does before it is done. */
let work: (photoId: string) => Promise<void>;

beforeAll(async () => {
  database = await openTestDeps();
  jobPool = openPool(database.connection, log, 'jobs');
}, 60_000);
afterAll(async () => {
  await jobPool.end();
  await database.dispose();
});
beforeEach(() => {
  done = [];
  work = async () => undefined;
});
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
});

const nothing = async () => undefined;
const handlers: JobHandlers<JobName> = {
  async 'derive-photo'({ photoId }) {
    await work(photoId);
    done.push(photoId);
  },
  'count-analytics': nothing,
  'count-today': nothing,
  'announce-overdue-originals': nothing,
  'end-events': nothing,
  'announce-guest-end': nothing,
  'end-viewing': nothing,
  'delete-own-photos': nothing,
  'mail-password-reset': nothing,
  'make-generation': nothing,
  'continue-batch': nothing,
  'measure-health': nothing,
  'requeue-photos': nothing,
  'review-payments': nothing,
  'send-announcement': nothing,
  'send-mail': nothing,
  'sweep-audit-log': nothing,
  'seal-audit-log': nothing,
  'erase-from-trail': nothing,
  'sweep-deleted-photos': nothing,
  'sweep-deleted-events': nothing,
  'sweep-deleted-organizations': nothing,
  'sweep-mails': nothing,
  'send-push': nothing,
  'send-webhook': nothing,
  'sweep-webhooks': nothing,
  'sweep-notices': nothing,
  'sweep-uploads': nothing,
  'prepare-download': nothing,
  'sweep-downloads': nothing,
  'expire-photos': nothing,
  'sweep-watermarks': nothing,
  'sweep-event-changes': nothing,
  'sweep-generations': nothing,
  'sweep-collections': nothing,
  'sweep-sections': nothing,
  'reveal-gallery': nothing,
  'sweep-sessions': nothing,
  'sweep-tickets': nothing,
  'sweep-failed-jobs': nothing,
  'sweep-rate-limits': nothing,
  'sync-payments': nothing,
};

const parts = () => ({ connection: database.connection, pool: jobPool, log });

async function start(concurrency = 2) {
  runner = await startJobs(handlers, { ...parts(), concurrency });
}
const until = (condition: () => boolean) => expect.poll(condition).toBe(true);
const derive = (photoId: string, options?: JobOptions) => jobs.add(database.db, 'derive-photo', { photoId }, options);

test('a job runs only when the transaction that added it commits', async () => {
  const lost = database.db.transaction(async (tx) => {
    await jobs.add(tx, 'derive-photo', { photoId: 'rolled back' });
    throw new Error('no');
  });
  await expect(lost).rejects.toThrow('no');
  await database.db.transaction((tx) => jobs.add(tx, 'derive-photo', { photoId: 'committed' }));
  await start();
  await derive('while it runs');
  await until(() => done.length === 2);
  expect(done).toEqual(['committed', 'while it runs']);
}, 30_000);

test('a job that fails with what the database does not store is tried again, and the others go on', async () => {
  work = (photoId) => (photoId === 'garbled' ? Promise.reject(new Error('they said: no\0')) : Promise.resolve());
  await start(1);
  await derive('garbled');
  const failure = async () =>
    (await database.pool.query<{ last_error: string | null }>('select last_error from graphile_worker.jobs where last_error is not null'))
      .rows;
  await vi.waitFor(async () => expect(await failure()).toEqual([{ last_error: 'they said: no\ufffd' }]));
  await derive('next');
  await until(() => done.length > 0);
  expect(done).toEqual(['next']);
  await database.pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))');
}, 30_000);

test('of jobs with one key the last that waits counts', async () => {
  await derive('first', { key: 'one', runAt: new Date(Date.now() + 60_000) });
  await derive('second', { key: 'one' });
  await start();
  await until(() => done.length > 0);
  expect(done).toEqual(['second']);
}, 30_000);

test('a job of a worker that died is taken back at the next start; one of a worker that lives is left alone', async () => {
  await derive('left by the dead');
  await database.pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1`);
  let finish: (() => void) | undefined;
  work = () => new Promise((resolve) => (finish = resolve));
  await start();
  await until(() => finish !== undefined);
  const second = await startJobs(handlers, { ...parts(), concurrency: 1 });
  const { rows } = await database.pool.query<{ locked_by: string | null }>('select locked_by from graphile_worker._private_jobs');
  expect(rows).toEqual([{ locked_by: expect.stringMatching(/^pool-/) }]);
  finish?.();
  await until(() => done.length === 1);
  await second.stop();
}, 30_000);

test('jobs without a handler are left to the runner that has one', async () => {
  let finish: (() => void) | undefined;
  work = () => new Promise((resolve) => (finish = resolve));
  const made: string[] = [];
  const make = async ({ generationId }: { generationId: string }) => void made.push(generationId);
  const photosOnly = { 'derive-photo': handlers['derive-photo'] };
  runner = await startJobs(photosOnly, { ...parts(), concurrency: 1, runsCron: false });
  await derive('slow photo');
  await until(() => finish !== undefined);
  await jobs.add(database.db, 'make-generation', { generationId: 'an image' });
  const other = await startJobs({ 'make-generation': make }, { ...parts(), concurrency: 1, runsCron: false });
  await until(() => made.length === 1);
  expect(done).toEqual([]);
  finish?.();
  await until(() => done.length === 1);
  await other.stop();
}, 30_000);

test('a stop waits for the job that runs', async () => {
  let finish: (() => void) | undefined;
  work = () => new Promise((resolve) => (finish = resolve));
  await start();
  await derive('slow');
  await until(() => finish !== undefined);
  const other = await startJobs({}, { ...parts(), concurrency: 1, runsCron: false });
  const stopped = vi.fn<() => void>();
  const stopping = runner?.stop().then(stopped);
  runner = undefined;
  // One that has nothing to do stops at once.
  await other.stop();
  expect(stopped).not.toHaveBeenCalled();
  finish?.();
  await stopping;
  expect(done).toEqual(['slow']);
}, 30_000);

test('a job that a worker was given while the connection broke is done after all', async () => {
  let finish: (() => void) | undefined;
  work = () => new Promise((resolve) => (finish = resolve));
  await start();
  await derive('heard of');
  await until(() => finish !== undefined);
  work = async () => undefined;
  await derive('lost', { runAt: new Date(Date.now() + 60_000), key: 'lost' });
  // The database gave it to the worker that lives, but the answer never came.
  await database.pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), attempts = 1, run_at = now(),
       locked_by = (select locked_by from graphile_worker._private_jobs where locked_by is not null) where key = 'lost'`,
  );
  finish?.();
  await until(() => done.includes('heard of'));
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'ai-image-suite workers %' and datname = current_database()`,
  );
  await until(() => done.includes('lost'));
}, 30_000);

test('jobs begin anew when the connection that shows the workers falls silent', async () => {
  const line = await openSilentLine(database.connection);
  runner = await startJobs(handlers, { ...parts(), connection: line.address, concurrency: 1, watch: { everyMs: 20, withinMs: 200 } });
  const shown = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'ai-image-suite workers %' and datname = current_database()`,
    );
    return rows.map(({ pid }) => pid);
  };
  const [first] = await shown();
  expect(first).toBeDefined();
  line.silence();
  await expect.poll(shown, { timeout: 15_000 }).toEqual([expect.not.toSatisfy((pid) => pid === first)]);
  await derive('after the silence');
  await until(() => done.includes('after the silence'));
  await runner.stop();
  runner = undefined;
  await line.close();
}, 30_000);

test('an outage of the database is logged once, without a stack, and once when jobs are done again', async () => {
  const recorded = recordLog();
  const port = await openBreakablePort(database.connection);
  runner = await startJobs(handlers, {
    connection: { ...database.connection, host: '127.0.0.1', port: port.port },
    pool: jobPool,
    log: recorded.log,
    concurrency: 1,
    runsCron: false,
  });
  port.state.isAway = true;
  port.breakAll();
  await until(() => port.state.refused > 2);
  port.state.isAway = false;
  const about = () => recorded.lines.filter(({ msg }) => String(msg).startsWith('the jobs'));
  await until(() => about().length > 1);
  expect(about()).toMatchObject([
    { level: 40, msg: 'the jobs cannot be done yet', reason: expect.any(String), failures: 1 },
    { level: 30, msg: 'the jobs are done again', seconds: expect.any(Number) },
  ]);
  expect(JSON.stringify(recorded.lines)).not.toContain('node_modules');
  await runner.stop();
  runner = undefined;
  port.close();
}, 30_000);

test('a user with many jobs does not delay others: a worker is reserved for them, and the lower rank runs first', async () => {
  const running = new Map<string, number>();
  let most = 0;
  const started: string[] = [];
  const finish: (() => void)[] = [];
  work = async (photoId) => {
    const owner = photoId.slice(0, 1);
    started.push(photoId);
    running.set(owner, (running.get(owner) ?? 0) + 1);
    if (owner === 'A') most = Math.max(most, running.get('A') ?? 0);
    await new Promise<void>((resolve) => finish.push(resolve));
    running.set(owner, (running.get(owner) ?? 0) - 1);
  };
  await start(3);
  for (let rank = 0; rank < 8; rank++) await derive(`A${rank}`, { owner: 'A', rank });
  await until(() => started.length === 2);
  await derive('B0', { owner: 'B' });
  await until(() => started.length === 3);
  expect(started).toEqual([expect.stringMatching(/^A/), expect.stringMatching(/^A/), 'B0']);
  // All three are busy; of those that wait now, the newcomer's first photo goes before the seventh of the other.
  await derive('C0', { owner: 'C' });
  await expect.poll(() => (finish.shift()?.(), done.length)).toBe(10);
  expect(started.indexOf('C0')).toBeLessThanOrEqual(4);
  expect(most).toBe(2);
  expect(new Set(done).size).toBe(10);
}, 30_000);
