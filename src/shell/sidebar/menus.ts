import { linkOptions } from '@tanstack/react-router';
import { CalendarDays, CalendarRange, LayoutDashboard } from 'lucide-react';
import { officeOrganization } from '#src/session/organization.ts';
import type { Snapshot } from '#src/session/store.ts';

type Role = Snapshot['user']['role'];

/** Entries are links to routes that exist: a wrong `to` does not compile. Each area's menu grows with the area. */
const userEntries = linkOptions([{ to: '/dashboard/events-overview', label: 'Events', icon: CalendarDays }]);
const superAdminEntries = linkOptions([{ to: '/super-admin', label: 'Dashboard', icon: LayoutDashboard }]);
const organizationEntries = linkOptions([{ to: '/organization/events', label: 'Event Management', icon: CalendarRange }]);

type Entry = (typeof superAdminEntries)[number] | (typeof userEntries)[number] | (typeof organizationEntries)[number];

const titles: Record<Role, string> = {
  super_admin: 'Admin Panel',
  admin: 'AI Image Suite',
  organization: 'Organization Panel',
  member: 'Organization Panel',
  user: 'AI Image Suite',
};

const roleNames: Partial<Record<Role, string>> = { organization: 'Organization Admin', member: 'Organization Member' };

export interface Menu {
  title: string;
  entries: readonly Entry[];
  /** "Organization Admin" or "Organization Member" (docs/product.md A2). */
  role: string | null;
  /** The selected organization waits for its approval. */
  pending: boolean;
}

/** The organization's menu only where the organization is not pending (docs/product.md A2). In another's event it is the one whose office is open. */
export function menuFor(snapshot: Snapshot): Menu {
  const { user, selectedOrganizationId } = snapshot;
  const title = titles[user.role];
  const role = roleNames[user.role] ?? null;
  if (role === null) return { title, entries: user.role === 'super_admin' ? superAdminEntries : userEntries, role, pending: false };
  const own = user.organizations.find(({ id }) => id === selectedOrganizationId) ?? officeOrganization(snapshot) ?? user.organizations[0];
  const open = own !== undefined && own.status !== 'pending';
  return { title, entries: open ? organizationEntries : userEntries, role, pending: own?.status === 'pending' };
}
