// Statements of credits: what each generation cost, read from the ledger.
import { and, eq, inArray, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { creditEntries, generatedImages, generationModels, generations } from '#server/db/schema/generation.ts';
import type { Queryable } from '#server/db/types.ts';

export interface StatementFilter {
  organizationId: string | null;
  /** Only this person's; null: of all members. */
  userId: string | null;
  /** As `monthOf` has it. */
  month: string;
}

const settle = alias(creditEntries, 'settle');
const refund = alias(creditEntries, 'refund');

/** The entry that reserved, of which each generation has one. */
const matching = ({ organizationId, userId, month }: StatementFilter): SQL | undefined =>
  and(
    organizationId === null ? isNull(creditEntries.organizationId) : eq(creditEntries.organizationId, organizationId),
    userId === null ? undefined : eq(creditEntries.userId, userId),
    eq(creditEntries.month, month),
    eq(creditEntries.kind, 'reserve'),
  );

const ofGeneration = (entry: typeof settle | typeof refund, kind: 'settle' | 'refund') =>
  and(eq(entry.generationId, creditEntries.generationId), eq(entry.kind, kind));

/** @param which of the generations `g` */
const firstImageOf = (which: SQL) => sql<{ id: string; is_sensitive: boolean } | null>`(
  select json_build_object('id', i.id, 'is_sensitive', i.is_sensitive) from ${generatedImages} i join ${generations} g on g.id = i.generation_id
  where ${which} and i.deleted_at is null order by g.batch_position, i.position limit 1)`;

const select = (db: Queryable) =>
  db
    .select({
      id: creditEntries.id,
      generationId: creditEntries.generationId,
      batchId: generations.batchId,
      userId: creditEntries.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      modelId: generations.modelId,
      modelName: generationModels.name,
      request: generations.request,
      status: generations.status,
      error: generations.error,
      reserved: creditEntries.amount,
      charged: settle.amount,
      refunded: sql<number | null>`-${refund.amount}`.mapWith((amount: string | null) => (amount === null ? null : Number(amount))),
      // Deleted images too: they were charged.
      made: sql<number>`(select count(*) from ${generatedImages} where generation_id = ${creditEntries.generationId})`.mapWith(Number),
      image: firstImageOf(sql`g.id = ${creditEntries.generationId}`),
      createdAt: creditEntries.createdAt,
      finishedAt: generations.finishedAt,
    })
    .from(creditEntries)
    .innerJoin(users, eq(users.id, creditEntries.userId))
    .leftJoin(settle, ofGeneration(settle, 'settle'))
    .leftJoin(refund, ofGeneration(refund, 'refund'))
    .leftJoin(generations, eq(generations.id, creditEntries.generationId))
    .leftJoin(generationModels, eq(generationModels.id, generations.modelId))
    .$dynamic();

export type StatementRow = Awaited<ReturnType<typeof select>>[number];

export const statementOrder = keyset<StatementRow, 'created_at'>(
  { created_at: byInstant(creditEntries.createdAt, (row) => row.createdAt) },
  { column: creditEntries.id, of: (row) => String(row.id), type: 'bigint' },
);

/** A batch is one entry, where it was started: the first of its generations stands for all. */
const standsForItsBatch = sql`(${generations.batchId} is null or not exists (select from ${generations} earlier
  where earlier.batch_id = ${generations.batchId} and earlier.created_at = ${generations.createdAt} and earlier.id < ${generations.id}))`;

export interface StatementBatch {
  asked: number;
  made: number;
  reserved: number;
  /** Null until all are finished. */
  charged: number | null;
  refunded: number | null;
  /** Charged, or reserved as yet. */
  cost: number;
  finishedAt: Date | null;
  image: StatementRow['image'];
}

/** What all generations of batches cost that were requested together with these, by the generation that stands for them. */
export async function readStatementBatches(db: Queryable, rows: readonly StatementRow[]): Promise<ReadonlyMap<string, StatementBatch>> {
  const ids = rows.flatMap(({ batchId, generationId }) => (batchId === null ? [] : [generationId]));
  if (ids.length === 0) return new Map();
  const first = alias(generations, 'first');
  const isSettled = sql`bool_and(${settle.amount} is not null)`;
  const found = await db
    .select({
      id: first.id,
      asked: sql<number>`count(*)`.mapWith(Number),
      made: sql<number>`sum((select count(*) from ${generatedImages} where generation_id = ${generations.id}))`.mapWith(Number),
      reserved: sql<number>`sum(${creditEntries.amount})`.mapWith(Number),
      charged: sql<string | null>`case when ${isSettled} then sum(${settle.amount}) end`,
      refunded: sql<string | null>`case when ${isSettled} then -sum(${refund.amount}) end`,
      cost: sql<number>`sum(coalesce(${settle.amount}, ${creditEntries.amount}))`.mapWith(Number),
      finishedAt: sql<string | null>`case when ${isSettled} then max(${generations.finishedAt}) end`,
      image: firstImageOf(sql`g.batch_id = ${first.batchId} and g.created_at = ${first.createdAt}`),
    })
    .from(first)
    .innerJoin(generations, and(eq(generations.batchId, first.batchId), eq(generations.createdAt, first.createdAt)))
    .innerJoin(creditEntries, and(eq(creditEntries.generationId, generations.id), eq(creditEntries.kind, 'reserve')))
    .leftJoin(settle, ofGeneration(settle, 'settle'))
    .leftJoin(refund, ofGeneration(refund, 'refund'))
    .where(inArray(first.id, ids))
    .groupBy(first.id);
  const numberOf = (text: string | null) => (text === null ? null : Number(text));
  return new Map(
    found.map(({ id, charged, refunded, finishedAt, ...batch }) => [
      id,
      {
        ...batch,
        charged: numberOf(charged),
        refunded: numberOf(refunded),
        finishedAt: finishedAt === null ? null : new Date(finishedAt),
      },
    ]),
  );
}

export const listStatementEntries = (db: Queryable, filter: StatementFilter, { where, orderBy, limit }: Range): Promise<StatementRow[]> =>
  select(db)
    .where(and(matching(filter), standsForItsBatch, where))
    .orderBy(...orderBy)
    .limit(limit);

/** Each generation, also those of batches. */
export const listStatementRows = (db: Queryable, filter: StatementFilter, { where, orderBy, limit }: Range): Promise<StatementRow[]> =>
  select(db)
    .where(and(matching(filter), where))
    .orderBy(...orderBy)
    .limit(limit);

export interface StatementSums {
  used: number;
  reserved: number;
}

/** @param last the newest entry that counts; undefined: all of the month */
export async function sumStatement(
  db: Queryable,
  filter: StatementFilter,
  last?: Pick<StatementRow, 'id' | 'batchId' | 'createdAt'>,
): Promise<StatementSums> {
  const until =
    last &&
    // Those of a batch have one time.
    (last.batchId === null
      ? lte(sql`(${creditEntries.createdAt}, ${creditEntries.id})`, sql`(${last.createdAt.toISOString()}::timestamptz, ${last.id}::bigint)`)
      : lte(creditEntries.createdAt, last.createdAt));
  const [row] = await db
    .select({
      used: sql<number>`coalesce(sum(${settle.amount}), 0)`.mapWith(Number),
      reserved: sql<number>`coalesce(sum(${creditEntries.amount}) filter (where ${settle.amount} is null), 0)`.mapWith(Number),
    })
    .from(creditEntries)
    .leftJoin(settle, ofGeneration(settle, 'settle'))
    .where(and(matching(filter), until));
  return row ?? { used: 0, reserved: 0 };
}
