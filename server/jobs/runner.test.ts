import type pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import type { JobHandlers, JobName } from '#server/jobs/jobs.ts';
import { jobs, startJobs, type JobRunner } from '#server/jobs/runner.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

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
  'requeue-photos': nothing,
  'sweep-deleted-photos': nothing,
  'sweep-uploads': nothing,
  'sweep-event-changes': nothing,
  'sweep-sessions': nothing,
};

const parts = () => ({ connection: database.connection, pool: jobPool, log });

async function start() {
  runner = await startJobs(handlers, { ...parts(), concurrency: 2 });
}
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
const derive = (photoId: string, options?: { key?: string; runAt?: Date }) => jobs.add(database.db, 'derive-photo', { photoId }, options);

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

test('a stop waits for the job that runs', async () => {
  let started = false;
  work = async () => {
    started = true;
    await new Promise((resolve) => setTimeout(resolve, 300));
  };
  await start();
  await derive('slow');
  await until(() => started);
  await runner?.stop();
  runner = undefined;
  expect(done).toEqual(['slow']);
}, 30_000);
