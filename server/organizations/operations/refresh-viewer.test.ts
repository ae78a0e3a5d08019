// Permissions that end while a request waits for a lock: only the current ones count.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import type { Tx } from '#server/db/types.ts';
import { lockEvent } from '#server/events/events-repository.ts';
import { lockOrganization, lockUser, markOrganizationDeleted } from '#server/organizations/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { duringTransaction } from '#tests/support/concurrent-transaction.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createEvent,
  createMembership,
  createOrganization,
  createUser,
  viewerOf,
  createParticipant,
} from '#tests/support/factories/database.ts';
import { type Ask, askEvents, askOrganizations, type AskOrganizations, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: AskOrganizations;
let askEvent: Ask;
let id: string;
let eventId: string;
/** The admin whose permissions end. */
let admin: { id: string; userId: string };
let member: { id: string; userId: string };
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askOrganizations(deps);
  askEvent = askEvents(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  ({ id } = await createOrganization(deps));
  admin = await createMembership(deps, id, { role: 'organization' });
  member = await createMembership(deps, id);
  eventId = await createEvent(deps, id, { status: 'ended' });
});

/** Locks the organization, its event and the user, as changes of them do. */
const holding = (change: (tx: Tx) => Promise<unknown>) => async (tx: Tx) => {
  await lockOrganization(tx, id);
  await lockEvent(tx, eventId, 'change');
  await change(tx);
};
const endings = {
  removed: [(tx: Tx) => tx.update(memberships).set({ removedAt: new Date() }).where(eq(memberships.id, admin.id)), 'not_found'],
  suspended: [(tx: Tx) => tx.update(memberships).set({ status: 'suspended' }).where(eq(memberships.id, admin.id)), 'not_found'],
  disabled: [(tx: Tx) => tx.update(users).set({ disabledAt: new Date() }).where(eq(users.id, admin.userId)), 'unauthenticated'],
} as const;

type Act = (who: string) => Promise<unknown>;
const event = { name: 'Later', starts_at: '2026-12-01T18:00:00.000Z' };
const acts: Record<string, Act> = {
  'make an admin': (who) => ask('updateMember', who, { id, memberId: member.id }, { body: { role: 'organization' } }),
  'say what a member may': (who) => ask('updateMemberPermissions', who, { id, memberId: member.id }, { body: { permissions: {} } }),
  'remove a member': (who) => ask('removeMember', who, { id, memberId: member.id }),
  'invite an admin': (who) => ask('inviteMembers', who, { id }, { body: { email: 'friend@unit.test', role: 'organization' } }),
  'change the settings': (who) => ask('updateOrganizationSettings', who, { orgId: id }, { body: { profile: { description: 'Mine' } } }),
  'change the profile': (who) => ask('updateOrganization', who, { id }, { body: { description: 'Mine' } }),
  'delete the organization': (who) => ask('deleteOrganization', who, { id }),
  'make an event': async (who) => askEvent('createEvent', await viewerOf(deps, who), {}, { body: { organization_id: id, ...event } }),
  'change an event': async (who) => askEvent('updateEvent', await viewerOf(deps, who), { id: eventId }, { body: { name: 'Mine' } }),
  'delete an event': async (who) => askEvent('deleteEvent', await viewerOf(deps, who), { id: eventId }),
};

describe('an admin who', () => {
  for (const [how, [end, code]] of Object.entries(endings))
    it.each(Object.keys(acts))(`is ${how} in the meantime cannot %s`, async (what) => {
      const answer = await duringTransaction(deps, holding(end), () => outcome(acts[what]!(admin.userId)));
      expect(answer).toBe(code);
      const [now] = await deps.db.select().from(memberships).where(eq(memberships.id, member.id));
      expect(now).toMatchObject({ role: 'member', removedAt: null });
    });

  it('was demoted in the meantime cannot make an admin', async () => {
    const demote = (tx: Tx) => tx.update(memberships).set({ role: 'member' }).where(eq(memberships.id, admin.id));
    for (const what of ['make an admin', 'invite an admin', 'delete the organization']) {
      await deps.db.update(memberships).set({ role: 'organization' }).where(eq(memberships.id, admin.id));
      expect(await duringTransaction(deps, holding(demote), () => outcome(acts[what]!(admin.userId)))).toBe('forbidden');
    }
  });
});

