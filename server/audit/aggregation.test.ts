import { eq, gte, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditAggregator } from '#server/audit/aggregation.ts';
import { pruneAuditLog } from '#server/audit/prune-repository.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 60_000);
afterAll(() => deps.dispose());

test('repetitions within a minute are counted in one row; later ones and other kinds get separate rows', async () => {
  let now = Date.now();
  const repeats = createAuditAggregator(deps.db, pino({ level: 'silent' }), () => now);
  const entry = (subjectId: string) => ({ action: 'permission.refused', subjectType: 'request', subjectId, outcome: 'refused' }) as const;
  for (let count = 0; count < 300; count += 1) await repeats.record('a', entry('GET /a'));
  await repeats.record('b', entry('GET /b'));
  now += 61_000;
  await repeats.record('a', entry('GET /a'));
  await repeats.close();
  const rows = await deps.db.select().from(auditLog).orderBy(auditLog.id);
  expect(rows.map(({ subjectId, count, lastAt }) => [subjectId, count, lastAt !== null])).toEqual([
    ['GET /a', 300, true],
    ['GET /b', 1, false],
    ['GET /a', 1, false],
  ]);

  // Kinds are strangers' to make up as well.
  const flooded = createAuditAggregator(deps.db, pino({ level: 'silent' }));
  await Promise.all(Array.from({ length: 1500 }, (_, index) => flooded.record(`kind ${index}`, entry(`GET /${index}`))));
  await flooded.close();
  const all = await deps.db.select().from(auditLog);
  expect(all.length).toBeLessThan(1010);
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(302 + 1500);

  for (const days of [-1, 0, 29, Number.NaN]) await expect(pruneAuditLog(deps.db, days)).rejects.toThrow(RangeError);
  expect(await pruneAuditLog(deps.db, 30)).toBe(0);
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update audit_log set at = at - interval '31 days'`);
  });
  // Including the entry that records the retention.
  expect(await pruneAuditLog(deps.db, 30)).toBe(all.length + 1);
}, 30_000);

test('many kinds of one action do not hide other actions, nor anonymous entries those of users; beyond the limit they are counted by network address', async () => {
  const repeats = createAuditAggregator(deps.db, pino({ level: 'silent' }));
  const from = (ip: string) => ({ request: { ip, id: uuid7() } });
  const login = { action: 'session.login', subjectType: 'user', outcome: 'failed' } as const;
  const since = new Date();
  // Refusals of guests, then logins with addresses that have no account.
  for (let n = 0; n < 1010; n += 1)
    await repeats.record(`refused ${n}`, {
      action: 'permission.refused',
      subjectType: 'request',
      actorId: uuid7(),
      outcome: 'refused',
      ...from('203.0.113.1'),
    });
  for (let n = 0; n < 1010; n += 1)
    await repeats.record(`login ${n}`, { ...login, actorId: null, detail: { email: `${n}@unit.test` }, ...from('203.0.113.2') });
  const owner = uuid7();
  for (let n = 0; n < 8; n += 1)
    await repeats.record('login owner', {
      ...login,
      actorId: owner,
      subjectId: owner,
      detail: { email: 'owner@unit.test' },
      ...from('203.0.113.3'),
    });
  await repeats.record('login late', { ...login, actorId: null, detail: { email: 'late@unit.test' }, ...from('203.0.113.4') });
  await repeats.close();
  const rows = await deps.db.select().from(auditLog).where(gte(auditLog.at, since)).orderBy(auditLog.id);
  const many = rows.filter(({ detail }) => (detail as { code?: string } | null)?.code === 'many_kinds');
  expect(many.map(({ action, ip, count, detail }) => [action, ip, count, (detail as { email?: string }).email])).toEqual([
    ['permission.refused', '203.0.113.1', 10, undefined],
    ['session.login', '203.0.113.2', 10, '1000@unit.test'],
    ['session.login', '203.0.113.4', 1, 'late@unit.test'],
  ]);
  expect(rows.filter(({ actorId }) => actorId === owner)).toMatchObject([
    { action: 'session.login', ip: '203.0.113.3', count: 8, detail: { email: 'owner@unit.test' } },
  ]);
}, 60_000);

test('a failed write is not retried for each repetition, and is later written with all of them', async () => {
  let isAway = true;
  let tries = 0;
  const db = new Proxy(deps.db, {
    get(target, name) {
      if (name === 'insert') tries += 1;
      if (isAway && name === 'insert') throw new Error('the database is away');
      return Reflect.get(target, name) as unknown;
    },
  });
  const errors: unknown[] = [];
  const repeats = createAuditAggregator(db, { error: (...told: unknown[]) => void errors.push(told) });
  const entry = { action: 'server.error', subjectType: 'request', subjectId: 'GET /storm', outcome: 'failed' } as const;
  for (let count = 0; count < 500; count += 1) await repeats.record('storm', entry);
  await repeats.flush();
  expect([tries, errors.length]).toEqual([2, 2]);
  isAway = false;
  await repeats.close();
  const storms = await deps.db.select().from(auditLog).where(eq(auditLog.action, 'server.error'));
  expect(storms).toMatchObject([{ count: 500 }]);
});
