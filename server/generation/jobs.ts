import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import {
  type BatchRow,
  listForgottenBatches,
  listStalledBatches,
  lockBatch,
  queueBatch,
  removeBatchesOfDeleted,
} from '#server/generation/batch-repository.ts';
import { cancelBatch } from '#server/generation/batches.ts';
import { findGeneration, finishGeneration, listStaleGenerations, nextGenerationSeq } from '#server/generation/generations-repository.ts';
import { removeExpiredLinks } from '#server/generation/image-links-repository.ts';
import {
  listImagesToRemove,
  listUploadsToRemove,
  removeGenerationsOfDeleted,
  removeGenerationUpload,
  removeImage,
} from '#server/generation/image-repository.ts';
import { RESTORABLE_IMAGE_DAYS, RESTORABLE_PROMPT_DAYS } from '#server/generation/policy.ts';
import { removePromptsDeletedBefore } from '#server/generation/prompts-repository.ts';
import { removeImageFiles } from '#server/generation/results.ts';
import type { GenerationRunner } from '#server/generation/run-generation.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { RESTORABLE_ORGANIZATION_DAYS } from '#server/organizations/policy.ts';
import { storageKeys } from '#server/storage/storage.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than any queue. Older unfinished generations are lost. */
const FORGOTTEN_MS = 2 * DAY_MS;
const AT_ONCE = 200;
/** Longer than any image takes. */
const STALLED_MS = 2 * 3600 * 1000;
const PAUSED_DAYS = 7;

/** Runs generations. It has its own workers, so that photos don't wait for it. */
export const generationJobs = (run: GenerationRunner): JobHandlers<'make-generation'> => ({
  'make-generation': ({ generationId }, signal) => run(generationId, signal),
});

/** The periodic cleanup. */
export function generationSweeps({ db, jobs, storage, log }: Deps): JobHandlers<'sweep-generations'> {
  /** Removes files before rows, because the rows list the files for a run that continues an interrupted one. */
  async function removeImages(signal: AbortSignal): Promise<void> {
    // One day longer than they can be restored, so that a Restore at the last moment still succeeds.
    const ago = (days: number) => new Date(Date.now() - (days + 1) * DAY_MS);
    const before = { images: ago(RESTORABLE_IMAGE_DAYS), organizations: ago(RESTORABLE_ORGANIZATION_DAYS) };
    const list = () => listImagesToRemove(db, before, AT_ONCE);
    for (let images = await list(); images.length > 0; images = await list()) {
      for (const image of images) {
        if (signal.aborted) return;
        await removeImageFiles(storage, image);
        await removeImage(db, image.id);
      }
    }
  }

  async function removeUploads(signal: AbortSignal): Promise<void> {
    const list = () => listUploadsToRemove(db, AT_ONCE);
    for (let uploads = await list(); uploads.length > 0; uploads = await list()) {
      for (const { id } of uploads) {
        if (signal.aborted) return;
        for (const variant of ['picture', 'thumb'] as const) await storage.delete(storageKeys.generationSource(id, variant));
        await removeGenerationUpload(db, id);
      }
    }
  }

  async function endForgotten(): Promise<void> {
    const error = {
      code: 'interrupted',
      message: 'This was interrupted and couldn’t be resumed.',
      retryable: true,
      retry_after: null,
    } as const;
    for (const { id } of await listStaleGenerations(db, new Date(Date.now() - FORGOTTEN_MS))) {
      log.warn({ generationId: id }, 'a generation that nothing works on any more is given up');
      await db.transaction(async (tx) => {
        const generation = await findGeneration(tx, id);
        if (generation) await finishGeneration(tx, generation, await nextGenerationSeq(tx, generation.userId), { status: 'failed', error });
      });
    }
  }

  /** Batches that are paused for so long hold their credits no longer. Those that lost their job get another one. */
  async function tendBatches(): Promise<void> {
    for (const batch of await listForgottenBatches(db, new Date(Date.now() - PAUSED_DAYS * DAY_MS)))
      await changeLocked(batch, 'paused', (tx) => cancelBatch(tx, batch, `It was paused for ${PAUSED_DAYS} days.`));
    for (const batch of await listStalledBatches(db, new Date(Date.now() - STALLED_MS))) {
      log.warn({ batchId: batch.id }, 'a batch that nothing works on any more goes on');
      await changeLocked(batch, 'running', (tx) => queueBatch(tx, jobs, batch.id));
    }
    await removeBatchesOfDeleted(db);
  }

  const changeLocked = (batch: BatchRow, status: BatchRow['status'], act: (tx: Tx) => Promise<void>): Promise<void> =>
    db.transaction(async (tx) => {
      if ((await lockBatch(tx, batch))?.batch.status === status) await act(tx);
    });

  return {
    async 'sweep-generations'(_payload, signal) {
      await endForgotten();
      await removeImages(signal);
      await removeUploads(signal);
      await removeGenerationsOfDeleted(db);
      await removeExpiredLinks(db, new Date(Date.now() - DAY_MS));
      await removePromptsDeletedBefore(db, new Date(Date.now() - (RESTORABLE_PROMPT_DAYS + 1) * DAY_MS));
      await tendBatches();
    },
  };
}
