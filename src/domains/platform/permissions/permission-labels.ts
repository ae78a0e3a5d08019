import type { Flag, RoleRow } from './queries.ts';

export const roleLabels: Record<RoleRow['role'], string> = {
  super_admin: 'Super admin',
  admin: 'Platform admin',
  organization: 'Organization admin',
  member: 'Organization member',
  user: 'User',
};

export const flagLabels: Record<Flag, { name: string; help: string }> = {
  all: { name: 'Everything', help: 'Full access to the platform.' },
  manage_users: { name: 'Manage users', help: 'View, suspend and help people on the platform.' },
  manage_organizations: { name: 'Manage organizations', help: 'Approve, reject and suspend organizations.' },
  manage_org_members: { name: 'Manage staff', help: 'Invite, change and remove members of their organization.' },
  manage_org_settings: { name: 'Change settings', help: 'Change settings and branding of their organization.' },
  view_events: { name: 'View events', help: 'Open events and galleries.' },
  participate_events: {
    name: 'Take part in events',
    help: 'Open events and galleries they joined, take photos and like them where the event allows it.',
  },
};

export const flags = Object.keys(flagLabels) as Flag[];

/** Of names that the trail tells, which may be of another version. */
export const flagName = (flag: unknown): string =>
  typeof flag === 'string' && flag in flagLabels ? flagLabels[flag as Flag].name : String(flag);
export const roleName = (role: string | null): string =>
  role !== null && role in roleLabels ? roleLabels[role as RoleRow['role']] : String(role);
