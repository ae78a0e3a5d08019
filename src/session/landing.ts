import { isPendingAdmin } from './guards.ts';
import type { Snapshot } from './store.ts';

/**
 * Where a person goes after signing in or registering (spec §4, decisions §1.3). The areas of organizations and of super administrators do
 * not exist yet: until they do, their people land on the dashboard.
 */
export function landingFor(snapshot: Snapshot): '/' | '/dashboard' | '/pending-approval' {
  if (isPendingAdmin(snapshot)) return '/pending-approval';
  return snapshot.user.role === 'admin' ? '/' : '/dashboard';
}
