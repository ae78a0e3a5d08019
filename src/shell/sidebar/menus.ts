import { linkOptions } from '@tanstack/react-router';
import { CalendarDays, CalendarRange } from 'lucide-react';
import { officeOrganization } from '#src/session/organization.ts';
import type { Snapshot } from '#src/session/store.ts';

type Role = Snapshot['user']['role'];

/** Entries are links to routes that exist: a wrong `to` does not compile. Each area's menu grows with the area. */
const userEntries = linkOptions([{ to: '/dashboard/events-overview', label: 'Events', icon: CalendarDays }]);
const organizationEntries = linkOptions([{ to: '/organization/events', label: 'Event Management', icon: CalendarRange }]);

type Entry = (typeof userEntries)[number] | (typeof organizationEntries)[number];

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
  /** "Organization Admin" or "Organization Member" (spec §2). */
  role: string | null;
  /** The selected organization waits for its approval. */
  pending: boolean;
}

/** The organization's menu only where one of the person's organizations is approved (spec §2). */
export function menuFor(snapshot: Snapshot): Menu {
  const { user, selectedOrganizationId } = snapshot;
  const role = roleNames[user.role] ?? null;
  const organization = user.organizations.find(({ id }) => id === selectedOrganizationId) ?? user.organizations[0];
  const entries = role !== null && officeOrganization(snapshot) ? organizationEntries : userEntries;
  return { title: titles[user.role], entries, role, pending: role !== null && organization?.status === 'pending' };
}
