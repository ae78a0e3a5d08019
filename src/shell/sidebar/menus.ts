import { linkOptions } from '@tanstack/react-router';
import { managesPlatform } from '#src/session/guards.ts';
import { currentOrganization } from '#src/session/selection.ts';
import type { Snapshot } from '#src/session/store.ts';
import type { IconComponent } from '#src/ui/icon.ts';
import {
  Bell,
  CalendarDays,
  CalendarRange,
  Camera,
  ChartColumn,
  CreditCard,
  GraduationCap,
  Images,
  KeyRound,
  LayoutDashboard,
  Library,
  LifeBuoy,
  ScrollText,
  Settings,
  Sparkles,
  UserRound,
  Users,
} from '#src/ui/icons.ts';
import { platformName } from '#src/ui/use-document-title.ts';

type Role = Snapshot['user']['role'];

/** Entries are links to routes that exist: a wrong `to` does not compile. */
const helpEntries = linkOptions([
  { to: '/dashboard/tutorials', label: 'Tutorials', icon: GraduationCap },
  { to: '/dashboard/feedback-support', label: 'Help & Support', icon: LifeBuoy },
]);
const userEntries = linkOptions([
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, activeOptions: { exact: true } },
  { to: '/dashboard/generate', label: 'Generate Image', icon: Sparkles },
  { to: '/dashboard/gallery', label: 'Gallery', icon: Images },
  { to: '/dashboard/events-overview', label: 'Events', icon: CalendarDays },
  { to: '/dashboard/model-library', label: 'Model Library', icon: Library },
  ...helpEntries,
  { to: '/dashboard/profile', label: 'Profile', icon: UserRound },
  { to: '/dashboard/settings', label: 'Settings', icon: Settings },
]);
const superAdminEntries = linkOptions([
  { to: '/super-admin', label: 'Dashboard', icon: LayoutDashboard, activeOptions: { exact: true } },
  { to: '/super-admin/users', label: 'User Management', icon: Users },
  { to: '/super-admin/models', label: 'Model Management', icon: Sparkles },
  { to: '/super-admin/analytics', label: 'Analytics Dashboard', icon: ChartColumn },
  { to: '/super-admin/event-management', label: 'Event Management', icon: CalendarRange },
  { to: '/super-admin/system-logs', label: 'System Logs', icon: ScrollText },
  { to: '/super-admin/billing-subscription', label: 'Manage Billing', icon: CreditCard },
  { to: '/super-admin/notifications', label: 'Notifications', icon: Bell },
  { to: '/super-admin/permissions', label: 'Permissions', icon: KeyRound },
  { to: '/super-admin/profile', label: 'Profile', icon: UserRound },
  { to: '/super-admin/settings', label: 'Settings', icon: Settings },
]);
const organizationEntries = linkOptions([
  { to: '/organization', label: 'Organization Dashboard', icon: LayoutDashboard, activeOptions: { exact: true } },
  { to: '/organization/generate-image', label: 'Generate Image', icon: Sparkles },
  { to: '/organization/image-gallery', label: 'Image Gallery', icon: Images },
  { to: '/organization/events', label: 'Event Management', icon: CalendarRange },
  { to: '/organization/staff', label: 'Staff Management', icon: Users },
  { to: '/organization/profile', label: 'Profile', icon: UserRound },
  { to: '/organization/billing', label: 'Billing & Subscription', icon: CreditCard },
  { to: '/organization/settings', label: 'Organization Settings', icon: Settings },
]);

/** Beside an organization's own menu, because its people take photos too. Opens the camera of their last event. */
const cameraEntries = linkOptions([
  { to: '/dashboard', search: { open: 'camera' }, label: 'Camera', icon: Camera, activeOptions: { exact: true } },
]);
/** For platform admins, beside the regular user menu: their area has no menu (docs/product.md, People and sessions). */
const platformEntries = linkOptions([{ to: '/admin', label: 'Users and organizations', icon: Users }]);
const ownEventsEntries = linkOptions([{ to: '/dashboard/events-overview', label: 'My events', icon: CalendarDays }]);

export type Entry = (
  | (typeof superAdminEntries)[number]
  | (typeof userEntries)[number]
  | (typeof organizationEntries)[number]
  | (typeof cameraEntries)[number]
  | (typeof ownEventsEntries)[number]
  | (typeof platformEntries)[number]
) & { icon: IconComponent };

const titles: Record<Role, string> = {
  super_admin: 'Admin Panel',
  admin: platformName,
  organization: 'Organization Panel',
  member: 'Organization Panel',
  user: platformName,
};

const roleNames: Partial<Record<Role, string>> = { organization: 'Organization Admin', member: 'Organization Member' };

export interface Menu {
  title: string;
  entries: readonly Entry[];
  /** Links to the person's camera and events, and to help, beside an organization's menu. */
  beside: readonly Entry[];
  /** "Organization Admin" or "Organization Member" (docs/product.md, Routes and menus). */
  role: string | null;
  /** The selected organization is pending. */
  pending: boolean;
}

/**
 * The organization's menu, unless the organization is pending (docs/product.md, Routes and menus). In an event of another organization, the
 * menu follows the open area.
 * @param hasLastEvent whether a camera was opened here before: otherwise the camera entry would lead nowhere
 */
export function menuFor(snapshot: Snapshot, hasLastEvent: boolean): Menu {
  const { user, selectedOrganizationId } = snapshot;
  const title = titles[user.role];
  const role = roleNames[user.role] ?? null;
  if (user.role === 'super_admin') return { title, entries: superAdminEntries, beside: [], role, pending: false };
  const ways = managesPlatform(snapshot) ? [...userEntries, ...platformEntries] : userEntries;
  if (role === null) return { title, entries: ways, beside: [], role, pending: false };
  const own = user.organizations.find(({ id }) => id === selectedOrganizationId) ?? currentOrganization(snapshot) ?? user.organizations[0];
  const open = own !== undefined && own.status !== 'pending';
  const pending = own?.status === 'pending';
  return open
    ? {
        title,
        entries: organizationEntries,
        beside: [...(hasLastEvent ? cameraEntries : []), ...ownEventsEntries, ...helpEntries],
        role,
        pending,
      }
    : { title, entries: userEntries, beside: [], role, pending };
}
