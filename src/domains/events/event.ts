import type { components } from '#openapi/api.ts';

export type Event = components['schemas']['Event'];

const HOUR_MS = 3_600_000;

export type Group = 'now' | 'upcoming' | 'past';

/** Where an event stands in the overview. One that takes photos before it has begun is still to come. */
function groupOf(event: Event, now: number): Group {
  switch (event.status) {
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

/** What is next stands first: upcoming by start, soonest first; the others latest start first, as the server lists them. */
export function groupEvents(events: readonly Event[], now: number): Record<Group, Event[]> {
  const groups: Record<Group, Event[]> = { now: [], upcoming: [], past: [] };
  for (const event of events) groups[groupOf(event, now)].push(event);
  groups.upcoming.sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  return groups;
}

const endOf = (event: Event): number => Date.parse(event.starts_at) + event.duration * HOUR_MS;

const statusWords: Record<Event['status'], string> = { draft: 'Draft', live: 'Live', active: 'Open', ended: 'Ended', archived: 'Archived' };

export const statusWord = (event: Event): string => statusWords[event.status];

const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** "Fri 20 Nov", with the year when it is not this one. */
export function dayOf(event: Event, now: number): string {
  const start = Date.parse(event.starts_at);
  const thisYear = new Date(start).getFullYear() === new Date(now).getFullYear();
  return (thisYear ? day : dayAndYear).format(start);
}

/** "18:00–23:00". */
export const hoursOf = (event: Event): string => `${clock.format(Date.parse(event.starts_at))}–${clock.format(endOf(event))}`;
