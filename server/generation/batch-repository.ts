// Batches: many photos in one style. Their images are generations, which the batch's job makes one after the other. Every change locks the counter of
// its person first (`nextGenerationSeq`), then the batch.
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { events } from '#server/db/schema/events.ts';
import {
  creditEntries,
  generatedImages,
  generationBatches,
  generationCounters,
  generationModels,
  generations,
} from '#server/db/schema/generation.ts';
import { imagePosts } from '#server/db/schema/image-sharing.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { derivationOf } from '#server/generation/derivation.ts';
import { BATCH_RANK, nextGenerationSeq, notifyQueue } from '#server/generation/generations-repository.ts';
import type { CatalogModel } from '#server/generation/generator.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

type Schemas = components['schemas'];
type NewBatch = typeof generationBatches.$inferInsert;

const unfinishedItems = inArray(generations.status, ['queued', 'running']);
const isActive = inArray(generationBatches.status, ['running', 'paused']);
/** A replaced generation has no position. */
const isItem = isNotNull(generations.batchPosition);
const isSkipped = sql`${generations.status} = 'failed' and ${generations.error} ->> 'code' in ('source_unavailable', 'invalid_request')`;

const select = (db: Queryable, where: SQL | undefined) =>
  db
    .select({
      id: generationBatches.id,
      userId: generationBatches.userId,
      organizationId: generationBatches.organizationId,
      modelId: generationBatches.modelId,
      modelName: generationModels.name,
      request: generationBatches.request,
      askedHash: generationBatches.askedHash,
      status: generationBatches.status,
      message: generationBatches.message,
      seq: generationBatches.seq,
      unitCredits: generationBatches.unitCredits,
      leftOut: generationBatches.leftOut,
      eventId: generationBatches.eventId,
      eventName: events.name,
      pauseAfter: generationBatches.pauseAfter,
      turn: generationBatches.turn,
      hasJob: generationBatches.hasJob,
      createdAt: generationBatches.createdAt,
      finishedAt: generationBatches.finishedAt,
      undoneAt: generationBatches.undoneAt,
    })
    .from(generationBatches)
    .innerJoin(generationModels, eq(generationModels.id, generationBatches.modelId))
    .leftJoin(events, eq(events.id, generationBatches.eventId))
    .where(where)
    .$dynamic();

export type BatchRow = Awaited<ReturnType<typeof select>>[number];

export const batchOrder = keyset<BatchRow, 'created_at'>(
  { created_at: byInstant(generationBatches.createdAt, (row) => row.createdAt) },
  { column: generationBatches.id, of: (row) => row.id },
);

/** @param lock holds it until the transaction ends */
export async function findBatch(db: Queryable, id: string, lock?: 'share' | 'update'): Promise<BatchRow | undefined> {
  const one = select(db, eq(generationBatches.id, id));
  const [row] = await (lock ? one.for(lock, { of: generationBatches }) : one);
  return row;
}

export const listBatchRows = (db: Queryable, userId: string, onlyActive: boolean, { where, orderBy, limit }: Range): Promise<BatchRow[]> =>
  select(db, and(eq(generationBatches.userId, userId), onlyActive ? isActive : undefined, where))
    .orderBy(...orderBy)
    .limit(limit);

export const listBatchesChangedSince = (db: Queryable, userId: string, seq: number, limit: number): Promise<BatchRow[]> =>
  select(db, and(eq(generationBatches.userId, userId), gt(generationBatches.seq, seq)))
    .orderBy(asc(generationBatches.seq))
    .limit(limit);

export const listActiveBatches = (db: Queryable, userId: string): Promise<BatchRow[]> =>
  select(db, and(eq(generationBatches.userId, userId), isActive)).orderBy(asc(generationBatches.seq));

/** Running batches that nothing has moved since then. */
export const listStalledBatches = (db: Queryable, before: Date): Promise<BatchRow[]> =>
  select(db, and(eq(generationBatches.status, 'running'), lt(generationBatches.changedAt, before)));

/** Paused batches whose reserved credits are held since then. */
export const listForgottenBatches = (db: Queryable, before: Date): Promise<BatchRow[]> =>
  select(db, and(eq(generationBatches.status, 'paused'), lt(generationBatches.changedAt, before)));

/** Batches of deleted accounts whose images are gone. */
export async function removeBatchesOfDeleted(db: Queryable): Promise<void> {
  await db
    .delete(generationBatches)
    .where(
      and(
        sql`exists (select from ${users} where ${users.id} = ${generationBatches.userId} and ${users.deletedAt} is not null)`,
        sql`not exists (select from ${generations} where ${generations.batchId} = ${generationBatches.id})`,
      ),
    );
}

