// Who may generate, view and delete images, and how images are deleted with accounts and organizations.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { subscriptions } from '#server/db/schema/billing.ts';
import { creditEntries, generatedImages, generationModels, generations } from '#server/db/schema/generation.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { syncCatalog } from '#server/generation/catalog.ts';
import { cancelGenerationsOf } from '#server/generation/generations-repository.ts';
import { generationSweeps } from '#server/generation/jobs.ts';
import { canUseModel } from '#server/generation/policy.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createOrganization, createUser, viewer, viewerOf } from '#tests/support/factories/database.ts';
import { fakeModel, openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let generator: TestGenerator;
const paid = fakeModel({ id: 'openai:paid', provider: 'openai', name: 'Paid' });
beforeAll(async () => {
  deps = await openTestDeps({ GENERATIONS_PER_PERSON: '100' });
  generator = await openGenerator(deps, [fakeModel(), paid]);
  // The processes that make files begin with the first.
  await made(await person());
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const person = async (changes: Partial<Viewer> = {}) => viewer(await createUser(deps), changes);
const modelsOf = async (who: Viewer, organization_id?: string) =>
  (await generator.ask('listGenerationModels', who, {}, { query: { organization_id } })).items.map(({ id }) => id);
const sweep = () => generationSweeps(deps)['sweep-generations']({}, new AbortController().signal);

async function made(who: Viewer, organization_id: string | null = null) {
  const { id } = await generator.create(who, { organization_id });
  await generator.run(id);
  const [image] = (await generator.ask('getGeneration', who, { generationId: id })).images;
  if (!image) throw new Error('no image was made');
  return { id, image, imageId: image.id };
}

/** An organization with a member, as requests read them. */
async function team() {
  const { id, adminId } = await createOrganization(deps);
  const { userId } = await createMembership(deps, id, { role: 'member' });
  return { id, admin: await viewerOf(deps, adminId), member: await viewerOf(deps, userId) };
}

describe('models', () => {
  it('are open to their configured audience', async () => {
    const guest = await person({ email: null });
    expect(await modelsOf(guest)).toEqual(['builtin:fake']);
    expect(await outcome(generator.create(guest, { model: paid.id }))).toBe('model_unavailable');
    expect(await modelsOf(await person())).toEqual(['builtin:fake', paid.id]);
    const { id, member } = await team();
    await deps.db.update(generationModels).set({ audience: 'organizations' }).where(eq(generationModels.id, paid.id));
    expect(await modelsOf(member)).toEqual(['builtin:fake']);
    expect(await modelsOf(member, id)).toEqual(['builtin:fake', paid.id]);
    expect(canUseModel(guest, { audience: 'accounts', plans: [], organizationIds: [] }, null, 'free')).toBe(false);
  });

  it('retain their settings when a server starts', async () => {
    const chosen = { enabled: false, credits: 9, audience: 'accounts', position: 1 } as const;
    await deps.db
      .update(generationModels)
      .set({ ...chosen, description: 'Old' })
      .where(eq(generationModels.id, paid.id));
    await syncCatalog(deps.db, generator.catalog);
    const [row] = await deps.db.select().from(generationModels).where(eq(generationModels.id, paid.id));
    expect(row).toMatchObject({ ...chosen, description: paid.description });
    await deps.db.update(generationModels).set({ enabled: true }).where(eq(generationModels.id, paid.id));
    expect(await modelsOf(await person())).toEqual([paid.id, 'builtin:fake']);
  });

  it('that are switched off after they were asked cost nothing', async () => {
    const who = await person();
    const { id } = await generator.create(who, { model: paid.id });
    await deps.db.update(generationModels).set({ enabled: false }).where(eq(generationModels.id, paid.id));
    await generator.run(id);
    expect(await generator.ask('getGeneration', who, { generationId: id })).toMatchObject({
      error: { code: 'model_unavailable' },
      credits: 0,
    });
  });
});

describe('an organization', () => {
  it('has images made by its active members, on its own credits', async () => {
    const { id, admin, member } = await team();
    const stranger = await person();
    expect(await outcome(generator.create(stranger, { organization_id: id }))).toBe('not_found');
    const { imageId } = await made(member, id);
    const seen = await generator.ask('listGeneratedImages', admin, {}, { query: { organization_id: id } });
    expect(seen.items.map((image) => [image.id, image.can.delete])).toEqual([[imageId, true]]);
    expect((await generator.ask('listGeneratedImages', member)).items).toEqual([]);
    expect(await outcome(generator.ask('getGeneratedImage', stranger, { imageId }))).toBe('not_found');
    expect(await outcome(generator.ask('listGeneratedImages', stranger, {}, { query: { organization_id: id } }))).toBe('not_found');
    expect(await generator.ask('getCredits', admin, {}, { query: { organization_id: id } })).toMatchObject({ used: 2 });
    expect(await generator.ask('getCredits', member)).toMatchObject({ used: 0 });

    const other = await made(admin, id);
    expect(await outcome(generator.ask('deleteGeneratedImage', member, { imageId: other.imageId }))).toBe('forbidden');
    expect(await outcome(generator.ask('deleteGeneratedImage', admin, { imageId }))).toBe('done');
    expect(await outcome(generator.ask('cancelGeneration', admin, { generationId: other.id }))).toBe('done');
    expect((await generator.ask('listGeneratedImages', member, {}, { query: { organization_id: id, deleted: true } })).items).toHaveLength(
      1,
    );
    expect(await generator.ask('restoreGeneratedImage', member, { imageId })).toMatchObject({ deleted_at: null });
  });

  it('that is suspended is refused; one with used-up credits gets the renewal date', async () => {
    const { id, member } = await team();
    await deps.db.update(subscriptions).set({ planId: 'free' }).where(eq(subscriptions.organizationId, id));
    const { limit } = await generator.ask('getCredits', member, {}, { query: { organization_id: id } });
    expect(limit).toEqual(expect.any(Number));
    const row = { userId: member.userId, organizationId: id, generationId: id, month: `${new Date().toISOString().slice(0, 7)}-01` };
    const use = async (amount: number) => {
      await deps.db.delete(creditEntries).where(eq(creditEntries.organizationId, id));
      const kinds = ['reserve', 'settle'] as const;
      await deps.db.insert(creditEntries).values(kinds.map((kind) => ({ ...row, kind, amount })));
    };
    await use((limit ?? 0) - 1);
    await expect(generator.create(member, { organization_id: id })).rejects.toMatchObject({
      status: 402,
      code: 'credits_used_up',
      message: expect.stringMatching(/^Your organization has 1 credit left this month, and this costs 2\. They renew on 1 \w+ \d{4}\.$/),
    });
    await use((limit ?? 0) - 3);
    const others = await Promise.all(Array.from({ length: 6 }, async () => (await createMembership(deps, id)).userId));
    const viewers = await Promise.all(others.map((userId) => viewerOf(deps, userId)));
    const asked = await Promise.all(viewers.map((one) => outcome(generator.create(one, { organization_id: id }))));
    expect(asked.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'credits_used_up'), 'done']);
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, id));
    expect(await outcome(generator.create(member, { organization_id: id }))).toBe('organization_suspended');
  });

  it('that is gone for good leaves no files', async () => {
    const { id, member } = await team();
    const { id: generationId } = await made(member, id);
    await deps.db
      .update(organizations)
      .set({ deletedAt: new Date(Date.now() - 32 * 86_400_000) })
      .where(eq(organizations.id, id));
    await sweep();
    expect(await deps.storage.size(storageKeys.generated(generationId, 0, 'original'))).toBeNull();
  });
});

