import { sql } from 'drizzle-orm';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inLane, openLanes, type PoolLane } from '#server/db/lanes.ts';
import { openDb } from '#server/db/pool.ts';
import { StatementNames } from '#server/db/prepare-often.ts';
import type { Db } from '#server/db/types.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

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

test('a statement of the other lanes is planned anew each time', async () => {
  expect((await askOften('reads', 40)).prepared).toEqual([]);
  expect((await askOften('background', 40)).prepared).toEqual([]);
});

test('statements get a name when they are asked for the twentieth time, up to a hundred of them', () => {
  const names = new StatementNames();
  const often = (text: string) => Array.from({ length: 20 }, () => names.of(text)).at(-1);
  expect(Array.from({ length: 19 }, () => names.of('a')).some((name) => name !== undefined)).toBe(false);
  expect([names.of('a'), names.of('a')]).toEqual(['often_0', 'often_0']);
  const others = Array.from({ length: 120 }, (_, number) => often(`statement ${number}`));
  expect(new Set(others.filter((name) => name !== undefined)).size).toBe(99);
  expect(names.of('a')).toBe('often_0');
});
