// What happens at an event at this moment, whatever its status says.
import type { QueryClient } from '@tanstack/react-query';
import { shownStatus, type TimedEvent } from '#src/lib/event-status.ts';
import type { Event } from './event.ts';
import { cachedEvents } from './queries.ts';

/** `ending`: its time is over, and it ends automatically soon. `overdue`: its time is over, but nobody has ended it. Both take photos. */
export type EventPhase = 'now' | 'ending' | 'overdue' | 'upcoming' | 'past';

/** What an event is at this moment, whatever its status says. One that takes photos before it has begun is still to come. */
export function phaseOf(event: TimedEvent, now: number): EventPhase {
  const shown = shownStatus(event, now);
  switch (shown) {
    case 'ending':
    case 'overdue':
      return shown;
    case 'live':
      return 'now';
    case 'active':
      return Date.parse(event.starts_at) <= now ? 'now' : 'upcoming';
    case 'draft':
      return 'upcoming';
    case 'ended':
    case 'archived':
      return 'past';
  }
}

/** What is nearest in time stands first: of what happens now the latest begun, of what is to come the soonest. Past ones as they are. */
export function groupEvents(events: readonly Event[], now: number): Record<EventPhase, Event[]> {
  const groups: Record<EventPhase, Event[]> = { now: [], ending: [], overdue: [], upcoming: [], past: [] };
  for (const event of events) groups[phaseOf(event, now)].push(event);
  const start = (event: Event): number => Date.parse(event.starts_at);
  for (const group of [groups.now, groups.ending, groups.overdue]) group.sort((a, b) => start(b) - start(a));
  groups.upcoming.sort((a, b) => start(a) - start(b));
  return groups;
}

/**
 * The event that is on and whose camera is open to this person, as far as this device knows: the one of before, or the only one; else null.
 * @param before the event whose camera was open last
 */
export function findCurrentEventId(client: QueryClient, before: string | null, now: number = Date.now()): string | null {
  const open = groupEvents(cachedEvents(client, 'mine').items, now).now.filter(({ can }) => can.capture);
  return (open.find(({ id }) => id === before) ?? (open.length === 1 ? open[0] : undefined))?.id ?? null;
}
