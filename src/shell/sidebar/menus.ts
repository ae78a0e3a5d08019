import { linkOptions } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import type { Snapshot } from '#src/session/store.ts';

type Role = Snapshot['user']['role'];

/** Entries are links to routes that exist: a wrong `to` does not compile. Each area's menu grows with the area. */
const userEntries = linkOptions([{ to: '/dashboard/events-overview', label: 'Events', icon: CalendarDays }]);

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
  entries: typeof userEntries;
  /** "Organization Admin" or "Organization Member" (spec §2). */
  role: string | null;
  /** The selected organization waits for its approval. */
  pending: boolean;
}

export function menuFor({ user, selectedOrganizationId }: Snapshot): Menu {
  const organization = user.organizations.find(({ id }) => id === selectedOrganizationId) ?? user.organizations[0];
  const role = roleNames[user.role] ?? null;
  return { title: titles[user.role], entries: userEntries, role, pending: role !== null && organization?.status === 'pending' };
}
