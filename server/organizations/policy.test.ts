import { expect, test } from 'vitest';
import type { Viewer } from '#server/viewer.ts';
import { canViewOrganization } from '#server/organizations/policy.ts';

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

test('members see their organization; a role held elsewhere opens nothing', () => {
  const owner = person({
    role: 'organization',
    memberships: [{ organizationId: 'mine', role: 'organization' }],
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
