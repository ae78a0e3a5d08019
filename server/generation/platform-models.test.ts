// What super administrators choose of the models: for whom, at what price, how many and how large; test runs; and how each fares.
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { putOnPlan } from '#server/billing/plans-repository.ts';
import { users } from '#server/db/schema/accounts.ts';
import { creditEntries, generationModels, generations } from '#server/db/schema/generation.ts';
import { GeneratorError } from '#server/generation/generator.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createOrganization, createUser, viewer, viewerOf } from '#tests/support/factories/database.ts';
import { drawFake, fakeModel, openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { outcome } from '#tests/support/operations.ts';

const ID = 'builtin:fake';
const OTHER = 'builtin:other';
const PAID = 'company:fake';
const open = {
  enabled: true,
  audience: 'everyone',
  plans: [],
  organizationIds: [],
  maxCount: null,
  maxPixels: null,
  dailyLimit: null,
} as const;

let deps: TestDeps;
let generator: TestGenerator;
let sam: Viewer;
let ana: Viewer;
beforeAll(async () => {
  deps = await openTestDeps();
  generator = await openGenerator(deps, [
    fakeModel(),
    fakeModel({ id: OTHER, model: 'other', name: 'Other' }),
    fakeModel({ id: PAID, provider: 'openai', model: 'paid', name: 'Paid' }),
  ]);
  sam = viewer(await createUser(deps, { firstName: 'Sam', role: 'super_admin' }), { permissions: { all: true } });
  await generator.run((await generator.create(sam, { prompt: 'The first' })).id);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  ana = viewer(await createUser(deps));
  generator.makeBy(drawFake);
  await deps.db.update(generationModels).set({ ...open, plans: [], organizationIds: [], credits: 2 });
});

const leftToday = async (modelId: string) =>
  (await generator.ask('listGenerationModels', ana, {}, { query: {} })).items.find(({ id }) => id === modelId)?.left_today;

const change = (body: object, ifMatch?: string, who = sam) =>
  generator.ask('changePlatformModel', who, { modelId: ID }, { body, header: ifMatch === undefined ? {} : { 'if-match': ifMatch } });
const read = (modelId = ID) => generator.ask('getPlatformModel', sam, { modelId });
const offered = async (who: Viewer, organization_id?: string) =>
  (await generator.ask('listGenerationModels', who, {}, { query: { organization_id } })).items.find(({ id }) => id === ID);

describe('a model', () => {
  it('is changed in the given fields only, and conflicting edits are refused', async () => {
    const { version } = await read();
    expect(await change({ credits: 7, daily_limit: 3 }, `"${version}"`)).toMatchObject({
      version: version + 1,
      credits: 7,
      daily_limit: 3,
    });
    expect(await outcome(change({ credits: 1 }, `"${version}"`))).toBe('changed_meanwhile');
    expect(await change({ credits: 7 }, `W/"${version + 1}"`)).toMatchObject({ version: version + 1 });
    expect((await offered(ana))?.credits).toBe(7);
    expect(await outcome(change({ enabled: false }, undefined, ana))).toBe('forbidden');
  });

  it('is offered to those it is for', async () => {
    const team = await createOrganization(deps);
    const admin = await viewerOf(deps, team.adminId);
    await change({ audience: 'super_admins' });
    expect([await offered(ana), (await offered(sam))?.id]).toEqual([undefined, ID]);
    await change({ audience: 'everyone', plans: ['pro'] });
    expect([await offered(ana), await offered(admin, team.id)]).toEqual([undefined, undefined]);
    await deps.db.transaction((tx) => putOnPlan(tx, team.id, 'pro'));
    expect((await offered(admin, team.id))?.id).toBe(ID);
    const other = await createOrganization(deps);
    await change({ plans: [], organization_ids: [other.id] });
    expect([await offered(ana), await offered(admin, team.id)]).toEqual([undefined, undefined]);
    expect((await offered(await viewerOf(deps, other.adminId), other.id))?.id).toBe(ID);
    expect(await outcome(change({ organization_ids: [uuid7()] }))).toBe('invalid_request');
  });

  it('makes as many, and as large ones, as it may', async () => {
    await change({ max_count: 2, max_pixels: 64 * 64 });
    expect((await offered(ana))?.capabilities).toMatchObject({ max_count: 2, sizes: [{ width: 64, height: 64 }] });
    expect(await outcome(generator.create(ana, { count: 3 }))).toBe('invalid_request');
    await deps.db
      .update(generationModels)
      .set({ capabilities: { ...(await read()).capabilities, sizes: [] } })
      .where(eq(generationModels.id, OTHER));
    expect(await outcome(generator.ask('changePlatformModel', sam, { modelId: OTHER }, { body: { max_pixels: 4096 } }))).toBe(
      'invalid_request',
    );
  });

  it('makes so many a day, however many ask at once', async () => {
    await change({ daily_limit: 4 });
    expect(await leftToday(ID)).toBe(4);
    const asked = await Promise.all(Array.from({ length: 3 }, () => outcome(generator.create(ana, { count: 2 }))));
    expect(asked.toSorted()).toEqual(['done', 'done', 'model_daily_limit']);
    expect([await leftToday(ID), await leftToday(OTHER)]).toEqual([0, null]);
    const [first] = await deps.db.select().from(generations).where(eq(generations.userId, ana.userId));
    await generator.ask('cancelGeneration', ana, { generationId: first?.id ?? '' });
    expect(await outcome(generator.create(ana, { count: 2 }))).toBe('done');
    expect(await outcome(generator.create(viewer(await createUser(deps)), { count: 4 }))).toBe('done');
  });

  it('of another company is for confirmed addresses, and makes so many a day for all together', async () => {
    const unverified = viewer(await createUser(deps));
    await deps.db.update(users).set({ isVerified: false }).where(eq(users.id, unverified.userId));
    expect(await outcome(generator.create(unverified, { model: PAID }))).toBe('confirmed_email_required');
    expect(await outcome(generator.create(unverified))).toBe('done');
    const most = deps.config.generation.paidImagesPerDay;
    deps.config.generation.paidImagesPerDay = 3;
    try {
      const people = await Promise.all(
        [ana, sam, viewer(await createUser(deps))].map(async (who) => outcome(generator.create(who, { model: PAID, count: 1 }))),
      );
      expect(people).toEqual(['done', 'done', 'done']);
      expect([await leftToday(PAID), await leftToday(ID)]).toEqual([0, null]);
      expect(await outcome(generator.create(ana, { model: PAID, count: 1 }))).toBe('model_daily_limit');
      expect(await outcome(generator.create(ana, { count: 1 }))).toBe('done');
    } finally {
      deps.config.generation.paidImagesPerDay = most;
    }
  });

  it('that is switched off after it was asked for makes nothing', async () => {
    const { id } = await generator.create(ana);
    await change({ enabled: false });
    await generator.run(id);
    expect((await generator.ask('getGeneration', ana, { generationId: id })).error).toMatchObject({ code: 'model_unavailable' });
    expect(await outcome(generator.create(ana))).toBe('model_unavailable');
  });
});

describe('the order', () => {
  it('is one of all models', async () => {
    const order = (ids: string[]) => generator.ask('orderPlatformModels', sam, {}, { body: { ids } });
    expect(await order([OTHER, ID, PAID])).toEqual({ ids: [OTHER, ID, PAID] });
    expect((await generator.ask('listGenerationModels', ana, {}, { query: {} })).items.map(({ id }) => id)).toEqual([OTHER, ID, PAID]);
    expect(await outcome(order([ID]))).toBe('models_changed');
    expect(await order([ID, OTHER, PAID])).toEqual({ ids: [ID, OTHER, PAID] });
  });
});

describe('a test run', () => {
  const test = (key = uuid7(), body: object = { prompt: 'A cat' }, who = sam) =>
    generator.ask('testPlatformModel', who, { modelId: ID }, { body, header: { 'idempotency-key': key } });

  it('makes an image with a model that is off, once, for nothing', async () => {
    await change({ enabled: false, daily_limit: 1 });
    const { id } = await test();
    expect((await test(id)).id).toBe(id);
    await generator.run(id);
    const made = await generator.ask('getGeneration', sam, { generationId: id });
    expect(made).toMatchObject({ status: 'succeeded', credits: 0 });
    expect(made.images).toHaveLength(1);
    const entries = await deps.db.select().from(creditEntries).where(eq(creditEntries.generationId, id));
    expect(entries.map(({ amount }) => amount)).toEqual([0, 0, 0]);
    expect(await outcome(test(id, { prompt: 'A dog' }))).toBe('generation_differs');
    expect(await outcome(test(uuid7(), {}, ana))).toBe('forbidden');
  });
});

describe('health', () => {
  it('is computed from results, without errors of the request', async () => {
    await deps.db.delete(generations);
    const run = async () => generator.run((await generator.create(ana)).id);
    await run();
    generator.makeBy(() => Promise.reject(new GeneratorError('provider_error', 'The provider is away.')));
    await run();
    generator.makeBy(() => Promise.reject(new GeneratorError('content_policy', 'The provider refused this.')));
    await run();
    const { items, providers } = await generator.ask('listPlatformModels', sam);
    const health = items.find(({ id }) => id === ID)?.health;
    expect(health).toMatchObject({ succeeded: 1, failed: 1, last_error: 'The provider is away.' });
    expect(health?.median_ms).toBeGreaterThanOrEqual(0);
    expect(health?.last_failed_at).not.toBeNull();
    expect(items.find(({ id }) => id === OTHER)?.health).toMatchObject({ succeeded: 0, median_ms: null });
    expect(providers.find(({ id }) => id === 'builtin')).toMatchObject({
      name: 'Built in',
      is_set_up: true,
      models: 2,
      health: { succeeded: 1, failed: 1 },
    });
  });
});

// At the end: what it starts isn’t finished.
describe('a test run of a model with a form of its own', () => {
  it('adds what the form doesn’t ask for: a style, or another format', async () => {
    const { capabilities } = fakeModel();
    const of: typeof capabilities = { ...capabilities, prompt: 'none', source: 'required', seed: false, sizes: [] };
    const own = await openGenerator(deps, [
      fakeModel({ id: 'builtin:styled', model: 'styled', capabilities: { ...of, styles: [{ id: 'ink', name: 'Ink' }] } }),
      fakeModel({ id: 'builtin:wide', model: 'wide', capabilities: { ...of, outpaint: 'required' } }),
      fakeModel({ id: 'builtin:marked', model: 'marked', capabilities: { ...of, mask: true, mask_required: true } }),
    ]);
    const file = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer();
    const source = (await own.ask('uploadGenerationSource', sam, {}, { body: { file } })).id;
    const run = async (modelId: string) =>
      (await own.ask('testPlatformModel', sam, { modelId }, { body: { source }, header: { 'idempotency-key': uuid7() } })).request;
    expect(await run('builtin:styled')).toMatchObject({ style: 'ink' });
    expect(await run('builtin:wide')).toMatchObject({ style: null, outpaint: { aspect: '16:9', anchor: 'center' } });
    await expect(run('builtin:marked')).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(/^This model needs a marked area/) as string,
    });
  });
});
