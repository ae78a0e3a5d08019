// Creating, listing and canceling generations, and the stream of their changes.
import type { FastifyRequest } from 'fastify';
import { findPersonOfSession } from '#server/accounts/sessions-repository.ts';
import { audit } from '#server/audit/audit.ts';
import { reserveCredits } from '#server/billing/credits-repository.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { type BatchRow, listActiveBatches, listBatchesChangedSince } from '#server/generation/batch-repository.ts';
import { readBatch } from '#server/generation/batches.ts';
import { type Catalog, listUsableModels, refreshCatalog, type UsableModel } from '#server/generation/catalog.ts';
import { derivationOf, requireDerivable } from '#server/generation/derivation.ts';
import {
  countUnfinished,
  findGeneration,
  finishGeneration,
  generationOrder,
  type GenerationRow,
  generationsTopic,
  insertGeneration,
  lastSeq,
  listChangedSince,
  listGenerationRows,
  listUnfinished,
  nextGenerationSeq,
  QUEUE_TOPIC,
  queueGeneration,
} from '#server/generation/generations-repository.ts';
import { listImagesOf } from '#server/generation/image-repository.ts';
import { markedShare } from '#server/generation/mask.ts';
import { leftToday } from '#server/generation/model-repository.ts';
import { requireCancellable, requireGenerating, requireScope, requireVisibleGeneration } from '#server/generation/operations/authorize.ts';
import { readUploadedMask, requireUsableSource } from '#server/generation/operations/usable-source.ts';
import { announcingLimit, requirePaidImages } from '#server/generation/paid-images.ts';
import { presentGeneration } from '#server/generation/presenter.ts';
import {
  completeRequest,
  requestHash,
  requireDrawable,
  requireExtension,
  requireMaskShape,
  requireMaskShare,
  requireSize,
} from '#server/generation/request.ts';
import { locateSources, type PhotoSource } from '#server/generation/sources.ts';
import { createConcurrencyLimiter } from '#server/http/concurrency-limiter.ts';
import { withoutAbilities } from '#server/http/impersonation.ts';
import { type Call, HIJACKED, type OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { openSse } from '#server/http/sse.ts';
import { followTopic } from '#server/live/hub.ts';
import { personTopic } from '#server/live/topics-repository.ts';
import { refreshViewer } from '#server/organizations/access.ts';
import { findAddress, lockActiveUser } from '#server/organizations/repository.ts';
import type { Viewer } from '#server/viewer.ts';

export function generationCalls(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'storage'>,
  catalog: Catalog,
  photoSource: PhotoSource,
) {
  const { config, db, jobs } = deps;
  const present = async (from: Queryable, row: GenerationRow, viewer: Viewer) =>
    presentGeneration(row, await listImagesOf(from, viewer.userId, [row.id]), viewer);

  /** The one with this key, if it is the same. */
  async function findSent(from: Queryable, id: string, askedHash: string, viewer: Viewer): Promise<GenerationRow | undefined> {
    const sent = await findGeneration(from, id);
    if (sent && (sent.userId !== viewer.userId || sent.askedHash !== askedHash)) throw generationDiffers();
    return sent;
  }

  /** Finds the model, completes the request and locates its sources. It can be slow, so it runs without locks. */
  async function prepare(viewer: Viewer, body: Call<'createGeneration'>['body']) {
    const organizationId = body.organization_id ?? null;
    await requireGenerating(db, viewer, organizationId);
    await refreshCatalog(db, catalog);
    const model = await requireModel(db, catalog, viewer, organizationId, body.model);
    const { capabilities, task } = model;
    const request = completeRequest(body, capabilities);
    requireDrawable(request, model);
    const named = body.derived_from ?? null;
    if (named) {
      const { modelId, seed } = await requireDerivable(db, named, viewer);
      const isVaried = named.action === 'variation' && modelId === model.id && typeof body.seed !== 'number';
      if (isVaried && seed !== null && model.varySeed) request.seed = model.varySeed(seed);
    }
    const { source, mask } = await locateSources(db, request, viewer, photoSource);
    if (source) requireSize(source, capabilities);
    if (source && mask) requireMaskShape(source, mask);
    if (source && capabilities.outpaint === 'required') requireExtension(source, request);
    if (mask && capabilities.max_mask_share !== undefined)
      requireMaskShare(await markedShare((await readUploadedMask(deps, mask)).bytes), capabilities);
    await requireUsableSource(deps, model, source);
    const keys = { sourceKey: source?.key ?? null, maskKey: mask?.key ?? null };
    return { organizationId, request, ...keys, ...derivationOf(request, task, named) };
  }

  async function create(
    { viewer: asking, body, header, request: http }: Call<'createGeneration'>,
    askedHash: string,
  ): Promise<GenerationRow> {
    const id = header['idempotency-key'];
    const { userId } = asking;
    const { organizationId, ...asked } = await prepare(asking, body);
    return db.transaction(async (tx) => {
      await lockActiveUser(tx, userId);
      // Locks this person's counter: counts stay correct, and a concurrent duplicate request is detected.
      const seq = await nextGenerationSeq(tx, userId);
      const sent = await findSent(tx, id, askedHash, asking);
      if (sent) return sent;

      const viewer = organizationId === null ? asking : await refreshViewer(tx, asking, organizationId);
      await requireGenerating(tx, viewer, organizationId);
      const model = await requireModel(tx, catalog, viewer, organizationId, body.model);
      const { price } = model;
      const { personalCredits, unfinishedPerPerson } = config.generation;
      await requireConfirmedAddress(tx, model, userId);
      const rank = await countUnfinished(tx, userId);
      if (rank >= unfinishedPerPerson) throw tooManyGenerations(unfinishedPerPerson);
      const credits = asked.request.count * price;
      await reserveCredits(tx, { generationId: id, userId, organizationId, amount: credits }, personalCredits);
      // `reserveCredits` has locked the account, so this count is exact.
      await requireDailyQuotas(deps, tx, model, { userId, organizationId, count: asked.request.count, request: http });
      const row = { id, userId, organizationId, modelId: body.model, ...asked, askedHash, seq, rank, credits, unitCredits: price };
      // Another person has this key. The error reveals nothing about it.
      if (!(await insertGeneration(tx, row))) throw generationDiffers();
      await queueGeneration(tx, jobs, row);
      const subject = { subjectType: 'generation', subjectId: id, organizationId };
      const detail = { model: body.model, count: asked.request.count, credits };
      await audit(tx, { action: 'generation.create', actorId: userId, ...subject, request: http, detail });
      return requireStoredGeneration(tx, id);
    });
  }

  return {
    async createGeneration(call) {
      const { viewer, body, header } = call;
      // A repeated request is answered even if rights, models or credits have changed.
      const askedHash = requestHash(body);
      const generation =
        (await findSent(db, header['idempotency-key'], askedHash, viewer)) ??
        (await announcingLimit(deps, call.request, create(call, askedHash)));
      const headers = { location: `/api/v1/generations/${generation.id}` };
      return { status: 202, headers, body: await present(db, generation, viewer) };
    },

    async listGenerations({ viewer, query }) {
      const { organization_id: organizationId = null, status, cursor, limit } = query;
      await requireScope(db, viewer, organizationId);
      const filter = { userId: viewer.userId, organizationId, status };
      const { rows, cursors } = await generationOrder.page({ cursor, limit, sort: '-created_at' }, (range) =>
        listGenerationRows(db, filter, range),
      );
      const images = await listImagesOf(
        db,
        viewer.userId,
        rows.map(({ id }) => id),
      );
      return { status: 200, body: { items: rows.map((row) => presentGeneration(row, images, viewer)), next_cursor: cursors.next_cursor } };
    },

    async getGeneration({ viewer, path }) {
      return { status: 200, body: await present(db, await requireVisibleGeneration(db, path.generationId, viewer), viewer) };
    },

    async cancelGeneration({ viewer, path, request }) {
      const asked = await requireCancellable(db, path.generationId, viewer);
      const generation = asked.finishedAt
        ? asked
        : await db.transaction(async (tx) => {
            const seq = await nextGenerationSeq(tx, asked.userId);
            if (await finishGeneration(tx, asked, seq, { status: 'cancelled' })) {
              const subject = { subjectType: 'generation', subjectId: asked.id, organizationId: asked.organizationId };
              await audit(tx, { action: 'generation.cancel', actorId: viewer.userId, ...subject, request });
            }
            return requireStoredGeneration(tx, asked.id);
          });
      return { status: 200, body: await present(db, generation, viewer) };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

async function requireStoredGeneration(tx: Tx, id: string): Promise<GenerationRow> {
  const generation = await findGeneration(tx, id);
  if (!generation) throw new Error(`generation ${id} disappeared while its user was locked`);
  return generation;
}

/** @throws {Problem} 409 `model_unavailable` */
export async function requireModel(
  from: Queryable,
  catalog: Catalog,
  viewer: Viewer,
  organizationId: string | null,
  id: string,
): Promise<UsableModel> {
  const model = (await listUsableModels(from, catalog, viewer, organizationId)).find((one) => one.id === id);
  if (!model) throw modelUnavailable();
  return model;
}

/**
 * Models that cost money require a confirmed address, so that one person can't use many made-up addresses.
 * @throws {Problem} 403 `confirmed_email_required`
 */
export async function requireConfirmedAddress(tx: Tx, { costsMoney }: UsableModel, userId: string): Promise<void> {
  if (costsMoney && !(await findAddress(tx, userId)).isVerified) throw needsConfirmedEmail();
}

/** The account's credits are locked. @throws {Problem} 429 `model_daily_limit` */
export async function requireDailyQuotas(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Tx,
  { id, dailyLimit, costsMoney }: UsableModel,
  { userId, organizationId, count, request }: { userId: string; organizationId: string | null; count: number; request: FastifyRequest },
): Promise<void> {
  if (dailyLimit !== null) await requireDailyQuota(tx, id, dailyLimit, { userId, organizationId }, count);
  if (costsMoney) await requirePaidImages(deps, tx, { userId, count, request });
}

/** @throws {Problem} 429 `model_daily_limit` */
async function requireDailyQuota(
  tx: Tx,
  modelId: string,
  most: number,
  owner: { userId: string; organizationId: string | null },
  asked: number,
): Promise<void> {
  const left = await leftToday(tx, modelId, most, owner);
  if (asked <= left) return;
  const whose = owner.organizationId === null ? 'per person' : 'per organization';
  const room = left === 0 ? 'It’s used up today' : `${left} ${left === 1 ? 'is' : 'are'} left today`;
  throw new Problem(
    429,
    'model_daily_limit',
    `This model’s limit is ${most} ${most === 1 ? 'image' : 'images'} a day ${whose}. ${room}. Choose another model, or come back tomorrow.`,
    { errors: [{ field: 'body.count', message: 'exceeds what’s left today' }] },
  );
}

/** Everyone can have any number of made-up addresses. A super admin can confirm one by hand, which matters on servers that send no email. */
const needsConfirmedEmail = () =>
  new Problem(
    403,
    'confirmed_email_required',
    'This model costs the platform money, so your account needs a confirmed email address. Open the link in the confirmation email, or ask an administrator to confirm your address.',
    { errors: [{ field: 'body.model', message: 'needs an account with a confirmed email address' }] },
  );

export const modelUnavailable = () =>
  new Problem(409, 'model_unavailable', 'This model isn’t available. Choose another one.', {
    errors: [{ field: 'body.model', message: 'is not available' }],
  });

export const generationDiffers = () =>
  new Problem(409, 'generation_differs', 'This key was already used for a different request. Use another key.');

export const tooManyGenerations = (most: number) =>
  new Problem(429, 'too_many_generations', `You already have ${most} requests in progress. Wait for one to finish, or cancel one.`, {
    headers: { 'retry-after': '10' },
  });

type Generation = ReturnType<typeof presentGeneration>;

const AT_ONCE = 50;
/** Minimum interval between updates of queue positions. */
const QUEUE_MS = 2000;

export function generationStreamCall({ config, db, hub, log }: Deps) {
  const streams = createConcurrencyLimiter(
    config.streamsPerAccount,
    'This account has too many open tabs that follow its images. Close some of them.',
  );

  const present = async (rows: readonly GenerationRow[], viewer: Viewer) => {
    const ids = rows.map(({ id }) => id);
    const images = await listImagesOf(db, viewer.userId, ids);
    return rows.map((row) => presentGeneration(row, images, viewer));
  };

  return {
    async streamGenerations({ viewer, query, header, reply }) {
      const leave = streams.enter(viewer.userId);
      try {
        const listBatches = async (rows: readonly BatchRow[]) => Promise.all(rows.map((row) => readBatch(db, row, viewer)));
        const now = await lastSeq(db, viewer.userId);
        const asked = resumeAfter(header['last-event-id']) ?? query.after ?? null;
        // A position from the future is one of a database that was restored since.
        const isKnown = asked !== null && asked <= now;
        let position = isKnown ? asked : now;
        const first = isKnown ? [] : await present(await listUnfinished(db, viewer.userId), viewer);
        const firstBatches = isKnown ? [] : await listBatches(await listActiveBatches(db, viewer.userId));

        /** Queue positions that were sent. */
        const places = new Map<string, number | null>();
        const send = (event: 'generation' | 'place', generation: Generation, id: number) => {
          if (generation.status === 'queued') places.set(generation.id, generation.queue_position);
          else places.delete(generation.id);
          sse.send({ id, event, data: viewer.impersonation ? withoutAbilities(generation) : generation });
        };
        const tell = (generations: typeof first) => {
          for (const generation of generations) send('generation', generation, generation.seq);
        };
        let moving: NodeJS.Timeout | undefined;
        let haveMoved = false;
        const sendBatches = (batches: typeof firstBatches) => {
          for (const batch of batches)
            sse.send({ id: batch.seq, event: 'batch', data: viewer.impersonation ? withoutAbilities(batch) : batch });
        };
        const moved = () => {
          if (places.size === 0) return;
          moving ??= setTimeout(() => {
            moving = undefined;
            haveMoved = true;
            topic.wake();
          }, QUEUE_MS);
        };
        /** They have not changed themselves, so where to resume stays as it is. */
        const tellPlaces = async () => {
          haveMoved = false;
          const waiting = (await listUnfinished(db, viewer.userId)).filter((row) => places.has(row.id) && row.seq <= position);
          const others = waiting.filter(({ id, queuePosition }) => places.get(id) !== queuePosition);
          for (const generation of await present(others, viewer)) send('place', generation, position);
        };
        const look = async () => {
          if (!(await findPersonOfSession(db, viewer.userId, viewer.sessionId))) {
            sse.close();
            return false;
          }
          const rows = await listChangedSince(db, viewer.userId, position, AT_ONCE);
          // Up to where the generations are read, so that their common order has no gap.
          const isMore = rows.length === AT_ONCE;
          const upTo = isMore ? (rows.at(-1)?.seq ?? position) : Infinity;
          const batches = (await listBatchesChangedSince(db, viewer.userId, position, AT_ONCE)).filter(({ seq }) => seq <= upTo);
          tell(await present(rows, viewer));
          sendBatches(await listBatches(batches));
          position = Math.max(position, rows.at(-1)?.seq ?? 0, batches.at(-1)?.seq ?? 0);
          if (haveMoved) await tellPlaces();
          return isMore;
        };
        const failed = (error: unknown) => log.warn({ err: error }, 'cannot read what became of generations yet');
        const topic = followTopic(hub, generationsTopic(viewer.userId), { poll: look, onError: failed });
        const forget = hub.subscribe(personTopic(viewer.userId), topic.wake);
        const leaveQueue = hub.subscribe(QUEUE_TOPIC, moved);
        const sse = openSse(reply, {
          onClose() {
            clearTimeout(moving);
            topic.end();
            forget();
            leaveQueue();
            leave();
          },
        });
        tell(first);
        sendBatches(firstBatches);
        topic.wake();
        return HIJACKED;
      } catch (error) {
        leave();
        throw error;
      }
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

const resumeAfter = (lastEventId: string | undefined): number | null =>
  lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
