import { expect, test } from 'vitest';
import { permissionsOf, roleOf, type RoleFacts } from '#server/accounts/policy.ts';

const rolePermissions: RoleFacts['rolePermissions'] = [
  { role: 'super_admin', flag: 'all' },
  { role: 'admin', flag: 'manage_users' },
  { role: 'organization', flag: 'manage_org_members' },
  { role: 'organization', flag: 'view_events' },
  { role: 'member', flag: 'view_events' },
  { role: 'member', flag: 'participate_events' },
  { role: 'user', flag: 'participate_events' },
];
const person = (platformRole: RoleFacts['platformRole'], memberships: RoleFacts['memberships'] = []): RoleFacts => ({
  platformRole,
  memberships,
  rolePermissions,
});
const member = { role: 'member', status: 'active', organizationStatus: 'active', overrides: null } as const;
const owner = { ...member, role: 'organization' } as const;

test('the session shows the highest role', () => {
  expect(roleOf(person('user'))).toBe('user');
  expect(roleOf(person('user', [member]))).toBe('member');
  expect(roleOf(person('user', [member, owner]))).toBe('organization');
  expect(roleOf(person('admin', [owner]))).toBe('admin');
});

test('flags come from the table only', () => {
  expect(permissionsOf(person('user'))).toEqual({ participate_events: true });
  expect(permissionsOf({ ...person('user'), rolePermissions: [] })).toEqual({});
  expect(permissionsOf(person('super_admin'))).toEqual({ all: true });
});

test('an organization can revoke a flag from its member, and another can still grant it', () => {
  const without = { ...member, overrides: { participate_events: false } };
  expect(permissionsOf(person('user', [without]))).toEqual({ view_events: true });
  expect(permissionsOf(person('user', [without, member]))).toEqual({ view_events: true, participate_events: true });
});

test('an override of an organization grants no platform permission', () => {
  const greedy = { ...member, overrides: { all: true, manage_users: true, manage_org_members: true } };
  expect(permissionsOf(person('user', [greedy]))).toEqual({ view_events: true, participate_events: true, manage_org_members: true });
  expect(permissionsOf(person('admin', [greedy]))).toMatchObject({ manage_users: true });
});

test('a pending organization gives no flags, nor does an invited or suspended membership', () => {
  const asNobody = { participate_events: true };
  expect(permissionsOf(person('user', [{ ...owner, organizationStatus: 'pending' }]))).toEqual(asNobody);
  expect(permissionsOf(person('user', [{ ...owner, organizationStatus: 'pending', overrides: { view_events: true } }]))).toEqual(asNobody);
  for (const status of ['invited', 'suspended'] as const) {
    expect(permissionsOf(person('user', [{ ...owner, status }]))).toEqual(asNobody);
    expect(roleOf(person('user', [{ ...owner, status }]))).toBe('user');
  }
  expect(permissionsOf(person('user', [{ ...owner, organizationStatus: 'pending' }, member]))).toMatchObject({ view_events: true });
  // Read access remains.
  expect(permissionsOf(person('user', [{ ...owner, organizationStatus: 'suspended' }]))).toMatchObject({ view_events: true });
  // The screen shows the approval status.
  expect(roleOf(person('user', [{ ...owner, organizationStatus: 'pending' }]))).toBe('organization');
});
