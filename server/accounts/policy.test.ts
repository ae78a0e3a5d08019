import { describe, expect, it } from 'vitest';
import { canSeePerson, type PersonFacts } from '#server/accounts/policy.ts';
import type { Viewer } from '#server/viewer.ts';

const person: PersonFacts = { userId: 'ana', organizationIds: ['aurora'], hostIds: ['cirrus'], sharesEvent: false };
const viewer = (changes: Partial<Viewer> = {}): Viewer => ({
  userId: 'noa',
  sessionId: 'session',
  email: 'noa@unit.test',
  name: 'Noa Reyes',
  role: 'user',
  permissions: { participate_events: true },
  memberships: [],
  ...changes,
});
const memberOf = (organizationId: string) => viewer({ memberships: [{ organizationId, role: 'member', permissions: {} }] });

describe('a user is visible', () => {
  it.each([
    ['by themselves', viewer({ userId: 'ana' }), true],
    ['by members of their organization', memberOf('aurora'), true],
    ['by the organization whose event they take part in', memberOf('cirrus'), true],
    ['by super admins', viewer({ permissions: { all: true } }), true],
    ['by those of the platform who manage users', viewer({ permissions: { manage_users: true } }), true],
    ['not by those who manage organizations alone', viewer({ permissions: { manage_organizations: true } }), false],
    ['not by members of another organization', memberOf('nimbus'), false],
    ['not by other users', viewer(), false],
  ])('%s', (_who, by, expected) => {
    expect(canSeePerson(by, person)).toBe(expected);
  });

  it('to other participants of an event', () => {
    expect(canSeePerson(viewer(), { ...person, sharesEvent: true })).toBe(true);
  });
});
