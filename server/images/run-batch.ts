// Makes the images of a batch: each run of its job makes one, and queues the next. So the images of others come in between, a pause takes effect after
// the current image, and after a crash the job starts again where it was.
import { toViewer } from '#server/accounts/presenter.ts';
import { findPerson } from '#server/accounts/users-repository.ts';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { type FoundEvent, requireVisibleEvent } from '#server/events/operations/authorize.ts';
import {
  type BatchRow,
  changeBatch,
  countUnfinishedItems,
  findBatch,
  findNextItem,
  findUnpostedImage,
  isToCheck,
  lockBatch,
  queueBatch,
  setSourceKey,
} from '#server/generation/batch-repository.ts';
import { cancelBatch } from '#server/generation/batches.ts';
import { type Catalog, refreshCatalog, type UsableModel } from '#server/generation/catalog.ts';
import { findGeneration, finishGeneration, nextGenerationSeq } from '#server/generation/generations-repository.ts';
import { requireGenerating } from '#server/generation/operations/authorize.ts';
import { requireModel } from '#server/generation/operations/generations.ts';
import { requireSize } from '#server/generation/request.ts';
import { type GenerationRunner, isAwaited, NOT_YET_INSTALLED_S } from '#server/generation/run-generation.ts';
import { type LocatedSource, locateSources, type PhotoSource } from '#server/generation/sources.ts';
import { toProblem } from '#server/http/errors.ts';
import { Problem } from '#server/http/problem.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { requireDelivery } from '#server/photos/operations/authorize.ts';
import { postImage } from '#server/photos/post-image.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';

interface BatchParts {
  catalog: Catalog;
  photoSource: PhotoSource;
  /** Makes one generation. */
  run: GenerationRunner;
}

/** The person may no longer do this: the batch ends. */
class NotAllowed extends Error {
  override name = 'NotAllowed';
}

