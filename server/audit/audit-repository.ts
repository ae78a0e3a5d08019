// The repository of the audit log and its seal. Entries are hashed in batches after they were written, so that no write waits for another. Each
// block's hash includes the previous one, so later changes, additions and removals are detected. Its guarantees: docs/decisions/026.
import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { LOCKS } from '#server/db/advisory-locks.ts';
import { auditBlocks, auditLog } from '#server/db/schema/platform.ts';
import type { Db, Queryable, Tx } from '#server/db/types.ts';

export type Block = typeof auditBlocks.$inferSelect;

/** Where a block ends: the order of the trail is that of time, then of ids. */
export type TrailEnd = Pick<Block, 'lastAt' | 'lastId'>;

export interface HashedEntry {
  id: number;
  hash: Buffer;
}

const BLOCK_ENTRIES = 1000;
const ID_BYTES = 8;
const LISTED_BYTES = ID_BYTES + 32;
/** The previous hash of the first block. */
const NO_HASH = Buffer.alloc(32);

/** Actions whose detail contains addresses and names of people. */
export const isPersonal = sql`(${auditLog.action} like 'account.%' or ${auditLog.action} like 'session.%' or ${auditLog.action} like '%invit%')`;
const sha256 = (value: SQL) => sql`sha256(convert_to((${value})::text, 'UTF8'))`;
const milliseconds = (at: SQL | typeof auditLog.at | typeof auditLog.lastAt) => sql`(extract(epoch from ${at}) * 1000)::bigint`;

/** Hash of the erasable columns; replaces them after an erasure. */
export const personalHash = sql<Buffer>`coalesce(${auditLog.erased}, ${sha256(
  sql`jsonb_build_array(${auditLog.nonce}, ${auditLog.ip}, case when ${isPersonal} then ${auditLog.detail} end)`,
)})`;

/** Hash of a detail that is erased only if it contains an address. */
export const detailHash = sql<Buffer>`coalesce(${auditLog.erasedDetail}, ${sha256(sql`jsonb_build_array(${auditLog.detailNonce}, ${auditLog.detail})`)})`;

/** Hash of the remainder of an erased entry, which the entry's own hash does not cover. The erasure has an entry with this hash. */
export const remainderHash = sql<Buffer>`${sha256(
  sql`case when ${isPersonal} then jsonb_build_array(${auditLog.nonce}, ${auditLog.ip}, ${auditLog.detail}) else jsonb_build_array(${auditLog.detailNonce}, ${auditLog.detail}) end`,
)}`;

/** Entries older than these hashes include the detail itself. */
const otherDetail = sql`case when ${isPersonal} then null when ${auditLog.detailNonce} is null and ${auditLog.erasedDetail} is null then ${auditLog.detail}
  else to_jsonb(encode(${detailHash}, 'hex')) end`;

const entryHash = sql<Buffer>`sha256(convert_to(jsonb_build_array(${auditLog.id}, ${milliseconds(auditLog.at)}, ${auditLog.actorId},
  ${auditLog.action}, ${auditLog.subjectType}, ${auditLog.subjectId}, ${auditLog.organizationId}, ${auditLog.outcome}, ${auditLog.requestId},
  ${otherDetail}, ${auditLog.count}, ${milliseconds(auditLog.lastAt)})::text, 'UTF8') || ${personalHash})`;

/** Entries after this end, which no block up to it covers. Undefined without an end: all entries. */
export const afterEnd = (end: TrailEnd | undefined) =>
  end && sql`(${auditLog.at}, ${auditLog.id}) > (${end.lastAt.toISOString()}, ${end.lastId})`;
export const upTo = (end: TrailEnd) => sql`(${auditLog.at}, ${auditLog.id}) <= (${end.lastAt.toISOString()}, ${end.lastId})`;

/** The entries of a block as they are now. @param previous where the one before ends */
export const listHashes = (db: Queryable, previous: TrailEnd | undefined, end: TrailEnd): Promise<HashedEntry[]> =>
  db
    .select({ id: auditLog.id, hash: entryHash })
    .from(auditLog)
    .where(and(afterEnd(previous), upTo(end)))
    .orderBy(asc(auditLog.at), asc(auditLog.id));

export async function findLastBlock(db: Queryable): Promise<Block | undefined> {
  const [block] = await db.select().from(auditBlocks).orderBy(desc(auditBlocks.number)).limit(1);
  return block;
}

/** Blocks behind a number, in their order. */
export const listBlocks = (db: Queryable, behind: number, limit: number): Promise<Block[]> =>
  db.select().from(auditBlocks).where(gt(auditBlocks.number, behind)).orderBy(asc(auditBlocks.number)).limit(limit);

