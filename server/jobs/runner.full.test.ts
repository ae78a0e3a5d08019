import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPostgres } from '#server/db/embedded/cluster.ts';
import { openPool } from '#server/db/pool.ts';
import { jobs } from '#server/jobs/jobs-repository.ts';
import { startJobs } from '#server/jobs/runner.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

let database: TestDeps;
beforeAll(async () => {
  database = await openTestDeps({}, 'cluster');
}, 60_000);
afterAll(() => database.dispose());

/** Ends the database as an administrator (SIGINT) or fate (SIGKILL) would; it is started again by itself. */
async function endDatabase(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  const { rows } = await database.pool.query<{ pid: string }>(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`);
  const pid = Number(rows[0]?.pid);
  process.kill(pid, signal);
  await expect.poll(() => isPostgres(pid)).toBe(false);
  await expect.poll(() => database.pool.query('select 1').then(Boolean, () => false), { timeout: 30_000 }).toBe(true);
}

test('restarts of the database end neither the process nor the jobs: each is done, none is left behind', async () => {
  const done: string[] = [];
  const log = pino({ level: 'silent' });
  const pool = openPool(database.connection, log, 'jobs');
  const handlers = {
    async 'derive-photo'({ photoId }: { photoId: string }) {
      // So that some are at work when the database ends.
      await new Promise((resolve) => setTimeout(resolve, 150));
      done.push(photoId);
    },
  };
  const runner = await startJobs(handlers, { connection: database.connection, pool, log, concurrency: 2 });
  const names = Array.from({ length: 16 }, (_, index) => `photo ${index}`);
  for (const photoId of names) await jobs.add(database.db, 'derive-photo', { photoId });
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const before = done.length;
    await expect.poll(() => done.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 2);
    await endDatabase(signal);
  }
  await expect.poll(() => new Set(done), { timeout: 60_000 }).toEqual(new Set(names));
  const left = () => database.pool.query('select from graphile_worker._private_jobs').then(({ rowCount }) => rowCount);
  await expect.poll(left, { timeout: 30_000 }).toBe(0);
  await runner.stop();
  await pool.end();
}, 180_000);

test('scheduled jobs run once a tick, however many workers there are', async () => {
  const log = pino({ level: 'silent' });
  const pool = openPool(database.connection, log, 'jobs');
  const ran: number[] = [];
  const start = () =>
    startJobs({ 'end-events': async () => void ran.push(Date.now()) }, { connection: database.connection, pool, log, concurrency: 2 });
  const runners = await Promise.all([start(), start(), start()]);
  const minutes = () => ran.map((at) => Math.floor(at / 60_000));
  // When the third run begins, the ticks before it are over for all workers.
  await expect.poll(() => new Set(minutes()).size, { timeout: 200_000 }).toBe(3);
  expect(minutes()).toEqual([...new Set(minutes())]);
  await Promise.all(runners.map((runner) => runner.stop()));
  await pool.end();
}, 240_000);
