// The lifecycle of an organization: created, rejected, corrected, approved, suspended, deleted, restored.
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { events } from '#server/db/schema/events.ts';
import { mails } from '#server/db/schema/mail.ts';
import { mutedMails } from '#server/db/schema/notifications.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { notificationOperations } from '#server/notifications/operations.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createMembership, createOrganization, createUser, viewerOf } from '#tests/support/factories/database.ts';
import { listNotifications, emailSubjectsTo } from '#tests/support/notifications.ts';
import { askEvents, askOrganizations, type AskOrganizations, callOf, outcome } from '#tests/support/operations.ts';
import { readPages } from '#tests/support/pages.ts';

let deps: TestDeps;
let ask: AskOrganizations;
let platform: string;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askOrganizations(deps);
  platform = await createUser(deps, { firstName: 'Ada', role: 'admin' });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const found = (userId: string, name = 'Nimbus') => ask('createOrganization', userId, {}, { body: { name } });
const trailOf = async (id: string) =>
  (await deps.db.select().from(auditLog).where(eq(auditLog.organizationId, id)).orderBy(auditLog.id)).map((entry) => entry.action);

describe('the approval of an organization', () => {
  it('can be undone until it has an event, with emails to its admins', async () => {
    const userId = await createUser(deps);
    const { id } = await found(userId, 'Cirrus');
    await ask('approveOrganization', platform, { id });
    expect(await ask('withdrawOrganizationApproval', platform, { id })).toMatchObject({ status: 'pending' });
    await ask('withdrawOrganizationApproval', platform, { id });
    expect(await trailOf(id)).toEqual(['create', 'approve', 'withdraw_approval'].map((verb) => `organization.${verb}`));
    expect((await viewerOf(deps, userId)).permissions).not.toHaveProperty('manage_org_members');
    expect(await outcome(ask('withdrawOrganizationApproval', userId, { id }))).toBe('forbidden');

    await ask('approveOrganization', platform, { id });
    await createEvent(deps, id);
    expect(await outcome(ask('withdrawOrganizationApproval', platform, { id }))).toBe('organization_has_events');
  });
});

