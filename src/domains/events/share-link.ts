// The code of an event in links that leave this browser.
import type { QueryClient } from '@tanstack/react-query';
import type { JoinPreview } from '#src/domains/events/joining/join-state.ts';
import type { Event } from './event.ts';

/** Previews that an earlier release kept on this device do not say it. */
const isShared = (preview: Partial<JoinPreview>): boolean => preview.is_personal === false;

/**
 * The code that a copied link may carry, so that strangers can join: that of a public event anyone with the code can join, where this person
 * can read it or has joined by it. Null where there is none. Personal invitations are never passed on.
 */
export function shareableCode(client: QueryClient, event: Event): string | null {
  if (event.type !== 'public' || event.join_policy !== 'code') return null;
  return findJoinCode(client, event);
}

/** The event's code, where this person can read it or has joined by it. For themselves: not every one of them may be passed on. */
function findJoinCode(client: QueryClient, event: Event): string | null {
  if (event.join_code !== null) return event.join_code;
  const previews = client.getQueriesData<JoinPreview>({ queryKey: ['events', 'join'] });
  const [key] = previews.find(([, preview]) => preview?.event_id === event.id && isShared(preview)) ?? [];
  return typeof key?.[2] === 'string' ? key[2] : null;
}

/** Opens the event in another browser, where nobody is signed in: by its code where that is known, else by this page. */
export function eventShareLink(client: QueryClient, event: Event): string {
  const code = findJoinCode(client, event);
  return code === null ? location.href : `${location.origin}/join/${code}`;
}
