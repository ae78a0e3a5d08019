// Checkpoints of the seal outside of the database: a file in the data folder with a line per block. They reveal a database whose newest blocks and
// entries were deleted, or that was restored to an earlier state.
import { open, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readBlockHashes, type Block } from '#server/audit/audit-repository.ts';
import type { Queryable } from '#server/db/types.ts';
import { errorCode, fsyncPath } from '#server/storage/local-files.ts';

/** Added to, line by line. */
export const CHECKPOINT_FILE = 'seal-head';

interface Checkpoint {
  number: number;
  hash: string;
}

/** The newest line proves those before it. */
const MAX_FILE_BYTES = 65_536;
/** One is enough as evidence. */
const MAX_UNREADABLE = 1;
/** Nothing is sealed: true of any database. */
const EMPTY_CHECKPOINT: Checkpoint = { number: 0, hash: '0'.repeat(64) };

const lineOf = ({ number, hash }: Checkpoint) => `${number} ${hash} ${new Date().toISOString()}\n`;

/** Whole lines of the file. What a crash left of the last one is none. */
async function readLines(dataDir: string): Promise<string[]> {
  const text = await readFile(path.join(dataDir, CHECKPOINT_FILE), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').slice(0, -1);
}

function parseCheckpoint(line: string): Checkpoint | null {
  const [, number, hash] = /^(\d{1,15}) ([0-9a-f]{64}) \S+\s*$/.exec(line) ?? [];
  return number === undefined || hash === undefined ? null : { number: Number(number), hash };
}

/** In the order in which they were noted. */
export const readCheckpoints = async (dataDir: string): Promise<Checkpoint[]> =>
  (await readLines(dataDir)).flatMap((line) => parseCheckpoint(line) ?? []);

/** The number of complete lines that the server did not write: the file was manipulated. */
export const countUnreadableCheckpoints = async (dataDir: string): Promise<number> =>
  (await readLines(dataDir)).filter((line) => parseCheckpoint(line) === null).length;

/** Checkpoints without a matching block in the database. */
export async function listMissingCheckpoints(db: Queryable, heads: readonly Checkpoint[]): Promise<Checkpoint[]> {
  const numbers = [...new Set(heads.map(({ number }) => number))];
  const hashes = await readBlockHashes(db, numbers);
  return heads.filter(({ number, hash }) => number !== EMPTY_CHECKPOINT.number && hashes.get(number) !== hash);
}

/** @param block undefined: nothing is sealed */
export async function appendCheckpoint(db: Queryable, dataDir: string, block: Block | undefined): Promise<void> {
  const file = path.join(dataDir, CHECKPOINT_FILE);
  const head = block ? { number: block.number, hash: block.hash.toString('hex') } : EMPTY_CHECKPOINT;
  const handle = await open(file, 'a+', 0o600);
  let size: number;
  try {
    // A line that a crash cut is removed first.
    const whole = await handle.readFile();
    size = whole.lastIndexOf('\n') + 1;
    if (size < whole.length) await truncate(file, size);
    await handle.appendFile(lineOf(head));
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (size > MAX_FILE_BYTES) await shorten(db, dataDir, head);
}

/** Missing and unreadable checkpoints stay in the file. */
async function shorten(db: Queryable, dataDir: string, head: Checkpoint): Promise<void> {
  const file = path.join(dataDir, CHECKPOINT_FILE);
  const lost = await listMissingCheckpoints(db, await readCheckpoints(dataDir));
  const unreadable = (await readLines(dataDir)).filter((line) => parseCheckpoint(line) === null).slice(0, MAX_UNREADABLE);
  const kept = [...unreadable.map((line) => `${line}\n`), ...[...lost, head].map(lineOf)];
  await writeFile(`${file}.part`, kept.join(''), { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  await fsyncPath(dataDir);
}