describe('an organization', () => {
  it('is pending, rejected with a reason, corrected and approved; then its members may act', async () => {
    const userId = await createUser(deps);
    const made = await found(userId, ' Nimbus ');
    expect(made).toMatchObject({ name: 'Nimbus', status: 'pending', contact_email: (await viewerOf(deps, userId)).email });
    const path = { id: made.id };
    const rejected = await ask('rejectOrganization', platform, path, { body: { reason: 'Who are you?' } });
    expect(rejected).toMatchObject({ status: 'pending', rejection_reason: 'Who are you?' });
    const corrected = await ask('updateOrganization', userId, path, { body: { description: 'Weddings.' } });
    expect(corrected).toMatchObject({ status: 'pending', rejection_reason: null, description: 'Weddings.' });
    expect((await viewerOf(deps, userId)).permissions).not.toHaveProperty('manage_org_members');
    await ask('approveOrganization', platform, path);
    await ask('approveOrganization', platform, path);
    expect((await viewerOf(deps, userId)).permissions).toMatchObject({ manage_org_members: true, view_events: true });
    expect(await outcome(ask('rejectOrganization', platform, path, { body: { reason: 'Late' } }))).toBe('status_not_allowed');
    await ask('suspendOrganization', platform, path);
    expect(await outcome(ask('updateOrganization', userId, path, { body: { name: 'Other' } }))).toBe('organization_suspended');
    expect(await ask('reactivateOrganization', platform, path)).toMatchObject({ status: 'active' });
    const verbs = ['create', 'reject', 'update', 'approve', 'suspend', 'reactivate'];
    expect(await trailOf(made.id)).toEqual(verbs.map((verb) => `organization.${verb}`));
    // A repeated decision sends one email.
    const { email } = await viewerOf(deps, userId);
    const told = await deps.db
      .select()
      .from(mails)
      .where(eq(mails.recipient, email ?? ''))
      .orderBy(mails.id);
    expect(told.map(({ subject }) => subject)).toEqual([
      'Nimbus is not approved yet',
      'Nimbus is approved',
      'Nimbus is suspended',
      'Nimbus is active again',
    ]);
    expect(told[0]?.content).toContain('Who are you?');
  });

  it('in review notifies super admins, by email unless muted, and again after a correction', async () => {
    const [boss, quiet] = [
      await createUser(deps, { firstName: 'Sol', role: 'super_admin' }),
      await createUser(deps, { firstName: 'Luna', role: 'super_admin' }),
    ];
    await deps.db.insert(mutedMails).values({ userId: quiet, kind: 'organization_requests', organizationId: null });
    const founder = await createUser(deps);
    const { id } = await found(founder, 'Stratus');
    await ask('updateOrganization', founder, { id }, { body: { description: 'Nothing to decide anew.' } });
    await ask('rejectOrganization', platform, { id }, { body: { reason: 'Who are you?' } });
    await ask('updateOrganization', founder, { id }, { body: { description: 'Weddings.' } });
    const link = `/super-admin/users?tab=organizations&organization=${id}`;
    const told = ['Stratus is waiting for approval', 'Stratus is waiting for approval again'];
    for (const person of [boss, quiet]) expect(await listNotifications(deps, person)).toEqual(told.map((title) => [title, link]));
    expect(await emailSubjectsTo(deps, boss)).toEqual(told);
    expect(await emailSubjectsTo(deps, quiet)).toEqual([]);
    expect(await listNotifications(deps, platform), 'an admin of the platform').toEqual([]);

    await found(boss, 'Own');
    expect((await listNotifications(deps, boss)).length, 'the caller is not notified').toBe(2);
    expect((await listNotifications(deps, quiet)).at(-1)?.[0]).toBe('Own is waiting for approval');

    const notices = notificationOperations(deps);
    const read = await notices.markNoticesRead(callOf(await viewerOf(deps, quiet), {}, { body: { ids: null } }));
    expect(read).toMatchObject({ body: { unread: 0 } });
    await deps.db
      .update(users)
      .set({ role: 'user' })
      .where(inArray(users.id, [boss, quiet]));
  });

  it('created and deleted repeatedly does not flood super admins', async () => {
    const boss = await createUser(deps, { firstName: 'Sol', role: 'super_admin' });
    const founder = await createUser(deps);
    for (let n = 0; n < 22; n += 1) await ask('deleteOrganization', founder, { id: (await found(founder)).id });
    expect(await listNotifications(deps, boss)).toHaveLength(20);
    expect(await emailSubjectsTo(deps, boss)).toHaveLength(20);
    await deps.db.update(users).set({ role: 'user' }).where(eq(users.id, boss));
  });

  it('is not decided on by its own members or by strangers', async () => {
    const { id, adminId } = await createOrganization(deps);
    expect(await outcome(ask('suspendOrganization', adminId, { id }))).toBe('forbidden');
    expect(await outcome(ask('suspendOrganization', await createUser(deps), { id }))).toBe('not_found');
    expect(await outcome(ask('updateOrganization', platform, { id }, { body: { name: 'Theirs' } }))).toBe('forbidden');
  });

  it('cannot be created without an account', async () => {
    const guest = await createUser(deps);
    await deps.db.update(users).set({ email: null }).where(eq(users.id, guest));
    expect(await outcome(found(guest))).toBe('forbidden');
    expect((await ask('listOrganizationsOfUser', guest, { userId: guest })).items).toEqual([]);
  });

  it('is one of at most five pending ones of a user, also when created concurrently', async () => {
    const userId = await createUser(deps);
    const outcomes = await Promise.all(Array.from({ length: 7 }, () => outcome(found(userId))));
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(5);
    expect(outcomes.filter((one) => one === 'too_many_pending')).toHaveLength(2);
  });
});

