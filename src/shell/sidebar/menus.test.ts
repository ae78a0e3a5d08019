import { describe, expect, it } from 'vitest';
import type { Snapshot } from '#src/session/store.ts';
import { buildOrganization, buildUser } from '#tests/support/factories/api.ts';
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

  it('leads people of an approved organization to its events, and others to their own', () => {
    const ways = (snapshot: Snapshot) => menuFor(snapshot, true).entries.map(({ to, label }) => `${label}: ${to}`);
    const own = [
      'Dashboard: /dashboard',
      'Generate Image: /dashboard/generate',
      'Gallery: /dashboard/gallery',
      'Events: /dashboard/events-overview',
      'Model Library: /dashboard/model-library',
      'Tutorials: /dashboard/tutorials',
      'Help & Support: /dashboard/feedback-support',
      'Profile: /dashboard/profile',
      'Settings: /dashboard/settings',
    ];
    const menu = [
      'Organization Dashboard: /organization',
      'Generate Image: /organization/generate-image',
      'Image Gallery: /organization/image-gallery',
      'Event Management: /organization/events',
      'Staff Management: /organization/staff',
      'Profile: /organization/profile',
      'Billing & Subscription: /organization/billing',
      'Organization Settings: /organization/settings',
    ];
    expect(ways(signedInAs('organization', 'active'))).toEqual(menu);
    expect(ways(signedInAs('member', 'suspended'))).toEqual(menu);
    expect(ways(signedInAs('member', 'pending'))).toEqual(own);
    expect(ways(signedInAs('user'))).toEqual(own);
    expect(ways(signedInAs('super_admin', 'active'))).toEqual([
      'Dashboard: /super-admin',
      'User Management: /super-admin/users',
      'Model Management: /super-admin/models',
      'Analytics Dashboard: /super-admin/analytics',
      'Event Management: /super-admin/event-management',
      'System Logs: /super-admin/system-logs',
      'Manage Billing: /super-admin/billing-subscription',
      'Notifications: /super-admin/notifications',
      'Permissions: /super-admin/permissions',
      'Profile: /super-admin/profile',
      'Settings: /super-admin/settings',
    ]);
    expect(ways(signedInAs('admin'))).toEqual(own);
  });

  it('shows the camera and personal events beside an organization’s menu', () => {
    const shooting = (snapshot: Snapshot) => menuFor(snapshot, true).shooting.map(({ label }) => label);
    expect(shooting(signedInAs('member', 'active'))).toEqual(['Camera', 'My events']);
    expect(shooting(signedInAs('member', 'pending'))).toEqual([]);
    expect(shooting(signedInAs('user'))).toEqual([]);
    expect(menuFor(signedInAs('member', 'active'), false).shooting.map(({ label }) => label)).toEqual(['My events']);
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
