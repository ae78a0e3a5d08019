// The prompt library: own prompts and those of an organization.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { favoritePrompts, savedPrompts } from '#server/db/schema/generation.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { generationSweeps } from '#server/generation/jobs.ts';
import { anonymizeUser, listOwnPrompts } from '#server/own-data/own-data-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createOrganization, createUser, viewer, viewerOf } from '#tests/support/factories/database.ts';
import { openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let generator: TestGenerator;
let ana: Viewer;
beforeAll(async () => {
  deps = await openTestDeps();
  generator = await openGenerator(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  ana = viewer(await createUser(deps));
});

const save = (who: Viewer, title: string, rest: object = {}) =>
  generator.ask('createSavedPrompt', who, {}, { body: { id: uuid7(), title, prompt: `${title}, in detail`, ...rest } });
const titles = async (who: Viewer, organization_id?: string) =>
  (await generator.ask('listSavedPrompts', who, {}, { query: { organization_id } })).items.map(({ title }) => title);
const path = ({ id }: { id: string }) => ({ promptId: id });

describe('saved prompts', () => {
  it('are listed by title, once however often they are sent, and follow the account', async () => {
    const id = uuid7();
    const recipe = { model: 'builtin:fake', negative_prompt: 'rain', width: 64, height: 64, aspect_ratio: null, style: null };
    const first = await save(ana, 'Zürich', { id, recipe });
    expect(first).toMatchObject({ recipe, is_favorite: false, can: { change: true }, organization_id: null });
    expect((await save(ana, 'Other words', { id })).title).toBe('Zürich');
    await save(ana, 'Ärger');
    await save(ana, 'Badge');
    expect(await titles(ana)).toEqual(['Ärger', 'Badge', 'Zürich']);
    const ben = viewer(await createUser(deps));
    expect(await titles(ben)).toEqual([]);
    expect(await outcome(save(ben, 'Mine', { id }))).toBe('prompt_differs');
    for (const call of ['deleteSavedPrompt', 'restoreSavedPrompt', 'addFavoritePrompt', 'removeFavoritePrompt'] as const)
      expect(await outcome(generator.ask(call, ben, { promptId: id }))).toBe('not_found');
  });

  it('are changed, deleted and restored, each noted once', async () => {
    const prompt = await save(ana, 'Harbor');
    const changed = { title: 'Harbour', prompt: 'At night' };
    expect(await generator.ask('changeSavedPrompt', ana, path(prompt), { body: changed })).toMatchObject(changed);
    await generator.ask('changeSavedPrompt', ana, path(prompt), { body: changed });
    await generator.ask('deleteSavedPrompt', ana, path(prompt));
    await generator.ask('deleteSavedPrompt', ana, path(prompt));
    expect(await titles(ana)).toEqual([]);
    expect(await outcome(generator.ask('changeSavedPrompt', ana, path(prompt), { body: changed }))).toBe('not_found');
    await generator.ask('restoreSavedPrompt', ana, path(prompt));
    expect(await titles(ana)).toEqual(['Harbour']);
    const entries = await deps.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, prompt.id));
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['prompt.change', 'prompt.create', 'prompt.delete', 'prompt.restore']);
  });

  it('are favorites of each person for themselves', async () => {
    const { id: organization, adminId } = await createOrganization(deps);
    const owner = await viewerOf(deps, adminId);
    const member = await viewerOf(deps, (await createMembership(deps, organization, { role: 'member' })).userId);
    const prompt = await save(member, 'Press', { organization_id: organization });
    await generator.ask('addFavoritePrompt', owner, path(prompt));
    await generator.ask('addFavoritePrompt', owner, path(prompt));
    const favorites = async (who: Viewer) =>
      (await generator.ask('listSavedPrompts', who, {}, { query: { organization_id: organization } })).items.map((one) => one.is_favorite);
    expect([await favorites(owner), await favorites(member)]).toEqual([[true], [false]]);
    await generator.ask('removeFavoritePrompt', owner, path(prompt));
    expect(await favorites(owner)).toEqual([false]);
  });

  it('of an organization belong to its members; others can’t even tell that they exist', async () => {
    const { id: organization, adminId } = await createOrganization(deps);
    const owner = await viewerOf(deps, adminId);
    const member = await viewerOf(deps, (await createMembership(deps, organization, { role: 'member' })).userId);
    const byOwner = await save(owner, 'Poster', { organization_id: organization });
    const byMember = await save(member, 'Badge', { organization_id: organization });
    expect(await titles(member, organization)).toEqual(['Badge', 'Poster']);
    expect(await titles(member)).toEqual([]);
    const remove = (who: Viewer, prompt: { id: string }) => outcome(generator.ask('deleteSavedPrompt', who, path(prompt)));
    expect(await remove(member, byOwner)).toBe('forbidden');
    expect(await outcome(titles(ana, organization))).toBe('not_found');
    expect(await remove(ana, byMember)).toBe('not_found');
    expect(await outcome(save(ana, 'Mine', { organization_id: organization }))).toBe('not_found');
    await generator.ask('deleteSavedPrompt', owner, path(byMember));
    expect(await titles(owner, organization)).toEqual(['Poster']);
  });

  it('are 500 at most', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => ({ id: uuid7(), userId: ana.userId, title: `${at}`, prompt: 'x' }));
    await deps.db.insert(savedPrompts).values(rows);
    expect(await outcome(save(ana, 'One more'))).toBe('too_many_prompts');
    await generator.ask('deleteSavedPrompt', ana, path(rows[0]!));
    await save(ana, 'One more');
    expect(await outcome(generator.ask('restoreSavedPrompt', ana, path(rows[0]!)))).toBe('too_many_prompts');
  });

  it('are removed 31 days after their deletion, exported, and end with their account', async () => {
    const [kept, gone] = [await save(ana, 'Kept'), await save(ana, 'Gone')];
    await generator.ask('addFavoritePrompt', ana, path(gone));
    const age = (days: number) =>
      deps.db
        .update(savedPrompts)
        .set({ deletedAt: new Date(Date.now() - days * 86_400_000) })
        .where(eq(savedPrompts.id, gone.id));
    const sweep = () => generationSweeps(deps)['sweep-generations']({}, new AbortController().signal);
    const stored = async () => (await deps.db.select().from(savedPrompts).where(eq(savedPrompts.userId, ana.userId))).length;
    await age(30.5);
    await sweep();
    expect([await stored(), await outcome(generator.ask('restoreSavedPrompt', ana, path(gone)))]).toEqual([2, 'not_found']);
    await age(31.5);
    await sweep();
    expect(await stored()).toBe(1);
    expect(await deps.db.select().from(favoritePrompts).where(eq(favoritePrompts.userId, ana.userId))).toEqual([]);
    expect(await listOwnPrompts(deps.db, ana.userId)).toMatchObject([{ id: kept.id, title: 'Kept' }]);
    await deps.db.transaction((tx) => anonymizeUser(tx, ana.userId));
    expect(await stored()).toBe(0);
  });
});
