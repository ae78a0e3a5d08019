// The end of the audit log, which the chain cannot prove: checkpoints outside of the database reveal its truncation.
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findLastBlock } from '#server/audit/audit-repository.ts';
import { audit } from '#server/audit/audit.ts';
import { appendCheckpoint, readCheckpoints, CHECKPOINT_FILE } from '#server/audit/chain-checkpoints.ts';
import { verifySeal } from '#server/audit/verify.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { auditLogJobs } from '#server/platform/jobs.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

let deps: TestDeps;
let file: string;
beforeAll(async () => {
  deps = await openTestDeps({ AUDIT_SEAL_SECONDS: '0' });
  file = path.join(deps.config.dataDir, CHECKPOINT_FILE);
}, 60_000);
afterAll(() => deps.dispose());
beforeEach(async () => {
  await tamper('delete from audit_blocks; delete from audit_log');
  await writeFile(file, '');
});

/** As an attacker with full access to the database. */
const tamper = (statements: string) =>
  deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql.raw(statements));
  });
async function addBlock(subjectId: string) {
  await audit(deps.db, { action: 'event.update', subjectType: 'event', subjectId });
  await deps.db.execute(sql`select pg_sleep(0.01)`);
  await auditLogJobs(deps)['seal-audit-log']({}, new AbortController().signal);
}
const head = async () => {
  const block = await findLastBlock(deps.db);
  return block && { number: block.number, hash: block.hash.toString('hex') };
};
const findings = async () => (await verifySeal(deps.db, deps.config.dataDir, 0)).findings;
const told = async () => (await deps.db.select().from(auditLog).where(eq(auditLog.action, 'log.seal_lost'))).map(({ detail }) => detail);

test('each block has a checkpoint, and a truncation is recorded once and reported by each verification', async () => {
  await addBlock('a');
  await addBlock('b');
  const lost = await head();
  expect((await readCheckpoints(deps.config.dataDir)).at(-1)).toEqual(lost);
  expect(await findings()).toEqual([]);

  await tamper(`delete from audit_log where subject_id = 'b'; delete from audit_blocks where number = 2`);
  expect(await findings()).toEqual([{ kind: 'head_missing', block: 2, entry: null }]);
  for (const subject of ['c', 'd']) await addBlock(subject);
  expect(await told()).toEqual([{ block: 2, hash: lost?.hash }]);
  expect((await readCheckpoints(deps.config.dataDir)).at(-1)).toEqual(await head());
  expect(await findings()).toEqual([{ kind: 'head_missing', block: 2, entry: null }]);
});

test('an emptied or rewritten audit log is reported', async () => {
  await addBlock('a');
  await tamper('delete from audit_log; delete from audit_blocks');
  await addBlock('b');
  expect(await told()).toHaveLength(1);
  expect(await findings()).toEqual([{ kind: 'head_missing', block: 1, entry: null }]);
});

test('a manipulated line of the checkpoints is reported permanently', async () => {
  await addBlock('a');
  const [line] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, `${line?.replace(/[0-9a-f]{64}/, (hash) => hash.toUpperCase().replace(/^./, 'Z'))}\n`);
  const unreadable = [{ kind: 'head_unreadable', block: 1, entry: null }];
  expect(await findings()).toEqual(unreadable);
  await appendFile(file, `${line}\n`.repeat(800));
  await addBlock('b');
  expect((await readFile(file, 'utf8')).length).toBeLessThan(500);
  expect(await findings()).toEqual(unreadable);
});

test('a line that a crash cut is none, and the file stays short', async () => {
  await addBlock('a');
  await appendFile(file, '2 abc');
  expect(await findings()).toEqual([]);
  await addBlock('b');
  expect(await readCheckpoints(deps.config.dataDir)).toHaveLength(2);
  const [known] = await readCheckpoints(deps.config.dataDir);
  const lost = `7 ${'f'.repeat(64)} 2026-01-01T00:00:00.000Z\n`;
  await writeFile(file, lost + `1 ${known?.hash} 2026-01-01T00:00:00.000Z\n`.repeat(800));
  await appendCheckpoint(deps.db, deps.config.dataDir, await findLastBlock(deps.db));
  expect(await readCheckpoints(deps.config.dataDir)).toEqual([{ number: 7, hash: 'f'.repeat(64) }, await head()]);
  expect((await readFile(file, 'utf8')).length).toBeLessThan(500);
});

test('a flooded file is still verified', async () => {
  await addBlock('a');
  const noted = await readFile(file, 'utf8');
  const made = Array.from({ length: 70_000 }, (_, index) => `${100 + index} ${'0'.repeat(64)} x\n`).join('');
  await writeFile(file, noted + made);
  const found = await findings();
  expect(found[0]).toEqual({ kind: 'head_missing', block: 100, entry: null });
  expect(found.length).toBeLessThanOrEqual(1000);
});
