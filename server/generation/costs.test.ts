// What images cost: the statement agrees with the ledger, and the platform's daily limit holds however many ask at once.
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reserveCredits, settleCredits, sumCredits } from '#server/billing/credits-repository.ts';
import { users } from '#server/db/schema/accounts.ts';
import { creditEntries, generationModels, generations } from '#server/db/schema/generation.ts';
import { mails } from '#server/db/schema/mail.ts';
import { notices } from '#server/db/schema/notices.ts';
import { GeneratorError } from '#server/generation/generator.ts';
import { generationOperations } from '#server/generation/operations.ts';
import { openProviderKeys } from '#server/generation/provider-keys.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { writeSetting } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createOrganization, createUser, viewer, viewerOf } from '#tests/support/factories/database.ts';
import { drawFake, fakeModel, openGenerator, type TestGenerator, unlimited } from '#tests/support/fake-generator.ts';
import { callOf, outcome } from '#tests/support/operations.ts';

const FREE = 'builtin:fake';
const PAID = 'company:fake';
const OWN = 'sd-server:fake';

let deps: TestDeps;
let generator: TestGenerator;
let sam: Viewer;
let ana: Viewer;
beforeAll(async () => {
  deps = await openTestDeps({ PERSONAL_CREDITS: '1000', GENERATIONS_PER_PERSON: '100' });
  generator = await openGenerator(deps, [
    fakeModel(),
    fakeModel({ id: PAID, provider: 'openai', model: 'paid', name: 'Paid', credits: 3 }),
    fakeModel({ id: OWN, provider: 'sd-server', model: 'own', name: 'Own' }),
  ]);
  sam = viewer(await createUser(deps, { firstName: 'Sam', role: 'super_admin' }), { permissions: { all: true } });
  await generator.run((await generator.create(sam, { prompt: 'The first' })).id);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  ana = viewer(await createUser(deps));
  generator.makeBy(drawFake);
  await deps.db.update(generationModels).set({ enabled: true, costsMoney: null, audience: 'everyone' });
});

const statement = (who: Viewer, query: object = {}) => generator.ask('listCreditEntries', who, {}, { query });
const firstOf = async (who: Viewer, query: object = {}) => (await statement(who, query)).items[0];
const cancel = (who: Viewer, generationId: string) => generator.ask('cancelGeneration', who, { generationId });

