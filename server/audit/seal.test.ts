// The sealed audit log: later changes, additions and removals are found and named; legitimate pruning and erasure leave it valid.
import { eq, getTableName, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditAction } from '#server/audit/actions.ts';
import { createAuditAggregator } from '#server/audit/aggregation.ts';
import { findLastBlock, incrementEntryCount, personalHash, sealBlock } from '#server/audit/audit-repository.ts';
import { audit, auditAll } from '#server/audit/audit.ts';
import { eraseFromAuditLog, listFormerAddresses } from '#server/audit/erase-repository.ts';
import { pruneAuditLog } from '#server/audit/prune-repository.ts';
import { hasBlockHash, verifySeal } from '#server/audit/verify.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditBlocks, auditLog } from '#server/db/schema/platform.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

let deps: TestDeps;
const person = uuid7();
beforeAll(async () => {
  deps = await openTestDeps();
}, 60_000);
afterAll(() => deps.dispose());
/** Each begins with the first entry. */
beforeEach(async () => {
  await tamper(`truncate ${getTableName(auditLog)}, ${getTableName(auditBlocks)} restart identity`);
  await deps.db.delete(users);
});

/** Entries of the last days, or of those before so many, an hour apart. */
const addEntries = (count: number, daysAgo = 0) =>
  deps.db.execute(sql`insert into ${auditLog} (at, actor_id, action, subject_type, subject_id, outcome, ip, detail)
    select now() - interval '1 day' * ${daysAgo} - interval '1 h' * (${count} + 1 - n), ${person}, case when n % 3 = 0 then 'account.change_email' else 'event.update' end, 'event', 'e' || n, 'ok',
      '192.0.2.' || n % 200, jsonb_build_object('to', 'ana' || n || '@example.org') from generate_series(1, ${count}) n`);

const seal = async () => {
  while (await sealBlock(deps.db, 0, 10));
};

/** Ever since, until now. */
const held = (email: string) => [{ email, since: '2020-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z' }];

/** As an attacker with full access to the database. */
const tamper = (statement: string) =>
  deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql.raw(statement));
  });

async function verifyAll() {
  const all = { entries: 0, findings: [] as string[] };
  for (let next: number | null = 0; next !== null;) {
    const check = await verifySeal(deps.db, deps.config.dataDir, next);
    all.entries += check.entries;
    all.findings.push(...check.findings.map(({ kind, block, entry }) => `${kind} ${block} ${entry}`));
    next = check.next;
  }
  return all;
}

test('entries written after the clock was set back come after the sealed ones, and are sealed once the clock has caught up', async () => {
  const { db } = deps;
  await addEntries(3);
  // As a clock that was an hour ahead when these were written and sealed.
  await tamper(`update audit_log set at = now() + interval '1 h' - (4 - id) * interval '1 s'`);
  const ahead = () => sealBlock(db, -7200);
  expect(await ahead()).toBeDefined();
  await audit(db, { action: 'event.update', subjectType: 'event', subjectId: 'honest' });
  await auditAll(db, [{ action: 'event.update', subjectType: 'event', subjectId: 'honest too' }]);
  expect((await verifyAll()).findings).toEqual([]);
  expect(await sealBlock(db, 0), 'its time has not come').toBeUndefined();
  await db.execute(sql`select pg_sleep(0.01)`);
  expect(await verifyAll()).toEqual({ entries: 3, findings: [] });
});

test('entries changed, removed, added or moved after sealing are named; restored, the log is valid again', async () => {
  await addEntries(15);
  await seal();
  await audit(deps.db, { action: 'event.update', subjectType: 'event', subjectId: 'later' });
  expect(await verifyAll()).toEqual({ entries: 15, findings: [] });
  expect((await findLastBlock(deps.db))?.number).toBe(2);

  await tamper(`update audit_log set detail = '{"to": "eve@example.org"}' where id = 12`);
  expect((await verifyAll()).findings).toEqual(['entry_changed 2 12']);
  await tamper(`update audit_log set detail = '{"to": "ana12@example.org"}' where id = 12`);
  expect((await verifyAll()).findings).toEqual([]);
  await tamper(`update audit_log set ip = '192.0.2.1' where id = 3`);
  await tamper(`delete from audit_log where id = 5`);
  await tamper(`update audit_log set at = at - interval '90 min' where id = 15`);
  await tamper(
    `insert into audit_log (at, action, subject_type, outcome) select at + interval '1 s', 'event.update', 'x', 'ok' from audit_log where id = 7`,
  );
  const [added] = (await deps.db.execute<{ id: number }>(sql`select max(id)::int as id from audit_log`)).rows;
  expect((await verifyAll()).findings.sort()).toEqual([
    `entry_added 1 ${added?.id}`,
    'entry_changed 1 3',
    'entry_changed 2 15',
    'entry_missing 1 5',
  ]);
});

