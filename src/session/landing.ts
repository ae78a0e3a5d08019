import { isPendingAdmin } from './guards.ts';
import type { Snapshot } from './store.ts';

type Landing = '/' | '/super-admin' | '/dashboard' | '/organization' | '/pending-approval';

/** Where a person goes after signing in or registering (docs/product.md A4, docs/product.md B1.3). */
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

/** The way on from a page that is for anybody. Platform admins have no landing of their own but the start. */
export function landingLink(snapshot: Snapshot) {
  const landing = landingFor(snapshot);
  if (landing === '/super-admin') return { to: landing, label: 'Go to the Admin Panel' } as const;
  if (landing === '/pending-approval') return { to: landing, label: 'Check approval status' } as const;
  if (landing === '/organization') return { to: landing, label: 'Go to your organization' } as const;
  return { to: '/dashboard', label: 'Go to your events' } as const;
}