/** All entries, page by page. */
async function wholeStatement(who: Viewer, query: { limit: number; organization_id?: string }) {
  const first = await statement(who, query);
  const items = [...first.items];
  for (let cursor = first.next_cursor; cursor !== null;) {
    const page = await statement(who, { ...query, cursor });
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return { ...first, items };
}

/** Numbers that look random, the same in each run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('the statement', () => {
  it.each([1, 2, 3])('adds up to the ledger after any history (%i)', async (seed) => {
    const next = numbers(seed);
    const scopes = [{ userId: ana.userId, organizationId: null }];
    const month = `${new Date().toISOString().slice(0, 7)}-01`;
    for (let at = 0; at < 60; at++) {
      const [generationId, asked, price] = [uuid7(), 1 + next(4), next(3)];
      await deps.db.transaction((tx) => reserveCredits(tx, { generationId, ...scopes[0]!, amount: asked * price }, 10_000));
      const made = next(asked + 1);
      if (next(4) > 0) await deps.db.transaction((tx) => settleCredits(tx, generationId, made * price));
    }
    const sums = await sumCredits(deps.db, { userId: ana.userId }, month);
    const { items, used, reserved } = await wholeStatement(ana, { limit: 7 });
    expect({ used, reserved }).toEqual(sums);
    expect(items).toHaveLength(60);
    expect(items[0]?.month_total).toBe(used + reserved);
    expect(items.reduce((sum, { charged }) => sum + (charged ?? 0), 0)).toBe(used);
    expect(items.reduce((sum, entry) => sum + (entry.charged === null ? entry.reserved : 0), 0)).toBe(reserved);
    for (const [at, entry] of items.entries()) {
      expect(entry.month_total - (items[at + 1]?.month_total ?? 0)).toBe(entry.charged ?? entry.reserved);
      if (entry.charged !== null) expect(entry.charged + (entry.refunded ?? 0)).toBe(entry.reserved);
    }
  });

  it('names what was made, and why credits were given back', async () => {
    const done = await generator.create(ana, { prompt: 'A cat', count: 2 });
    await generator.run(done.id);
    expect(await firstOf(ana)).toMatchObject({
      generation_id: done.id,
      person: { id: ana.userId },
      model: FREE,
      model_name: 'Fake',
      prompt: 'A cat',
      style: null,
      images_asked: 2,
      images_made: 2,
      reserved: 4,
      charged: 4,
      refunded: 0,
      reason: null,
      image: { is_sensitive: false },
      finished_at: expect.any(String),
    });
    await deps.db
      .update(generations)
      .set({ request: sql`request || '{"style":"oil"}'` })
      .where(eq(generations.id, done.id));
    expect(await firstOf(ana)).toMatchObject({ model: FREE, style: 'oil' });

    const canceled = await generator.create(ana);
    expect(await firstOf(ana)).toMatchObject({ status: 'queued', reserved: 2, charged: null, refunded: null, reason: null, image: null });
    await cancel(ana, canceled.id);
    expect(await firstOf(ana)).toMatchObject({ status: 'cancelled', charged: 0, refunded: 2, reason: 'Canceled.' });

    const nobody = 'There is no person in this image.';
    generator.makeBy(() => Promise.reject(new GeneratorError('unsupported', nobody)));
    await generator.run((await generator.create(ana)).id);
    expect(await firstOf(ana)).toMatchObject({ status: 'failed', charged: 0, refunded: 2, reason: nobody });

    generator.makeBy(() => Promise.reject(new GeneratorError('content_policy', 'The provider refused this.')));
    await generator.run((await generator.create(ana, { model: PAID, count: 4 })).id);
    expect(await firstOf(ana)).toMatchObject({ charged: 0, refunded: 12, reason: 'The provider refused this.' });

    // Of four images two arrived: only these are charged.
    generator.makeBy(async (request, context) => drawFake({ ...request, count: 2 }, context));
    await generator.run((await generator.create(ana, { model: PAID, count: 4 })).id);
    expect(await firstOf(ana)).toMatchObject({ images_made: 2, charged: 6, refunded: 6, reason: '2 of 4 images were made.' });
    // More than were requested are neither stored nor charged, whatever the provider bills.
    generator.makeBy(async (request, context) => drawFake({ ...request, count: 4 }, context));
    await generator.run((await generator.create(ana, { model: PAID, count: 1 })).id);
    expect(await firstOf(ana)).toMatchObject({ images_made: 1, charged: 3, refunded: 0, month_total: 4 + 6 + 3 });
    expect(await generator.ask('getCredits', ana)).toMatchObject({ used: 13, reserved: 0 });
  });

  it('keeps what a deleted image cost', async () => {
    const { id } = await generator.create(ana);
    await generator.run(id);
    const [image] = (await generator.ask('getGeneration', ana, { generationId: id })).images;
    await generator.ask('deleteGeneratedImage', ana, { imageId: image?.id ?? '' });
    expect(await firstOf(ana)).toMatchObject({ charged: 2, images_made: 1, image: null });
    await deps.db.delete(generations).where(eq(generations.id, id));
    expect(await firstOf(ana)).toMatchObject({ charged: 2, model: null, model_name: null, prompt: null, style: null, status: null });
  });

  it('of an organization has all entries for those who manage it, and each member’s own for them', async () => {
    const team = await createOrganization(deps);
    const admin = await viewerOf(deps, team.adminId);
    const member = await viewerOf(deps, (await createMembership(deps, team.id)).userId);
    for (const who of [admin, member, member]) await generator.create(who, { organization_id: team.id });
    const query = { organization_id: team.id };
    expect(await statement(admin, query)).toMatchObject({ scope: 'all', reserved: 6, items: [{}, {}, { month_total: 2 }] });
    const own = await statement(member, query);
    expect([own.scope, own.reserved, own.items.map(({ person }) => person.id)]).toEqual(['own', 4, [member.userId, member.userId]]);
    expect(await statement(member)).toMatchObject({ items: [], reserved: 0 });
    expect(await outcome(statement(ana, query))).toBe('not_found');
  });

  it('is of one month, in which images were requested', async () => {
    const before = { userId: ana.userId, generationId: uuid7(), month: '2020-01-01', kind: 'reserve' as const, amount: 9 };
    await deps.db.insert(creditEntries).values(before);
    await generator.create(ana);
    expect((await statement(ana)).items.map(({ reserved }) => reserved)).toEqual([2]);
    expect(await statement(ana, { month: '2020-01' })).toMatchObject({ month: '2020-01', reserved: 9, items: [{ reserved: 9 }] });
    expect(await statement(ana, { month: '2020-02' })).toMatchObject({ used: 0, reserved: 0, items: [] });
  });

  it('reads a page by an index, however long the history is', async () => {
    await deps.db.execute(sql`insert into credit_entries (user_id, generation_id, kind, amount, month, created_at)
      select ${ana.userId}, gen_random_uuid(), kind, 1, '2020-03-01', '2020-03-01'::timestamptz + n * interval '1 second'
      from generate_series(1, 5000) n, unnest(array['reserve']) kind`);
    await deps.db.execute(sql`analyze credit_entries`);
    const { rows } = await deps.db.execute<{ 'QUERY PLAN': string }>(sql`explain (analyze, costs off, timing off)
      select id from credit_entries where user_id = ${ana.userId} and organization_id is null and month = '2020-03-01' and kind = 'reserve'
      order by created_at desc, id desc limit 51`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('credit_entries_user_statement');
    expect(plan).not.toContain('Sort');
    expect(plan).toMatch(/rows=51\b/);
  });

  it('is exported as a file', async () => {
    await generator.run((await generator.create(ana, { prompt: '=1+1; "x"', count: 2 })).id);
    const { exportCreditEntries } = generationOperations(deps, {
      catalog: generator.catalog,
      pictures: derivativesOf(deps),
      photoSource: () => Promise.reject(new Error('no photo')),
      keyServices: { keys: openProviderKeys(deps), keyedProviders: [] },
      limits: unlimited,
    });
    const { stream } = (await exportCreditEntries(callOf(ana, {}))) as { stream: NodeJS.ReadableStream };
    const [head, row] = (await buffer(stream)).toString().split('\r\n');
    expect(head).toBe(
      '\ufeffDate (UTC),Person,Description,Model,Images requested,Images made,Reserved,Charged,Refunded,Reason,ID,Batch ID',
    );
    expect(row).toMatch(/^[\d-]+ [\d:]+,Ana Test,"'=1\+1; ""x""",Fake,2,2,4,4,0,,[\da-f-]+,$/);
  });
});

describe('models that cost money', () => {
  const limits = (per_day: number | null, per_person: number | null = null) =>
    deps.db.transaction((tx) => writeSetting(tx, 'paid_images', { per_day, per_person }));
  const use = async () => (await generator.ask('listPlatformModels', sam)).paid_today;
  const noticesOf = async (who: Viewer) =>
    (await deps.db.select().from(notices).where(eq(notices.userId, who.userId))).map(({ title, link }) => [title, link]);
  beforeEach(async () => {
    await deps.db.delete(generations);
    await deps.db.delete(notices);
    await deps.db.delete(mails);
    await limits(null);
  });

  it('are those of other companies, until a super admin decides otherwise', async () => {
    const marked = async () =>
      Object.fromEntries(
        (await generator.ask('listGenerationModels', ana, {}, { query: {} })).items.map((one) => [one.id, one.costs_money]),
      );
    expect(await marked()).toEqual({ [FREE]: false, [PAID]: true, [OWN]: false });
    const set = (modelId: string, costs_money: boolean) =>
      generator.ask('changePlatformModel', sam, { modelId }, { body: { costs_money }, header: {} });
    expect(await set(OWN, true)).toMatchObject({ costs_money: true });
    await set(PAID, false);
    expect(await marked()).toEqual({ [FREE]: false, [PAID]: false, [OWN]: true });
    await generator.create(ana, { model: OWN });
    await generator.create(ana, { model: PAID });
    expect((await use()).used).toBe(1);
  });

  it('need a confirmed address, also one that an administrator confirmed', async () => {
    await deps.db.update(users).set({ isVerified: false }).where(eq(users.id, ana.userId));
    await expect(generator.create(ana, { model: PAID })).rejects.toMatchObject({
      status: 403,
      code: 'confirmed_email_required',
      message: expect.stringContaining('ask an administrator to confirm your address'),
    });
    expect((await statement(ana)).items).toEqual([]);
    expect(await outcome(generator.create(ana, { model: FREE }))).toBe('done');
    await deps.db.update(users).set({ isVerified: true, verifiedByAdmin: true }).where(eq(users.id, ana.userId));
    expect(await outcome(generator.create(ana, { model: PAID }))).toBe('done');
  });

  it('make no more images a day than the platform allows, however many people ask at once', async () => {
    await limits(20);
    const people = await Promise.all(Array.from({ length: 50 }, async () => viewer(await createUser(deps))));
    const asked = await Promise.all(people.map((who) => outcome(generator.create(who, { model: PAID, count: 1 }))));
    expect(asked.filter((one) => one === 'done')).toHaveLength(20);
    expect(asked.filter((one) => one === 'model_daily_limit')).toHaveLength(30);
    expect(await use()).toMatchObject({ used: 20, limit: 20 });
    const charged = await Promise.all(people.map(async (who) => (await statement(who)).items.length));
    expect(charged.reduce((sum, one) => sum + one)).toBe(20);
    expect(await outcome(generator.create(ana, { count: 4 })), 'others are not limited').toBe('done');
    await expect(generator.create(ana, { model: PAID })).rejects.toMatchObject({
      status: 429,
      message:
        'Today’s limit for models that cost money is used up. Nothing was charged. It resets at midnight UTC. Choose a model that doesn’t count, or try again then.',
      errors: [{ field: 'body.model', message: 'has reached its limit for today' }],
    });
  }, 60_000);

  it('count what may have been paid: images that were made, and requests that were canceled after their start', async () => {
    await generator.run((await generator.create(ana, { model: PAID, count: 2 })).id);
    expect((await use()).used).toBe(2);
    await cancel(ana, (await generator.create(ana, { model: PAID, count: 4 })).id);
    expect((await use()).used, 'canceled before the start').toBe(2);
    const begun = await generator.create(ana, { model: PAID, count: 3 });
    await deps.db.update(generations).set({ status: 'running', startedAt: new Date() }).where(eq(generations.id, begun.id));
    await cancel(ana, begun.id);
    expect((await use()).used, 'canceled after the start').toBe(5);
    generator.makeBy(() => Promise.reject(new GeneratorError('content_policy', 'The provider refused this.')));
    await generator.run((await generator.create(ana, { model: PAID, count: 4 })).id);
    expect((await use()).used, 'refused').toBe(5);
    const yesterday = new Date(Date.now() - 24 * 3600 * 1000);
    await deps.db.update(generations).set({ createdAt: yesterday });
    expect((await use()).used).toBe(0);
  });

  it('have a limit for each person, if one is set', async () => {
    await limits(100, 3);
    expect(await outcome(generator.create(ana, { model: PAID, count: 2 }))).toBe('done');
    await expect(generator.create(ana, { model: PAID, count: 2 })).rejects.toMatchObject({
      status: 429,
      message: expect.stringMatching(
        /^You can create 3 images a day with models that cost money\. 1 image is left\. Nothing was charged\./,
      ),
    });
    expect(await outcome(generator.create(ana, { model: PAID, count: 1 }))).toBe('done');
    expect(await outcome(generator.create(viewer(await createUser(deps)), { model: PAID, count: 3 }))).toBe('done');
  });

  it('are off at a limit of zero', async () => {
    await limits(0);
    await expect(generator.create(ana, { model: PAID })).rejects.toMatchObject({ message: expect.stringContaining('turned off') });
    expect((await statement(ana)).items).toEqual([]);
  });

  it('warn super admins at 80 % and at 100 %, once a day each', async () => {
    await limits(10);
    await generator.create(ana, { model: PAID, count: 4 });
    await generator.create(ana, { model: PAID, count: 3 });
    expect(await noticesOf(sam)).toEqual([]);
    const eighth = await generator.create(ana, { model: PAID, count: 1 });
    const most = ['Most of today’s paid images are used', '/super-admin/models'];
    const all = ['Today’s paid images are used up', '/super-admin/settings?tab=limits'];
    expect(await noticesOf(sam)).toEqual([most]);
    await cancel(ana, eighth.id);
    await generator.create(sam, { model: PAID, count: 1 });
    expect(await noticesOf(sam)).toEqual([most]);
    // Refused, although two are left: then, too, people can't do what they want.
    expect(await outcome(generator.create(ana, { model: PAID, count: 3 }))).toBe('model_daily_limit');
    expect(await outcome(generator.create(ana, { model: PAID, count: 3 }))).toBe('model_daily_limit');
    expect(await noticesOf(sam)).toEqual([most, all]);
    expect(await outcome(generator.create(ana, { model: PAID, count: 2 }))).toBe('done');
    expect(await noticesOf(sam)).toEqual([most, all]);
    expect(await noticesOf(ana)).toEqual([]);
    const sent = (await deps.db.select().from(mails)).map(({ subject }) => subject);
    expect(sent.toSorted()).toEqual([most[0], all[0]]);
  });
});