/** Numbers for several changes of this person at once. Returns the first. Locks the counter until the commit. */
export async function nextGenerationSeqs(tx: Tx, userId: string, count: number): Promise<number> {
  const first = await nextGenerationSeq(tx, userId);
  if (count > 1)
    await tx
      .update(generationCounters)
      .set({ seq: sql`${generationCounters.seq} + ${count - 1}` })
      .where(eq(generationCounters.userId, userId));
  return first;
}

/** Returns the batch, locked. @param userId its person, whose counter is locked first */
export async function lockBatch(tx: Tx, { id, userId }: Pick<BatchRow, 'id' | 'userId'>): Promise<{ batch: BatchRow; seq: number } | null> {
  const seq = await nextGenerationSeq(tx, userId);
  const batch = await findBatch(tx, id, 'update');
  return batch ? { batch, seq } : null;
}

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<boolean> {
  const rows = await tx.insert(generationBatches).values(batch).onConflictDoNothing().returning({ id: generationBatches.id });
  return rows.length > 0;
}

/** The batch is locked. @param seq number of this change */
export async function changeBatch(tx: Tx, id: string, seq: number, changes: Partial<NewBatch>): Promise<void> {
  await tx
    .update(generationBatches)
    .set({ ...changes, seq, changedAt: new Date() })
    .where(eq(generationBatches.id, id));
}

export interface BatchItem {
  id: string;
  position: number;
  source: Schemas['GenerationSource'];
}

/** The largest number of rows of one statement. */
const ROWS = 500;

/** Adds the generations of a batch: queued, without a job of their own. @param firstSeq the first of as many numbers */
export async function insertItems(
  tx: Tx,
  batch: Pick<BatchRow, 'id' | 'userId' | 'organizationId' | 'modelId' | 'request' | 'askedHash' | 'unitCredits'> & {
    task: CatalogModel['task'];
  },
  items: readonly BatchItem[],
  firstSeq: number,
): Promise<void> {
  const { userId, organizationId, modelId, askedHash, unitCredits } = batch;
  const rows = items.map(({ id, position, source }, at) => ({
    id,
    userId,
    organizationId,
    modelId,
    request: { ...batch.request, source },
    ...derivationOf({ ...batch.request, source }, batch.task, null),
    askedHash,
    seq: firstSeq + at,
    rank: BATCH_RANK,
    credits: unitCredits,
    unitCredits,
    batchId: batch.id,
    batchPosition: position,
  }));
  for (let at = 0; at < rows.length; at += ROWS) await tx.insert(generations).values(rows.slice(at, at + ROWS));
}

/** The next generation to make. */
export async function findNextItem(db: Queryable, batchId: string) {
  const [row] = await db
    .select({ id: generations.id, request: generations.request, sourceKey: generations.sourceKey })
    .from(generations)
    .where(and(eq(generations.batchId, batchId), isItem, unfinishedItems))
    .orderBy(asc(generations.batchPosition))
    .limit(1);
  return row;
}

export async function setSourceKey(db: Queryable, generationId: string, sourceKey: string): Promise<void> {
  await db
    .update(generations)
    .set({ sourceKey })
    .where(and(eq(generations.id, generationId), unfinishedItems));
}

/** Failed generations, without the skipped ones. */
export const listFailedItems = (tx: Tx, batchId: string) =>
  tx
    .select({ id: generations.id, request: generations.request, position: sql<number>`${generations.batchPosition}`.mapWith(Number) })
    .from(generations)
    .where(and(eq(generations.batchId, batchId), isItem, eq(generations.status, 'failed'), sql`not (${isSkipped})`))
    .orderBy(asc(generations.batchPosition));

/** Other generations take their places. */
export async function releasePositions(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .update(generations)
    .set({ batchPosition: null })
    .where(inArray(generations.id, [...ids]));
}

/** How many generations of a batch aren't finished. */
export const countUnfinishedItems = (db: Queryable, batchId: string): Promise<number> =>
  db.$count(generations, and(eq(generations.batchId, batchId), isItem, unfinishedItems));

/** Whether the first images are there that the person wants to look at. */
export async function isToCheck(db: Queryable, { id, pauseAfter }: { id: string; pauseAfter: number }): Promise<boolean> {
  const finished = await db.$count(generations, and(eq(generations.batchId, id), isItem, sql`not (${unfinishedItems})`));
  return finished >= pauseAfter || (await countUnfinishedItems(db, id)) === 0;
}

