// Between moments (ISO 8601, as the server tells them) and what stands in a date-and-time field: the clock on the wall of whoever looks.

const two = (n: number): string => String(n).padStart(2, '0');

/** "2026-11-20T18:00", the value of an `<input type="datetime-local">`. */
export function toLocalInput(moment: string | number): string {
  const at = new Date(moment);
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** @returns null for no time at all, and for an hour that clocks leave out when they are put forward */
export function fromLocalInput(value: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)) return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) || toLocalInput(at.getTime()) !== value ? null : at.toISOString();
}

/** "Europe/Berlin (GMT+1)": the zone of whoever looks, with its offset at that moment. */
export function zoneOf(moment: number = Date.now()): string {
  const format = new Intl.DateTimeFormat(undefined, { timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value;
  const { timeZone } = format.resolvedOptions();
  return offset && offset !== timeZone ? `${timeZone} (${offset})` : timeZone;
}

/** The first full hour to come. */
export function nextFullHour(now: number): string {
  const at = new Date(now);
  at.setHours(at.getHours() + 1, 0, 0, 0);
  return at.toISOString();
}

/** The same weekday at the same hour, the fewest weeks later that lie ahead. */
export function weeksLater(start: string, now: number): string {
  const at = new Date(start);
  do at.setDate(at.getDate() + 7);
  while (at.getTime() <= now);
  return at.toISOString();
}

const HOUR_MS = 3_600_000;
export const endOf = (start: string, hours: number): number => Date.parse(start) + hours * HOUR_MS;

/** "45 min", "2 h", "2 h 30 min", "3 days", "2 days 6 h". */
export function durationWords(hours: number): string {
  const minutes = Math.round(hours * 60);
  const days = minutes >= 48 * 60 ? Math.floor(minutes / (24 * 60)) : 0;
  const rest = minutes - days * 24 * 60;
  const parts = [
    days > 0 && `${days} days`,
    rest >= 60 && `${Math.floor(rest / 60)} h`,
    // Beside days, minutes are more than anybody asks for.
    days === 0 && (rest % 60 > 0 || minutes === 0) && `${rest % 60} min`,
  ];
  return parts.filter(Boolean).join(' ');
}
