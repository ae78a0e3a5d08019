// What happens at an event at this moment, whatever its status says.
import { eventEnd, type Event } from './event.ts';

/** What decides which phase an event is in. */
export type Timed = Pick<Event, 'status' | 'starts_at' | 'duration' | 'ends_automatically'>;

/** `ending`: its time is over, and it ends automatically soon. `overdue`: its time is over, but nobody has ended it. Both take photos. */
export type EventPhase = 'now' | 'ending' | 'overdue' | 'upcoming' | 'past';

/** What an event is at this moment, whatever its status says. One that takes photos before it has begun is still to come. */
export function phaseOf(event: Timed, now: number): EventPhase {
  switch (event.status) {
    case 'live':
    case 'active':
      if (eventEnd(event) <= now) return event.ends_automatically ? 'ending' : 'overdue';
      if (event.status === 'live') return 'now';
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
