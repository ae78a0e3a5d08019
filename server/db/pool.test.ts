import { sql } from 'drizzle-orm';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDb, openPool } from '#server/db/pool.ts';
import { toProblem } from '#server/http/errors.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { openSilentLine } from '#tests/support/silent-line.ts';

let database: TestDeps;
const log = pino({ level: 'silent' });
beforeAll(async () => void (database = await openTestDeps()), 60_000);
afterAll(() => database.dispose());

/** The connection breaks as it is checked out, before its first query. */
function breakNext(pool: pg.Pool): void {
  pool.once('acquire', (client) => (client as pg.PoolClient & { connection: pg.Connection }).connection.stream.destroy());
}

const most = (pool: pg.Pool) =>
  Promise.all(Array.from({ length: pool.options.max }, () => pool.connect())).then((clients) => {
    clients.forEach((client) => client.release());
    return clients.length;
  });

test.each(['web', 'jobs'] as const)(
  'a query of %s on a line that fell silent fails, and the next one has another line',
  async (kind) => {
    const line = await openSilentLine(database.connection);
    const pool = openPool(line.address, log, kind);
    await pool.query('select 1');
    line.silence();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const failure = pool.query('select 1').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    vi.useRealTimers();
    expect(toProblem(await failure)).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await pool.query('select 1 as answer')).rows).toEqual([{ answer: 1 }]);
    await pool.end();
    await line.close();
  },
  20_000,
);

test('transactions that cannot begin give their connections back, every one', async () => {
  const pool = openPool(database.connection, log);
  const db = openDb(pool);
  await most(pool);
  for (let turn = 0; turn < pool.options.max; turn++) {
    breakNext(pool);
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
  }
  expect(await most(pool)).toBe(20);
  await pool.end();
}, 30_000);

test('the error that ended a transaction is thrown, even if the rollback finds no connection', async () => {
  const { db, pool } = database;
  const torn = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await tx.execute(sql`select pg_sleep(5)`);
  });
  const error: unknown = await torn.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ query: 'select pg_sleep(5)' });
  expect(toProblem(error)).toMatchObject({ status: 503, code: 'unavailable' });
  const refused = db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table gone (id int)`);
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  expect(await db.transaction((tx) => tx.execute(sql`select to_regclass('gone') as gone`))).toMatchObject({ rows: [{ gone: null }] });
});

test('a transaction that continues after a failed statement rejects: nothing is written', async () => {
  const { db } = database;
  const done = db.transaction(async (tx) => {
    await tx.execute(sql`create table kept (id int)`);
    await tx.execute(sql`select 1 / 0`).catch(() => undefined);
    return 'done';
  });
  await expect(done).rejects.toThrow('the transaction was rolled back');
  expect((await db.execute(sql`select to_regclass('kept') as kept`)).rows).toEqual([{ kept: null }]);
});

test('a request waits for a frozen database a little longer than the database itself lets a statement run', () => {
  const { statement_timeout, query_timeout } = database.pool.options;
  expect([statement_timeout, query_timeout]).toEqual([30_000, 35_000]);
});

test.each([
  ['a query on a connection that broke', new Error('Client has encountered a connection error and is not queryable'), 503],
  ['a query without an answer', new Error('Query read timeout'), 503],
  ['a database that is not there yet', Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' }), 503],
  ['a database that starts', Object.assign(new Error('starting up'), { code: '57P03', severity: 'FATAL' }), 503],
  ['a file that is missing', Object.assign(new Error('open ENOENT'), { code: 'ENOENT', syscall: 'open' }), 500],
  ['a division by zero', Object.assign(new Error('division by zero'), { code: '22012', severity: 'ERROR' }), 500],
  ['a value that the database refuses', Object.assign(new Error('invalid'), { code: '22023', severity: 'ERROR' }), 422],
  ['a defect', new TypeError('x is not a function'), 500],
])('%s gets its own answer', (_what, cause, status) => {
  expect(toProblem(new Error('Failed query', { cause }))).toMatchObject({ status });
});

test.each([
  ['22021', /character/],
  ['22003', /number/],
  ['22008', /date or time/],
  ['22023', /^A value is outside/],
])('a data exception %s names the value that cannot be stored', (code, detail) => {
  expect(toProblem(Object.assign(new Error('data'), { code })).message).toMatch(detail);
});
