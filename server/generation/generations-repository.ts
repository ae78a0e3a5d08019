// Generations. Every change locks its user's counter first (`nextGenerationSeq`), then the row.
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { settleCredits } from '#server/billing/credits-repository.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { generationCounters, generationModels, generations } from '#server/db/schema/generation.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { listStoredPositions } from '#server/generation/image-repository.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { notifyTopic } from '#server/live/topics-repository.ts';

type GenerationStatus = components['schemas']['GenerationStatus'];

export const generationsTopic = (userId: string): string => `generations:${userId}`;
/** The topic of the whole queue: positions may have changed. */
export const QUEUE_TOPIC = 'generation-queue';
export const notifyQueue = (tx: Queryable): Promise<void> => notifyTopic(tx, QUEUE_TOPIC, 0);

/** Images of batches come after all others: more than anyone may have in progress. */
export const BATCH_RANK = 1_000_000;
/** Lists and streams have batches as one, not their generations. */
const isInNoBatch = isNull(generations.batchId);

const queued = sql`status = 'queued'`;
const unfinished = inArray(generations.status, ['queued', 'running']);

/** Of a queued one: how many come before it. Its own columns are named with their table by hand: the subquery has the same. */
const queuePosition = sql<number | null>`case when generations.status = 'queued' then (select count(*) from ${generations} before
  where before.${queued} and (before.rank, before.created_at, before.id) < (generations.rank, generations.created_at, generations.id)) end`.mapWith(
  (value: string | null) => (value === null ? null : Number(value)),
);

const columns = {
  id: generations.id,
  userId: generations.userId,
  firstName: users.firstName,
  lastName: users.lastName,
  organizationId: generations.organizationId,
  modelId: generations.modelId,
  modelName: generationModels.name,
  request: generations.request,
  askedHash: generations.askedHash,
  status: generations.status,
  progress: generations.progress,
  message: generations.message,
  seq: generations.seq,
  credits: generations.credits,
  unitCredits: generations.unitCredits,
  rank: generations.rank,
  queuePosition,
  warnings: generations.warnings,
  error: generations.error,
  attempts: generations.attempts,
  takenReference: generations.takenReference,
  sourceKey: generations.sourceKey,
  maskKey: generations.maskKey,
  isTest: generations.isTest,
  batchId: generations.batchId,
  createdAt: generations.createdAt,
  startedAt: generations.startedAt,
  finishedAt: generations.finishedAt,
};

const select = (db: Queryable, where: SQL | undefined) =>
  db
    .select(columns)
    .from(generations)
    .innerJoin(users, eq(users.id, generations.userId))
    .innerJoin(generationModels, eq(generationModels.id, generations.modelId))
    .where(where)
    .$dynamic();

export type GenerationRow = Awaited<ReturnType<typeof select>>[number];

/** One that is made: what its run writes counts only until another run of it has begun. */
export interface RunningGeneration extends GenerationRow {
  runId: string;
}

export const generationOrder = keyset<GenerationRow, 'created_at'>(
  { created_at: byInstant(generations.createdAt, (row) => row.createdAt) },
  { column: generations.id, of: (row) => row.id },
);

interface GenerationFilter {
  userId: string;
  organizationId: string | null;
  status?: GenerationStatus | undefined;
}

export const listGenerationRows = (
  db: Queryable,
  { userId, organizationId, status }: GenerationFilter,
  { where, orderBy, limit }: Range,
): Promise<GenerationRow[]> =>
  select(
    db,
    and(
      eq(generations.userId, userId),
      isInNoBatch,
      organizationId === null ? isNull(generations.organizationId) : eq(generations.organizationId, organizationId),
      status && eq(generations.status, status),
      where,
    ),
  )
    .orderBy(...orderBy)
    .limit(limit);

export async function findGeneration(db: Queryable, id: string): Promise<GenerationRow | undefined> {
  const [row] = await select(db, eq(generations.id, id));
  return row;
}

/** Returns true if the source photo was deleted or taken down since; its file may still exist. */
export async function isSourceDeleted(db: Queryable, { request: { source } }: Pick<GenerationRow, 'request'>): Promise<boolean> {
  if (source?.kind !== 'photo') return false;
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.id, source.id), isNotNull(photos.deletedAt)));
  return rows.length > 0;
}

/** What changed of a person's since, in its order. */
export const listChangedSince = (db: Queryable, userId: string, seq: number, limit: number): Promise<GenerationRow[]> =>
  select(db, and(eq(generations.userId, userId), isInNoBatch, gt(generations.seq, seq)))
    .orderBy(asc(generations.seq))
    .limit(limit);

export const listUnfinished = (db: Queryable, userId: string): Promise<GenerationRow[]> =>
  select(db, and(eq(generations.userId, userId), isInNoBatch, unfinished)).orderBy(asc(generations.seq));