it('no longer manages all organizations cannot decide on one', async () => {
  const platform = await createUser(deps, { role: 'super_admin' });
  const demote = (tx: Tx) => tx.update(users).set({ role: 'user' }).where(eq(users.id, platform));
  const suspend = () => outcome(ask('suspendOrganization', platform, { id }));
  expect(await duringTransaction(deps, holding(demote), suspend)).toBe('not_found');
  const [row] = await deps.db.select().from(organizations).where(eq(organizations.id, id));
  expect(row?.status).toBe('active');
});

it('an event cannot be restored in an organization that is being deleted', async () => {
  await deps.db.update(events).set({ status: 'live', deletedAt: new Date() }).where(eq(events.id, eventId));
  const viewer = await viewerOf(deps, admin.userId);
  const remove = async (tx: Tx) => {
    await lockOrganization(tx, id);
    await markOrganizationDeleted(tx, id, { at: new Date(), byPlatform: false });
  };
  expect(await duringTransaction(deps, remove, () => outcome(askEvent('restoreEvent', viewer, { id: eventId })))).toBe('not_found');
  const [row] = await deps.db.select().from(events).where(eq(events.id, eventId));
  expect(row?.deletedAt).toBeInstanceOf(Date);
});

describe('a user whose account is being deleted', () => {
  const forget = (userId: string) => async (tx: Tx) => {
    await lockUser(tx, userId);
    await tx.update(users).set({ email: null, disabledAt: new Date(), deletedAt: new Date() }).where(eq(users.id, userId));
    await tx.delete(memberships).where(eq(memberships.userId, userId));
  };

  it('cannot create an organization', async () => {
    const { userId } = member;
    const before = await deps.db.$count(organizations);
    const found = () => outcome(ask('createOrganization', userId, {}, { body: { name: 'Nobody’s' } }));
    expect(await duringTransaction(deps, forget(userId), found)).toBe('unauthenticated');
    expect(await deps.db.$count(organizations)).toBe(before);
  });

  it('cannot join, nor be added', async () => {
    const userId = await createUser(deps);
    const viewer: Viewer = await viewerOf(deps, userId);
    const live = await createEvent(deps, id, { status: 'live', type: 'public' });
    const [{ code } = { code: '' }] = await deps.db.select({ code: events.joinCode }).from(events).where(eq(events.id, live));
    const join = () => outcome(askEvent('joinEvent', viewer, {}, { body: { code } }));
    expect(await duringTransaction(deps, forget(userId), join)).toBe('unauthenticated');
    expect(await deps.db.$count(eventParticipants, eq(eventParticipants.eventId, live))).toBe(0);

    const guest = await createUser(deps);
    await createParticipant(deps, live, { userId: guest });
    const add = () => outcome(ask('addMember', admin.userId, { id }, { body: { user_id: guest } }));
    expect(await duringTransaction(deps, forget(guest), add)).toBe('not_found');
  });

  it('cannot accept an invitation', async () => {
    const userId = await createUser(deps);
    const { items } = await ask('inviteMembers', admin.userId, { id }, { body: { email: `${userId}@unit.test` } });
    const token = items[0]!.link.split('/').at(-1)!;
    const viewer = await viewerOf(deps, userId);
    expect(viewer.email).not.toBeNull();
    const accept = () => outcome(ask('acceptMemberInvitation', userId, { token }));
    expect(await duringTransaction(deps, forget(userId), accept)).toBe('unauthenticated');
    expect(await deps.db.$count(memberships, eq(memberships.userId, userId))).toBe(0);
  });
});

