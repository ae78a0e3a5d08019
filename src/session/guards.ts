// Route guards: pure functions of (session, location), called in `beforeLoad` of the layout route that owns the area; child routes inherit
// them. Permissions on a resource come from the server, in its `can` field.
import type { Snapshot } from './store.ts';

interface GuardLocation {
  /** Path with search and hash, used as the return target. */
  href: string;
}

/** The redirect; null to allow. */
type GuardRedirect = { to: '/login'; search: { redirect: string } } | { to: '/unauthorized' } | { to: '/pending-approval' } | null;

export type Guard = (snapshot: Snapshot | null, here: GuardLocation) => GuardRedirect;

const toLogin = (here: GuardLocation): GuardRedirect => ({ to: '/login', search: { redirect: here.href } });

/** Public. Explicit, so that every route names its guard. */
export const anyone: Guard = () => null;

/** Requires a live session. */
export const signedIn: Guard = (snapshot, here) => (snapshot && !snapshot.expired ? null : toLogin(here));

/** `view_events` or `participate_events`, any one; super admins have all. */
export const eventAccess: Guard = (snapshot, here) => {
  if (!snapshot) return toLogin(here);
  if (isPendingAdmin(snapshot)) return { to: '/pending-approval' };
  const { all, view_events, participate_events } = snapshot.user.permissions;
  return all || view_events || participate_events ? null : { to: '/unauthorized' };
};

/** Signed in, and not the admin of an organization that awaits approval: those stay on the pending screen. */
export const approved: Guard = (snapshot, here) =>
  signedIn(snapshot, here) ?? (snapshot && isPendingAdmin(snapshot) ? { to: '/pending-approval' } : null);

/** For admins and members of an organization. */
export const organizationAccess: Guard = (snapshot, here) =>
  approved(snapshot, here) ?? (snapshot && worksForOrganization(snapshot) ? null : { to: '/unauthorized' });

/** For super administrators only. */
export const superAdminOnly: Guard = (snapshot, here) =>
  signedIn(snapshot, here) ?? (snapshot?.user.role === 'super_admin' ? null : { to: '/unauthorized' });

/** `manage_users` or `manage_organizations`, any one. */
export const platformAccess: Guard = (snapshot, here) =>
  signedIn(snapshot, here) ?? (snapshot && managesPlatform(snapshot) ? null : { to: '/unauthorized' });

export function managesPlatform({ user: { permissions } }: Snapshot): boolean {
  return Boolean(permissions.all || permissions.manage_users || permissions.manage_organizations);
}

/** An admin or member of an organization, also with a higher platform role (docs/product.md, People and sessions: the highest role counts). */
function worksForOrganization({ user }: Snapshot): boolean {
  return user.role === 'organization' || user.role === 'member' || user.memberships.some(({ status }) => status === 'active');
}

/** An organization admin whose organizations are all pending (docs/product.md, Records and states). */
export function isPendingAdmin({ user }: Snapshot): boolean {
  return user.role === 'organization' && user.organizations.length > 0 && user.organizations.every(({ status }) => status === 'pending');
}

/** Screens that are never a destination after sign-in. */
const TRANSIT_PATHS: ReadonlySet<string> = new Set(['/', '/login', '/register', '/unauthorized']);

/** The return path if it belongs to this app, else null. A link must not redirect to another site after sign-in. */
export function returnTarget(redirect: string | undefined): string | null {
  if (!redirect?.startsWith('/') || redirect.startsWith('//') || redirect.includes('\\')) return null;
  const url = new URL(redirect, 'https://self.invalid');
  if (url.host !== 'self.invalid' || TRANSIT_PATHS.has(url.pathname)) return null;
  const path = url.pathname + url.search + url.hash;
  // Dot segments can hide a leading double slash, which leads to another host.
  return path.startsWith('//') ? null : path;
}

type Landing = '/' | '/super-admin' | '/dashboard' | '/organization' | '/pending-approval';

/** The landing page after sign-in or registration (docs/product.md, Records and states). */
export function landingFor(snapshot: Snapshot): Landing {
  if (isPendingAdmin(snapshot)) return '/pending-approval';
  switch (snapshot.user.role) {
    case 'organization':
    case 'member':
      return '/organization';
    case 'admin':
      return '/';
    case 'super_admin':
      return '/super-admin';
    case 'user':
      return '/dashboard';
  }
}

/** The link from a public page to the user's landing page. Platform admins have none except the start page. */
export function landingLink(snapshot: Snapshot) {
  const landing = landingFor(snapshot);
  if (landing === '/super-admin') return { to: landing, label: 'Go to the Admin Panel' } as const;
  if (landing === '/pending-approval') return { to: landing, label: 'Check approval status' } as const;
  if (landing === '/organization') return { to: landing, label: 'Go to your organization' } as const;
  return { to: '/dashboard', label: 'Go to your events' } as const;
}
