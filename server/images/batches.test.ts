// The life of a batch: many photos in one style, made one after the other, paid once, paused, cancelled, retried and undone as one.
import { eq, inArray, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '#openapi/api.ts';
import { eventParticipants, events, eventSections } from '#server/db/schema/events.ts';
import { creditEntries, generatedImages, generationBatches, generationModels, generations } from '#server/db/schema/generation.ts';
import { imagePosts } from '#server/db/schema/image-sharing.ts';
import { localModels } from '#server/db/schema/local-models.ts';
import { memberships } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { cancelBatchesOf } from '#server/generation/batches.ts';
import { GeneratorError } from '#server/generation/generator.ts';
import { generationSweeps } from '#server/generation/jobs.ts';
import type { PhotoSource } from '#server/generation/sources.ts';
import { imageOperations } from '#server/images/operations.ts';
import { batchJobs } from '#server/images/run-batch.ts';
import { requireVisiblePhoto } from '#server/photos/operations/authorize.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, createUser, eventWithMembers, type EventWithMembers, viewer } from '#tests/support/factories/database.ts';
import { drawFake, fakeModel, openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { type AskAs, askOperations, outcome } from '#tests/support/operations.ts';

type Schemas = components['schemas'];
type Batch = Schemas['GenerationBatch'];

let deps: TestDeps;
let generator: TestGenerator;
let ask: AskAs<keyof ReturnType<typeof imageOperations>, Viewer>;
let job: ReturnType<typeof batchJobs>['continue-batch'];
let scene: EventWithMembers;
let ana: Viewer;
/** Photos whose files are broken. */
const unreadable = new Set<string>();
const sourceKey = storageKeys.generationSource(uuid7(), 'picture');

beforeAll(async () => {
  deps = await openTestDeps({ PERSONAL_CREDITS: '16', GENERATIONS_PER_PERSON: '3' });
  const photoSource: PhotoSource = async (who, eventId, photoId) => {
    if (unreadable.has(photoId)) throw new Error('the original is not in the storage');
    const { photo } = await requireVisiblePhoto(deps.db, { id: eventId, photoId }, who);
    return { key: sourceKey, width: photo.width ?? 0, height: photo.height ?? 0 };
  };
  generator = await openGenerator(deps, undefined, photoSource);
  ask = askOperations(imageOperations(deps, generator.catalog));
  job = batchJobs(deps, { catalog: generator.catalog, photoSource, run: generator.run })['continue-batch'];
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#335577' } });
  await deps.storage.put(sourceKey, await picture.jpeg().toBuffer());
  await generator.run((await generator.create(viewer(await createUser(deps)), { prompt: 'The first' })).id);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  scene = await eventWithMembers(deps);
  ana = scene.guest;
  generator.makeBy(drawFake);
  generator.judgeBy(() => Promise.resolve(0));
  generator.calls.length = 0;
  // What earlier tests left.
  await deps.pool.query(`delete from graphile_worker._private_jobs`);
  await deps.db
    .update(generations)
    .set({ status: 'cancelled', finishedAt: new Date() })
    .where(sql`status in ('queued', 'running')`);
  await deps.db
    .update(generationBatches)
    .set({ status: 'cancelled', finishedAt: new Date() })
    .where(sql`status in ('running', 'paused')`);
});

const addPhotos = async (count: number, who = ana): Promise<string[]> => {
  const added: string[] = [];
  for (let at = 0; at < count; at++) added.push((await createPhoto(deps, scene.eventId, who.userId, { width: 64, height: 64 })).id);
  return added;
};
const sourcesOf = (ids: readonly string[]) => ids.map((id) => ({ kind: 'photo' as const, id, event_id: scene.eventId }));
const start = (ids: readonly string[], asked: Partial<Schemas['CreateGenerationBatchRequest']> = {}, key = uuid7(), who = ana) =>
  ask(
    'createGenerationBatch',
    who,
    {},
    {
      body: { model: 'builtin:fake', prompt: 'A cat', sources: sourcesOf(ids), ...asked },
      header: { 'idempotency-key': key },
    },
  );
type Change =
  | 'getGenerationBatch'
  | 'pauseGenerationBatch'
  | 'resumeGenerationBatch'
  | 'cancelGenerationBatch'
  | 'retryGenerationBatch'
  | 'undoGenerationBatch'
  | 'restoreGenerationBatch';
const act = (operation: Change, { id: batchId }: Pick<Batch, 'id'>, who = ana): Promise<Batch> => ask(operation, who, { batchId });
const read = (batch: Pick<Batch, 'id'>, who = ana) => act('getGenerationBatch', batch, who);
const credits = (who = ana) => generator.ask('getCredits', who);

interface Queued {
  id: string;
  payload: { batchId: string; turn: number };
  run_at: Date;
}
const jobsOf = async ({ id }: Pick<Batch, 'id'>) =>
  (
    await deps.pool.query<Queued>(
      `select id, payload, run_at from graphile_worker._private_jobs where payload ->> 'batchId' = $1 order by id`,
      [id],
    )
  ).rows;

/** Does the oldest job of a batch, as a worker would. Returns false if there is none. */
async function step(batch: Pick<Batch, 'id'>, stop = new AbortController().signal): Promise<boolean> {
  const [next] = await jobsOf(batch);
  if (!next) return false;
  await job(next.payload, stop);
  await deps.pool.query(`delete from graphile_worker._private_jobs where id = $1`, [next.id]);
  return true;
}
async function finish(batch: Pick<Batch, 'id'>): Promise<Batch> {
  while (await step(batch));
  return read(batch);
}

/** Every generation of a batch has each entry once; what is made is paid, the rest refunded. */
async function expectExactLedger({ id }: Pick<Batch, 'id'>): Promise<void> {
  const rows = await deps.db.select().from(generations).where(eq(generations.batchId, id));
  for (const row of rows) {
    const entries = await deps.db.select().from(creditEntries).where(eq(creditEntries.generationId, row.id));
    const amountOf = (kind: string) => entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount);
    expect(amountOf('reserve')).toEqual([row.unitCredits]);
    if (row.finishedAt === null) continue;
    const paid = row.status === 'succeeded' ? row.unitCredits : 0;
    expect([row.credits, amountOf('settle'), amountOf('refund')]).toEqual([paid, [paid], [paid - row.unitCredits]]);
  }
}

/** Blocks the provider in its work, once. */
function held() {
  let begun: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  let go: () => void = () => undefined;
  const mayGo = new Promise<void>((resolve) => (go = resolve));
  generator.makeBy(async (request, context) => {
    generator.makeBy(drawFake);
    begun();
    await mayGo;
    return drawFake(request, context);
  });
  return { isBegun, go };
}

describe('a batch', () => {
  it('makes one image of each photo, one after the other, and is paid per image', async () => {
    const ids = await addPhotos(4);
    const batch = await start(ids);
    expect(batch).toMatchObject({ status: 'running', total: 4, made: 0, left: 4, left_out: 0, credits: 8, unit_credits: 2 });
    expect(await credits()).toMatchObject({ used: 0, reserved: 8 });
    expect(await jobsOf(batch)).toHaveLength(1);
    await step(batch);
    expect(await read(batch)).toMatchObject({ status: 'running', made: 1, left: 3 });
    expect(await credits()).toMatchObject({ used: 2, reserved: 6 });
    expect(await finish(batch)).toMatchObject({
      status: 'done',
      made: 4,
      left: 0,
      credits: 8,
      can: { pause: false, cancel: false, undo: true },
    });
    const made = await deps.db.select().from(generations).where(eq(generations.batchId, batch.id)).orderBy(generations.batchPosition);
    expect(made.map(({ request }) => request.source?.id)).toEqual(ids);
    expect(new Set(made.map(({ request }) => request.seed)).size, 'one style').toBe(1);
    expect((await read(batch)).images).toHaveLength(4);
    await expectExactLedger(batch);
  });

  it('is one entry of the statement, whose totals agree with the ledger at every step', async () => {
    await generator.create(ana);
    const batch = await start(await addPhotos(3));
    await generator.create(ana);
    const statement = () => generator.ask('listCreditEntries', ana, {}, { query: {} });
    const expectAgreeing = async () => {
      const { items, used, reserved } = await statement();
      expect(items.map(({ batch_id: id }) => id)).toEqual([null, batch.id, null]);
      expect([items[0]!.month_total, items.at(-1)!.month_total]).toEqual([used + reserved, 2]);
      return items[1]!;
    };
    expect(await expectAgreeing()).toMatchObject({
      model: 'builtin:fake',
      style: null,
      images_asked: 3,
      images_made: 0,
      reserved: 6,
      charged: null,
      month_total: 8,
    });
    await step(batch);
    expect(await expectAgreeing()).toMatchObject({ status: 'running', images_made: 1, charged: null, month_total: 8 });
    await act('cancelGenerationBatch', batch);
    expect(await expectAgreeing()).toMatchObject({
      status: 'succeeded',
      images_made: 1,
      charged: 2,
      refunded: 4,
      reason: '1 of 3 images were made.',
      image: { is_sensitive: false },
      month_total: 4,
    });
    const page = await generator.ask('listCreditEntries', ana, {}, { query: { limit: 1 } });
    const next = await generator.ask('listCreditEntries', ana, {}, { query: { limit: 1, cursor: page.next_cursor! } });
    expect(next.items).toMatchObject([{ batch_id: batch.id, month_total: 4 }]);
  });

  it('is one however often it is sent, at the same time too', async () => {
    const ids = await addPhotos(2);
    const key = uuid7();
    const sent = await Promise.all(Array.from({ length: 4 }, () => start(ids, {}, key)));
    expect(sent.map(({ id, total }) => [id, total])).toEqual(Array.from({ length: 4 }, () => [key, 2]));
    expect(await jobsOf({ id: key })).toHaveLength(1);
    expect(await credits()).toMatchObject({ reserved: 4 });
    expect(await outcome(start(ids.slice(1), {}, key))).toBe('generation_differs');
    expect(await outcome(start(ids, {}, key, scene.owner))).toBe('generation_differs');
    await act('cancelGenerationBatch', { id: key });
    expect((await start(ids, {}, key)).status).toBe('cancelled');
  });

  it('is refused as a whole if its credits aren’t left, and reserves nothing', async () => {
    const ids = await addPhotos(9);
    expect(await outcome(start(ids))).toBe('credits_used_up');
    expect(await credits()).toMatchObject({ used: 0, reserved: 0 });
    expect(await deps.db.select().from(generationBatches).where(eq(generationBatches.userId, ana.userId))).toEqual([]);
    const body = { model: 'builtin:fake', prompt: 'A cat', sources: sourcesOf(ids) };
    const estimate = await ask('estimateGenerationBatch', ana, {}, { body });
    const [first] = sourcesOf(ids);
    expect(estimate).toEqual({ photos: 9, left_out: 0, unit_credits: 2, credits: 18, credits_left: 16, preview_source: first });
  });

  it('can be of as many photos as credits are left for, the first ones', async () => {
    const ids = await addPhotos(9);
    const asked = { model: 'builtin:fake', prompt: 'A cat', sources: sourcesOf(ids), max_photos: 8 };
    expect(await ask('estimateGenerationBatch', ana, {}, { body: asked })).toMatchObject({ photos: 8, left_out: 0, credits: 16 });
    const batch = await start(ids, { max_photos: 8 });
    expect(batch).toMatchObject({ total: 8, left_out: 0, credits: 16 });
    const items = await deps.db.select().from(generations).where(eq(generations.batchId, batch.id)).orderBy(generations.batchPosition);
    expect(items.map(({ request }) => request.source?.id)).toEqual(ids.slice(0, 8));
  });

  it('shows its newest image and the event of its photos in the list', async () => {
    const batch = await start(await addPhotos(2));
    const event = { id: scene.eventId, name: expect.any(String) as string };
    expect(batch).toMatchObject({ source_event: event, images: [] });
    const { images } = await finish(batch);
    const list = await ask('listGenerationBatches', ana, {}, { query: {} });
    expect(list.items[0]).toMatchObject({ id: batch.id, source_event: event, images: [{ id: images[0]?.id }] });
  });

  it('keeps its credits when others use up the rest meanwhile', async () => {
    const batch = await start(await addPhotos(7));
    await generator.create(ana);
    expect(await outcome(generator.create(ana))).toBe('credits_used_up');
    expect(await finish(batch)).toMatchObject({ status: 'done', made: 7 });
    expect(await credits()).toMatchObject({ used: 14, reserved: 2 });
  });

  it('leaves the requests of its person and of others their turn', async () => {
    const batch = await start(await addPhotos(5));
    for (let at = 0; at < 3; at++) await generator.create(ana);
    const { rows } = await deps.pool.query<{ task: string }>(
      `select tasks.identifier as task from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
       order by jobs.priority, jobs.run_at, jobs.id`,
    );
    expect(rows.map(({ task }) => task)).toEqual(['make-generation', 'make-generation', 'make-generation', 'continue-batch']);
    // The batch is ahead of nobody.
    const listed = await generator.ask('listGenerations', ana, {}, { query: {} });
    expect(listed.items.map(({ queue_position: place }) => place)).toEqual([2, 1, 0]);
    expect(await jobsOf(batch)).toHaveLength(1);
  });

  it('leaves out photos that the person can’t use, and needs one that they can', async () => {
    const [mine] = await addPhotos(1);
    const [foreign] = await addPhotos(1, scene.owner);
    await deps.db.update(photos).set({ status: 'rejected' }).where(eq(photos.id, foreign!));
    const large = await createPhoto(deps, scene.eventId, ana.userId, { width: 1000, height: 1000 });
    const batch = await start([mine!, mine!, foreign!, large.id, uuid7()]);
    expect(batch).toMatchObject({ total: 1, left_out: 3, credits: 2 });
    expect(await outcome(start([foreign!]))).toBe('source_unavailable');
    await deps.db.update(photos).set({ state: 'processing' }).where(eq(photos.id, mine!));
    await expect(start([mine!])).rejects.toThrow(/are still being processed/);
    expect(
      await outcome(
        ask('createGenerationBatch', ana, {}, { body: { model: 'builtin:fake', prompt: 'A' }, header: { 'idempotency-key': uuid7() } }),
      ),
    ).toBe('invalid_request');
  });

  it('takes a whole gallery, without generated photos', async () => {
    const ids = await addPhotos(3);
    await createPhoto(deps, scene.eventId, ana.userId, { width: 64, height: 64, source: 'generated' });
    await createPhoto(deps, scene.eventId, ana.userId, { width: 64, height: 64, status: 'pending' });
    const key = uuid7();
    const body = { model: 'builtin:fake', prompt: 'A cat', gallery: { event_id: scene.eventId } };
    const batch = await ask('createGenerationBatch', scene.owner, {}, { body, header: { 'idempotency-key': key } });
    expect(batch.total).toBe(ids.length);
    expect(
      await outcome(ask('createGenerationBatch', viewer(await createUser(deps)), {}, { body, header: { 'idempotency-key': uuid7() } })),
    ).toBe('not_found');
  });

  it('is seen and controlled by its person alone, and is no part of the list of generations', async () => {
    const batch = await start(await addPhotos(2));
    for (const operation of ['getGenerationBatch', 'pauseGenerationBatch', 'cancelGenerationBatch', 'undoGenerationBatch'] as const)
      expect(await outcome(act(operation, batch, scene.owner))).toBe('not_found');
    await step(batch);
    expect((await generator.ask('listGenerations', ana, {}, { query: {} })).items).toEqual([]);
    expect((await ask('listGenerationBatches', ana, {}, { query: { unfinished: true } })).items.map(({ id, made }) => [id, made])).toEqual([
      [batch.id, 1],
    ]);
    expect((await ask('listGenerationBatches', scene.owner, {}, { query: {} })).items).toEqual([]);
  });

  it('of one person are five at most', async () => {
    const ids = await addPhotos(1);
    for (let at = 0; at < 5; at++) await start(ids);
    expect(await outcome(start(ids))).toBe('too_many_generations');
  });

  it('runs beside another one without mixing them up', async () => {
    const [first, second] = [await start(await addPhotos(3)), await start(await addPhotos(3))];
    while ((await Promise.all([step(first), step(second)])).some(Boolean));
    for (const batch of [first, second]) {
      expect(await read(batch)).toMatchObject({ status: 'done', made: 3 });
      await expectExactLedger(batch);
    }
  });
});

describe('pausing', () => {
  it('takes effect after the current image, and resuming goes on where it was', async () => {
    const batch = await start(await addPhotos(3));
    const { isBegun, go } = held();
    const running = step(batch);
    await isBegun;
    expect(await act('pauseGenerationBatch', batch)).toMatchObject({ status: 'paused', made: 0, can: { resume: true } });
    go();
    await running;
    expect(await read(batch)).toMatchObject({ status: 'paused', made: 1, left: 2 });
    expect(await jobsOf(batch)).toEqual([]);
    expect(await credits()).toMatchObject({ used: 2, reserved: 4 });
    expect(await act('resumeGenerationBatch', batch)).toMatchObject({ status: 'running' });
    expect(await act('resumeGenerationBatch', batch)).toMatchObject({ status: 'running' });
    expect(await jobsOf(batch)).toHaveLength(1);
    expect(await finish(batch)).toMatchObject({ status: 'done', made: 3 });
    expect(generator.calls).toHaveLength(3);
  });

  it('and resuming while an image is made starts no second worker', async () => {
    const batch = await start(await addPhotos(2));
    const { isBegun, go } = held();
    const running = step(batch);
    await isBegun;
    await act('pauseGenerationBatch', batch);
    await act('resumeGenerationBatch', batch);
    expect(await jobsOf(batch)).toHaveLength(1);
    go();
    await running;
    expect(await finish(batch)).toMatchObject({ status: 'done', made: 2 });
    expect(generator.calls).toHaveLength(2);
  });

  it('at the last image ends as done', async () => {
    const batch = await start(await addPhotos(1));
    const { isBegun, go } = held();
    const running = step(batch);
    await isBegun;
    await act('pauseGenerationBatch', batch);
    go();
    await running;
    expect(await read(batch)).toMatchObject({ status: 'done', made: 1 });
    expect(await act('pauseGenerationBatch', batch)).toMatchObject({ status: 'done' });
    expect(await act('resumeGenerationBatch', batch)).toMatchObject({ status: 'done' });
  });

  it('happens by itself after the first images if asked, before any is posted', async () => {
    const ids = await addPhotos(4);
    const batch = await start(ids, { pause_after: 2, post_to_event_id: scene.eventId });
    expect(await finish(batch), 'for a look').toMatchObject({ status: 'paused', made: 2, posted: 0, left: 2, pause_after: 2 });
    await act('resumeGenerationBatch', batch);
    expect(await finish(batch)).toMatchObject({ status: 'done', made: 4, posted: 4, pause_after: null });
  });

  it.each([
    ['as many photos', 2],
    ['fewer photos', 3],
  ])('happens before anything is posted with %s as well', async (_what, pause_after) => {
    const batch = await start(await addPhotos(2), { pause_after, post_to_event_id: scene.eventId });
    expect(await finish(batch)).toMatchObject({ status: 'paused', made: 2, posted: 0, left: 0 });
    await act('resumeGenerationBatch', batch);
    expect(await finish(batch)).toMatchObject({ status: 'done', made: 2, posted: 2, pause_after: null });
    const own = await start(await addPhotos(2), { pause_after });
    expect(await finish(own), 'nothing is left to do').toMatchObject({ status: 'done', made: 2 });
  });

  it('by the person at the last of the first images counts as the pause after them', async () => {
    const batch = await start(await addPhotos(1), { pause_after: 3, post_to_event_id: scene.eventId });
    const { isBegun, go } = held();
    const running = step(batch);
    await isBegun;
    await act('pauseGenerationBatch', batch);
    go();
    await running;
    expect(await read(batch)).toMatchObject({ status: 'paused', made: 1, posted: 0, left: 0 });
    await act('resumeGenerationBatch', batch);
    expect(await finish(batch)).toMatchObject({ status: 'done', posted: 1 });
  });

  it('for a week gives the reserved credits back', async () => {
    const batch = await start(await addPhotos(2));
    await act('pauseGenerationBatch', batch);
    const sweep = () => generationSweeps(deps)['sweep-generations']({}, new AbortController().signal);
    await sweep();
    expect((await read(batch)).status).toBe('paused');
    await deps.db
      .update(generationBatches)
      .set({ changedAt: sql`now() - interval '8 days'` })
      .where(eq(generationBatches.id, batch.id));
    await sweep();
    expect(await read(batch)).toMatchObject({ status: 'cancelled', message: 'It was paused for 7 days.' });
    expect(await credits()).toMatchObject({ used: 0, reserved: 0 });
  });
});

describe('a batch that nobody tends', () => {
  it('gets another job if its own was lost, once', async () => {
    const batch = await start(await addPhotos(2));
    await deps.pool.query(`delete from graphile_worker._private_jobs`);
    const sweep = () => generationSweeps(deps)['sweep-generations']({}, new AbortController().signal);
    await sweep();
    expect(await jobsOf(batch)).toEqual([]);
    await deps.db
      .update(generationBatches)
      .set({ changedAt: sql`now() - interval '3 hours'` })
      .where(eq(generationBatches.id, batch.id));
    await sweep();
    await sweep();
    expect(await jobsOf(batch)).toHaveLength(1);
    expect(await finish(batch)).toMatchObject({ status: 'done', made: 2 });
  });

  it('ends with the account, and gives its credits back', async () => {
    const batch = await start(await addPhotos(2), { organization_id: null });
    await step(batch);
    await deps.db.transaction((tx) => cancelBatchesOf(tx, ana.userId));
    expect(await finish(batch)).toMatchObject({ status: 'cancelled', made: 1, cancelled: 1 });
    await expectExactLedger(batch);
  });
});

describe('cancelling', () => {
  it('keeps what is made and refunds the rest, also of the image that is made', async () => {
    const batch = await start(await addPhotos(4));
    await step(batch);
    const { isBegun, go } = held();
    const running = step(batch);
    await isBegun;
    expect(await act('cancelGenerationBatch', batch)).toMatchObject({ status: 'cancelled', made: 1, cancelled: 3, left: 0, message: null });
    go();
    await running;
    expect(await finish(batch)).toMatchObject({ status: 'cancelled', made: 1, credits: 2 });
    expect(await jobsOf(batch)).toEqual([]);
    expect(await credits()).toMatchObject({ used: 2, reserved: 0 });
    await expectExactLedger(batch);
    expect(await act('cancelGenerationBatch', batch)).toMatchObject({ status: 'cancelled', made: 1 });
    expect(await act('resumeGenerationBatch', batch)).toMatchObject({ status: 'cancelled' });
  });

  it('after the end changes nothing', async () => {
    const batch = await finish(await start(await addPhotos(1)));
    expect(await act('cancelGenerationBatch', batch)).toMatchObject({ status: 'done', made: 1 });
    await expectExactLedger(batch);
  });

  it('and finishing at the same time pay each image once', async () => {
    const batch = await start(await addPhotos(3));
    await Promise.all([step(batch), act('cancelGenerationBatch', batch)]);
    await finish(batch);
    await expectExactLedger(batch);
    const { made, cancelled } = await read(batch);
    expect(made + cancelled).toBe(3);
    expect(await credits()).toMatchObject({ used: made * 2, reserved: 0 });
  });
});

describe('while it runs', () => {
  it('skips photos that were deleted or hidden, and refunds them', async () => {
    const ids = await addPhotos(4, scene.owner);
    const batch = await start(ids);
    await step(batch);
    await deps.db.update(photos).set({ deletedAt: new Date() }).where(eq(photos.id, ids[1]!));
    await deps.db.update(photos).set({ status: 'rejected' }).where(eq(photos.id, ids[2]!));
    expect(await finish(batch)).toMatchObject({
      status: 'done',
      made: 2,
      skipped: 2,
      failed: 0,
      credits: 4,
      errors: [{ message: 'The photo was deleted or hidden.', count: 2 }],
    });
    expect(await credits()).toMatchObject({ used: 4, reserved: 0 });
    await expectExactLedger(batch);
  });

  it('stops with a sentence when the person loses access, or the model is turned off', async () => {
    const lost = await start(await addPhotos(3, scene.owner), { organization_id: scene.organizationId }, uuid7(), scene.owner);
    await step(lost);
    await deps.db.update(memberships).set({ status: 'suspended' }).where(eq(memberships.userId, scene.owner.userId));
    while (await step(lost));
    expect(await read(lost, scene.owner)).toMatchObject({ status: 'cancelled', made: 1, cancelled: 2 });
    expect((await read(lost, scene.owner)).message).not.toBeNull();
    const off = await start(await addPhotos(2));
    await deps.db.update(generationModels).set({ enabled: false });
    const ended = await finish(off);
    await deps.db.update(generationModels).set({ enabled: true });
    expect(ended).toMatchObject({ status: 'cancelled', made: 0, message: 'This model isn’t available. Choose another one.' });
    for (const batch of [lost, off]) await expectExactLedger(batch);
  });

  it('counts failures, goes on, and retries them in their places', async () => {
    const batch = await start(await addPhotos(3));
    let calls = 0;
    generator.makeBy(async (request, context) => {
      if (++calls === 2) throw new GeneratorError('content_policy', 'The provider refused this.');
      return drawFake(request, context);
    });
    expect(await finish(batch)).toMatchObject({
      status: 'done',
      made: 2,
      failed: 1,
      errors: [{ message: 'The provider refused this.', count: 1 }],
      can: { retry: true },
    });
    expect(await credits()).toMatchObject({ used: 4, reserved: 0 });
    expect(await act('retryGenerationBatch', batch)).toMatchObject({ status: 'running', total: 3, made: 2, failed: 0, left: 1 });
    expect(await credits()).toMatchObject({ used: 4, reserved: 2 });
    expect(await finish(batch)).toMatchObject({ status: 'done', total: 3, made: 3, failed: 0, credits: 6, can: { retry: false } });
    await expectExactLedger(batch);
  });

  it('retries only while there is room for another batch', async () => {
    const batch = await start(await addPhotos(1));
    generator.makeBy(() => Promise.reject(new GeneratorError('content_policy', 'The provider refused this.')));
    await finish(batch);
    generator.makeBy(drawFake);
    const others = [];
    for (let count = 0; count < 5; count += 1) others.push(await start(await addPhotos(1)));
    expect(await outcome(act('retryGenerationBatch', batch))).toBe('too_many_generations');
    expect(await credits()).toMatchObject({ used: 0, reserved: 10 });
    await act('cancelGenerationBatch', others[0]!);
    expect(await act('retryGenerationBatch', batch)).toMatchObject({ status: 'running', left: 1 });
    // One that has not ended takes no further place.
    expect(await act('retryGenerationBatch', batch)).toMatchObject({ status: 'running', left: 1 });
  });

  it('counts a photo whose file cannot be read as failed, and goes on', async () => {
    const [broken, ...others] = await addPhotos(3);
    const batch = await start([broken!, ...others]);
    unreadable.add(broken!);
    expect(await finish(batch)).toMatchObject({ status: 'done', made: 2, failed: 1, skipped: 0, can: { retry: true } });
    unreadable.clear();
    await act('retryGenerationBatch', batch);
    expect(await finish(batch)).toMatchObject({ status: 'done', made: 3, failed: 0 });
    await expectExactLedger(batch);
  });

  it('waits before it retries by itself, and starts no other image meanwhile', async () => {
    const batch = await start(await addPhotos(2));
    let calls = 0;
    generator.makeBy(async (request, context) => {
      if (++calls === 1) throw new GeneratorError('rate_limited', 'Too many requests.', { retryable: true, retryAfter: 60 });
      return drawFake(request, context);
    });
    await step(batch);
    const [later, ...others] = await jobsOf(batch);
    expect([later?.payload.turn, others]).toEqual([2, []]);
    expect(await finish(batch)).toMatchObject({ status: 'done', made: 2, failed: 0 });
    expect(calls).toBe(3);
  });

  it('waits while its server has not installed the model yet, and ends once the model is removed', async () => {
    const installed = await openGenerator(deps, [fakeModel({ id: 'local:tiny', provider: 'local', model: 'tiny' })]);
    await deps.db.insert(localModels).values({ name: 'tiny', requestId: uuid7(), manifest: '', source: { kind: 'catalog' } });
    const asking = askOperations(imageOperations(deps, installed.catalog));
    const batch = await asking(
      'createGenerationBatch',
      ana,
      {},
      { body: { model: 'local:tiny', prompt: 'A cat', sources: sourcesOf(await addPhotos(2)) }, header: { 'idempotency-key': uuid7() } },
    );
    await step(batch);
    expect(await read(batch)).toMatchObject({ status: 'running', made: 0, left: 2 });
    const [waiting] = await jobsOf(batch);
    expect(waiting!.run_at.getTime(), 'another server can take it').toBeGreaterThan(Date.now() + 1000);
    await deps.db.delete(localModels);
    await step(batch);
    expect(await read(batch)).toMatchObject({ status: 'cancelled', cancelled: 2 });
    await expectExactLedger(batch);
  });

  it('after a crash goes on with the same image: no photo twice, none missing', async () => {
    const batch = await start(await addPhotos(3));
    await step(batch);
    const [interrupted] = await jobsOf(batch);
    // The first worker never comes back; the queue gives its job to another one.
    generator.makeBy(() => {
      generator.makeBy(drawFake);
      return new Promise(() => undefined);
    });
    void job(interrupted!.payload, new AbortController().signal).catch(() => undefined);
    await expect.poll(() => generator.calls.length).toBe(2);
    expect(await finish(batch)).toMatchObject({ status: 'done', made: 3, credits: 6 });
    const rows = await deps.db.select().from(generations).where(eq(generations.batchId, batch.id));
    const images = await deps.db
      .select()
      .from(generatedImages)
      .where(
        inArray(
          generatedImages.generationId,
          rows.map(({ id }) => id),
        ),
      );
    expect(images).toHaveLength(3);
    await expectExactLedger(batch);
    // A job of an earlier turn has no effect.
    await job(interrupted!.payload, new AbortController().signal);
    expect(await jobsOf(batch)).toEqual([]);
  });
});

describe('results in the event', () => {
  const posted = () =>
    deps.db
      .select()
      .from(photos)
      .where(sql`${photos.eventId} = ${scene.eventId} and ${photos.source} = 'generated'`);

  it('are photos labeled as generated, once each, but not what may show nudity', async () => {
    await deps.db.update(events).set({ requireApproval: true }).where(eq(events.id, scene.eventId));
    const batch = await start(await addPhotos(3), { post_to_event_id: scene.eventId });
    let judged = 0;
    generator.judgeBy(() => Promise.resolve(++judged === 4 ? 1 : 0));
    const done = await finish(batch);
    expect(done).toMatchObject({ status: 'done', made: 3, event: { id: scene.eventId, name: 'Unit night' } });
    const hidden = done.images.filter(({ is_sensitive }) => is_sensitive).length;
    expect([hidden, done.posted]).toEqual([1, 2]);
    expect((await posted()).map(({ status, uploaderId }) => [status, uploaderId])).toEqual([
      ['pending', ana.userId],
      ['pending', ana.userId],
    ]);
  });

  it('are the posts of their images: posted once, whether by the batch or by hand', async () => {
    const batch = await start(await addPhotos(3), { post_to_event_id: scene.eventId, pause_after: 1 });
    await step(batch);
    const { images } = await read(batch);
    const [early] = images;
    const byHand = await createPhoto(deps, scene.eventId, ana.userId, { source: 'generated' });
    await deps.db.insert(imagePosts).values({ imageId: early!.id, eventId: scene.eventId, photoId: byHand.id });
    await act('resumeGenerationBatch', batch);
    const done = await finish(batch);
    expect(done).toMatchObject({ status: 'done', made: 3, posted: 2 });
    expect((await posted()).length, 'the batch left out the image that was posted by hand').toBe(3);
    expect(done.images.map(({ posts = [] }) => posts.map(({ event_id: id }) => id))).toEqual(done.images.map(() => [scene.eventId]));
  });

  it('show nothing that its photo doesn’t: they wait for approval with it, are in its section, and go with it', async () => {
    const { owner } = scene;
    const [rejected = '', deleted = '', pending = '', hidden = ''] = await addPhotos(4, owner);
    const sectionId = uuid7();
    await deps.db
      .insert(eventSections)
      .values({ id: sectionId, eventId: scene.eventId, name: 'Backstage', position: 0, audience: 'organization' });
    const change = (id: string, values: Partial<typeof photos.$inferInsert>) => deps.db.update(photos).set(values).where(eq(photos.id, id));
    await change(pending, { status: 'pending' });
    await change(hidden, { sectionId });
    const batch = await start([rejected, deleted, pending, hidden], { post_to_event_id: scene.eventId, pause_after: 3 }, uuid7(), owner);
    while (await step(batch));
    expect(await read(batch, owner)).toMatchObject({ status: 'paused', made: 3 });
    await change(rejected, { status: 'rejected' });
    await change(deleted, { deletedAt: new Date() });
    await act('resumeGenerationBatch', batch, owner);
    while (await step(batch));
    expect(await read(batch, owner)).toMatchObject({ status: 'done', made: 4, posted: 2 });
    const shown = (await posted()).map((photo) => `${photo.status} ${photo.sectionId}`);
    expect(shown.toSorted()).toEqual([`approved ${sectionId}`, 'pending null']);
  });

  it('stay deleted where the person deleted them', async () => {
    const batch = await start(await addPhotos(2), { post_to_event_id: scene.eventId, pause_after: 1 });
    await step(batch);
    const { images } = await read(batch);
    const byHand = await createPhoto(deps, scene.eventId, ana.userId, { source: 'generated', deletedAt: new Date() });
    await deps.db.insert(imagePosts).values({ imageId: images[0]!.id, eventId: scene.eventId, photoId: byHand.id });
    await act('resumeGenerationBatch', batch);
    expect(await finish(batch)).toMatchObject({ status: 'done', posted: 1 });
  });

  it('stop with a sentence when the event no longer takes photos from this person', async () => {
    const batch = await start(await addPhotos(3), { post_to_event_id: scene.eventId });
    await step(batch);
    await deps.db.update(events).set({ deletedAt: new Date() }).where(eq(events.id, scene.eventId));
    const ended = await finish(batch);
    expect(ended).toMatchObject({ status: 'cancelled', message: 'You no longer have access to the event.' });
    await expectExactLedger(batch);
  });

  it('stop with the same sentence when the event is deleted while an image is made', async () => {
    const batch = await start(await addPhotos(2), { post_to_event_id: scene.eventId });
    const { isBegun, go } = held();
    const running = step(batch);
    await isBegun;
    await deps.db.update(events).set({ deletedAt: new Date() }).where(eq(events.id, scene.eventId));
    go();
    await running;
    expect(await finish(batch)).toMatchObject({ status: 'cancelled', made: 1, message: 'You no longer have access to the event.' });
    await expectExactLedger(batch);
  });

  it('need permission to post there', async () => {
    const ids = await addPhotos(1);
    await deps.db.update(eventParticipants).set({ role: 'viewer' }).where(eq(eventParticipants.userId, ana.userId));
    expect(await outcome(start(ids, { post_to_event_id: scene.eventId }))).toBe('guests_only_look');
  });
});

describe('undoing', () => {
  it('removes all images and posted photos at once; restoring brings exactly those back', async () => {
    const batch = await finish(await start(await addPhotos(3), { post_to_event_id: scene.eventId }));
    const [first] = batch.images;
    await generator.ask('deleteGeneratedImage', ana, { imageId: first!.id });
    expect(await act('undoGenerationBatch', batch)).toMatchObject({ images: [], posted: 0, can: { undo: false, restore: true } });
    expect(await act('undoGenerationBatch', batch)).toMatchObject({ posted: 0 });
    expect(await outcome(act('retryGenerationBatch', batch))).toBe('batch_undone');
    const back = await act('restoreGenerationBatch', batch);
    expect([back.images.length, back.posted, back.undone_at]).toEqual([2, 3, null]);
    expect(await act('restoreGenerationBatch', batch)).toMatchObject({ posted: 3 });
    expect(await act('undoGenerationBatch', batch)).toMatchObject({ images: [], posted: 0 });
    expect(await credits(), 'what was made was paid').toMatchObject({ used: 6, reserved: 0 });
  });

  it('while it runs cancels it, and nothing is made or posted afterwards', async () => {
    const batch = await start(await addPhotos(3), { post_to_event_id: scene.eventId });
    await step(batch);
    const { isBegun, go } = held();
    const running = step(batch);
    await isBegun;
    expect(await act('undoGenerationBatch', batch)).toMatchObject({ status: 'cancelled', made: 1, images: [], posted: 0, cancelled: 2 });
    go();
    await running;
    expect(await finish(batch)).toMatchObject({ status: 'cancelled', images: [], posted: 0 });
    await expectExactLedger(batch);
    expect(await act('restoreGenerationBatch', batch)).toMatchObject({ status: 'cancelled', posted: 1, images: [{}] });
  });

  it('removes posted photos of a deleted event as well, so that they don’t come back with it', async () => {
    const batch = await finish(await start(await addPhotos(2), { post_to_event_id: scene.eventId }));
    const setDeleted = (deletedAt: Date | null) => deps.db.update(events).set({ deletedAt }).where(eq(events.id, scene.eventId));
    await setDeleted(new Date());
    expect(await act('undoGenerationBatch', batch)).toMatchObject({ images: [], posted: 0 });
    await setDeleted(null);
    expect(await read(batch)).toMatchObject({ images: [], posted: 0 });
    expect(await act('restoreGenerationBatch', batch)).toMatchObject({ posted: 2 });
  });

  it('ends after thirty days', async () => {
    const batch = await finish(await start(await addPhotos(1)));
    await deps.db
      .update(generationBatches)
      .set({ finishedAt: sql`now() - interval '31 days'` })
      .where(eq(generationBatches.id, batch.id));
    expect((await read(batch)).can.undo).toBe(false);
    expect(await outcome(act('undoGenerationBatch', batch))).toBe('undo_expired');
  });
});
