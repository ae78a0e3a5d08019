// Links that show one image to people without an account: who makes and revokes them, and when they show nothing.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { imageLinks } from '#server/db/schema/image-sharing.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { generationSweeps } from '#server/generation/jobs.ts';
import { imageLinkCalls } from '#server/generation/operations/image-links.ts';
import { MAX_IMAGE_LINKS } from '#server/generation/policy.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, eventWithMembers, viewer } from '#tests/support/factories/database.ts';
import { openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { callOf, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let generator: TestGenerator;
let ana: Viewer;
let imageId: string;
beforeAll(async () => {
  deps = await openTestDeps();
  generator = await openGenerator(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  ana = viewer(await createUser(deps));
  imageId = await make(ana);
});

async function make(who: Viewer, organizationId: string | null = null): Promise<string> {
  const { id: generationId } = await generator.create(who, { organization_id: organizationId, prompt: 'A secret prompt' });
  await generator.run(generationId);
  const { images } = await generator.ask('getGeneration', who, { generationId });
  return images[0]?.id ?? '';
}
const nobody = viewer(uuid7());
const create = (who: Viewer = ana, of = imageId, hours = 24) => generator.ask('createImageLink', who, { imageId: of }, { body: { hours } });
const open = (token: string) => generator.ask('openImageLink', nobody, { token });
const limits: Parameters<typeof imageLinkCalls>[1] = {
  limitAttempts: (_request, _isMiss, attempt) => attempt(),
  count: () => Promise.resolve(),
};
const FILES = ['getSharedImagePreview', 'getSharedImageOriginal'] as const;
/** What each way in answers. */
async function waysIn(token: string): Promise<string[]> {
  const files = FILES.map(async (id) => {
    const answer = await imageLinkCalls(deps, limits)[id](callOf<typeof id>(nobody, { token }));
    if ('stream' in answer) answer.stream?.destroy();
  });
  return Promise.all([open(token), ...files].map((asked) => outcome(asked)));
}
const all = (code: string) => [code, code, code];
const revoke = (linkId: string, who: Viewer = ana) => generator.ask('revokeImageLink', who, { imageId, linkId });

describe('a link to an image', () => {
  it('shows the image and nothing else, and its secret is stored as a hash', async () => {
    const { link, token } = await create();
    expect(await waysIn(token)).toEqual(all('done'));
    const shown = await open(token);
    expect(Object.keys(shown).toSorted()).toEqual([
      'bytes',
      'content_type',
      'expires_at',
      'height',
      'is_ai',
      'is_sensitive',
      'thumbhash',
      'width',
    ]);
    expect(JSON.stringify(shown)).not.toContain('secret prompt');
    const [stored] = await deps.db.select().from(imageLinks).where(eq(imageLinks.id, link.id));
    expect(stored?.tokenHash).toBe(hashSecret(token));
    expect(JSON.stringify(stored)).not.toContain(token);
    const entries = await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, imageId));
    expect(entries.map(({ action }) => action)).toEqual(['generation.create_link']);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it('can’t be guessed, nor be opened by the hash or the id', async () => {
    const { link, token } = await create();
    for (const guess of [newSecret(), hashSecret(token).slice(0, 43), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, link.id])
      expect(await waysIn(guess)).toEqual(all('unknown_link'));
  });

  it('ends by itself, when it is revoked, and while the image is deleted', async () => {
    const { link, token } = await create();
    await revoke(link.id);
    expect(await waysIn(token)).toEqual(all('link_closed'));
    await revoke(link.id);
    expect(await generator.ask('listImageLinks', ana, { imageId })).toEqual({ items: [] });
    await generator.ask('restoreImageLink', ana, { imageId, linkId: link.id });
    expect(await waysIn(token)).toEqual(all('done'));

    await generator.ask('deleteGeneratedImage', ana, { imageId });
    expect(await waysIn(token)).toEqual(all('link_closed'));
    expect(await outcome(create())).toBe('image_deleted');
    await generator.ask('restoreGeneratedImage', ana, { imageId });
    expect(await waysIn(token)).toEqual(all('done'));

    await deps.db
      .update(imageLinks)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(imageLinks.id, link.id));
    expect(await waysIn(token)).toEqual(all('link_closed'));
    await generator.ask('restoreImageLink', ana, { imageId, linkId: link.id });
    expect(await waysIn(token)).toEqual(all('link_closed'));
  });

  it('ends with the account of its owner', async () => {
    const { token } = await create();
    await deps.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, ana.userId));
    expect(await waysIn(token)).toEqual(all('link_closed'));
  });

  it('works neither while the account of its owner is disabled, nor while the organization of its image is deleted', async () => {
    const { token } = await create();
    const setDisabled = (disabledAt: Date | null, of = ana) => deps.db.update(users).set({ disabledAt }).where(eq(users.id, of.userId));
    await setDisabled(new Date());
    expect(await waysIn(token)).toEqual(all('link_closed'));
    await setDisabled(null);
    expect(await waysIn(token)).toEqual(all('done'));

    const { organizationId, owner } = await eventWithMembers(deps);
    imageId = await make(owner, organizationId);
    const ofOrganization = await create(owner, imageId);
    await setDisabled(new Date(), owner);
    expect(await waysIn(ofOrganization.token), 'images of an organization outlive the accounts of members').toEqual(all('done'));
    await deps.db.update(organizations).set({ deletedAt: new Date() }).where(eq(organizations.id, organizationId));
    expect(await waysIn(ofOrganization.token)).toEqual(all('link_closed'));
  });

  it('belongs to its image: another image revokes nothing', async () => {
    const { link, token } = await create();
    const other = await make(ana);
    expect(await outcome(generator.ask('revokeImageLink', ana, { imageId: other, linkId: link.id }))).toBe('not_found');
    expect(await waysIn(token)).toEqual(all('done'));
  });

  it('is removed by the sweep a day after it expired', async () => {
    const { link } = await create();
    const sweep = () => generationSweeps(deps)['sweep-generations']({}, new AbortController().signal);
    const expire = (hours: number) =>
      deps.db
        .update(imageLinks)
        .set({ expiresAt: new Date(Date.now() - hours * 3_600_000) })
        .where(eq(imageLinks.id, link.id));
    const count = () => deps.db.$count(imageLinks, eq(imageLinks.id, link.id));
    await expire(23);
    await sweep();
    expect(await count()).toBe(1);
    await expire(25);
    await sweep();
    expect(await count()).toBe(0);
  });
});

