import { isPendingAdmin } from './guards.ts';
import type { Snapshot } from './store.ts';

type Landing = '/' | '/dashboard' | '/organization' | '/pending-approval';

/**
 * Where a person goes after signing in or registering (spec §4, decisions §1.3). The area of super administrators does not exist yet:
 * until it does, they land on the dashboard.
 */
export function landingFor(snapshot: Snapshot): Landing {
  if (isPendingAdmin(snapshot)) return '/pending-approval';
  switch (snapshot.user.role) {
    case 'organization':
    case 'member':
      return '/organization';
    case 'admin':
      return '/';
    case 'super_admin':
    case 'user':
      return '/dashboard';
  }
}
