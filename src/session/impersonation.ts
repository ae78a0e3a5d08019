// Impersonation: a super administrator uses the app as another user.
import { purgeMediaCaches } from '#src/lib/media-cache.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { forceRefresh } from './actions.ts';
import { landingFor } from './guards.ts';
import { session } from './store.ts';

/** Reloads the app as that user. */
export async function startImpersonation(userId: string, reason: string): Promise<void> {
  unwrap(await api.POST('/api/v1/users/{userId}/view', { params: { path: { userId } }, body: { reason } }));
  await forceRefresh();
  const snapshot = session.read();
  location.assign(snapshot ? landingFor(snapshot) : '/');
}

/** Returns to the own account and the other user's profile. Fails offline. */
export async function stopImpersonation(): Promise<void> {
  const viewed = session.read()?.user.id;
  unwrap(await api.DELETE('/api/v1/auth/viewing'));
  await forceRefresh();
  if (session.read()?.user.viewing) return;
  await purgeMediaCaches();
  location.assign(`/super-admin/users?user=${viewed ?? ''}`);
}
