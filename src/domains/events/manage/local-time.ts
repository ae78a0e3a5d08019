// Converts between ISO 8601 timestamps and date-and-time fields in the event's time zone, or in the device's if the event has none.
import type { Event } from '#src/domains/events/event.ts';
import { formatDaysLeft } from '#src/lib/days-left.ts';
import { zonedFormat, type TimeZone } from '#src/lib/format.ts';
import { fromWallTime, toWallTime } from '#src/lib/time-zone.ts';

/** "2026-11-20T18:00", the value of an `<input type="datetime-local">`. */
export const toLocalInput = (moment: string, zone?: TimeZone): string =>
  new Date(toWallTime(Date.parse(moment), zone)).toISOString().slice(0, 16);

/** @returns null for an invalid value, and for an hour that is skipped when clocks change */
export function fromLocalInput(value: string, zone?: TimeZone): string | null {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? Date.parse(`${value}Z`) : Number.NaN;
  if (Number.isNaN(wall)) return null;
  const moment = new Date(fromWallTime(wall, zone)).toISOString();
  return toLocalInput(moment, zone) === value ? moment : null;
}

/** The device's time zone: "Europe/Berlin". */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "Europe/Berlin (GMT+1)": the zone with its offset at that time. */
export function formatTimeZone(moment: number, zone?: TimeZone): string {
  const clock = zonedFormat(zone, { timeZoneName: 'shortOffset' });
  const offset = clock.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value;
  const name = (zone ?? deviceTimeZone()).replaceAll('_', ' ');
  return offset && offset !== name ? `${name} (${offset})` : name;
}

export function nextFullHour(now: number): string {
  const at = new Date(now);
  at.setHours(at.getHours() + 1, 0, 0, 0);
  return at.toISOString();
}

/** The first future time on the same weekday and hour, at least a week later. */
export function nextSameWeekday(start: string, now: number, zone?: TimeZone): string {
  let wall = toWallTime(Date.parse(start), zone);
  do wall += 7 * DAY_MS;
  while (fromWallTime(wall, zone) <= now);
  return new Date(fromWallTime(wall, zone)).toISOString();
}

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 3_600_000;
export const endTime = (start: string, hours: number): number => Date.parse(start) + hours * HOUR_MS;

/** "45 min", "2 h", "2 h 30 min", "3 days", "2 days 6 h". */
export function formatDuration(hours: number): string {
  const minutes = Math.round(hours * 60);
  const days = minutes >= 48 * 60 ? Math.floor(minutes / (24 * 60)) : 0;
  const rest = minutes - days * 24 * 60;
  const parts = [
    days > 0 && `${days} days`,
    rest >= 60 && `${Math.floor(rest / 60)} h`,
    // Minutes are omitted beside days.
    days === 0 && (rest % 60 > 0 || minutes === 0) && `${rest % 60} min`,
  ];
  return parts.filter(Boolean).join(' ');
}

const RETENTION_DAYS = 30;

type Deleted = Pick<Event, 'deleted_at' | 'restorable_until' | 'time_zone'>;

/** The remaining time to restore: "30 days left", or "less than a day left". */
export function daysLeft({ deleted_at: deletedAt, restorable_until: until, time_zone: zone }: Deleted, now: number = Date.now()): string {
  // An optimistic deletion has no date from the server yet.
  const end = until ? Date.parse(until) : Date.parse(deletedAt ?? '') + RETENTION_DAYS * DAY_MS;
  return formatDaysLeft(end, now, zone).toLowerCase();
}
