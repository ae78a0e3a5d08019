// Concurrent edits of an organization’s settings.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import type { Tx } from '#server/db/types.ts';
import { deleteReplacedPictures } from '#server/organizations/pictures.ts';
import { lockOrganization } from '#server/organizations/repository.ts';
import { duringTransaction } from '#tests/support/concurrent-transaction.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createOrganization, viewerOf } from '#tests/support/factories/database.ts';
import { askEvents, askOrganizations, type AskOrganizations, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: AskOrganizations;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askOrganizations(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const pathOf = (orgId: string) => ({ orgId });

describe('settings', () => {
  it('start with the defaults of the specification', async () => {
    const { id, adminId } = await createOrganization(deps);
    expect(await ask('getOrganizationSettings', adminId, pathOf(id))).toEqual({
      organization_id: id,
      version: 1,
      profile: { name: 'Unit', contact_email: null, phone_number: null, description: '', avatar_url: null },
      event_settings: { default_type: 'public', default_duration: 2, require_approval: false, auto_gallery: true, allow_downloads: true },
      branding: {
        primary_color: '#000000',
        secondary_color: '#ffffff',
        logo_url: null,
        watermark_url: null,
        watermark: { enabled: false, source: 'text', text: '', position: 'bottom-right', size: 25, strength: 60 },
      },
      can: { change: true },
    });
  });

  it('are the defaults of new events', async () => {
    const { id, adminId } = await createOrganization(deps);
    const event_settings = {
      default_type: 'private',
      default_duration: 6.5,
      require_approval: true,
      auto_gallery: false,
      allow_downloads: false,
    };
    await ask('updateOrganizationSettings', adminId, pathOf(id), { body: { event_settings } });
    const body = { organization_id: id, name: 'First', starts_at: '2027-01-20T18:00:00.000Z' };
    const event = await askEvents(deps)('createEvent', await viewerOf(deps, adminId), {}, { body });
    expect(event).toMatchObject({ type: 'private', duration: 6.5, require_approval: true, auto_gallery: false, allow_downloads: false });
  });

  it('are not overwritten unseen: the second of two concurrent editors gets an error', async () => {
    const { id, adminId } = await createOrganization(deps);
    const other = await createMembership(deps, id, { permissions: { manage_org_settings: true } });
    const save = (userId: string, version: string, body: object) =>
      ask('updateOrganizationSettings', userId, pathOf(id), { body, header: { 'if-match': version } });
    const both = await Promise.all([
      outcome(save(adminId, '"1"', { description: 'Mine' })),
      outcome(save(other.userId, '"1"', { description: 'Theirs' })),
    ]);
    expect(both.toSorted()).toEqual(['changed_meanwhile', 'done']);
    expect(await save(adminId, '"2"', { branding: { primary_color: '#1d4ed8' } })).toMatchObject({ version: 3 });
    // An empty change causes no event.
    expect(await save(adminId, '"3"', { branding: { primary_color: '#1d4ed8' } })).toMatchObject({ version: 3 });
    const trail = await deps.db.select().from(auditLog).where(eq(auditLog.organizationId, id)).orderBy(auditLog.id);
    expect(trail.map(({ action, detail }) => [action, detail])).toEqual([
      ['organization.change_settings', { changed: ['description'] }],
      ['organization.change_settings', { changed: ['primaryColor'] }],
    ]);
  });

  it('are visible to all members and changed by those who may, while the organization is active', async () => {
    const { id, adminId } = await createOrganization(deps);
    const member = await createMembership(deps, id);
    const save = (userId: string) => outcome(ask('updateOrganizationSettings', userId, pathOf(id), { body: { name: 'New' } }));
    expect(await ask('getOrganizationSettings', member.userId, pathOf(id))).toMatchObject({ can: { change: false } });
    expect(await save(member.userId)).toBe('forbidden');
    for (const status of ['pending', 'suspended'] as const) {
      await deps.db.update(organizations).set({ status }).where(eq(organizations.id, id));
      expect(await save(adminId)).toBe(`organization_${status}`);
    }
    const stranger = await createOrganization(deps);
    expect(await save(stranger.adminId)).toBe('not_found');
  });
});

describe('the picture', () => {
  it('has its own URL, and the previous URL stops working', async () => {
    const { id, adminId } = await createOrganization(deps);
    const set = async (text: string) =>
      (await ask('uploadOrganizationAvatar', adminId, pathOf(id), { body: { file: Buffer.from(text) } })).avatar_url;
    const [first, second] = [await set('one'), await set('two')];
    expect(await set('two')).toBe(second);
    const settings = await ask('getOrganizationSettings', adminId, pathOf(id));
    expect([settings.profile.avatar_url, settings.version]).toEqual([second, 3]);
    const show = (url: string) => outcome(ask('getOrganizationAvatar', adminId, { orgId: id, picture: url.split('/').at(-1) ?? '' }));
    expect([await show(first), await show(second)]).toEqual(['not_found', 'done']);
    const body = { organization_id: id, name: 'Pictured', starts_at: '2027-01-20T18:00:00.000Z' };
    const event = await askEvents(deps)('createEvent', await viewerOf(deps, adminId), {}, { body });
    expect(event).toMatchObject({ branding: { logo_url: second } });
    const change = (avatar_url: string | null) => ask('updateOrganizationSettings', adminId, pathOf(id), { body: { avatar_url } });
    expect(await outcome(change('https://elsewhere.example/x.jpg'))).toBe('avatar_not_usable');
    expect((await change(null)).profile.avatar_url).toBeNull();
    expect(await show(second)).toBe('not_found');
  });

  it('that is set again during cleanup stays', async () => {
    const { id, adminId } = await createOrganization(deps);
    const set = (text: string) => ask('uploadOrganizationAvatar', adminId, pathOf(id), { body: { file: Buffer.from(text) } });
    const { avatar_url: url } = await set('one');
    const find = async () => (await deps.db.select().from(organizations).where(eq(organizations.id, id)))[0]!;
    const before = await find();
    await deps.db.update(organizations).set({ avatarUrl: null }).where(eq(organizations.id, id));
    const setAgain = async (tx: Tx) => {
      await lockOrganization(tx, id);
      await tx.update(organizations).set({ avatarUrl: url }).where(eq(organizations.id, id));
    };
    await duringTransaction(deps, setAgain, () => deleteReplacedPictures(deps, before));
    const picture = url.split('/').at(-1) ?? '';
    expect(await outcome(ask('getOrganizationAvatar', adminId, { orgId: id, picture }))).toBe('done');
  });
});

it('a weak ETag from a proxy matches the same version', async () => {
  const { id, adminId } = await createOrganization(deps);
  const save = (tag: string, description: string) =>
    outcome(ask('updateOrganizationSettings', adminId, pathOf(id), { body: { description }, header: { 'if-match': tag } }));
  expect(await save('W/"1"', 'New')).toBe('done');
  expect(await save('W/"1"', 'Newer')).toBe('changed_meanwhile');
});