export async function lastSeq(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.select({ seq: generationCounters.seq }).from(generationCounters).where(eq(generationCounters.userId, userId));
  return row?.seq ?? 0;
}

export async function countUnfinished(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(generations)
    .where(and(eq(generations.userId, userId), isInNoBatch, unfinished));
  return row?.count ?? 0;
}

/** The next sequence number of this person's changes. Locks the counter until the commit. */
export async function nextGenerationSeq(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .insert(generationCounters)
    .values({ userId, seq: 1 })
    .onConflictDoUpdate({ target: generationCounters.userId, set: { seq: sql`${generationCounters.seq} + 1` } })
    .returning({ seq: generationCounters.seq });
  if (!row) throw new Error('a counter was not written');
  await notifyTopic(tx, generationsTopic(userId), row.seq);
  return row.seq;
}

export async function insertGeneration(tx: Tx, generation: typeof generations.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(generations).values(generation).onConflictDoNothing().returning({ id: generations.id });
  await notifyQueue(tx);
  return rows.length > 0;
}

/**
 * Returns false if it has finished, or another run has taken it over. The caller has locked the person's counter.
 * @param runId the run that makes the change; undefined: a change from outside a run
 */
export async function changeUnfinished(
  tx: Tx,
  { id, runId }: { id: string; runId?: string },
  changes: Partial<typeof generations.$inferInsert>,
): Promise<boolean> {
  const rows = await tx
    .update(generations)
    .set(changes)
    .where(and(eq(generations.id, id), unfinished, runId === undefined ? undefined : eq(generations.runId, runId)))
    .returning({ id: generations.id });
  if (changes.status !== undefined) await notifyQueue(tx);
  return rows.length > 0;
}

/** Saves the reference of a job at a provider. */
export async function saveTakenReference(
  db: Queryable,
  { id, runId }: { id: string; runId: string },
  takenReference: string,
): Promise<void> {
  await db
    .update(generations)
    .set({ takenReference })
    .where(and(eq(generations.id, id), eq(generations.runId, runId)));
}

/** Its status, and which run makes it. */
export async function findRun(db: Queryable, id: string) {
  const [row] = await db
    .select({ status: generations.status, runId: generations.runId, finishedAt: generations.finishedAt })
    .from(generations)
    .where(eq(generations.id, id));
  return row;
}

/** Unfinished ones that nothing has moved since then. */
export function listStaleGenerations(db: Queryable, before: Date) {
  return db
    .select({ id: generations.id })
    .from(generations)
    .where(and(unfinished, isInNoBatch, lt(generations.createdAt, before)))
    .orderBy(desc(generations.createdAt));
}

/**
 * Fair queuing: a generation waits one round for each unfinished generation of the same person. The job has no key: with the key of a running job it
 * would replace that one and end with it.
 */
export function queueGeneration(
  tx: Tx,
  jobs: Jobs,
  { id, userId, rank }: Pick<GenerationRow, 'id' | 'userId' | 'rank'>,
  options: { runAt?: Date } = {},
): Promise<void> {
  return jobs.add(tx, 'make-generation', { generationId: id }, { owner: userId, rank, ...options });
}

type GenerationOutcome = Pick<typeof generations.$inferInsert, 'warnings' | 'error'> & { status: 'succeeded' | 'failed' | 'cancelled' };

/**
 * Finishes a generation. Images made so far are charged, the rest is refunded. Returns false if it had finished, or another run has taken it over.
 * @param generation with the id of the run that finishes it; without for a change from outside a run
 * @param seq number of this change, from `nextGenerationSeq`
 */
export async function finishGeneration(
  tx: Tx,
  { unitCredits, ...generation }: Pick<GenerationRow, 'id' | 'unitCredits'> & { runId?: string },
  seq: number,
  { status, ...rest }: GenerationOutcome,
): Promise<boolean> {
  const { id } = generation;
  const made = (await listStoredPositions(tx, id)).length;
  const credits = made * unitCredits;
  const progress = status === 'succeeded' ? 1 : null;
  const told = { status, ...rest, progress, message: null, credits, seq, finishedAt: new Date() };
  const isChanged = await changeUnfinished(tx, generation, told);
  if (isChanged) await settleCredits(tx, id, credits);
  return isChanged;
}

/** Cancels all unfinished generations of a person, for example when their account is deleted. */
export async function cancelGenerationsOf(tx: Tx, userId: string): Promise<void> {
  // The counter first: nothing new begins until the transaction ends.
  const first = await nextGenerationSeq(tx, userId);
  const left = await listUnfinished(tx, userId);
  for (const [at, generation] of left.entries())
    await finishGeneration(tx, generation, at === 0 ? first : await nextGenerationSeq(tx, userId), { status: 'cancelled' });
}
