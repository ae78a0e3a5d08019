import { expect, test } from 'vitest';
import {
  canAcceptMembership,
  canChangeMember,
  canManageAdmins,
  canManageMembers,
  canRestoreMember,
  canViewMembers,
  canViewOrganization,
  isManagingAdmin,
  memberAbilities,
  type MemberFacts,
} from '#server/organizations/policy.ts';
import type { Viewer } from '#server/viewer.ts';

const person = (more: Partial<Viewer>): Viewer => ({
  userId: 'u',
  sessionId: 's',
  email: 'u@example.org',
  name: 'U',
  role: 'user',
  permissions: {},
  memberships: [],
  ...more,
});

test('members see their organization; a role elsewhere gives no access', () => {
  const owner = person({
    role: 'organization',
    memberships: [{ organizationId: 'mine', role: 'organization', permissions: {} }],
    permissions: { manage_org_settings: true },
  });
  expect(canViewOrganization(owner, 'mine')).toBe(true);
  expect(canViewOrganization(owner, 'other')).toBe(false);
  expect(canViewOrganization(person({ permissions: { view_events: true, manage_users: true } }), 'mine')).toBe(false);
});

test('those who manage all organizations see each', () => {
  expect(canViewOrganization(person({ role: 'admin', permissions: { manage_organizations: true } }), 'any')).toBe(true);
  expect(canViewOrganization(person({ role: 'super_admin', permissions: { all: true } }), 'any')).toBe(true);
});

const inMine = (role: 'organization' | 'member', permissions: Viewer['permissions'] = {}) =>
  person({ memberships: [{ organizationId: 'mine', role, permissions }] });
const admin = inMine('organization', { manage_org_members: true });
const manager = inMine('member', { manage_org_members: true });
const member = (more: Partial<MemberFacts> = {}): MemberFacts => ({
  organizationId: 'mine',
  userId: 'm',
  role: 'member',
  status: 'active',
  removedAt: null,
  removedBy: null,
  permissions: {},
  ...more,
});

test('members are managed with the flag in this organization, not elsewhere', () => {
  expect(canManageMembers(admin, 'mine')).toBe(true);
  expect(canManageMembers(inMine('organization'), 'mine')).toBe(false);
  const elsewhere = person({ role: 'super_admin', permissions: { all: true, manage_org_members: true } });
  expect([canManageMembers(elsewhere, 'mine'), canViewMembers(elsewhere, 'mine')]).toEqual([false, false]);
  expect(canManageMembers(admin, 'other')).toBe(false);
});

test('admins are made and changed by admins', () => {
  const another = member({ role: 'organization' });
  expect([canChangeMember(admin, another), canChangeMember(manager, another), canChangeMember(manager, member())]).toEqual([
    true,
    false,
    true,
  ]);
  expect([canManageAdmins(admin, 'mine'), canManageAdmins(manager, 'mine')]).toEqual([true, false]);
});

test('only the user can accept, and a member who left cannot be restored', () => {
  const asked = member({ userId: 'u', status: 'invited' });
  expect([canAcceptMembership(admin, asked), canAcceptMembership(admin, member({ status: 'invited' }))]).toEqual([true, false]);
  expect(canAcceptMembership(admin, { ...asked, removedAt: new Date() })).toBe(false);
  expect(canAcceptMembership(admin, { ...asked, status: 'suspended' })).toBe(false);
  const gone = { removedAt: new Date(), removedBy: 'u' };
  expect([canRestoreMember(admin, member(gone)), canRestoreMember(admin, member({ ...gone, removedBy: 'm' }))]).toEqual([true, false]);
});

test('an organization needs an active admin who may manage members', () => {
  const able = member({ role: 'organization', permissions: { manage_org_members: true } });
  expect(isManagingAdmin(able)).toBe(true);
  for (const less of [
    { role: 'member' },
    { status: 'suspended' },
    { status: 'invited' },
    { removedAt: new Date() },
    { permissions: {} },
  ] as const)
    expect(isManagingAdmin({ ...able, ...less })).toBe(false);
});

test('the abilities match what the server allows', () => {
  const open = { organizationStatus: 'active', isLastAdmin: false } as const;
  const everything = { change_role: true, change_status: true, change_permissions: true, remove: true, restore: false };
  expect(memberAbilities(admin, member(), open)).toEqual(everything);
  expect(memberAbilities(manager, member(), open)).toEqual({ ...everything, change_role: false, change_permissions: false });
  expect(memberAbilities(admin, member(), { ...open, organizationStatus: 'suspended' })).toMatchObject({
    change_role: false,
    remove: false,
  });
  const own = member({ userId: 'u', role: 'organization' });
  expect(memberAbilities(admin, own, { ...open, isLastAdmin: true })).toMatchObject({
    change_role: false,
    change_status: false,
    remove: false,
  });
  expect(memberAbilities(inMine('member'), member({ userId: 'u' }), open)).toMatchObject({ change_status: false, remove: true });
});
