import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '#src/transport/problem.ts';
import type { Event } from './event.ts';
import { ensureEvent } from './queries.ts';

/**
 * The event that a route names, for its loader.
 * @throws a redirect to /unauthorized for one that is not this person's to see, not-found for one that is not there
 * @throws NetworkError when it is not held on this phone and the server cannot be reached
 */
export async function loadEventOrRedirect(client: QueryClient, id: string): Promise<Event> {
  try {
    return await ensureEvent(client, id);
  } catch (error) {
    const refusal = eventAccessError(error);
    if (refusal === 'not-yours') redirect({ to: '/unauthorized', replace: true, throw: true });
    if (refusal === 'not-there') notFound({ throw: true });
    throw error;
  }
}

/**
 * For the organization's screens: refuses an event of which one is not the organization before anything of it is drawn. What is not there, or cannot be read
 * now, is for the screen to say.
 * @throws a redirect to /unauthorized
 */
export async function requireOrganizerAccess(client: QueryClient, id: string): Promise<void> {
  const [event] = await Promise.allSettled([ensureEvent(client, id)]);
  const isForeign = event.status === 'fulfilled' ? event.value.relation !== 'organization' : eventAccessError(event.reason) === 'not-yours';
  if (isForeign) redirect({ to: '/unauthorized', replace: true, throw: true });
}

/** What the server's refusal of an event means; null when the error is none. */
export function eventAccessError(error: unknown): 'not-yours' | 'not-there' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 403) return 'not-yours';
  // An id of another form than the contract's is no event either.
  return [400, 404, 410, 422].includes(error.status) ? 'not-there' : null;
}

/**
 * The event was held on this phone, so its screens opened at once; what the server says about it now still counts.
 * Leaves for /unauthorized, or throws not-found, once it refuses.
 */
export function useEventAccessError(error: Error | null): void {
  const navigate = useNavigate();
  const refusal = eventAccessError(error);
  useEffect(() => {
    if (refusal === 'not-yours') void navigate({ to: '/unauthorized', replace: true });
  }, [navigate, refusal]);
  if (refusal === 'not-there') notFound({ data: 'gone', throw: true });
}
