import type { components } from '#openapi/api.ts';
import { eventEnd } from '#src/lib/event-status.ts';
import { createDateFormat, formatTimeOfDay, isSameYear } from '#src/lib/format.ts';

export type Event = components['schemas']['Event'];

/** Where pressing an event leads: to its camera where this person takes photos now, else to its gallery. */
export const eventEntryRoute = ({ can }: Event) => (can.capture ? '/event/$id' : '/event/$id/gallery');

/** What an event and the preview of one have in common. */
type Planned = Pick<Event, 'starts_at' | 'duration' | 'time_zone'>;

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const day = createDateFormat(DAY);
const dayAndYear = createDateFormat({ ...DAY, year: 'numeric' });

/** "Fri 20 Nov", with the year when it is not this one. */
export const formatEventDay = ({ starts_at: start, time_zone: zone }: Planned, now: number): string =>
  (isSameYear(start, now, zone) ? day : dayAndYear)(start, zone);

/** "18:00–23:00"; of what lasts longer than a day, also on which day it ends. */
export function formatEventHours(event: Planned): string {
  const { starts_at: start, duration, time_zone: zone } = event;
  const end = eventEnd(event);
  return `${formatTimeOfDay(start, zone)}–${duration > 24 ? `${day(end, zone)}, ` : ''}${formatTimeOfDay(end, zone)}`;
}

const GROUP = 4;

/**
 * A code as every screen writes it, to be read aloud and typed: words apart from the number behind them ("HARBOUR-26"), all others in groups of
 * four ("K7PM-2XWA"). Separators do not matter when it is typed.
 */
export function readableCode(code: string): string {
  const [, word, number] = /^(\p{L}+)(\p{N}+)$/u.exec(code) ?? [];
  if (word && number) return `${word}-${number}`;
  const characters = Array.from(code);
  const groups = characters.flatMap((_, at) => (at % GROUP === 0 ? [characters.slice(at, at + GROUP).join('')] : []));
  return groups.join('-');
}
