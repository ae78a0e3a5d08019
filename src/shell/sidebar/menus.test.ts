import { describe, expect, it } from 'vitest';
import type { Snapshot } from '#src/session/store.ts';
import { menuFor } from './menus.ts';

const organization = {
  id: 'a1',
  name: 'Aurora',
  description: '',
  contact_email: null,
  phone_number: null,
  avatar_url: null,
  rejection_reason: null,
  event_settings: { default_type: 'public', default_duration: 2, require_approval: false, auto_gallery: true, allow_downloads: true },
} as const;

function signedInAs(role: Snapshot['user']['role'], status?: 'pending' | 'active' | 'suspended'): Snapshot {
  const organizations = status ? [{ ...organization, status }] : [];
  const user = { id: 'u1', email: 'ana@example.org', role, is_verified: true, permissions: {}, organizations, memberships: [] };
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
    expect(menuFor(signedInAs(role)).title).toBe(title);
  });

  it('names the role in an organization, and nobody else’s', () => {
    expect(menuFor(signedInAs('organization', 'active')).role).toBe('Organization Admin');
    expect(menuFor(signedInAs('member', 'active')).role).toBe('Organization Member');
    expect(menuFor(signedInAs('user')).role).toBeNull();
  });

  it('leads people of an approved organization to its events, and everybody else to theirs', () => {
    const ways = (snapshot: Snapshot) => menuFor(snapshot).entries.map(({ to, label }) => `${label}: ${to}`);
    const own = ['Events: /dashboard/events-overview'];
    const office = ['Event Management: /organization/events'];
    expect(ways(signedInAs('organization', 'active'))).toEqual(office);
    expect(ways(signedInAs('member', 'suspended'))).toEqual(office);
    expect(ways(signedInAs('member', 'pending'))).toEqual(own);
    expect(ways(signedInAs('user'))).toEqual(own);
    expect(ways(signedInAs('super_admin', 'active'))).toEqual(['Dashboard: /super-admin']);
    expect(ways(signedInAs('admin'))).toEqual(own);
  });

  it('is one with its notice where a person has a pending organization and an open one', () => {
    const several = signedInAs('organization', 'pending');
    several.user.organizations.push({ ...organization, id: 'b2', status: 'active' });
    const seen = (selected: string | null) => {
      const { entries, pending } = menuFor({ ...several, selectedOrganizationId: selected });
      return [entries[0]?.label, pending];
    };
    expect(seen('b2')).toEqual(['Event Management', false]);
    expect(seen('a1')).toEqual(['Events', true]);
    expect(seen('of another')).toEqual(['Event Management', false]);
  });

  it('tells that the organization waits for approval', () => {
    expect(menuFor(signedInAs('member', 'pending')).pending).toBe(true);
    expect(menuFor(signedInAs('member', 'active')).pending).toBe(false);
    expect(menuFor(signedInAs('user', 'pending')).pending).toBe(false);
  });
});