/**
 * Cancels all unfinished generations of a locked batch at once, and refunds them. Images that are stored are paid.
 * @param firstSeq the first of as many numbers as it has unfinished generations
 */
export async function cancelItems(tx: Tx, batchId: string, firstSeq: number): Promise<void> {
  await tx.execute(sql`
    with ended as (
      update ${generations} generation set status = 'cancelled', progress = null, message = null, finished_at = now(),
        credits = open.made * generation.unit_credits, seq = ${firstSeq}::bigint - 1 + open.number
      from (
        select item.id, row_number() over (order by item.batch_position) as number,
          (select count(*) from ${generatedImages} image where image.generation_id = item.id)::int as made
        from ${generations} item where item.batch_id = ${batchId}::uuid and item.status in ('queued', 'running')) open
      where generation.id = open.id returning generation.id, generation.credits)
    insert into ${creditEntries} (user_id, organization_id, generation_id, kind, amount, month)
    select reserve.user_id, reserve.organization_id, reserve.generation_id, entry.kind,
      case entry.kind when 'settle' then ended.credits else ended.credits - reserve.amount end, reserve.month
    from ended join ${creditEntries} reserve on reserve.generation_id = ended.id and reserve.kind = 'reserve',
      (values ('settle'), ('refund')) entry(kind)
    on conflict do nothing`);
  await notifyQueue(tx);
}

/** The job that makes the next image. Earlier jobs of the batch lose their effect. The batch is locked. */
export async function queueBatch(tx: Tx, jobs: Jobs, batchId: string, options: { runAt?: Date } = {}): Promise<void> {
  const [row] = await tx
    .update(generationBatches)
    .set({ turn: sql`${generationBatches.turn} + 1`, hasJob: true, changedAt: new Date() })
    .where(eq(generationBatches.id, batchId))
    .returning({ turn: generationBatches.turn, userId: generationBatches.userId });
  if (row) await jobs.add(tx, 'continue-batch', { batchId, turn: row.turn }, { owner: row.userId, rank: BATCH_RANK, ...options });
}

export interface BatchCounts {
  total: number;
  made: number;
  failed: number;
  skipped: number;
  cancelled: number;
  left: number;
  /** Results that are photos of an event now. */
  posted: number;
  credits: number;
  /** Of one image, on average. */
  secondsEach: number | null;
}

const NOTHING: BatchCounts = {
  total: 0,
  made: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
  left: 0,
  posted: 0,
  credits: 0,
  secondsEach: null,
};

/** By the id of the batch. */
export async function countItems(db: Queryable, batchIds: readonly string[]): Promise<(batchId: string) => BatchCounts> {
  if (batchIds.length === 0) return () => NOTHING;
  const counted = (where: SQL) => sql<number>`(count(*) filter (where ${where}))`.mapWith(Number);
  const of = (status: Schemas['GenerationStatus']) => sql`${generations.status} = ${status}`;
  const rows = await db
    .select({
      batchId: generations.batchId,
      total: counted(sql`${isItem}`),
      made: counted(of('succeeded')),
      failed: counted(sql`${isItem} and ${of('failed')} and not (${isSkipped})`),
      skipped: counted(sql`${isItem} and ${isSkipped}`),
      cancelled: counted(sql`${isItem} and ${of('cancelled')}`),
      left: counted(sql`${unfinishedItems}`),
      posted: counted(sql`exists (select from photos where photos.id = ${generations.id} and photos.deleted_at is null)`),
      credits: sql<number>`coalesce(sum(${generations.credits}), 0)`.mapWith(Number),
      secondsEach: sql<
        number | null
      >`avg(extract(epoch from ${generations.finishedAt} - ${generations.startedAt})) filter (where ${of('succeeded')})`.mapWith(Number),
    })
    .from(generations)
    .where(inArray(generations.batchId, [...batchIds]))
    .groupBy(generations.batchId);
  const known = new Map(rows.map(({ batchId, ...counts }) => [batchId, counts]));
  return (batchId) => known.get(batchId) ?? NOTHING;
}

/** Why images failed or were skipped, the most frequent reason first. */
export const listItemErrors = (db: Queryable, batchId: string) =>
  db
    .select({ message: sql<string>`${generations.error} ->> 'message'`, count: sql<number>`count(*)`.mapWith(Number) })
    .from(generations)
    .where(and(eq(generations.batchId, batchId), isItem, eq(generations.status, 'failed')))
    .groupBy(sql`1`)
    .orderBy(desc(sql`2`), asc(sql`1`))
    .limit(5);

