import { describe, expect, it } from 'vitest';
import type { Snapshot } from '#src/session/store.ts';
import { buildOrganization, buildUser } from '#tests/support/factories/api.ts';
import { routeTable } from '#tests/support/routes.ts';
import { menuFor } from './menus.ts';

function signedInAs(role: Snapshot['user']['role'], status?: 'pending' | 'active' | 'suspended'): Snapshot {
  const user = buildUser({ role, organizations: status ? [buildOrganization({ id: 'a1', status })] : [] });
  return { user, selectedOrganizationId: null, expired: false };
}

describe('The menu', () => {
  it.each([
    ['super_admin', 'Admin Panel'],
    ['admin', 'AI Image Suite'],
    ['organization', 'Organization Panel'],
    ['member', 'Organization Panel'],
    ['user', 'AI Image Suite'],
  ] as const)('of a %s is called %s', (role, title) => {
    expect(menuFor(signedInAs(role), true).title).toBe(title);
  });

  it('leads only people with permissions to the platform’s people and organizations', () => {
    const admin = signedInAs('admin');
    const leads = (snapshot: Snapshot) => menuFor(snapshot, true).entries.some(({ to }) => to === '/admin');
    expect(leads(admin)).toBe(false);
    admin.user.permissions = { manage_organizations: true };
    expect(leads(admin)).toBe(true);
    expect(leads(signedInAs('super_admin'))).toBe(false);
  });

  it('names the role only in an organization', () => {
    expect(menuFor(signedInAs('organization', 'active'), true).role).toBe('Organization Admin');
    expect(menuFor(signedInAs('member', 'active'), true).role).toBe('Organization Member');
    expect(menuFor(signedInAs('user'), true).role).toBeNull();
  });

  // Its texts are tried by tests/e2e/sidebar.spec.ts.
  it.each([
    ['organization', 'active', '/organization'],
    ['member', 'suspended', '/organization'],
    ['member', 'pending', '/dashboard'],
    ['user', undefined, '/dashboard'],
    ['admin', undefined, '/dashboard'],
    ['super_admin', 'active', '/super-admin'],
  ] as const)('of a %s (organization: %s) leads to every page of %s, first to its start', (role, status, area) => {
    const paths = routeTable.map(({ path }) => path).filter((path) => `${path}/`.startsWith(`${area}/`) && !path.includes('$'));
    // A page below another one is reached from there.
    const pages = paths.filter((path) => !paths.some((other) => other !== area && path.startsWith(`${other}/`)));
    const ways = menuFor(signedInAs(role, status), true).entries.map(({ to }): string => to);
    expect(ways[0]).toBe(area);
    expect(ways.toSorted()).toEqual(pages.toSorted());
  });

  it('shows the camera, personal events and help beside an organization’s menu', () => {
    const beside = (snapshot: Snapshot) => menuFor(snapshot, true).beside.map(({ label }) => label);
    expect(beside(signedInAs('member', 'active'))).toEqual(['Camera', 'My events', 'Tutorials', 'Help & Support']);
    expect(beside(signedInAs('member', 'pending'))).toEqual([]);
    expect(beside(signedInAs('user'))).toEqual([]);
    expect(menuFor(signedInAs('member', 'active'), false).beside.map(({ label }) => label)).toEqual([
      'My events',
      'Tutorials',
      'Help & Support',
    ]);
  });

  it('shows one menu with a notice for a pending and an approved organization', () => {
    const several = signedInAs('organization', 'pending');
    several.user.organizations.push(buildOrganization({ id: 'b2' }));
    const seen = (selected: string | null) => {
      const { entries, pending } = menuFor({ ...several, selectedOrganizationId: selected }, true);
      return [entries[0]?.label, pending];
    };
    expect(seen('b2')).toEqual(['Organization Dashboard', false]);
    expect(seen('a1')).toEqual(['Dashboard', true]);
    expect(seen('of another')).toEqual(['Organization Dashboard', false]);
  });

  it('shows that the organization is waiting for approval', () => {
    expect(menuFor(signedInAs('member', 'pending'), true).pending).toBe(true);
    expect(menuFor(signedInAs('member', 'active'), true).pending).toBe(false);
    expect(menuFor(signedInAs('user', 'pending'), true).pending).toBe(false);
  });
});
