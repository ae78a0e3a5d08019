// Groups events by what happens at this moment, independent of their status.
import type { QueryClient } from '@tanstack/react-query';
import { shownStatus, type TimedEvent } from '#src/lib/event-status.ts';
import { cachedEvents } from './event-lists.ts';
import type { Event } from './event.ts';

/** Both `ending` and `overdue` are past their end and still accept photos; `ending` ones end automatically soon. */
export type EventPhase = 'now' | 'ending' | 'overdue' | 'upcoming' | 'past';

/** The phase at a moment. An open event that has not started yet is upcoming. */
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

/** Sorts current events by latest start and upcoming events by earliest start. Past events retain their order. */
export function groupEvents(events: readonly Event[], now: number): Record<EventPhase, Event[]> {
  const groups: Record<EventPhase, Event[]> = { now: [], ending: [], overdue: [], upcoming: [], past: [] };
  for (const event of events) groups[phaseOf(event, now)].push(event);
  const start = (event: Event): number => Date.parse(event.starts_at);
  for (const group of [groups.now, groups.ending, groups.overdue]) group.sort((a, b) => start(b) - start(a));
  groups.upcoming.sort((a, b) => start(a) - start(b));
  return groups;
}

/**
 * The current event whose camera is open to this person, from the cache: the one opened last or the only one, else null.
 * @param before the event whose camera was opened last
 */
export function findCurrentEventId(client: QueryClient, before: string | null, now: number = Date.now()): string | null {
  const open = groupEvents(cachedEvents(client, 'mine').items, now).now.filter(({ can }) => can.capture);
  return (open.find(({ id }) => id === before) ?? (open.length === 1 ? open[0] : undefined))?.id ?? null;
}
