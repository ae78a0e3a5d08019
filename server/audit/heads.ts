// How far the trail was sealed, noted outside of the database: in a file of the data folder, a line for each block. A database whose newest blocks
// and entries were deleted, or that was put back to how it was before, does not hold what is noted there.
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inArray } from 'drizzle-orm';
import type { Block } from '#server/audit/seal.ts';
import { auditBlocks } from '#server/db/schema/platform.ts';
import type { Queryable } from '#server/db/types.ts';
import { errorCode, sync } from '#server/storage/local-files.ts';

/** Added to, line by line. */
export const SEAL_HEADS = 'seal-head';

interface Head {
  number: number;
  hash: string;
}

/** The newest line proves those before it. */
const LONGEST_BYTES = 65_536;
/** Nothing is sealed: true of any database. */
const NO_HEAD: Head = { number: 0, hash: '0'.repeat(64) };

const lineOf = ({ number, hash }: Head) => `${number} ${hash} ${new Date().toISOString()}\n`;

/** In the order in which they were noted. What a crash left of a line is none. */
export async function readHeads(dataDir: string): Promise<Head[]> {
  const text = await readFile(path.join(dataDir, SEAL_HEADS), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  return [...text.matchAll(/^(\d{1,15}) ([0-9a-f]{64}) \S+$/gm)].map(([, number, hash]) => ({ number: Number(number), hash: hash ?? '' }));
}

/** Those that the database does not hold as they were noted. */
export async function listLost(db: Queryable, heads: readonly Head[]): Promise<Head[]> {
  const numbers = [...new Set(heads.map(({ number }) => number))];
  const blocks = await db
    .select({ number: auditBlocks.number, hash: auditBlocks.hash })
    .from(auditBlocks)
    .where(inArray(auditBlocks.number, numbers));
  const hashes = new Map(blocks.map(({ number, hash }) => [number, hash.toString('hex')]));
  return heads.filter(({ number, hash }) => number !== NO_HEAD.number && hashes.get(number) !== hash);
}

/** @param block undefined: nothing is sealed */
export async function noteHead(db: Queryable, dataDir: string, block: Block | undefined): Promise<void> {
  const file = path.join(dataDir, SEAL_HEADS);
  const head = block ? { number: block.number, hash: block.hash.toString('hex') } : NO_HEAD;
  const handle = await open(file, 'a+', 0o600);
  let size: number;
  try {
    size = (await handle.stat()).size;
    // A line that a crash cut is ended first.
    const { buffer } = size === 0 ? { buffer: null } : await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    await handle.appendFile(`${buffer === null || buffer.toString() === '\n' ? '' : '\n'}${lineOf(head)}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (size > LONGEST_BYTES) await shorten(db, dataDir, head);
}

/** What is lost stays noted, whatever comes after it. */
async function shorten(db: Queryable, dataDir: string, head: Head): Promise<void> {
  const file = path.join(dataDir, SEAL_HEADS);
  const lost = await listLost(db, await readHeads(dataDir));
  await writeFile(`${file}.part`, [...lost, head].map(lineOf).join(''), { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  await sync(dataDir);
}
