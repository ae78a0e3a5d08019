import type { components } from '#openapi/api.ts';
import { dateFormat, formatClock, isSameYear } from '#src/lib/format.ts';

export type Event = components['schemas']['Event'];

const HOUR_MS = 3_600_000;

/** An event that ends automatically stays open this long after its end. The server's constant of the same name. */
const GRACE_HOURS = 6;

/** `ending`: its time is over, and it ends automatically soon. `overdue`: its time is over, but nobody has ended it. Both take photos. */
export type EventPhase = 'now' | 'ending' | 'overdue' | 'upcoming' | 'past';

/** What an event is at this moment, whatever its status says. One that takes photos before it has begun is still to come. */
export function phaseOf(event: Timed, now: number): EventPhase {
  switch (event.status) {
    case 'live':
    case 'active':
      if (endOf(event) <= now) return event.ends_automatically ? 'ending' : 'overdue';
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

/** Where pressing an event leads: to its camera where this person takes photos now, else to its gallery. */
export function wayInto(event: Event, now = Date.now()) {
  const isLongOver = endOf(event) + GRACE_HOURS * HOUR_MS <= now;
  return event.can.capture && !isLongOver ? '/event/$id' : '/event/$id/gallery';
}

/** The organization and photographers hand photos in; guests look and like. */
export const mayDeliver = ({ relation, participant_role: role }: Event): boolean =>
  relation === 'organization' || (relation === 'participant' && role !== 'guest');

/** What an event and the preview of one have in common. */
type Planned = Pick<Event, 'starts_at' | 'duration' | 'time_zone'>;
/** What decides which phase an event is in. */
export type Timed = Pick<Event, 'status' | 'starts_at' | 'duration' | 'ends_automatically'>;

const endOf = (event: Pick<Event, 'starts_at' | 'duration'>): number => Date.parse(event.starts_at) + event.duration * HOUR_MS;

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const day = dateFormat(DAY);
const dayAndYear = dateFormat({ ...DAY, year: 'numeric' });

/** "Fri 20 Nov", with the year when it is not this one. */
export const dayOf = ({ starts_at: start, time_zone: zone }: Planned, now: number): string =>
  (isSameYear(start, now, zone) ? day : dayAndYear)(start, zone);

/** "18:00–23:00"; of what lasts longer than a day, also on which day it ends. */
export function eventHours(event: Planned): string {
  const { starts_at: start, duration, time_zone: zone } = event;
  const end = endOf(event);
  return `${formatClock(start, zone)}–${duration > 24 ? `${day(end, zone)}, ` : ''}${formatClock(end, zone)}`;
}