export function batchJobs(deps: Deps, { catalog, photoSource, run }: BatchParts): JobHandlers<'continue-batch'> {
  const { db, jobs, log } = deps;

  /** What the person may do now. @throws {NotAllowed} */
  async function requireRights(batch: BatchRow): Promise<{ viewer: Viewer; model: UsableModel }> {
    const person = await findPerson(db, batch.userId);
    if (!person || person.disabledAt !== null) throw new NotAllowed('This account can no longer create images.');
    // No session: nothing that needs one is asked.
    const viewer = toViewer(person, batch.id);
    if (batch.eventId !== null) {
      const { event, relation } = await requireEvent(batch.eventId, viewer);
      await refusing(async () => requireDelivery(relation, event));
    }
    return refusing(async () => {
      await requireGenerating(db, viewer, batch.organizationId);
      return { viewer, model: await requireModel(db, catalog, viewer, batch.organizationId, batch.modelId) };
    });
  }

  /** @throws {NotAllowed} if the person no longer sees it */
  async function requireEvent(eventId: string, viewer: Viewer): Promise<FoundEvent> {
    try {
      return await requireVisibleEvent(db, eventId, viewer);
    } catch (error) {
      if (error instanceof Problem && error.status === 404)
        throw new NotAllowed('You no longer have access to the event.', { cause: error });
      throw error;
    }
  }

  /** Posts results that wait for it, for example after a crash or the first images that the person looked at. @throws {NotAllowed} */
  async function postResults({ id: batchId, eventId }: BatchRow, viewer: Viewer): Promise<void> {
    if (eventId === null) return;
    const isWanted = async (tx: Tx) => {
      const batch = await findBatch(tx, batchId, 'share');
      return batch !== undefined && batch.undoneAt === null;
    };
    for (let image = await findUnpostedImage(db, batchId); image; image = await findUnpostedImage(db, batchId)) {
      const { generationId: id, position, createdAt: madeAt, ...facts } = image;
      const key = storageKeys.generated(id, position, 'original');
      // It may have been deleted while the image was made.
      await requireEvent(eventId, viewer);
      const posted = await refusing(() => postImage(deps, viewer, eventId, { ...facts, id, key, madeAt }, isWanted));
      if (!posted) return;
    }
  }

  /** @throws {Problem} below 500 if this photo can't be used; {NotAllowed} if none of its event can be */
  async function locate(source: { kind: string; id: string; event_id?: string | null }, viewer: Viewer): Promise<LocatedSource | null> {
    if (source.kind !== 'photo')
      return (await locateSources(db, { source: { kind: 'image', id: source.id }, mask: null }, viewer, photoSource)).source;
    const eventId = source.event_id ?? '';
    await requireEvent(eventId, viewer);
    try {
      return await photoSource(viewer, eventId, source.id);
    } catch (error) {
      if (error instanceof Problem && error.status === 403) throw new NotAllowed(error.message);
      throw error;
    }
  }

  /** False: the photo can't be used, and its place ends as skipped, or as failed where the server is at fault. */
  async function prepare(
    item: NonNullable<Awaited<ReturnType<typeof findNextItem>>>,
    viewer: Viewer,
    { capabilities }: UsableModel,
  ): Promise<boolean> {
    const { source } = item.request;
    if (item.sourceKey !== null || !source) return true;
    try {
      const located = await locate(source, viewer);
      if (!located) throw new Problem(404, 'not_found', 'There is no such image.');
      requireSize(located, capabilities);
      await setSourceKey(db, item.id, located.key);
      return true;
    } catch (error) {
      const problem = toProblem(error);
      // Neither the photo's fault: the job is tried again later.
      if (error instanceof NotAllowed || isDatabaseUnavailable(error) || problem.status === 503 || problem.status === 507) throw error;
      if (problem.status >= 500) log.warn({ err: error, generationId: item.id }, 'the source of an image of a batch cannot be read');
      await skip(item.id, problem);
      return false;
    }
  }

  const skip = (id: string, { status, message }: Problem): Promise<void> =>
    db.transaction(async (tx) => {
      const known = await findGeneration(tx, id);
      if (!known) return;
      const seq = await nextGenerationSeq(tx, known.userId);
      const text = status === 404 || status === 410 ? 'The photo was deleted or hidden.' : message;
      const code = status >= 500 ? 'provider_error' : status === 422 ? 'invalid_request' : 'source_unavailable';
      const outcome = { code, message: text, retryable: status >= 500, retry_after: null } as const;
      await finishGeneration(tx, known, seq, { status: 'failed', error: outcome });
    });

  /** Makes the next image. Returns false if its generation waits, with a job of its own, to be tried again. @throws {NotAllowed} */
  async function makeNext(batch: BatchRow, stop: AbortSignal): Promise<boolean> {
    const { viewer, model } = await requireRights(batch);
    // The person looks at the first ones before any is posted.
    const isHeldBack = batch.pauseAfter !== null;
    if (!isHeldBack) await postResults(batch, viewer);
    const item = await findNextItem(db, batch.id);
    if (!item || !(await prepare(item, viewer, model))) return true;
    await run(item.id, stop);
    if (!isHeldBack) await postResults(batch, viewer);
    return (await findGeneration(db, item.id))?.finishedAt !== null;
  }

  /** What comes after an image. @param waitS before the next one */
  const goOn = (asked: BatchRow, turn: number, waitS = 0): Promise<void> =>
    db.transaction(async (tx) => {
      const locked = await lockBatch(tx, asked);
      if (!locked || locked.batch.turn !== turn) return;
      const { batch, seq } = locked;
      const isActive = batch.status === 'running' || batch.status === 'paused';
      const isMade = (await countUnfinishedItems(tx, batch.id)) === 0;
      const isPosted = batch.eventId === null || batch.undoneAt !== null || !(await findUnpostedImage(tx, batch.id));
      if (isActive && isMade && isPosted) return changeBatch(tx, batch.id, seq, { status: 'done', hasJob: false, finishedAt: new Date() });
      // Paused by the person at this very image, it needn't pause again after that.
      if (batch.status !== 'running') return changeBatch(tx, batch.id, seq, { hasJob: false });
      const isToPause = batch.pauseAfter !== null && (await isToCheck(tx, { id: batch.id, pauseAfter: batch.pauseAfter }));
      if (isToPause) return changeBatch(tx, batch.id, seq, { status: 'paused', hasJob: false });
      await changeBatch(tx, batch.id, seq, {});
      await queueBatch(tx, jobs, batch.id, waitS > 0 ? { runAt: new Date(Date.now() + waitS * 1000) } : {});
    });

  const end = (asked: BatchRow, message: string): Promise<void> =>
    db.transaction(async (tx) => {
      const locked = await lockBatch(tx, asked);
      if (locked && (locked.batch.status === 'running' || locked.batch.status === 'paused')) await cancelBatch(tx, locked.batch, message);
    });

  return {
    async 'continue-batch'({ batchId, turn }, stop) {
      const batch = await findBatch(db, batchId);
      if (!batch || batch.turn !== turn) return;
      await refreshCatalog(db, catalog);
      if (await isAwaited(db, catalog, batch.modelId)) return goOn(batch, turn, NOT_YET_INSTALLED_S);
      try {
        if (batch.status === 'running' && !(await makeNext(batch, stop))) return;
      } catch (error) {
        if (!(error instanceof NotAllowed)) throw error;
        await end(batch, error.message);
      }
      await goOn(batch, turn);
    },
  };
}

/** Refusals of a person end the batch. @throws {NotAllowed} */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.status < 500) throw new NotAllowed(error.message, { cause: error });
    throw error;
  }
}
