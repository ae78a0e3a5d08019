// Arithmetic with the wall time of a time zone. A wall time is a number: the ms since 1970 at which a UTC clock shows the same.
import { formatDateTime, zonedFormat, type TimeZone } from './format.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const DATE = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Asks the calendar. */
function readOffset(at: number, zone: string): number {
  const clock = clocks.get(zone) ?? zonedFormat(zone, { ...DATE, ...TIME }, 'en');
  clocks.set(zone, clock);
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

const offsetsByDay = new Map<string, number>();

function offsetAtStartOf(day: number, zone: string): number {
  const key = `${zone} ${day}`;
  const offset = offsetsByDay.get(key) ?? readOffset(day * DAY, zone);
  offsetsByDay.set(key, offset);
  return offset;
}

/** The zone's offset from UTC in ms. Fast: the calendar is asked once per day, and more often on days when clocks change. */
export function utcOffsetAt(at: number, zone: TimeZone): number {
  if (!zone) return 0 - new Date(at).getTimezoneOffset() * 60_000;
  const day = Math.floor(at / DAY);
  const offset = offsetAtStartOf(day, zone);
  return offset === offsetAtStartOf(day + 1, zone) ? offset : readOffset(at, zone);
}

export const toWallTime = (at: number, zone: TimeZone): number => at + utcOffsetAt(at, zone);

/** The first moment with this wall time; if clocks skip it, the moment that it would have been. */
export function fromWallTime(wall: number, zone: TimeZone): number {
  const [before, after] = [wall - utcOffsetAt(wall - DAY, zone), wall - utcOffsetAt(wall + DAY, zone)];
  return toWallTime(after, zone) === wall && toWallTime(before, zone) !== wall ? after : before;
}

/** The start of the hour (day, month) that contains the moment, in this zone. */
export function startOfUnit(unit: 'hour' | 'day' | 'month', at: number, zone: TimeZone): number {
  const wall = toWallTime(at, zone);
  if (unit === 'hour') return at - modulo(wall, HOUR);
  const day = new Date(wall - modulo(wall, DAY));
  return fromWallTime(unit === 'day' ? day.getTime() : day.setUTCDate(1), zone);
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/** "CET", "GMT+5:30": the short name of a zone whose time differs from the device's. */
export function zoneNameIfDifferent(at: number, zone: TimeZone): string | null {
  if (utcOffsetAt(at, zone) === utcOffsetAt(at, null)) return null;
  return (
    zonedFormat(zone, { timeZoneName: 'short' })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? null
  );
}

/** With the zone's short name where it differs from the device's: "Nov 20, 2026, 9:00 PM (CET)". */
export function formatZonedDateTime(at: string | number, zone: TimeZone): string {
  const words = formatDateTime(at, zone);
  const name = zoneNameIfDifferent(new Date(at).getTime(), zone);
  return name === null || words.endsWith(name) ? words : `${words} (${name})`;
}
