// Activity is read page by page during writes: no row is skipped or repeated.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '#server/db/schema/platform.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser } from '#tests/support/factories/database.ts';
import { listOwnActivity } from './own-data-repository.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

test('all activity of a user is exported once, across pages and identical timestamps', async () => {
  const userId = await createUser(deps);
  const other = await createUser(deps);
  const write = (actorId: string, count: number) =>
    deps.db.execute(sql`insert into ${auditLog} (at, actor_id, action, subject_type, outcome)
      select '2026-11-20T18:00:00Z', ${actorId}, 'session.login', 'user', 'ok' from generate_series(1, ${count}::int)`);
  for (let round = 0; round < 4; round += 1) {
    await write(userId, 7);
    await write(other, 3);
  }
  const told: number[] = [];
  for (let rows = await listOwnActivity(deps.db, userId, null, 5); rows.length > 0;) {
    told.push(...rows.map(({ id }) => id));
    await write(userId, 2);
    rows = await listOwnActivity(deps.db, userId, rows.at(-1)?.id ?? null, 5);
  }
  const { rows: all } = await deps.db.execute<{ id: string }>(
    sql`select id from ${auditLog} where actor_id = ${userId} order by id desc offset ${Math.ceil(28 / 5) * 2}`,
  );
  expect(told).toEqual(all.map(({ id }) => Number(id)));
  expect(told).toHaveLength(28);
});
