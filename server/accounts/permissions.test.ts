import { expect, test } from 'vitest';
import { permissionsOf, roleOf, type Standing } from '#server/accounts/permissions.ts';

const rolePermissions: Standing['rolePermissions'] = [
  { role: 'super_admin', flag: 'all' },
  { role: 'admin', flag: 'manage_users' },
  { role: 'organization', flag: 'manage_org_members' },
  { role: 'organization', flag: 'view_events' },
  { role: 'member', flag: 'view_events' },
  { role: 'member', flag: 'participate_events' },
  { role: 'user', flag: 'participate_events' },
];
const person = (platformRole: Standing['platformRole'], memberships: Standing['memberships'] = []): Standing => ({
  platformRole,
  memberships,
  rolePermissions,
});
const member = { role: 'member', overrides: null } as const;

test('the session shows the highest role', () => {
  expect(roleOf(person('user'))).toBe('user');
  expect(roleOf(person('user', [member]))).toBe('member');
  expect(roleOf(person('user', [member, { role: 'organization', overrides: null }]))).toBe('organization');
  expect(roleOf(person('admin', [{ role: 'organization', overrides: null }]))).toBe('admin');
});

test('flags come from the table: what stands not there nobody has', () => {
  expect(permissionsOf(person('user'))).toEqual({ participate_events: true });
  expect(permissionsOf({ ...person('user'), rolePermissions: [] })).toEqual({});
  expect(permissionsOf(person('super_admin'))).toEqual({ all: true });
});

test('an organization may take a flag from its member, and another organization may still give it', () => {
  const without = { role: 'member', overrides: { participate_events: false } } as const;
  expect(permissionsOf(person('user', [without]))).toEqual({ view_events: true });
  expect(permissionsOf(person('user', [without, member]))).toEqual({ view_events: true, participate_events: true });
});

test('no override of an organization gives rights over the platform', () => {
  const greedy = { role: 'member', overrides: { all: true, manage_users: true, manage_org_members: true } } as const;
  expect(permissionsOf(person('user', [greedy]))).toEqual({ view_events: true, participate_events: true, manage_org_members: true });
  expect(permissionsOf(person('admin', [greedy]))).toMatchObject({ manage_users: true });
});
