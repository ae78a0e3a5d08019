// Reads batches with what is made of them, and ends them.
import type { components } from '#openapi/api.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import {
  type BatchRow,
  cancelItems,
  changeBatch,
  countItems,
  countUnfinishedItems,
  listActiveBatches,
  listBatchImageIds,
  listItemErrors,
  listNewestImageIds,
  lockBatch,
  nextGenerationSeqs,
  readSourceEvents,
} from '#server/generation/batch-repository.ts';
import { listImagesById } from '#server/generation/image-repository.ts';
import { canViewImage } from '#server/generation/policy.ts';
import { presentBatch } from '#server/generation/presenter.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

/** Thumbnails of a batch's answer. */
const NEWEST = 24;

/** The batch with its newest results. */
export async function readBatch(db: Queryable, row: BatchRow, viewer: Viewer): Promise<Schemas['GenerationBatch']> {
  const ids = await listBatchImageIds(db, row.id, null, NEWEST);
  const found = new Map((await listImagesById(db, viewer.userId, ids)).map((image) => [image.id, image]));
  const images = ids.flatMap((id) => found.get(id) ?? []).filter((image) => canViewImage(viewer, image));
  const sourceEvent = (await readSourceEvents(db, [row.id])).get(row.id) ?? null;
  return presentBatch(row, (await countItems(db, [row.id]))(row.id), viewer, {
    errors: await listItemErrors(db, row.id),
    images,
    sourceEvent,
  });
}

/** Batches of a list, each with its newest result. */
export async function readBatches(db: Queryable, rows: readonly BatchRow[], viewer: Viewer): Promise<Schemas['GenerationBatch'][]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countItems(db, ids);
  const sourceEvents = await readSourceEvents(db, ids);
  const newest = await listNewestImageIds(db, ids);
  const images = new Map((await listImagesById(db, viewer.userId, [...newest.values()])).map((image) => [image.id, image]));
  return rows.map((row) => {
    const image = images.get(newest.get(row.id) ?? '');
    const shown = image && canViewImage(viewer, image) ? [image] : [];
    return presentBatch(row, counts(row.id), viewer, { errors: [], images: shown, sourceEvent: sourceEvents.get(row.id) ?? null });
  });
}

/** Cancels a locked batch: what isn't made is refunded. @param message why, if it wasn't by the person */
export async function cancelBatch(tx: Tx, { id, userId }: Pick<BatchRow, 'id' | 'userId'>, message: string | null): Promise<void> {
  const left = await countUnfinishedItems(tx, id);
  const seq = await nextGenerationSeqs(tx, userId, left + 1);
  await cancelItems(tx, id, seq);
  await changeBatch(tx, id, seq + left, { status: 'cancelled', message, finishedAt: new Date() });
}

/** Cancels all unfinished batches of a person, for example when their account is deleted. */
export async function cancelBatchesOf(tx: Tx, userId: string): Promise<void> {
  for (const batch of await listActiveBatches(tx, userId)) {
    await lockBatch(tx, batch);
    await cancelBatch(tx, batch, null);
  }
}
