// Numbers, sizes and times in words, one way for every screen.
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;

const clock = new Intl.DateTimeFormat(undefined, CLOCK);
const clockWithSeconds = new Intl.DateTimeFormat(undefined, { ...CLOCK, second: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat(undefined, { ...DAY, ...CLOCK });
const dayOfYearAndClock = new Intl.DateTimeFormat(undefined, { ...DAY, year: 'numeric', ...CLOCK });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', ...DAY, year: 'numeric', ...CLOCK });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** A moment: ISO 8601 or ms since 1970. */
type Moment = string | number;
const msOf = (at: Moment): number => (typeof at === 'string' ? Date.parse(at) : at);

/** "2,000". */
export const formatCount = (count: number): string => count.toLocaleString();

/** "1 photo", "2,000 photos". */
export const counted = (count: number, one: string, many: string): string => `${formatCount(count)} ${count === 1 ? one : many}`;

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** "0 bytes", "412 kB", "12.3 MB", "902 MB": decimal, as phones' settings count. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3));
  if (power === 0) return counted(Math.round(bytes), 'byte', 'bytes');
  const value = bytes / 1000 ** power;
  const maximumFractionDigits = power > 1 && value < 100 ? 1 : 0;
  return new Intl.NumberFormat(undefined, { style: 'unit', unit: UNITS[power - 1], maximumFractionDigits }).format(value);
}

/** "6:05 PM". */
export const formatClock = (at: Moment): string => clock.format(msOf(at));

/** "6:05:31 PM": for photos of a burst, which differ by nothing else. */
export const formatClockWithSeconds = (at: Moment): string => clockWithSeconds.format(msOf(at));

/** "Nov 20, 2026, 6:05 PM". */
export const formatMoment = (at: Moment): string => dayOfYearAndClock.format(msOf(at));

/** "Fri, Nov 20, 2026, 6:05 PM": when something is planned. */
export const formatDate = (at: Moment): string => weekday.format(msOf(at));

/** "6:05 PM" today, "Nov 20, 6:05 PM" this year, else with the year. */
export function formatTime(at: Moment, now: number = Date.now()): string {
  const [then, today] = [new Date(msOf(at)), new Date(now)];
  if (then.toDateString() === today.toDateString()) return clock.format(then);
  return (then.getFullYear() === today.getFullYear() ? dayAndClock : dayOfYearAndClock).format(then);
}

const MINUTE_MS = 60_000;

/** "just now", "5 minutes ago", "yesterday": never more than has passed. */
export function formatAge(at: Moment, now: number = Date.now()): string {
  const minutes = Math.floor((now - msOf(at)) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? relative.format(-hours, 'hour') : relative.format(-Math.floor(hours / 24), 'day');
}