it('is made and revoked by those who see the image: strangers hear of no image, all members of an organization may', async () => {
  const stranger = viewer(await createUser(deps));
  const { link } = await create();
  expect(await outcome(create(stranger))).toBe('not_found');
  expect(await outcome(revoke(link.id, stranger))).toBe('not_found');
  expect(await outcome(generator.ask('listImageLinks', stranger, { imageId }))).toBe('not_found');

  const { organizationId, owner, guest } = await eventWithMembers(deps);
  imageId = await make(owner, organizationId);
  const colleague: Viewer = { ...owner, userId: await createUser(deps) };
  const ofBooth = await create(owner, imageId);
  expect((await generator.ask('listImageLinks', colleague, { imageId })).items.map(({ id }) => id)).toEqual([ofBooth.link.id]);
  expect(await outcome(create(guest))).toBe('not_found');
  await revoke(ofBooth.link.id, colleague);
  expect(await waysIn(ofBooth.token)).toEqual(all('link_closed'));
});

it('has a limit of open links per image', async () => {
  const rows = Array.from({ length: MAX_IMAGE_LINKS }, () => ({
    id: uuid7(),
    imageId,
    tokenHash: hashSecret(newSecret()),
    createdBy: ana.userId,
    expiresAt: new Date(Date.now() + 3_600_000),
  }));
  await deps.db.insert(imageLinks).values(rows);
  expect(await outcome(create())).toBe('too_many_links');
  const [first] = rows;
  await revoke(first?.id ?? '');
  expect(await outcome(create())).toBe('done');
  // More wouldn't be listed, so that nobody could revoke them.
  const restore = () => outcome(generator.ask('restoreImageLink', ana, { imageId, linkId: first?.id ?? '' }));
  expect(await restore()).toBe('too_many_links');
  await revoke(rows[1]?.id ?? '');
  expect(await restore()).toBe('done');
});
