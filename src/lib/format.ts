// Numbers, sizes and times in words, one way for every screen.
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;

const YEAR = { ...DAY, year: 'numeric' } as const;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** A moment: ISO 8601 or ms since 1970. */
type Moment = string | number;
const toMs = (at: Moment): number => (typeof at === 'string' ? Date.parse(at) : at);

/** Whose clock: that of a time zone, as "Europe/Berlin". Without one, that of whoever looks. */
export type TimeZone = string | null | undefined;

/** What a zone's clock shows; where none is named, or this browser does not know it, the clock of whoever looks. */
export function zonedFormat(zone: TimeZone, options: Intl.DateTimeFormatOptions, locale?: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone || undefined });
  } catch (error) {
    if (!zone) throw error;
    return zonedFormat(null, options, locale);
  }
}

let dateLocale: string | undefined;

/** In whose language dates and times are written from now on; none: as this device does. */
export function setDateLocale(chosen: string | null | undefined): void {
  dateLocale = chosen ?? undefined;
}

/** By how much clocks are set back: by an hour, on Lord Howe Island by half of one. */
const DST_SHIFTS_MS = [3_600_000, 1_800_000];

/**
 * Says a moment in this way by any clock. Making a clock is slow: each is made once, when it is first asked. A time of day that the clock shows
 * twice, in the night when it is set back, names the zone's time as well: "2:30 AM GMT+1".
 */
export function createDateFormat(options: Intl.DateTimeFormatOptions): (at: Moment, zone?: TimeZone) => string {
  const clocks = new Map<string, Intl.DateTimeFormat>();
  const clockFor = (zone: TimeZone, named: boolean) => {
    const key = `${dateLocale} ${zone} ${named}`;
    const clock = clocks.get(key) ?? zonedFormat(zone, named ? { ...options, timeZoneName: 'short' } : options, dateLocale);
    clocks.set(key, clock);
    return clock;
  };
  return (at, zone) => {
    const ms = toMs(at);
    const clock = clockFor(zone, false);
    const text = clock.format(ms);
    const isShownTwice = options.minute && DST_SHIFTS_MS.some((by) => clock.format(ms - by) === text || clock.format(ms + by) === text);
    return isShownTwice ? clockFor(zone, true).format(ms) : text;
  };
}

/** "2,000". */
export const formatCount = (count: number): string => count.toLocaleString();

/** "999", "2K", "20K": at most three characters below 100,000, in every language. For places whose width must not change. */
export const formatShortCount = (count: number): string => count.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 0 });

/** "1 photo", "2,000 photos". */
export const pluralize = (count: number, one: string, many: string): string => `${formatCount(count)} ${count === 1 ? one : many}`;

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** "0 bytes", "412 kB", "12.3 MB", "902 MB": decimal, as phones' settings count. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3));
  if (power === 0) return pluralize(Math.round(bytes), 'byte', 'bytes');
  const value = bytes / 1000 ** power;
  const maximumFractionDigits = power > 1 && value < 100 ? 1 : 0;
  return new Intl.NumberFormat(undefined, { style: 'unit', unit: UNITS[power - 1], maximumFractionDigits }).format(value);
}

/** "6:05 PM". */
export const formatTimeOfDay = createDateFormat(CLOCK);

/** "6:05:31 PM": for photos of a burst, which differ by nothing else. */
export const formatTimeWithSeconds = createDateFormat({ ...CLOCK, second: '2-digit' });

/** "Nov 20, 2026, 6:05 PM". */
export const formatDateTime = createDateFormat({ ...YEAR, ...CLOCK });

/** "Fri, Nov 20, 2026, 6:05 PM": when something is planned. */
export const formatWeekdayDateTime = createDateFormat({ weekday: 'short', ...YEAR, ...CLOCK });

const dayAndClock = createDateFormat({ ...DAY, ...CLOCK });
/** "Nov 20". */
export const formatDay = createDateFormat(DAY);

/** "Nov 20, 2026". */
export const formatFullDate = createDateFormat(YEAR);

const year = createDateFormat({ year: 'numeric' });

/** Whether both lie in one year of this clock. */
export const isSameYear = (one: Moment, other: Moment, zone?: TimeZone): boolean => year(one, zone) === year(other, zone);

/** "6:05 PM" today, "Nov 20, 6:05 PM" this year, else with the year. */
export function formatTime(at: Moment, zone?: TimeZone, now: number = Date.now()): string {
  if (formatFullDate(at, zone) === formatFullDate(now, zone)) return formatTimeOfDay(at, zone);
  return (isSameYear(at, now, zone) ? dayAndClock : formatDateTime)(at, zone);
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

/** "just now", "5 minutes ago": never more than has passed. From a day on "yesterday", "2 days ago", as the calendar counts. */
export function formatRelativeTime(at: Moment, now: number = Date.now(), words = relative): string {
  const minutes = Math.floor((now - toMs(at)) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return words.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return words.format(-hours, 'hour');
  // Days as the calendar counts them: what was the day before yesterday is not yesterday's.
  return words.format(-Math.round((startOfDay(now) - startOfDay(toMs(at))) / DAY_MS), 'day');
}