describe('one’s own images', () => {
  it('are found by prompt and as favorites, own ones only', async () => {
    const who = await person();
    const { imageId } = await made(who);
    await generator.ask('addFavouriteImage', who, { imageId });
    await generator.ask('addFavouriteImage', who, { imageId });
    const list = async (query: object) => (await generator.ask('listGeneratedImages', who, {}, { query })).items.length;
    expect([await list({ q: 'CAT' }), await list({ q: 'dog%' }), await list({ favourite: true }), await list({ model: 'other' })]).toEqual([
      1, 0, 1, 0,
    ]);
    await generator.ask('removeFavouriteImage', who, { imageId });
    expect([await list({ favourite: true }), await list({ favourite: false })]).toEqual([0, 1]);
    const stranger = await person();
    expect(await outcome(generator.ask('addFavouriteImage', stranger, { imageId }))).toBe('not_found');
    expect(await outcome(generator.ask('getGeneratedImageOriginal', stranger, { imageId }))).toBe('not_found');
  });

  it('can be restored for thirty days, then their files go', async () => {
    const who = await person();
    const { id, imageId } = await made(who);
    await generator.ask('deleteGeneratedImage', who, { imageId });
    expect((await generator.ask('listGeneratedImages', who)).items).toEqual([]);
    await sweep();
    expect((await generator.ask('restoreGeneratedImage', who, { imageId })).deleted_at).toBeNull();
    await deps.db
      .update(generatedImages)
      .set({ deletedAt: new Date(Date.now() - 31.5 * 86_400_000) })
      .where(eq(generatedImages.id, imageId));
    expect(await outcome(generator.ask('restoreGeneratedImage', who, { imageId }))).toBe('not_found');
    await sweep();
    expect(await deps.storage.size(storageKeys.generated(id, 0, 'thumb'))).toBeNull();
    expect((await generator.ask('getGeneration', who, { generationId: id })).images).toEqual([]);
  });

  it('are removed with their account, which cancels unfinished ones; an organization’s remain', async () => {
    const { id: organizationId, member } = await team();
    const [own, theirs] = [await made(member), await made(member, organizationId)];
    const waiting = await generator.create(member);
    await deps.db.transaction((tx) => cancelGenerationsOf(tx, member.userId));
    await deps.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, member.userId));
    await sweep();
    const left = await deps.db.select({ id: generations.id }).from(generations).where(eq(generations.userId, member.userId));
    expect(left).toEqual([{ id: theirs.id }]);
    expect(await deps.storage.size(storageKeys.generated(own.id, 0, 'original'))).toBeNull();
    expect(await deps.storage.size(storageKeys.generated(theirs.id, 0, 'original'))).not.toBeNull();
    const entries = await deps.db.select().from(creditEntries).where(eq(creditEntries.generationId, waiting.id));
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual(expect.arrayContaining([['refund', -2]]));
  });
});
