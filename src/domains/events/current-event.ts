import type { QueryClient } from '@tanstack/react-query';
import { groupEvents } from './phases.ts';
import { cachedEvents } from './queries.ts';

/**
 * The event that is on and whose camera is open to this person, as far as this device knows: the one of before, or the only one; else null.
 * @param before the event whose camera was open last
 */
export function findCurrentEventId(client: QueryClient, before: string | null, now: number = Date.now()): string | null {
  const open = groupEvents(cachedEvents(client, 'mine').items, now).now.filter(({ can }) => can.capture);
  return (open.find(({ id }) => id === before) ?? (open.length === 1 ? open[0] : undefined))?.id ?? null;
}