describe('adding a former member again', () => {
  const tokenOf = ({ link }: { link: string }) => link.split('/').at(-1)!;
  const inviting = (who: string, email: string) => ask('inviteMembers', who, { id }, { body: { emails: [email] } });
  const find = async (memberId: string) => (await deps.db.select().from(memberships).where(eq(memberships.id, memberId)))[0];

  it('requires an admin if they were one', async () => {
    const former = await createMembership(deps, id, { role: 'organization', removedAt: new Date(), removedBy: admin.userId });
    const manager = await createMembership(deps, id, { permissions: { manage_org_members: true } });
    const email = `${former.userId}@unit.test`;
    const add = (who: string) => outcome(ask('addMember', who, { id }, { body: { user_id: former.userId } }));
    expect([await add(manager.userId), await outcome(inviting(manager.userId, email))]).toEqual(['forbidden', 'forbidden']);
    await expect(inviting(manager.userId, email)).rejects.toThrow(`${email} was an admin of this organization`);
    const { items } = await inviting(admin.userId, email);
    const path = { id, invitationId: items[0]!.invitation.id };
    for (const act of ['resendMemberInvitation', 'revokeMemberInvitation', 'restoreMemberInvitation'] as const)
      expect(await outcome(ask(act, manager.userId, path)), act).toBe('forbidden');
    expect(await outcome(ask('acceptMemberInvitation', former.userId, { token: tokenOf(items[0]!) }))).toBe('done');
    await ask('removeMember', admin.userId, { id, memberId: former.id });
    expect(await add(admin.userId)).toBe('done');
    // A manager can’t downgrade a pending admin.
    await deps.db.update(memberships).set({ role: 'organization' }).where(eq(memberships.id, former.id));
    expect(await outcome(inviting(manager.userId, email))).toBe('forbidden');
  });

  it("requires an admin also if a manager's invitation is open", async () => {
    const manager = await createMembership(deps, id, { permissions: { manage_org_members: true } });
    const former = await createMembership(deps, id, { removedAt: new Date(0), removedBy: admin.userId });
    const { items } = await inviting(manager.userId, `${former.userId}@unit.test`);
    await deps.db.update(memberships).set({ role: 'organization' }).where(eq(memberships.id, former.id));
    const accept = () => outcome(ask('acceptMemberInvitation', former.userId, { token: tokenOf(items[0]!) }));
    expect(await accept()).toBe('admins_only');
    expect(await find(former.id)).toMatchObject({ role: 'organization', removedAt: new Date(0) });
    await deps.db.update(memberships).set({ role: 'organization' }).where(eq(memberships.id, manager.id));
    expect(await accept()).toBe('done');
    expect(await find(former.id)).toMatchObject({ role: 'member', status: 'active', removedAt: null });
  });

  it('restores permissions by an admin, or by the user who removed them', async () => {
    const permissions = { view_events: false, manage_org_settings: true };
    const given = await createMembership(deps, id, { permissions });
    const [one, two] = [
      await createMembership(deps, id, { permissions: { manage_org_members: true } }),
      await createMembership(deps, id, { permissions: { manage_org_members: true } }),
    ];
    const backBy = async (removing: string, restoring: string) => {
      await ask('removeMember', removing, { id, memberId: given.id });
      await ask('restoreMember', restoring, { id, memberId: given.id });
      return (await find(given.id))?.permissions;
    };
    expect(await backBy(one.userId, one.userId)).toEqual(permissions);
    expect(await backBy(one.userId, admin.userId)).toEqual(permissions);
    expect(await backBy(admin.userId, one.userId)).toEqual({ view_events: false });
    await deps.db.update(memberships).set({ permissions }).where(eq(memberships.id, given.id));
    expect(await backBy(one.userId, two.userId)).toEqual({ view_events: false });
  });

  it('and inviting them does not restore revoked flags, and grants nothing', async () => {
    const permissions = { view_events: false, manage_org_settings: true };
    const limited = await createMembership(deps, id, { permissions, removedAt: new Date(0), removedBy: admin.userId });
    await ask('addMember', admin.userId, { id }, { body: { user_id: limited.userId } });
    expect((await find(limited.id))?.permissions).toEqual({ view_events: false });

    await deps.db
      .update(memberships)
      .set({ permissions, removedAt: new Date(0) })
      .where(eq(memberships.id, limited.id));
    const { items, former_members } = await inviting(admin.userId, `${limited.userId}@unit.test`);
    expect(former_members, 'the inviter is notified').toEqual([`${limited.userId}@unit.test`]);
    await ask('acceptMemberInvitation', limited.userId, { token: tokenOf(items[0]!) });
    expect(await find(limited.id)).toMatchObject({ status: 'active', permissions: { view_events: false } });
  });
});

it('an unknown id is not found', async () => {
  expect(await outcome(ask('addMember', admin.userId, { id }, { body: { user_id: uuid7() } }))).toBe('not_found');
});
