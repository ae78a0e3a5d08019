// Batches: many photos in one style, with one progress, one cost and one undo.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit } from '#server/audit/audit.ts';
import { creditLimit, monthOf, reserveCreditsForEach, scopeOf, sumCredits } from '#server/billing/credits-repository.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { findEvent } from '#server/events/events-repository.ts';
import { requireVisible, requireVisibleEvent } from '#server/events/operations/authorize.ts';
import {
  batchOrder,
  type BatchItem,
  type BatchRow,
  changeBatch,
  findBatch,
  insertBatch,
  insertItems,
  isToCheck,
  listActiveBatches,
  listBatchImageIds,
  listBatchRows,
  listFailedItems,
  listPostedPhotoIds,
  lockBatch,
  nextGenerationSeqs,
  queueBatch,
  releasePositions,
} from '#server/generation/batch-repository.ts';
import { cancelBatch, readBatch, readBatches } from '#server/generation/batches.ts';
import { type Catalog, refreshCatalog, type UsableModel } from '#server/generation/catalog.ts';
import { setImagesDeleted } from '#server/generation/image-repository.ts';
import { lockDeletableImages, requireGenerating } from '#server/generation/operations/authorize.ts';
import { generationDiffers, requireConfirmedAddress, requireDailyQuotas, requireModel } from '#server/generation/operations/generations.ts';
import { announcingLimit } from '#server/generation/paid-images.ts';
import { canUseBatch } from '#server/generation/policy.ts';
import { undoableUntil } from '#server/generation/presenter.ts';
import { completeRequest } from '#server/generation/request.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, Problem } from '#server/http/problem.ts';
import { readBatchSources } from '#server/images/batch-sources.ts';
import { refreshViewer, requireWritable } from '#server/organizations/access.ts';
import { findOrganization, lockActiveUser } from '#server/organizations/repository.ts';
import { listRemoved } from '#server/photos/moderation-repository.ts';
import { requireDelivery } from '#server/photos/operations/authorize.ts';
import { deleteEventPhotos, restoreEventPhotos } from '#server/photos/operations/deletion.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

type Body = Call<'createGenerationBatch'>['body'];
type Asking = Pick<Call<'pauseGenerationBatch'>, 'viewer' | 'path' | 'request'>;

/** Batches of one person that run or are paused. */
const MAX_ACTIVE = 5;

