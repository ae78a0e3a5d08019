// The program behind `npm run logs:verify`. Exit codes: 0 everything is as it was sealed, 1 it is not, 2 it could not be looked at.
import { parseArgs } from 'node:util';
import { findLastBlock } from '#server/audit/audit-repository.ts';
import { readCheckpoints } from '#server/audit/chain-checkpoints.ts';
import { hasBlockHash, verifySeal, type SealFinding } from '#server/audit/verify.ts';
import { openSharedDatabase } from '#server/command-database.ts';
import { readConfig } from '#server/config.ts';
import { isMigrated } from '#server/db/migrate.ts';
import { openDb, openPool } from '#server/db/pool.ts';
import { createShutdownHooks, openLog } from '#server/process.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const log = openLog('warn');
const shutdownHooks = createShutdownHooks(log);

const findingMessages: Record<SealFinding['kind'], (finding: SealFinding) => string> = {
  entry_changed: ({ entry, block }) => `entry ${entry} was changed after it was sealed (block ${block})`,
  entry_missing: ({ entry, block }) => `entry ${entry} was removed after it was sealed (block ${block})`,
  entry_added: ({ entry, block }) => `entry ${entry} was added among entries that were sealed before it (block ${block})`,
  entry_erased: ({ entry, block }) =>
    `the personal data of entry ${entry} was erased, though no account was deleted for that (block ${block})`,
  block_changed: ({ block }) => `block ${block} was changed`,
  block_missing: ({ block }) => `block ${block}, or one before it, is missing`,
  head_missing: ({ block }) =>
    `block ${block} has a checkpoint in the data folder (seal-head), but is missing or different: the end of the log was removed or rewritten`,
  head_unreadable: ({ block: lines }) =>
    `${lines} lines of the checkpoints in the data folder (seal-head) are unreadable: the file was manipulated`,
  block_forgotten: ({ block }) => `the entries of block ${block} were removed before their time`,
};

/** @throws {Error} also for unknown arguments: a mistyped `--expect` must not pass as a successful check */
function readExpected(): { number: number; hash: string } | null {
  const { expect } = parseArgs({ options: { expect: { type: 'string' } } }).values;
  if (expect === undefined) return null;
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(expect) ?? [];
  if (number === undefined || hash === undefined) throw new Error('--expect takes the number and the hash of a block, as 123:9f86…');
  return { number: Number(number), hash };
}

async function verify(): Promise<boolean> {
  const expected = readExpected();
  const config = readConfig(process.env);
  const pool = openPool(await openSharedDatabase({ ...config, command: 'npm run logs:verify' }, log, shutdownHooks), log, 'command');
  shutdownHooks.add('the pool', () => pool.end());
  if (!(await isMigrated(pool, 10_000))) throw new Error('the database is not of this version: start the server once');
  const db = openDb(pool);
  const seen = { blocks: 0, entries: 0, forgotten: 0, findings: 0 };
  for (let next: number | null = 0; next !== null;) {
    const check = await verifySeal(db, config.dataDir, next);
    for (const finding of check.findings) say(`WRONG: ${findingMessages[finding.kind](finding)}`);
    for (const key of ['blocks', 'entries', 'forgotten'] as const) seen[key] += check[key];
    seen.findings += check.findings.length;
    next = check.next;
  }
  const last = await findLastBlock(db);
  if (expected && expected.number > (last?.number ?? 0)) {
    say(`WRONG: block ${expected.number} was noted, and is not there any more: the last one is ${last?.number ?? 'none'}`);
    seen.findings += 1;
  } else if (expected && !(await hasBlockHash(db, expected.number, expected.hash))) {
    say(`WRONG: block ${expected.number} has not the hash that was noted`);
    seen.findings += 1;
  } else if (expected) say(`Block ${expected.number} has the hash that was noted.`);
  say(`${seen.entries} entries in ${seen.blocks} blocks looked at; ${seen.forgotten} more were past their time and are deleted.`);
  const noted = (await readCheckpoints(config.dataDir)).at(-1)?.number ?? 0;
  if (last && noted < last.number)
    say(
      `The data folder (seal-head) notes ${noted === 0 ? 'no block' : `blocks up to ${noted}`}: that none is missing behind it is not proved.`,
    );
  if (last) say(`The last block is ${last.number}:${last.hash.toString('hex')}`);
  say(seen.findings === 0 ? 'Everything is as it was sealed.' : `${seen.findings} things are not as they were sealed.`);
  return seen.findings === 0;
}

try {
  process.exitCode = (await verify()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`The logs could not be verified: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
} finally {
  await shutdownHooks.close();
}
