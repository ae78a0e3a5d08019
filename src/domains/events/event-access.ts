import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { storeQuery } from '#src/shell/query-client.ts';
import { ApiError } from '#src/transport/problem.ts';
import type { Event } from './event.ts';
import { ensureEvent, eventQuery } from './queries.ts';

/**
 * Loads an event for a route, and stores it on the phone before the screen shows: photos can be taken there from then on, so its camera must
 * open offline from then on, too.
 * @throws a redirect to /unauthorized if the person may not see it, not-found if it does not exist
 * @throws NetworkError if it is not cached and the server is unreachable
 */
export async function loadEventOrRedirect(client: QueryClient, id: string): Promise<Event> {
  try {
    const event = await ensureEvent(client, id);
    await storeQuery(eventQuery(id));
    return event;
  } catch (error) {
    const refusal = eventAccessError(error);
    if (refusal === 'not-yours') redirect({ to: '/unauthorized', replace: true, throw: true });
    if (refusal === 'not-there') notFound({ throw: true });
    throw error;
  }
}

/**
 * Guards the organization's screens: redirects before anything renders if the person's organization does not run the event. The screen
 * itself handles missing events and failed requests.
 * @throws a redirect to /unauthorized
 */
export async function requireOrganizerAccess(client: QueryClient, id: string): Promise<void> {
  const [event] = await Promise.allSettled([ensureEvent(client, id)]);
  const isForeign = event.status === 'fulfilled' ? event.value.relation !== 'organization' : eventAccessError(event.reason) === 'not-yours';
  if (isForeign) redirect({ to: '/unauthorized', replace: true, throw: true });
}

/** Organizations, photographers and guests who take photos can import them; viewers only view and like. */
export const mayDeliver = ({ relation, participant_role: role, guest_access: access }: Event): boolean =>
  relation === 'organization' || role === 'photographer' || (role === 'guest' && access !== 'view');

export const acceptsImports = (event: Event): boolean => mayDeliver(event) && event.status !== 'draft';

/** Maps a response to what it means for the event; null for other failures. */
export function eventAccessError(error: unknown): 'not-yours' | 'not-there' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 403) return 'not-yours';
  // A malformed id is not an event either.
  return [400, 404, 410, 422].includes(error.status) ? 'not-there' : null;
}

/**
 * A cached event opens its screens at once; this applies the server's current answer. Navigates to /unauthorized or throws not-found if it
 * is a refusal.
 */
export function useEventAccessError(error: Error | null): void {
  const navigate = useNavigate();
  const refusal = eventAccessError(error);
  useEffect(() => {
    if (refusal === 'not-yours') void navigate({ to: '/unauthorized', replace: true });
  }, [navigate, refusal]);
  if (refusal === 'not-there') notFound({ data: 'gone', throw: true });
}