test('a chain that was rewritten in part does not fit together, and one that was rewritten whole does not fit a hash that was noted', async () => {
  await addEntries(25);
  await seal();
  const noted = (await findLastBlock(deps.db))?.hash.toString('hex') ?? '';
  expect(await hasBlockHash(deps.db, 3, noted)).toBe(true);
  await tamper(`update audit_blocks set entries = 9 where number = 2`);
  expect((await verifyAll()).findings).toEqual(['block_changed 2 null']);
  await tamper(`delete from audit_blocks where number = 2`);
  expect((await verifyAll()).findings).toContain('block_missing 3 null');
  await tamper(`delete from audit_blocks`);
  await tamper(`delete from audit_log where id < 5`);
  await seal();
  expect((await verifyAll()).findings).toEqual([]);
  expect(await hasBlockHash(deps.db, 3, noted)).toBe(false);
});

test('old entries are pruned in whole blocks, and the chain stays valid', async () => {
  await addEntries(25, 30);
  await seal();
  // The second block ends 6 hours before the last 30 days.
  expect(await pruneAuditLog(deps.db, 30 + 10 / 24)).toBe(10);
  expect(await verifyAll()).toEqual({ entries: 15, findings: [] });
  expect(await verifySeal(deps.db, deps.config.dataDir, 0)).toMatchObject({ forgotten: 10, blocks: 3 });
  await tamper(`update audit_blocks set list = null where number = 3`);
  expect((await verifyAll()).findings).toEqual(['block_forgotten 3 null']);
});

test('nothing is whole behind a block that is not there', async () => {
  await addEntries(15);
  await seal();
  expect((await verifySeal(deps.db, deps.config.dataDir, 2)).findings).toEqual([]);
  expect(await verifySeal(deps.db, deps.config.dataDir, 3)).toMatchObject({
    blocks: 0,
    next: null,
    findings: [{ kind: 'block_missing', block: 3 }],
  });
});

test('blocks emptied before the end of their retention are reported, regardless of other entries', async () => {
  await addEntries(25, 30);
  await seal();
  await pruneAuditLog(deps.db, 31);
  expect((await verifyAll()).findings).toEqual([]);
  const empty = (number: number) => tamper(`update audit_blocks set list = null, forgotten_at = now() where number <= ${number}`);
  await empty(1);
  expect((await verifyAll()).findings).toEqual(['block_forgotten 1 null']);
  // With a retention that was not in force, or for younger entries.
  const say = (days: number, hours: number) =>
    audit(deps.db, {
      action: 'log.forget',
      subjectType: 'log',
      detail: { entries: 10, days, before: new Date(Date.now() - hours * 3_600_000) },
    });
  await say(30.1, 30 * 24 + 12);
  await say(31, 30 * 24 + 12);
  expect((await verifyAll()).findings).toEqual(['block_forgotten 1 null']);

  // By one that cannot be set, or as of a time that has not come.
  for (const days of [0, -400, 1, 29.9]) {
    await audit(deps.db, { action: 'log.change_retention', subjectType: 'log', detail: { from: 31, to: days } });
    await say(days, 0);
    await say(days, 30 * 24 + 12);
  }
  await audit(deps.db, { action: 'log.change_retention', subjectType: 'log', detail: { from: 31, to: 31 } });
  await say(31, -24);
  await tamper(`update audit_log set at = now() + interval '40 d' where id = (select max(id) from audit_log)`);
  expect((await verifyAll()).findings).toEqual(['block_forgotten 1 null']);
  await tamper(`delete from audit_log where at > now()`);

  // If the retention was shorter for a while, removals of that time stay legitimate.
  await pruneAuditLog(deps.db, 30 + 10 / 24);
  await pruneAuditLog(deps.db, 400);
  expect((await verifyAll()).findings).toEqual([]);
  await empty(2);
  expect((await verifyAll()).findings).toEqual(['block_forgotten 2 null']);
});

