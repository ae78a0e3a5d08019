// Join codes in links that leave this browser.
import type { QueryClient } from '@tanstack/react-query';
import type { JoinPreview } from '#src/domains/events/joining/join-state.ts';
import type { Event } from './event.ts';

/** Previews persisted by an earlier release lack the field. */
const isShared = (preview: Partial<JoinPreview>): boolean => preview.is_personal === false;

/**
 * The code that a copied link may contain so that strangers can join: only of public events that anyone with the code can join. Null if
 * there is none or it is unknown. Never a personal invitation.
 */
export function shareableCode(client: QueryClient, event: Event): string | null {
  if (event.type !== 'public' || event.join_policy !== 'code') return null;
  return findJoinCode(client, event);
}

/** The event's code, if the person can read it or joined by it. For their own use: not every code may be shared. */
function findJoinCode(client: QueryClient, event: Event): string | null {
  if (event.join_code !== null) return event.join_code;
  const previews = client.getQueriesData<JoinPreview>({ queryKey: ['events', 'join'] });
  const [key] = previews.find(([, preview]) => preview?.event_id === event.id && isShared(preview)) ?? [];
  return typeof key?.[2] === 'string' ? key[2] : null;
}

/** A link to open the event in another browser: by its code if known, else the current URL. */
export function eventShareLink(client: QueryClient, event: Event): string {
  const code = findJoinCode(client, event);
  return code === null ? location.href : `${location.origin}/join/${code}`;
}