export function batchCalls(deps: Deps, catalog: Catalog) {
  const { config, db, jobs } = deps;
  const { personalCredits } = config.generation;

  /** The model, the request of each photo, and the photos. It can be slow, so it runs without locks. */
  async function prepare(viewer: Viewer, { sources, gallery, max_photos: most, post_to_event_id: eventId = null, ...body }: Body) {
    const organizationId = body.organization_id ?? null;
    await requireGenerating(db, viewer, organizationId);
    await refreshCatalog(db, catalog);
    const model = await requireModel(db, catalog, viewer, organizationId, body.model);
    if (model.capabilities.source === 'none') {
      const errors = [{ field: 'body.model', message: 'doesn’t take photos' }];
      throw new Problem(422, 'invalid_request', 'This model doesn’t change photos. Choose another one.', { errors });
    }
    const { usable: all, leftOut } = await readBatchSources(db, { sources, gallery }, viewer, model.capabilities);
    const usable = all.slice(0, most ?? all.length);
    if (eventId !== null) {
      const { event, relation } = await requireVisibleEvent(db, eventId, viewer);
      requireDelivery(relation, event);
    }
    const [source] = usable;
    if (!source) throw new Error('a batch was prepared without photos');
    const asked = { ...body, negative_prompt: '', count: 1, source };
    const request = { ...completeRequest(asked, model.capabilities), source: null };
    return { organizationId, eventId, model, request, usable, leftOut, source };
  }

  async function create(
    { viewer: asking, body, header, request: http }: Call<'createGenerationBatch'>,
    askedHash: string,
  ): Promise<BatchRow> {
    const id = header['idempotency-key'];
    const { userId } = asking;
    const { organizationId, eventId, request, usable, leftOut } = await prepare(asking, body);
    return db.transaction(async (tx) => {
      await lockActiveUser(tx, userId);
      const firstSeq = await nextGenerationSeqs(tx, userId, usable.length + 1);
      const sent = await findSent(tx, id, askedHash, asking);
      if (sent) return sent;

      const viewer = organizationId === null ? asking : await refreshViewer(tx, asking, organizationId);
      await requireGenerating(tx, viewer, organizationId);
      const model = await requireModel(tx, catalog, viewer, organizationId, body.model);
      await requireConfirmedAddress(tx, model, userId);
      await requireRoom(tx, userId);
      const unitCredits = model.price;
      const batch = { id, userId, organizationId, modelId: model.id, request, askedHash, unitCredits };
      const row = { ...batch, eventId, leftOut, pauseAfter: body.pause_after ?? null, seq: firstSeq + usable.length };
      // Another person has this key. The error reveals nothing about it.
      if (!(await insertBatch(tx, row))) throw generationDiffers();
      const items = usable.map((source, position) => ({ id: uuid7(), position, source }));
      await addItems(tx, model, batch, items, firstSeq, http);
      await queueBatch(tx, jobs, id);
      const subject = { subjectType: 'generation_batch', subjectId: id, organizationId };
      const detail = { model: model.id, count: items.length, credits: items.length * unitCredits };
      await audit(tx, { action: 'generation.start_batch', actorId: userId, ...subject, request: http, detail });
      return requireStored(tx, id);
    });
  }

  /** Reserves the credits of generations and adds them. */
  async function addItems(
    tx: Tx,
    model: UsableModel,
    batch: Omit<Parameters<typeof insertItems>[1], 'task'>,
    items: readonly BatchItem[],
    firstSeq: number,
    request: FastifyRequest,
  ): Promise<void> {
    const { userId, organizationId, unitCredits: amount } = batch;
    const ids = items.map(({ id }) => id);
    await reserveCreditsForEach(tx, ids, { userId, organizationId, amount }, personalCredits);
    await requireDailyQuotas(deps, tx, model, { userId, organizationId, count: items.length, request });
    await insertItems(tx, { ...batch, task: model.task }, items, firstSeq);
  }

  /** Changes a locked batch of the caller, and returns it. */
  async function changed({ viewer, path }: Asking, act: (tx: Tx, batch: BatchRow, seq: number) => Promise<void>) {
    const known = await requireUsable(db, path.batchId, viewer);
    const batch = await db.transaction(async (tx) => {
      const locked = await lockBatch(tx, known);
      if (!locked) throw notFound('batch');
      await act(tx, locked.batch, locked.seq);
      return requireStored(tx, known.id);
    });
    return { status: 200 as const, body: await readBatch(db, batch, viewer) };
  }

  const record = (tx: Tx, { viewer, request }: Pick<Asking, 'viewer' | 'request'>, batch: BatchRow, action: AuditAction) =>
    audit(tx, {
      action,
      actorId: viewer.userId,
      subjectType: 'generation_batch',
      subjectId: batch.id,
      organizationId: batch.organizationId,
      request,
      detail: { model: batch.modelId },
    });

  return {
    async createGenerationBatch(call) {
      const { viewer, body, header } = call;
      // A repeated request is answered even if rights, models, photos or credits have changed.
      const askedHash = hashOf(body);
      const batch =
        (await findSent(db, header['idempotency-key'], askedHash, viewer)) ??
        (await announcingLimit(deps, call.request, create(call, askedHash)));
      const headers = { location: `/api/v1/generation-batches/${batch.id}` };
      return { status: 202, headers, body: await readBatch(db, batch, viewer) };
    },

    async estimateGenerationBatch({ viewer, body }) {
      const { organizationId, model, usable, leftOut, source } = await prepare(viewer, body);
      const scope = scopeOf({ userId: viewer.userId, organizationId });
      const [limit, sums] = [await creditLimit(db, scope, personalCredits), await sumCredits(db, scope, monthOf(new Date()))];
      return {
        status: 200,
        body: {
          photos: usable.length,
          left_out: leftOut,
          unit_credits: model.price,
          credits: usable.length * model.price,
          credits_left: limit === null ? null : Math.max(0, limit - sums.used - sums.reserved),
          preview_source: source,
        },
      };
    },

    async listGenerationBatches({ viewer, query: { unfinished = false, cursor, limit } }) {
      const { rows, cursors } = await batchOrder.page({ cursor, limit, sort: '-created_at' }, (range) =>
        listBatchRows(db, viewer.userId, unfinished, range),
      );
      return { status: 200, body: { items: await readBatches(db, rows, viewer), next_cursor: cursors.next_cursor } };
    },

    async getGenerationBatch({ viewer, path }) {
      return { status: 200, body: await readBatch(db, await requireUsable(db, path.batchId, viewer), viewer) };
    },

    pauseGenerationBatch: (call) =>
      changed(call, async (tx, batch, seq) => {
        if (batch.status === 'running') await changeBatch(tx, batch.id, seq, { status: 'paused' });
      }),

    resumeGenerationBatch: (call) =>
      changed(call, async (tx, batch, seq) => {
        if (batch.status !== 'paused') return;
        const isChecked = batch.pauseAfter !== null && (await isToCheck(tx, { id: batch.id, pauseAfter: batch.pauseAfter }));
        await changeBatch(tx, batch.id, seq, { status: 'running', ...(isChecked && { pauseAfter: null }) });
        if (!batch.hasJob) await queueBatch(tx, jobs, batch.id);
      }),

    cancelGenerationBatch: (call) =>
      changed(call, async (tx, batch) => {
        if (!isActive(batch)) return;
        await cancelBatch(tx, batch, null);
        await record(tx, call, batch, 'generation.cancel_batch');
      }),

    async retryGenerationBatch(call) {
      await refreshCatalog(db, catalog);
      return changed(call, async (tx, batch) => {
        if (batch.undoneAt !== null) throw new Problem(409, 'batch_undone', 'The results of this batch were removed. Restore them first.');
        const failed = await listFailedItems(tx, batch.id);
        if (failed.length === 0) return;
        const { userId, organizationId } = batch;
        const viewer = organizationId === null ? call.viewer : await refreshViewer(tx, call.viewer, organizationId);
        await requireGenerating(tx, viewer, organizationId);
        const model = await requireModel(tx, catalog, viewer, organizationId, batch.modelId);
        await requireConfirmedAddress(tx, model, userId);
        if (!isActive(batch)) await requireRoom(tx, userId);
        await releasePositions(
          tx,
          failed.map(({ id }) => id),
        );
        const items = failed.flatMap(({ position, request: { source } }) => (source ? [{ id: uuid7(), position, source }] : []));
        const firstSeq = await nextGenerationSeqs(tx, userId, items.length + 1);
        await addItems(tx, model, { ...batch, unitCredits: model.price }, items, firstSeq, call.request);
        await changeBatch(tx, batch.id, firstSeq + items.length, { status: 'running', message: null, finishedAt: null });
        if (!batch.hasJob) await queueBatch(tx, jobs, batch.id);
        await record(tx, call, batch, 'generation.retry_batch');
      });
    },

    undoGenerationBatch: (call) =>
      changed(call, async (tx, batch) => {
        if (batch.undoneAt !== null) return;
        requireInTime(batch);
        const { viewer, request } = call;
        if (isActive(batch)) await cancelBatch(tx, batch, null);
        const undoneAt = new Date();
        const ids = await listBatchImageIds(tx, batch.id, null);
        const images = await lockDeletableImages(tx, ids, viewer);
        if (images.length < ids.length) throw noLongerTheirs();
        const seq = await nextGenerationSeqs(tx, batch.userId, 1);
        await changeBatch(tx, batch.id, seq, { undoneAt });
        if (ids.length > 0) await setImagesDeleted(tx, ids, undoneAt);
        await record(tx, call, batch, 'generation.undo_batch');
        const event = await findPostedEvent(tx, batch, viewer);
        const posted = event ? await listPostedPhotoIds(tx, batch.id) : [];
        if (event) await deleteEventPhotos(tx, event, posted, { userId: viewer.userId, toTrash: true, removalId: batch.id, request });
      }),

    restoreGenerationBatch: (call) =>
      changed(call, async (tx, batch) => {
        if (batch.undoneAt === null) return;
        requireInTime(batch);
        const { viewer, request } = call;
        const ids = await listBatchImageIds(tx, batch.id, batch.undoneAt);
        const images = await lockDeletableImages(tx, ids, viewer);
        if (images.length < ids.length) throw noLongerTheirs();
        const seq = await nextGenerationSeqs(tx, batch.userId, 1);
        await changeBatch(tx, batch.id, seq, { undoneAt: null });
        if (ids.length > 0) await setImagesDeleted(tx, ids, null);
        await record(tx, call, batch, 'generation.restore_batch');
        const event = await findPostedEvent(tx, batch, viewer);
        if (!event) return;
        const removed = await listRemoved(tx, { eventId: event.id, uploaderId: viewer.userId, removalId: batch.id });
        await restoreEventPhotos(deps, tx, event, removed, { userId: viewer.userId, request, action: 'photo.restore' });
      }),
  } satisfies Partial<OperationsOf<'images'>>;
}

