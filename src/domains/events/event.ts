import type { components } from '#openapi/api.ts';
import { eventEnd } from '#src/lib/event-status.ts';
import { createDateFormat, formatTimeOfDay, isSameYear } from '#src/lib/format.ts';

export type Event = components['schemas']['Event'];

/** The route for an event: the camera if this person can take photos now, else the gallery. */
export const eventEntryRoute = ({ can }: Event) => (can.capture ? '/event/$id' : '/event/$id/gallery');

/** Fields shared by an event and its preview. */
type Planned = Pick<Event, 'starts_at' | 'duration' | 'time_zone'>;

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const day = createDateFormat(DAY);
const dayAndYear = createDateFormat({ ...DAY, year: 'numeric' });

/** "Fri 20 Nov", with the year if it is not the current one. */
export const formatEventDay = ({ starts_at: start, time_zone: zone }: Planned, now: number): string =>
  (isSameYear(start, now, zone) ? day : dayAndYear)(start, zone);

/** "6:00 PM–11:00 PM", without a line break before "PM"; adds the day of the end if the event lasts longer than 24 hours. */
export function formatEventHours(event: Planned): string {
  const { starts_at: start, duration, time_zone: zone } = event;
  const end = eventEnd(event);
  const hours = `${formatTimeOfDay(start, zone)}–${duration > 24 ? `${day(end, zone)}, ` : ''}${formatTimeOfDay(end, zone)}`;
  return hours.replace(/ (?=[AP]M)/g, '\u00a0');
}

const GROUP = 4;

/**
 * Formats a join code for reading aloud and typing: a hyphen between word and number ("HARBOUR-26"), else groups of four ("K7PM-2XWA").
 * Parsing ignores separators.
 */
export function readableCode(code: string): string {
  const [, word, number] = /^(\p{L}+)(\p{N}+)$/u.exec(code) ?? [];
  if (word && number) return `${word}-${number}`;
  const characters = Array.from(code);
  const groups = characters.flatMap((_, at) => (at % GROUP === 0 ? [characters.slice(at, at + GROUP).join('')] : []));
  return groups.join('-');
}