describe('deleting', () => {
  it('is rejected while events accept photos, with their names', async () => {
    const { id, adminId } = await createOrganization(deps);
    const eventId = await createEvent(deps, id, { name: 'Harbour Party', status: 'active' });
    await createEvent(deps, id, { status: 'ended' });
    await createEvent(deps, id, { status: 'draft' });
    await expect(ask('deleteOrganization', adminId, { id })).rejects.toThrow('Harbour Party');
    // The unproved version omits the name.
    const refused: Error = await ask('deleteOrganization', platform, { id }).then(
      () => new Error('done'),
      (error: Error) => error,
    );
    expect(refused.message).toContain('1 event that’s accepting photos. End it first.');
    await deps.db.update(events).set({ status: 'ended' }).where(eq(events.id, eventId));
    expect(await outcome(ask('deleteOrganization', adminId, { id }))).toBe('done');
  });

  it('hides everything, and restoring brings all of it back', async () => {
    const { id, adminId } = await createOrganization(deps);
    const member = await createMembership(deps, id);
    const eventId = await createEvent(deps, id, { status: 'ended', type: 'public' });
    const getEvent = async (who: Viewer) => outcome(askEvents(deps)('getEvent', who, { id: eventId }));
    expect(await outcome(ask('deleteOrganization', member.userId, { id }))).toBe('forbidden');
    await ask('deleteOrganization', adminId, { id });
    await ask('deleteOrganization', adminId, { id });
    for (const userId of [adminId, member.userId]) {
      expect(await viewerOf(deps, userId)).toMatchObject({ role: 'user', memberships: [] });
      expect(await outcome(ask('getOrganization', userId, { id }))).toBe('not_found');
    }
    expect(await getEvent(await viewerOf(deps, member.userId))).toBe('not_found');
    expect(await getEvent({ ...(await viewerOf(deps, platform)), permissions: { view_events: true } })).toBe('not_found');
    const listed = async (userId: string, deleted: boolean) =>
      (await ask('listOrganizations', userId, {}, { query: { deleted } })).items.map((one) => one.id);
    expect([await listed(adminId, false), await listed(adminId, true), await listed(member.userId, true)]).toEqual([[], [id], []]);
    expect(await outcome(ask('restoreOrganization', member.userId, { id }))).toBe('not_found');
    await ask('restoreOrganization', adminId, { id });
    expect(await outcome(ask('getOrganization', member.userId, { id }))).toBe('done');
    expect(await getEvent(await viewerOf(deps, member.userId))).toBe('done');
    expect(await trailOf(id)).toEqual(['organization.delete', 'organization.restore']);
  });

  it('by the platform can only be undone by the platform', async () => {
    const { id, adminId } = await createOrganization(deps);
    await ask('deleteOrganization', platform, { id });
    // A repeated call by another user doesn’t change who deleted it.
    expect(await outcome(ask('deleteOrganization', adminId, { id }))).toBe('not_found');
    expect(await outcome(ask('restoreOrganization', adminId, { id }))).toBe('deleted_by_platform');
    const { items } = await ask('listOrganizations', adminId, {}, { query: { deleted: true } });
    expect(items).toEqual([]);
    expect(await outcome(ask('restoreOrganization', await createUser(deps), { id }))).toBe('not_found');
    await ask('restoreOrganization', platform, { id });
    expect(await outcome(ask('getOrganization', adminId, { id }))).toBe('done');
    // From then on its admins can delete and restore it again.
    await ask('deleteOrganization', adminId, { id });
    expect(await outcome(ask('restoreOrganization', adminId, { id }))).toBe('done');
  });

  it('is possible for the only admin of a suspended one with open events', async () => {
    const { id, adminId } = await createOrganization(deps);
    await createEvent(deps, id, { status: 'live' });
    expect(await outcome(ask('deleteOrganization', adminId, { id }))).toBe('events_live');
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, id));
    expect(await outcome(ask('deleteOrganization', adminId, { id }))).toBe('done');
  });

  it('cannot be undone without an admin left', async () => {
    const { id, adminId } = await createOrganization(deps);
    await createMembership(deps, id);
    await ask('deleteOrganization', adminId, { id });
    await deps.db.delete(memberships).where(eq(memberships.userId, adminId));
    expect(await outcome(ask('restoreOrganization', platform, { id }))).toBe('no_admin');
  });

  it('and creating again is limited to five pending ones', async () => {
    const userId = await createUser(deps);
    const first = await found(userId);
    await ask('deleteOrganization', userId, { id: first.id });
    for (let n = 0; n < 5; n += 1) await found(userId);
    expect(await outcome(ask('restoreOrganization', userId, { id: first.id }))).toBe('too_many_pending');
  });

  it('is permanent after 30 days', async () => {
    const { id, adminId } = await createOrganization(deps);
    const deletedAt = new Date(Date.now() - 31 * 24 * 3600 * 1000);
    await deps.db.update(organizations).set({ deletedAt }).where(eq(organizations.id, id));
    for (const userId of [adminId, platform]) expect(await outcome(ask('restoreOrganization', userId, { id }))).toBe('not_found');
  });
});

describe('lists', () => {
  it("contain all organizations for the platform, and the user's own for everyone else", async () => {
    const mine = await createOrganization(deps);
    const other = await createOrganization(deps);
    const own = await ask('listOrganizations', mine.adminId);
    expect([own.total, own.items.map(({ id }) => id)]).toEqual([1, [mine.id]]);
    const read = (cursor: string | undefined) =>
      ask('listOrganizations', platform, {}, { query: { sort: '-created_at', limit: 5, cursor } });
    const { forth, back } = await readPages(read);
    expect(back).toEqual(forth.slice(0, -1));
    expect(forth.flat().map(({ id }) => id)).toEqual(expect.arrayContaining([mine.id, other.id]));
    expect(await ask('listOrganizations', platform, {}, { query: { q: 'no such', status: 'active' } })).toMatchObject({ total: 0 });
  });

  it('of a user contain pending invitations, and are hidden from others', async () => {
    const { id, adminId } = await createOrganization(deps);
    const asked = await createMembership(deps, id, { status: 'invited' });
    const read = (who: string) => ask('listOrganizationsOfUser', who, { userId: asked.userId });
    expect((await read(asked.userId)).items).toMatchObject([{ organization: { id }, membership: { id: asked.id, status: 'invited' } }]);
    expect((await read(platform)).items).toHaveLength(1);
    expect(await outcome(read(adminId))).toBe('not_found');
    await deps.db.update(memberships).set({ removedAt: new Date() }).where(eq(memberships.id, asked.id));
    expect((await read(asked.userId)).items).toEqual([]);
  });
});