const isActive = ({ status }: BatchRow): boolean => status === 'running' || status === 'paused';

const noLongerTheirs = () => forbidden('You no longer have access to these images.');

/** The batch with this key, if it is the same. */
async function findSent(from: Queryable, id: string, askedHash: string, viewer: Viewer): Promise<BatchRow | undefined> {
  const sent = await findBatch(from, id);
  if (sent && (sent.userId !== viewer.userId || sent.askedHash !== askedHash)) throw generationDiffers();
  return sent;
}

async function requireUsable(db: Queryable, id: string, viewer: Viewer): Promise<BatchRow> {
  const batch = await findBatch(db, id);
  if (!batch || !canUseBatch(viewer, batch)) throw notFound('batch');
  return batch;
}

async function requireStored(tx: Tx, id: string): Promise<BatchRow> {
  const batch = await findBatch(tx, id);
  if (!batch) throw new Error(`batch ${id} disappeared while its user was locked`);
  return batch;
}

/** @throws {Problem} 409 `undo_expired` */
function requireInTime(batch: BatchRow): void {
  const until = undoableUntil(batch);
  if (until !== null && until <= new Date())
    throw new Problem(409, 'undo_expired', 'This is possible for 30 days. The images are in your library.');
}

/**
 * The event that results were posted to, also a deleted one: it may be restored. Null if there is none, or this person no longer sees it.
 * @throws {Problem} 403 `organization_suspended`
 */
async function findPostedEvent(tx: Tx, { eventId }: BatchRow, viewer: Viewer) {
  if (eventId === null) return null;
  try {
    const known = await findEvent(tx, eventId, viewer.userId);
    const event = known?.deletedAt ? known : requireVisible(known, viewer).event;
    const organization = await findOrganization(tx, event.organizationId);
    if (organization) requireWritable(organization);
    return event;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

const hashOf = (body: Body): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        Object.entries(body)
          .filter(([, value]) => value !== null && value !== undefined)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    )
    .digest('hex');

/** The person's counter is locked, so the count stays correct. @throws {Problem} 429 `too_many_generations` */
async function requireRoom(tx: Tx, userId: string): Promise<void> {
  if ((await listActiveBatches(tx, userId)).length < MAX_ACTIVE) return;
  const detail = `You already have ${MAX_ACTIVE} batches in progress. Wait for one to finish, or cancel one.`;
  throw new Problem(429, 'too_many_generations', detail, { headers: { 'retry-after': '60' } });
}