/** The event that all photos are of, by the id of the batch. */
export async function readSourceEvents(db: Queryable, batchIds: readonly string[]): Promise<Map<string, { id: string; name: string }>> {
  if (batchIds.length === 0) return new Map();
  const eventId = sql`${generations.request} #>> '{source,event_id}'`;
  const { rows } = await db.execute<{ batch_id: string; id: string; name: string }>(sql`
    select asked.batch_id, ${events.id} as id, ${events.name} as name
    from (
      select ${generations.batchId} as batch_id, min(${eventId})::uuid as event_id from ${generations}
      where ${inArray(generations.batchId, [...batchIds])} and ${isItem} group by 1
      having count(distinct ${eventId}) = 1 and count(${eventId}) = count(*)) asked
    join ${events} on ${events.id} = asked.event_id`);
  return new Map(rows.map(({ batch_id: batchId, id, name }) => [batchId, { id, name }]));
}

/** The newest image of each batch that isn't deleted: its id by that of the batch. */
export async function listNewestImageIds(db: Queryable, batchIds: readonly string[]): Promise<Map<string, string>> {
  if (batchIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([generations.batchId], { batchId: sql<string>`${generations.batchId}`, id: generatedImages.id })
    .from(generations)
    .innerJoin(generatedImages, eq(generatedImages.generationId, generations.id))
    .where(and(inArray(generations.batchId, [...batchIds]), sql`${generatedImages.deletedAt} is null`))
    .orderBy(generations.batchId, desc(generatedImages.createdAt), desc(generatedImages.id));
  return new Map(rows.map(({ batchId, id }) => [batchId, id]));
}

/** Ids of a batch's images, the newest first. @param deletedAt deleted then; null: not deleted */
export async function listBatchImageIds(db: Queryable, batchId: string, deletedAt: Date | null, limit?: number): Promise<string[]> {
  const query = db
    .select({ id: generatedImages.id })
    .from(generations)
    .innerJoin(generatedImages, eq(generatedImages.generationId, generations.id))
    .where(
      and(
        eq(generations.batchId, batchId),
        deletedAt === null ? sql`${generatedImages.deletedAt} is null` : eq(generatedImages.deletedAt, deletedAt),
      ),
    )
    .orderBy(desc(generatedImages.createdAt), desc(generatedImages.id))
    .$dynamic();
  const rows = await (limit === undefined ? query : query.limit(limit));
  return rows.map(({ id }) => id);
}

/**
 * A result that is to become a photo of the batch's event. Images that may show nudity are left to the person. Those of photos that were rejected or
 * deleted since are not posted.
 */
export async function findUnpostedImage(db: Queryable, batchId: string) {
  const source = alias(photos, 'source');
  const [row] = await db
    .select({
      imageId: generatedImages.id,
      generationId: generations.id,
      position: generatedImages.position,
      contentType: generatedImages.contentType,
      createdAt: generatedImages.createdAt,
      isSourcePending: sql<boolean>`coalesce(${source.status} = 'pending', false)`,
      /** Where its source is in the event. */
      sectionId: sql<string | null>`case when ${source.eventId} = ${generationBatches.eventId} then ${source.sectionId} end`,
    })
    .from(generations)
    .innerJoin(generatedImages, eq(generatedImages.generationId, generations.id))
    .leftJoin(
      source,
      sql`${generations.request} #>> '{source,kind}' = 'photo' and ${source.id} = (${generations.request} #>> '{source,id}')::uuid`,
    )
    .innerJoin(generationBatches, eq(generationBatches.id, generations.batchId))
    .where(
      and(
        eq(generations.batchId, batchId),
        eq(generations.status, 'succeeded'),
        sql`${generatedImages.deletedAt} is null and not ${generatedImages.isSensitive}`,
        sql`(${source.id} is null or (${source.deletedAt} is null and ${source.status} <> 'rejected'))`,
        // Posted by hand or by the batch. Deleted photos count: they were posted.
        sql`not exists (select from ${imagePosts} post where post.image_id = ${generatedImages.id} and post.event_id = ${generationBatches.eventId})`,
        sql`not exists (select from photos where photos.id = ${generations.id})`,
      ),
    )
    .orderBy(asc(generations.batchPosition))
    .limit(1);
  return row;
}

/** Ids of the photos of an event that a batch posted, without deleted ones. */
export async function listPostedPhotoIds(db: Queryable, batchId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select photos.id from ${generations} join photos on photos.id = ${generations.id}
      where ${generations.batchId} = ${batchId}::uuid and photos.deleted_at is null`,
  );
  return rows.map(({ id }) => id);
}