test('a person is erased, and the seal stays valid: nothing personal remains, and the remainder is still proved', async () => {
  await addEntries(9);
  const other = { action: 'organization.invite', subjectType: 'invitation', detail: { emails: ["o'ana@example.org"] } } as const;
  await audit(deps.db, { ...other, actorId: uuid7(), request: { ip: '198.51.100.7', id: uuid7() } });
  await tamper(`update audit_log set subject_id = actor_id where action = 'account.change_email'`);
  await deps.db.execute(sql`select pg_sleep(0.01)`);
  await seal();
  await deps.db.insert(users).values({ id: person, passwordHash: '', firstName: '', lastName: '', deletedAt: new Date() });
  expect(await eraseFromAuditLog(deps.db, person, held("o'ana@example.org"))).toBe(10);
  expect(await eraseFromAuditLog(deps.db, person, held("o'ana@example.org"))).toBe(0);
  const rows = await deps.db.select().from(auditLog).orderBy(auditLog.id);
  expect(rows.pop()).toMatchObject({ action: 'log.erase', subjectId: person, detail: { entries: [10], left: { 10: expect.any(String) } } });
  expect(JSON.stringify(rows)).not.toMatch(/192\.0|o'ana/);
  // Actors and origins of other people's actions are not erased.
  expect(rows[9]).toMatchObject({ ip: '198.51.100.7', detail: null });
  // What an event was changed to is the organization's.
  expect(rows.map(({ detail }) => detail !== null)).toEqual([true, true, false, true, true, false, true, true, false, false]);
  expect(await verifyAll()).toEqual({ entries: 10, findings: [] });
  await tamper(`update audit_log set detail = '{"to": "eve@example.org"}' where id = 1`);
  await tamper(`update audit_log set action = 'account.delete' where id = 3`);
  await tamper(`update audit_log set ip = '198.51.100.8' where id = 10`);
  expect((await verifyAll()).findings).toEqual(['entry_changed 1 1', 'entry_changed 1 3', 'entry_erased 1 10']);
});

test('an address is erased in all entries of others, including a former address, and the seal stays valid', async () => {
  const own = { subjectType: 'user', subjectId: person, actorId: person } as const;
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const changed = { from: 'ana.old@example.org', from_since: since, from_confirmed: true, to: 'Ana@example.org' };
  const by = { actorId: uuid7(), request: { ip: '198.51.100.7', id: uuid7() } };
  await audit(deps.db, { ...by, action: 'event.invite', subjectType: 'x', detail: { emails: ['eve@example.org', 'ana.old@example.org'] } });
  await audit(deps.db, { action: 'account.change_email', ...own, detail: changed });
  const others: [AuditAction, Record<string, unknown>, boolean][] = [
    ['log.export', { format: 'csv', who: 'ANA@example.org' }, true],
    ['event.invite', { emails: ['ana@example.org'] }, true],
    ['photo.reject', { reason: 'So wished (ana@example.org).' }, true],
    ['organization.reject', { reason: 'Ask susana@example.org or x.ana@example.org' }, false],
    ['photo.reject', { reason: 'ana@example.org.uk, ana at example.org' }, false],
    ['log.export', { format: 'csv' }, false],
  ];
  for (const [action, detail] of others) await audit(deps.db, { ...by, action, subjectType: 'x', detail });
  await deps.db.execute(sql`select pg_sleep(0.01)`);
  await seal();
  await deps.db.insert(users).values({ id: person, passwordHash: '', firstName: '', lastName: '', deletedAt: new Date() });
  const former = await listFormerAddresses(deps.db, person);
  expect(former).toEqual([{ email: 'ana.old@example.org', since, until: expect.any(String) }]);
  expect(await eraseFromAuditLog(deps.db, person, [...held('ana@example.org'), ...former])).toBe(5);
  const rows = await deps.db.select().from(auditLog).orderBy(auditLog.id);
  expect(rows[0]?.detail).toEqual({ emails: ['eve@example.org'] });
  expect(rows.slice(2, 8).map(({ detail }) => detail === null)).toEqual(others.map(([, , isErased]) => isErased));
  expect(rows[8]).toMatchObject({ action: 'log.erase', detail: { entries: [1, 3, 4, 5] } });
  expect(await verifyAll()).toEqual({ entries: 8, findings: [] });
  // The remainder is proved and cannot be replaced.
  await tamper(`update audit_log set detail = '{"reason": "none"}' where id = 6`);
  await tamper(`update audit_log set detail_nonce = null where id = 8`);
  await tamper(`update audit_log set erased_detail = sha256('') where id = 3`);
  await tamper(`update audit_log set detail = '{"emails": ["mallory@example.org"]}' where id = 1`);
  expect((await verifyAll()).findings.toSorted()).toEqual([
    'entry_changed 1 3',
    'entry_changed 1 6',
    'entry_changed 1 8',
    'entry_erased 1 1',
  ]);
});

describe('an address is erased', () => {
  const others = { actorId: uuid7(), request: { ip: '198.51.100.7', id: uuid7() }, subjectType: 'x' } as const;
  const gone = { passwordHash: '', firstName: '', lastName: '', deletedAt: new Date() };
  const details = async () => (await deps.db.select().from(auditLog).orderBy(auditLog.id)).map(({ detail }) => detail);
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const setTime = (id: number, hours: number) => tamper(`update audit_log set at = now() + interval '${hours} h' where id = ${id}`);

  test('only of the time in which it was theirs', async () => {
    for (let count = 0; count < 3; count += 1)
      await audit(deps.db, { ...others, action: 'log.export', detail: { who: 'ana@example.org' } });
    for (const [id, hours] of [
      [1, -9],
      [2, -5],
      [3, -1],
    ] as const)
      await setTime(id, hours);
    await seal();
    await deps.db.insert(users).values({ ...gone, id: person });
    expect(await eraseFromAuditLog(deps.db, person, [{ email: 'ana@example.org', since: at(-7), until: at(-3) }])).toBe(1);
    expect(await details()).toEqual([{ who: 'ana@example.org' }, null, { who: 'ana@example.org' }, expect.anything()]);
    expect((await verifyAll()).findings).toEqual([]);
  });

  test('never where another account has it now', async () => {
    await audit(deps.db, { ...others, action: 'log.export', detail: { who: 'ana@example.org' } });
    await deps.db.insert(users).values([
      { ...gone, id: person },
      { ...gone, deletedAt: null, id: uuid7(), email: 'Ana@example.org' },
    ]);
    expect(await eraseFromAuditLog(deps.db, person, held('ana@example.org'))).toBe(0);
    expect(await details()).toEqual([{ who: 'ana@example.org' }]);
  });

  test('former ones only where they were confirmed', async () => {
    const own = { action: 'account.change_email', actorId: person, subjectType: 'user', subjectId: person } as const;
    const change = (from: string, from_confirmed: boolean) =>
      audit(deps.db, { ...own, detail: { from, from_since: at(-9), from_confirmed, to: 'x@example.org' } });
    await change('claimed@example.org', false);
    await change('own@example.org', true);
    expect((await listFormerAddresses(deps.db, person)).map(({ email }) => email)).toEqual(['own@example.org']);
  });

  test('of a list only the address is removed, again for the next account; invited addresses remain, without the origin', async () => {
    const emails = ['ana@example.org', 'bo@example.org', 'eve@example.org'];
    await audit(deps.db, { ...others, action: 'event.invite', detail: { emails, role: 'guest' } });
    await audit(deps.db, { ...others, action: 'billing.update_seller', detail: { notified: emails } });
    await audit(deps.db, {
      ...others,
      actorId: person,
      action: 'event.invite',
      detail: { emails: ['ana@example.org', 'eve@example.org'] },
    });
    await deps.db.execute(sql`select pg_sleep(0.01)`);
    await seal();
    const bo = uuid7();
    await deps.db.insert(users).values([
      { ...gone, id: person },
      { ...gone, id: bo },
    ]);
    expect(await eraseFromAuditLog(deps.db, person, held('ana@example.org'))).toBe(3);
    expect((await details()).slice(0, 3)).toEqual([
      { emails: emails.slice(1), role: 'guest' },
      { notified: emails.slice(1) },
      { emails: ['eve@example.org'] },
    ]);
    expect((await verifyAll()).findings).toEqual([]);
    expect(await eraseFromAuditLog(deps.db, bo, held('bo@example.org'))).toBe(2);
    const rows = await deps.db.select().from(auditLog).orderBy(auditLog.id);
    expect(rows.slice(0, 3).map(({ detail, ip }) => [detail, ip])).toEqual([
      [{ emails: ['eve@example.org'], role: 'guest' }, '198.51.100.7'],
      [{ notified: ['eve@example.org'] }, '198.51.100.7'],
      [{ emails: ['eve@example.org'] }, null],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/ana@|bo@/);
    await deps.db.execute(sql`select pg_sleep(0.01)`);
    await seal();
    expect((await verifyAll()).findings).toEqual([]);
    await tamper(`update audit_log set detail = '{"notified": []}' where id = 2`);
    await tamper(`update audit_log set detail = null, nonce = null where id = 3`);
    expect((await verifyAll()).findings).toEqual(['entry_erased 1 2', 'entry_erased 1 3']);
  });
});

test('what one erasure left another takes, in either order', async () => {
  const gone = { passwordHash: '', firstName: '', lastName: '', deletedAt: new Date() };
  const [ana, bo] = [uuid7(), uuid7()];
  const byAna = { actorId: ana, request: { ip: '198.51.100.7', id: uuid7() } };
  await audit(deps.db, { ...byAna, action: 'event.invite', subjectType: 'event', detail: { email: 'bo@example.org' } });
  await audit(deps.db, {
    ...byAna,
    action: 'account.request_email_change',
    subjectType: 'user',
    subjectId: ana,
    detail: { to: 'bo@example.org' },
  });
  await audit(deps.db, { ...byAna, action: 'log.export', subjectType: 'log', detail: { who: 'bo@example.org' } });
  await deps.db.execute(sql`select pg_sleep(0.01)`);
  await seal();
  await deps.db.insert(users).values([
    { ...gone, id: ana },
    { ...gone, id: bo },
  ]);
  await eraseFromAuditLog(deps.db, bo, held('bo@example.org'));
  expect((await verifyAll()).findings).toEqual([]);
  await eraseFromAuditLog(deps.db, ana, []);
  const rows = await deps.db.select().from(auditLog).orderBy(auditLog.id);
  expect(rows.slice(0, 3).map(({ ip, detail }) => [ip, detail])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
  expect((await verifyAll()).findings).toEqual([]);
  await eraseFromAuditLog(deps.db, bo, held('bo@example.org'));
  expect((await verifyAll()).findings).toEqual([]);
});

test('an erasure without a deleted account is reported', async () => {
  await addEntries(6);
  await seal();
  const account = { passwordHash: '', firstName: '', lastName: '' };
  const gone = uuid7();
  await deps.db.insert(users).values([
    { ...account, id: person },
    { ...account, id: gone, deletedAt: new Date() },
  ]);
  const erase = (id: number, erasedFor: string | null) =>
    deps.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('session_replication_role', 'replica', true)`);
      await tx.update(auditLog).set({ erased: personalHash, erasedFor, ip: null, nonce: null }).where(eq(auditLog.id, id));
    });
  await erase(1, null);
  await erase(2, person);
  await erase(4, gone);
  expect((await verifyAll()).findings).toEqual(['entry_erased 1 1', 'entry_erased 1 2', 'entry_erased 1 4']);
  await deps.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, person));
  expect((await verifyAll()).findings).toEqual(['entry_erased 1 1', 'entry_erased 1 4']);
});

test('the database takes new entries alone', async () => {
  await addEntries(2);
  const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow(/Failed query/);
  await refused(deps.db.delete(auditLog));
  await refused(deps.db.execute(sql`truncate ${auditLog}`));
  await refused(deps.db.update(auditLog).set({ outcome: 'failed' }));
  await refused(deps.db.update(auditLog).set({ ip: null, nonce: null }));
  expect(await incrementEntryCount(deps.db, 1, 3, new Date())).toBe(true);
  await seal();
  await refused(deps.db.delete(auditBlocks));
  await refused(deps.db.update(auditBlocks).set({ entries: 7 }));
  await refused(deps.db.update(auditLog).set({ count: 9 }).where(eq(auditLog.id, 1)));
  expect(await incrementEntryCount(deps.db, 1, 3, new Date())).toBe(false);
});

test('repetitions after sealing are counted in a new entry', async () => {
  const repeats = createAuditAggregator(deps.db, pino({ level: 'silent' }));
  const entry = { action: 'server.error', subjectType: 'request', subjectId: 'GET /a', outcome: 'failed' } as const;
  for (let count = 0; count < 3; count += 1) await repeats.record('a', entry);
  await repeats.flush();
  await deps.db.execute(sql`select pg_sleep(0.01)`);
  await seal();
  for (let count = 0; count < 4; count += 1) await repeats.record('a', entry);
  await repeats.close();
  expect((await deps.db.select().from(auditLog).orderBy(auditLog.id)).map(({ count }) => count)).toEqual([3, 4]);
  expect((await verifyAll()).findings).toEqual([]);
});

test('no entry appears between sealed ones: an open transaction delays the seal', async () => {
  await deps.db.transaction(async (tx) => {
    await audit(tx, { action: 'event.update', subjectType: 'event', subjectId: 'slow' });
    await audit(deps.db, { action: 'event.update', subjectType: 'event', subjectId: 'quick' });
    expect(await sealBlock(deps.db, 0)).toBeUndefined();
  });
  await deps.db.execute(sql`select pg_sleep(0.01)`);
  await seal();
  expect(await verifyAll()).toEqual({ entries: 2, findings: [] });
});
