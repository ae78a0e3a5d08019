import { sql } from 'drizzle-orm';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANE_SIZES, openLanes, StatementNames } from '#server/db/lanes.ts';
import { openDb } from '#server/db/pool.ts';
import type { Db } from '#server/db/types.ts';
import { toProblem } from '#server/http/errors.ts';
import { inLane, type PoolLane } from '#server/telemetry/work-context.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

test('statements get a name when they are asked for the twentieth time, up to a hundred of them', () => {
  const names = new StatementNames();
  const often = (text: string) => Array.from({ length: 20 }, () => names.of(text)).at(-1);
  expect(Array.from({ length: 19 }, () => names.of('a')).some((name) => name !== undefined)).toBe(false);
  expect([names.of('a'), names.of('a')]).toEqual(['often_0', 'often_0']);
  const others = Array.from({ length: 120 }, (_, number) => often(`statement ${number}`));
  expect(new Set(others.filter((name) => name !== undefined)).size).toBe(99);
  expect(names.of('a')).toBe('often_0');
});

let database: TestDeps;
let pool: pg.Pool;
let db: Db;
beforeAll(async () => {
  database = await openTestDeps();
  pool = openLanes(database.connection, pino({ level: 'silent' }));
  db = openDb(pool);
}, 60_000);
afterAll(async () => {
  await pool.end();
  await database.dispose();
});

const ask = async () => (await db.execute<{ one: number }>(sql`select 1 as one`)).rows[0]?.one;

/** Takes so many connections of the current lane. */
const take = (count: number) => Promise.all(Array.from({ length: count }, () => pool.connect()));

test('writes and background work go on while all reads wait, and reads beyond a limit are rejected', async () => {
  const taken = await inLane('reads', () => take(LANE_SIZES.reads));
  const waiting = inLane('reads', () => Array.from({ length: 400 }, ask));
  expect(await inLane('writes', ask)).toBe(1);
  expect(await inLane('writes', () => db.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows))).toEqual([{ one: 1 }]);
  expect(await ask(), 'outside of a request').toBe(1);

  const refused: unknown = await inLane('reads', ask).catch((error: unknown) => error);
  expect(toProblem(refused)).toMatchObject({ status: 503, code: 'busy', headers: { 'retry-after': '2' } });
  await expect(inLane('reads', () => db.transaction((tx) => tx.execute(sql`select 1`)))).rejects.toThrow();

  for (const client of taken) client.release();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([1]));
  expect(await inLane('reads', ask)).toBe(1);
}, 30_000);

test('work after an await remains in its lane', async () => {
  const taken = await inLane('reads', () => take(LANE_SIZES.reads));
  const later = await inLane('writes', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return ask();
  });
  expect(later).toBe(1);
  for (const client of taken) client.release();
});

test('a rejected read takes no connection: the lane has all of them afterwards', async () => {
  const taken = await inLane('reads', () => take(LANE_SIZES.reads));
  const waiting = inLane('reads', () => Array.from({ length: 400 }, ask));
  const rejected = await Promise.allSettled(inLane('reads', () => Array.from({ length: 50 }, ask)));
  expect(new Set(rejected.map(({ status }) => status))).toEqual(new Set(['rejected']));
  for (const client of taken) client.release();
  await Promise.all(waiting);
  for (const client of await inLane('reads', () => take(LANE_SIZES.reads))) client.release();
}, 30_000);

/** Asks one after the other, on one connection. Returns the answers and what that connection has prepared. */
const askOften = (lane: PoolLane, times: number) =>
  inLane(lane, () =>
    db.transaction(async (tx) => {
      const answers: number[] = [];
      for (let number = 0; number < times; number += 1) {
        const { rows } = await tx.execute<{ twice: number }>(sql`select 2 * ${number}::int as twice`);
        answers.push(rows[0]!.twice);
      }
      const { rows } = await tx.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`);
      return { answers, prepared: rows.map(({ statement }) => statement) };
    }),
  );

test('a write that is asked often is prepared, and answers as before', async () => {
  const { answers, prepared } = await askOften('writes', 40);
  expect(answers).toEqual(Array.from({ length: 40 }, (_, number) => 2 * number));
  expect(prepared).toEqual(['select 2 * $1::int as twice']);
});

test('a statement of the other lanes is planned each time', async () => {
  expect((await askOften('reads', 40)).prepared).toEqual([]);
  expect((await askOften('background', 40)).prepared).toEqual([]);
});