export const hashOf = (...parts: (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

export const blockHash = (previous: Buffer | undefined, { number, entries, lastAt, lastId, listHash }: Omit<Block, 'hash'>): Buffer =>
  hashOf(previous ?? NO_HASH, JSON.stringify([number, entries, lastAt.getTime(), lastId]), listHash);

function writeList(entries: readonly HashedEntry[]): Buffer {
  return Buffer.concat(
    entries.map(({ id, hash }) => {
      const listed = Buffer.alloc(LISTED_BYTES);
      listed.writeBigInt64BE(BigInt(id));
      hash.copy(listed, ID_BYTES);
      return listed;
    }),
  );
}

export function readList(list: Buffer): HashedEntry[] {
  return Array.from({ length: Math.floor(list.length / LISTED_BYTES) }, (_, index) => {
    const listed = list.subarray(index * LISTED_BYTES, (index + 1) * LISTED_BYTES);
    return { id: Number(listed.readBigInt64BE()), hash: listed.subarray(ID_BYTES) };
  });
}

/** One seals at a time, and none while repetitions are counted in an entry. */
const lockSeal = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.auditSeal})`);

/**
 * Seals the oldest unsealed entries that are older than any transaction in progress: an entry has the time at which its transaction began, so no
 * entry can appear before them later.
 * @param afterSeconds minimum age of an entry
 * @param most maximum number of entries in the block
 * @returns the block; undefined if there is nothing to seal
 */
export function sealBlock(db: Db, afterSeconds: number, most = BLOCK_ENTRIES): Promise<Block | undefined> {
  return db.transaction(async (tx) => {
    await lockSeal(tx);
    const last = await findLastBlock(tx);
    const rows = await tx
      .select({ id: auditLog.id, at: auditLog.at, hash: entryHash })
      .from(auditLog)
      .where(
        and(
          afterEnd(last),
          sql`${auditLog.at} < least(now() - make_interval(secs => ${afterSeconds}), (select min(a.xact_start) - interval '1 ms' from pg_stat_activity a
            where a.datname = current_database() and a.backend_type = 'client backend' and a.pid <> pg_backend_pid()))`,
        ),
      )
      .orderBy(asc(auditLog.at), asc(auditLog.id))
      .limit(most);
    const end = rows.at(-1);
    if (!end) return undefined;
    const list = writeList(rows);
    const block = {
      number: (last?.number ?? 0) + 1,
      sealedAt: new Date(),
      entries: rows.length,
      lastAt: end.at,
      lastId: end.id,
      list,
      listHash: hashOf(list),
      forgottenAt: null,
    };
    const [sealed] = await tx
      .insert(auditBlocks)
      .values({ ...block, hash: blockHash(last?.hash, block) })
      .returning();
    return sealed;
  });
}

/** Never before the last sealed entry, even if the clock of the machine was set back: no block would contain it, and it would look added later. */
const writtenAt = sql`greatest(now(), (select ${auditBlocks.lastAt} + interval '1 ms' from ${auditBlocks} order by ${auditBlocks.number} desc limit 1))`;

type NewEntry = Omit<typeof auditLog.$inferInsert, 'id' | 'at'>;

/** Returns the ids of the entries. */
export async function insertEntries(tx: Queryable, entries: readonly NewEntry[]): Promise<number[]> {
  const rows = await tx
    .insert(auditLog)
    .values(entries.map((entry) => ({ ...entry, at: writtenAt })))
    .returning({ id: auditLog.id });
  return rows.map(({ id }) => id);
}

/** An entry for each row of `from`, as a part of a larger statement. */
export function insertEntrySql(entry: NewEntry, from: SQL): SQL {
  const { action, actorId = null, subjectType, subjectId = null, organizationId = null, detail, outcome, ip, requestId } = entry;
  return sql`insert into ${auditLog} (action, actor_id, subject_type, subject_id, organization_id, detail, outcome, at, ip, request_id)
    select ${action}, ${actorId}::uuid, ${subjectType}, ${subjectId}, ${organizationId}::uuid, ${detail ? JSON.stringify(detail) : null}::jsonb,
    ${outcome}, ${writtenAt}, ${ip}, ${requestId} from ${from}`;
}

/** Adds repetitions to the count of an entry. @returns false if the entry is sealed: then the repetitions need a new entry */
export function incrementEntryCount(db: Queryable, id: number, more: number, lastAt: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSeal(tx);
    const last = await findLastBlock(tx);
    const { rowCount } = await tx
      .update(auditLog)
      .set({ count: sql`${auditLog.count} + ${more}`, lastAt })
      .where(and(eq(auditLog.id, id), afterEnd(last)));
    return rowCount === 1;
  });
}

/** Which of these entries exist. */
export async function listExistingEntries(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(inArray(auditLog.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/** Hashes (hex) of the blocks with these numbers. */
export async function readBlockHashes(db: Queryable, numbers: readonly number[]): Promise<Map<number, string>> {
  const blocks = await db
    .select({ number: auditBlocks.number, hash: auditBlocks.hash })
    .from(auditBlocks)
    // One parameter for all numbers: PostgreSQL takes at most 65,535 parameters per statement.
    .where(sql`${auditBlocks.number} = any(${sql.param([...numbers])}::bigint[])`);
  return new Map(blocks.map(({ number, hash }) => [number, hash.toString('hex')]));
}
