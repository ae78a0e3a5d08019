import { describe, expect, test } from 'vitest';
import { anyone, approved, eventAccess, signedIn } from './guards.ts';
import { landingFor } from './landing.ts';
import { returnTarget } from './return-target.ts';
import type { Snapshot } from './store.ts';

type User = Snapshot['user'];
const organization = (status: 'pending' | 'active') =>
  ({
    id: status,
    name: status,
    status,
    description: '',
    contact_email: null,
    phone_number: null,
    avatar_url: null,
    rejection_reason: null,
  }) as const;

const person = (user: Partial<User> = {}, more: Partial<Snapshot> = {}): Snapshot => ({
  user: {
    id: 'u',
    email: 'u@x.test',
    role: 'user',
    is_verified: true,
    permissions: { participate_events: true },
    organizations: [],
    memberships: [],
    ...user,
  },
  selectedOrganizationId: null,
  expired: false,
  ...more,
});
const pendingAdmin = person({ role: 'organization', organizations: [organization('pending')] });
const here = { href: '/event/1/gallery?photo=2#x' };

test('nobody is turned away from public pages', () => expect(anyone(null, here)).toBeNull());

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
  test('stays open when the session expired meanwhile: shooting goes on', () => {
    expect(eventAccess(person({}, { expired: true }), here)).toBeNull();
    expect(signedIn(person({}, { expired: true }), here)).toMatchObject({ to: '/login' });
  });
});

test('the admin of a pending organization stays on the pending screen; with an active one beside it, not', () => {
  expect(approved(pendingAdmin, here)).toEqual({ to: '/pending-approval' });
  expect(landingFor(pendingAdmin)).toBe('/pending-approval');
  const both = person({ role: 'organization', organizations: [organization('pending'), organization('active')] });
  expect(approved(both, here)).toBeNull();
  expect(landingFor(both)).toBe('/dashboard');
  expect(landingFor(person({ role: 'admin' }))).toBe('/');
});

test('a return target is one of our own paths or nothing', () => {
  expect(returnTarget('/event/1?queue=open#a')).toBe('/event/1?queue=open#a');
  for (const foreign of [undefined, '', 'https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '/login?redirect=/x'])
    expect(returnTarget(foreign)).toBeNull();
});
