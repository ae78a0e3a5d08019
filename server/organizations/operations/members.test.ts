// Managing the members of an organization.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createEvent,
  createMembership,
  createOrganization,
  createUser,
  viewerOf,
  createParticipant,
} from '#tests/support/factories/database.ts';
import { askOrganizations, type AskOrganizations, outcome } from '#tests/support/operations.ts';
import { readPages } from '#tests/support/pages.ts';

let deps: TestDeps;
let ask: AskOrganizations;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askOrganizations(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

interface Staff {
  id: string;
  adminId: string;
  adminMemberId: string;
}

async function makeStaff(): Promise<Staff> {
  const { id, adminId } = await createOrganization(deps);
  const [own] = await deps.db.select({ id: memberships.id }).from(memberships).where(eq(memberships.userId, adminId));
  return { id, adminId, adminMemberId: own!.id };
}
const pathOf = ({ id }: Staff, memberId: string) => ({ id, memberId });
const find = async (memberId: string) => (await deps.db.select().from(memberships).where(eq(memberships.id, memberId)))[0]!;
const trailOf = async ({ id }: Staff) =>
  (await deps.db.select().from(auditLog).where(eq(auditLog.organizationId, id)).orderBy(auditLog.id)).map((entry) => entry.action);

it('becomes an admin once they have proved their address', async () => {
  const staff = await makeStaff();
  const { id, userId } = await createMembership(deps, staff.id);
  const promote = () => ask('updateMember', staff.adminId, pathOf(staff, id), { body: { role: 'organization' } });
  const confirm = (isVerified: boolean, verifiedByAdmin: boolean) =>
    deps.db.update(users).set({ isVerified, verifiedByAdmin }).where(eq(users.id, userId));
  await confirm(false, false);
  expect(await outcome(promote())).toBe('email_not_confirmed');
  await confirm(true, true);
  expect(await outcome(promote())).toBe('email_not_confirmed');
  expect(await find(id)).toMatchObject({ role: 'member' });
  const isListedAsProved = async () =>
    (await ask('listMembers', staff.adminId, { id: staff.id })).items.find((member) => member.id === id)?.is_proved;
  expect(await isListedAsProved()).toBe(false);
  await confirm(true, false);
  expect(await isListedAsProved()).toBe(true);
  expect((await promote()).role).toBe('organization');
});

describe('the last active admin', () => {
  it('cannot be demoted, suspended, removed or restricted, and cannot leave', async () => {
    const staff = await makeStaff();
    await createMembership(deps, staff.id, { permissions: { manage_org_members: true } });
    // Neither could manage the organization.
    await createMembership(deps, staff.id, { role: 'organization', status: 'suspended' });
    await createMembership(deps, staff.id, { role: 'organization', permissions: { manage_org_members: false } });
    const path = pathOf(staff, staff.adminMemberId);
    expect(await outcome(ask('updateMember', staff.adminId, path, { body: { role: 'member' } }))).toBe('last_admin');
    expect(await outcome(ask('updateMember', staff.adminId, path, { body: { status: 'suspended' } }))).toBe('last_admin');
    expect(await outcome(ask('removeMember', staff.adminId, path))).toBe('last_admin');
    const without = { body: { permissions: { manage_org_members: false } } };
    expect(await outcome(ask('updateMemberPermissions', staff.adminId, path, without))).toBe('last_admin');
    const { items } = await ask('listMembers', staff.adminId, { id: staff.id });
    const own = items.find(({ id }) => id === staff.adminMemberId);
    expect(own).toMatchObject({ is_last_admin: true, can: { change_role: false, change_status: false, remove: false } });
    await expect(ask('removeMember', staff.adminId, path)).rejects.toThrow('Olga Test is the only admin');
  });

  it('remains when two admins demote each other at once, repeatedly', async () => {
    for (let round = 0; round < 8; round += 1) {
      const staff = await makeStaff();
      const other = await createMembership(deps, staff.id, { role: 'organization' });
      const body = round % 2 === 0 ? { role: 'member' } : { status: 'suspended' };
      const outcomes = await Promise.all([
        outcome(ask('updateMember', staff.adminId, pathOf(staff, other.id), { body })),
        outcome(ask('updateMember', other.userId, pathOf(staff, staff.adminMemberId), { body })),
      ]);
      expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
      const rows = await deps.db.select().from(memberships).where(eq(memberships.organizationId, staff.id));
      expect(rows.filter(({ role, status }) => role === 'organization' && status === 'active')).toHaveLength(1);
    }
  });

  it('remains when two admins leave at once', async () => {
    const staff = await makeStaff();
    const other = await createMembership(deps, staff.id, { role: 'organization' });
    const outcomes = await Promise.all([
      outcome(ask('removeMember', staff.adminId, pathOf(staff, staff.adminMemberId))),
      outcome(ask('removeMember', other.userId, pathOf(staff, other.id))),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'last_admin']);
  });
});

describe('permissions in an organization', () => {
  it('apply from the next call on, granted and revoked', async () => {
    const staff = await makeStaff();
    const member = await createMembership(deps, staff.id);
    const target = await createMembership(deps, staff.id);
    const suspend = () => outcome(ask('updateMember', member.userId, pathOf(staff, target.id), { body: { status: 'suspended' } }));
    expect(await suspend()).toBe('forbidden');
    const decide = (permissions: object) =>
      ask('updateMemberPermissions', staff.adminId, pathOf(staff, member.id), { body: { permissions } });
    expect(await decide({ manage_org_members: true, view_events: false })).toMatchObject({
      permissions: { manage_org_members: true, participate_events: true },
      role_permissions: { view_events: true, participate_events: true },
      overrides: { manage_org_members: true, view_events: false },
    });
    expect((await viewerOf(deps, member.userId)).permissions).toEqual({ manage_org_members: true, participate_events: true });
    expect(await suspend()).toBe('done');
    await decide({});
    expect((await find(member.id)).permissions).toBeNull();
    expect(await suspend()).toBe('forbidden');
    // A suspension takes effect at once.
    expect(await outcome(ask('listMembers', target.userId, { id: staff.id }))).toBe('not_found');
  });

  it('do not grant more: a member manager neither makes nor changes admins', async () => {
    const staff = await makeStaff();
    const manager = await createMembership(deps, staff.id, { permissions: { manage_org_members: true } });
    const forbidden = [
      ask('updateMember', manager.userId, pathOf(staff, manager.id), { body: { role: 'organization' } }),
      ask('updateMember', manager.userId, pathOf(staff, staff.adminMemberId), { body: { status: 'suspended' } }),
      ask('removeMember', manager.userId, pathOf(staff, staff.adminMemberId)),
      ask('updateMemberPermissions', manager.userId, pathOf(staff, manager.id), { body: { permissions: { manage_org_settings: true } } }),
    ];
    expect(new Set(await Promise.all(forbidden.map(outcome)))).toEqual(new Set(['forbidden']));
  });

  it('do not apply to another organization', async () => {
    const [mine, theirs] = [await makeStaff(), await makeStaff()];
    const member = await createMembership(deps, theirs.id);
    expect(await outcome(ask('listMembers', mine.adminId, { id: theirs.id }))).toBe('not_found');
    expect(await outcome(ask('removeMember', mine.adminId, pathOf(theirs, member.id)))).toBe('not_found');
    // Nor by changing themselves.
    expect(await outcome(ask('removeMember', mine.adminId, pathOf(mine, member.id)))).toBe('not_found');
    expect((await find(member.id)).removedAt).toBeNull();
  });

  it('do not apply while it is pending or suspended, except leaving', async () => {
    const staff = await makeStaff();
    const member = await createMembership(deps, staff.id);
    for (const status of ['pending', 'suspended'] as const) {
      await deps.db.update(organizations).set({ status }).where(eq(organizations.id, staff.id));
      const change = ask('updateMember', staff.adminId, pathOf(staff, member.id), { body: { status: 'suspended' } });
      expect(await outcome(change)).toBe(`organization_${status}`);
      expect((await ask('listMembers', staff.adminId, { id: staff.id })).can_manage).toBe(false);
    }
    await ask('removeMember', member.userId, pathOf(staff, member.id));
    expect((await find(member.id)).removedBy).toBe(member.userId);
  });
});

describe('adding and removing', () => {
  it('requires the acceptance by the user, not by others', async () => {
    const staff = await makeStaff();
    const userId = await createUser(deps);
    // An unknown user: not even the name is revealed.
    expect(await outcome(ask('addMember', staff.adminId, { id: staff.id }, { body: { user_id: userId } }))).toBe('not_found');
    const eventId = await createEvent(deps, staff.id);
    await createParticipant(deps, eventId, { userId });
    const added = await ask('addMember', staff.adminId, { id: staff.id }, { body: { user_id: userId } });
    expect(added).toMatchObject({ user_id: userId, role: 'member', status: 'invited' });
    expect((await viewerOf(deps, userId)).memberships).toEqual([]);
    const answer = { body: { status: 'active' } };
    expect(await outcome(ask('updateMember', staff.adminId, pathOf(staff, added.id), answer))).toBe('not_answered');
    expect(await ask('updateMember', userId, pathOf(staff, added.id), answer)).toMatchObject({ status: 'active' });
    expect((await viewerOf(deps, userId)).memberships).toMatchObject([{ organizationId: staff.id }]);
    expect(await outcome(ask('addMember', staff.adminId, { id: staff.id }, { body: { user_id: userId } }))).toBe('already_member');
    expect(await trailOf(staff)).toEqual(['organization.add_member', 'organization.accept_membership']);
  });

  it('suspended members cannot reactivate themselves', async () => {
    const staff = await makeStaff();
    const member = await createMembership(deps, staff.id, { status: 'suspended' });
    const back = ask('updateMember', member.userId, pathOf(staff, member.id), { body: { status: 'active' } });
    expect(await outcome(back)).toBe('not_found');
  });

  it('removal revokes all permissions at once, and restoring brings them back', async () => {
    const staff = await makeStaff();
    const member = await createMembership(deps, staff.id, { role: 'organization', permissions: { view_events: false } });
    const path = pathOf(staff, member.id);
    await ask('removeMember', staff.adminId, path);
    await ask('removeMember', staff.adminId, path);
    expect(await viewerOf(deps, member.userId)).toMatchObject({ role: 'user', memberships: [] });
    expect(await outcome(ask('updateMember', staff.adminId, path, { body: { role: 'member' } }))).toBe('not_found');
    const { items, counts } = await ask('listMembers', staff.adminId, { id: staff.id }, { query: { removed: true } });
    expect([items.map(({ id }) => id), counts]).toMatchObject([[member.id], { all: 1, active: 1, removed: 1 }]);
    const restored = await ask('restoreMember', staff.adminId, path);
    expect(restored).toMatchObject({ role: 'organization', status: 'active', overrides: { view_events: false }, removed_at: null });
    expect(await trailOf(staff)).toEqual(['organization.remove_member', 'organization.restore_member']);
  });

  it('a suspended member is restored as suspended, and listed as such among former members', async () => {
    const staff = await makeStaff();
    const member = await createMembership(deps, staff.id, { status: 'suspended' });
    await ask('removeMember', staff.adminId, pathOf(staff, member.id));
    const { items } = await ask('listMembers', staff.adminId, { id: staff.id }, { query: { removed: true } });
    expect(items).toMatchObject([{ id: member.id, status: 'suspended', can: { restore: true } }]);
    expect(await ask('restoreMember', staff.adminId, pathOf(staff, member.id))).toMatchObject({ status: 'suspended', removed_at: null });
    expect((await viewerOf(deps, member.userId)).memberships).toEqual([]);
  });

  it('a member who left cannot be restored, but invited again', async () => {
    const staff = await makeStaff();
    const member = await createMembership(deps, staff.id, { permissions: { manage_org_settings: true } });
    await ask('removeMember', member.userId, pathOf(staff, member.id));
    expect(await outcome(ask('restoreMember', staff.adminId, pathOf(staff, member.id)))).toBe('member_left');
    const again = await ask('addMember', staff.adminId, { id: staff.id }, { body: { user_id: member.userId } });
    expect(again).toMatchObject({ id: member.id, status: 'invited', overrides: {}, removed_at: null });
  });
});

it('members are listed by name, searched, filtered and counted', async () => {
  const staff = await makeStaff();
  for (const name of ['bea', 'Änne', 'Zoe', 'Carl'])
    await createMembership(deps, staff.id, { userId: await createUser(deps, { firstName: name }) });
  await createMembership(deps, staff.id, { status: 'suspended', userId: await createUser(deps, { firstName: 'Dora' }) });
  const list = (query: object) => ask('listMembers', staff.adminId, { id: staff.id }, { query });
  const read = async (sort: string) => {
    const { forth, back } = await readPages((cursor) => list({ sort, limit: 2, cursor }));
    expect(back).toEqual(forth.slice(0, -1));
    return forth.flat().map(({ first_name }) => first_name);
  };
  expect(await read('name')).toEqual(['Änne', 'bea', 'Carl', 'Dora', 'Olga', 'Zoe']);
  expect(await read('-name')).toEqual(['Zoe', 'Olga', 'Dora', 'Carl', 'bea', 'Änne']);
  const found = await list({ q: 'ZOE t', status: 'active', role: 'member' });
  expect(found).toMatchObject({ total: 1, counts: { all: 6, active: 5, suspended: 1 }, items: [{ first_name: 'Zoe' }] });
});
