import { isPendingAdmin } from './guards.ts';
import type { Snapshot } from './store.ts';

type Landing = '/' | '/super-admin' | '/dashboard' | '/organization' | '/pending-approval';

/** Where a person goes after signing in or registering (spec §4, decisions §1.3). */
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
