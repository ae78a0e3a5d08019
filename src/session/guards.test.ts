import { describe, expect, test } from 'vitest';
import { buildOrganization, buildUser } from '#tests/support/factories/api.ts';
import {
  anyone,
  approved,
  eventAccess,
  landingFor,
  organizationAccess,
  platformAccess,
  returnTarget,
  signedIn,
  superAdminOnly,
} from './guards.ts';
import { currentOrganization } from './selection.ts';
import type { Snapshot } from './store.ts';

type User = Snapshot['user'];
const organization = (status: 'pending' | 'active') => buildOrganization({ id: status, name: status, status });

const person = (user: Partial<User> = {}, more: Partial<Snapshot> = {}): Snapshot => ({
  user: buildUser({ id: 'u', permissions: { participate_events: true }, ...user }),
  selectedOrganizationId: null,
  expired: false,
  ...more,
});
const pendingAdmin = person({ role: 'organization', organizations: [organization('pending')] });
const here = { href: '/event/1/gallery?photo=2#x' };

test('public pages are open to everyone', () => expect(anyone(null, here)).toBeNull());

describe('the event area', () => {
  test('sends a stranger to login and remembers the full path', () => {
    expect(eventAccess(null, here)).toEqual({ to: '/login', search: { redirect: '/event/1/gallery?photo=2#x' } });
  });
  test.each([{ view_events: true }, { participate_events: true }, { all: true }])('is open with any one of %j', (permissions) => {
    expect(eventAccess(person({ permissions }), here)).toBeNull();
  });
  test('is closed without either', () => {
    expect(eventAccess(person({ permissions: { manage_users: true } }), here)).toEqual({ to: '/unauthorized' });
  });
  test('stays open when the session expires: shooting continues', () => {
    expect(eventAccess(person({}, { expired: true }), here)).toBeNull();
    expect(signedIn(person({}, { expired: true }), here)).toMatchObject({ to: '/login' });
  });
});

test.each([
  ['super_admin', '/super-admin'],
  ['organization', '/organization'],
  ['member', '/organization'],
  ['user', '/dashboard'],
  ['admin', '/'],
] as const)('after signing in or registering, %s goes to %s', (role, place) => {
  expect(landingFor(person({ role, organizations: [organization('active')] }))).toBe(place);
});

test('the admin of a pending organization stays on the pending screen; with an active one beside it, not', () => {
  expect(approved(pendingAdmin, here)).toEqual({ to: '/pending-approval' });
  expect(landingFor(pendingAdmin)).toBe('/pending-approval');
  const both = person({ role: 'organization', organizations: [organization('pending'), organization('active')] });
  expect(approved(both, here)).toBeNull();
  expect(landingFor(both)).toBe('/organization');
});

test.each([
  ['super_admin', '/super-admin'],
  ['admin', '/'],
  ['organization', '/organization'],
  ['member', '/organization'],
  ['user', '/dashboard'],
] as const)('a %s lands on %s', (role, landing) => expect(landingFor(person({ role }))).toBe(landing));

describe('the area of an organization', () => {
  const active = { id: 'm', organization_id: 'active', organization_name: 'Aurora', role: 'member', status: 'active' } as const;
  test.each(['organization', 'member'] as const)('is open to the role %s', (role) => {
    expect(organizationAccess(person({ role, organizations: [organization('active')] }), here)).toBeNull();
  });
  test('is open to people of the platform who work for an organization too', () => {
    expect(organizationAccess(person({ role: 'super_admin', memberships: [active] }), here)).toBeNull();
    expect(organizationAccess(person({ memberships: [{ ...active, status: 'suspended' }] }), here)).toEqual({ to: '/unauthorized' });
  });
  test.each(['user', 'admin', 'super_admin'] as const)('is closed to a %s', (role) => {
    expect(organizationAccess(person({ role, permissions: { all: true } }), here)).toEqual({ to: '/unauthorized' });
  });
  test('is closed to strangers, to ended sessions and while it is pending', () => {
    expect(organizationAccess(null, here)).toMatchObject({ to: '/login' });
    expect(organizationAccess(person({ role: 'member' }, { expired: true }), here)).toMatchObject({ to: '/login' });
    expect(organizationAccess(pendingAdmin, here)).toEqual({ to: '/pending-approval' });
  });
  test('is that of the selected organization where it is one’s own and approved, else of the first', () => {
    const both = [organization('pending'), organization('active')];
    expect(currentOrganization(person({ organizations: both }))?.id).toBe('active');
    expect(currentOrganization(person({ organizations: both }, { selectedOrganizationId: 'elsewhere' }))?.id).toBe('active');
    expect(currentOrganization(person({ organizations: both }, { selectedOrganizationId: 'pending' }))?.id).toBe('active');
    expect(currentOrganization(person({ organizations: [organization('pending')] }))).toBeNull();
  });
});

test('a return target is a path of this app or null', () => {
  expect(returnTarget('/event/1?queue=open#a')).toBe('/event/1?queue=open#a');
  for (const foreign of [
    undefined,
    '',
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/.//evil.test/x',
    '/x/..//evil.test',
    '/\t/evil.test',
    '/.\\evil.test',
    'javascript:alert(1)',
    '/login?redirect=/x',
  ])
    expect(returnTarget(foreign)).toBeNull();
});

test('the platform is for super administrators only; a stranger is asked to sign in, and comes back', () => {
  const there = { href: '/super-admin/users' };
  expect(superAdminOnly(person({ role: 'super_admin' }), there)).toBeNull();
  for (const role of ['admin', 'organization', 'member', 'user'] as const)
    expect(superAdminOnly(person({ role, permissions: { all: true } }), there)).toEqual({ to: '/unauthorized' });
  expect(superAdminOnly(null, there)).toEqual({ to: '/login', search: { redirect: '/super-admin/users' } });
});

test('people and organizations of the platform are for those who manage either', () => {
  const there = { href: '/admin' };
  for (const flag of ['manage_users', 'manage_organizations', 'all'] as const)
    expect(platformAccess(person({ role: 'admin', permissions: { [flag]: true } }), there)).toBeNull();
  expect(platformAccess(person({ role: 'admin', permissions: { view_events: true } }), there)).toEqual({ to: '/unauthorized' });
  expect(platformAccess(null, there)).toEqual({ to: '/login', search: { redirect: '/admin' } });
});
