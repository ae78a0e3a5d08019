// Formats numbers, sizes and times for all screens.
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;

const YEAR = { ...DAY, year: 'numeric' } as const;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** A point in time: ISO 8601 or ms since 1970. */
type Moment = string | number;
const toMs = (at: Moment): number => (typeof at === 'string' ? Date.parse(at) : at);

/** A time zone such as "Europe/Berlin"; without one, the device's. */
export type TimeZone = string | null | undefined;

/** A formatter for the zone; for the device's zone if none is given or the browser does not know it. */
export function zonedFormat(zone: TimeZone, options: Intl.DateTimeFormatOptions, locale?: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone || undefined });
  } catch (error) {
    if (!zone) throw error;
    return zonedFormat(null, options, locale);
  }
}

let dateLocale: string | undefined;

/** Sets the language of dates and times; by default the device's. */
export function setDateLocale(chosen: string | null | undefined): void {
  dateLocale = chosen ?? undefined;
}

/** How far clocks are set back: an hour, or half an hour on Lord Howe Island. */
const DST_SHIFTS_MS = [3_600_000, 1_800_000];

/**
 * Formats a time in any zone. Formatters are slow to create, so each is cached. A time that occurs twice, when clocks are set back,
 * includes the offset: "2:30 AM GMT+1".
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

/** "999", "2K", "20K": at most three characters below 100,000, in every language. For elements of fixed width. */
export const formatShortCount = (count: number): string => count.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 0 });

/** "1 photo", "2,000 photos". */
export const pluralize = (count: number, one: string, many: string): string => `${formatCount(count)} ${count === 1 ? one : many}`;

/** "6:05 PM". */
export const formatTimeOfDay = createDateFormat(CLOCK);

/** "Nov 20, 2026, 6:05 PM". */
export const formatDateTime = createDateFormat({ ...YEAR, ...CLOCK });

/** "Fri, Nov 20, 2026, 6:05 PM": for planned events. */
export const formatWeekdayDateTime = createDateFormat({ weekday: 'short', ...YEAR, ...CLOCK });

/** "Nov 20". */
export const formatDay = createDateFormat(DAY);

/** "Nov 20, 2026". */
export const formatFullDate = createDateFormat(YEAR);

const year = createDateFormat({ year: 'numeric' });

/** Whether both times are in the same year of this zone. */
export const isSameYear = (one: Moment, other: Moment, zone?: TimeZone): boolean => year(one, zone) === year(other, zone);

function createMomentFormat(clock: Intl.DateTimeFormatOptions) {
  const [today, thisYear, ever] = [
    createDateFormat(clock),
    createDateFormat({ ...DAY, ...clock }),
    createDateFormat({ ...YEAR, ...clock }),
  ];
  return (at: Moment, zone?: TimeZone, now: number = Date.now()): string => {
    if (formatFullDate(at, zone) === formatFullDate(now, zone)) return today(at, zone);
    return (isSameYear(at, now, zone) ? thisYear : ever)(at, zone);
  };
}

/** "6:05 PM" today, "Nov 20, 6:05 PM" this year, otherwise with the year. */
export const formatTime = createMomentFormat(CLOCK);

/** "6:05:31 PM" today, otherwise with the date, as `formatTime`: distinguishes the photos of a burst. */
export const formatTimeWithSeconds = createMomentFormat({ ...CLOCK, second: '2-digit' });

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

/** "just now", "5 minutes ago", rounded down. From a day on in calendar days: "yesterday", "2 days ago". */
export function formatRelativeTime(at: Moment, now: number = Date.now(), words = relative): string {
  const minutes = Math.floor((now - toMs(at)) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return words.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return words.format(-hours, 'hour');
  // Calendar days: the day before yesterday is not "yesterday".
  return words.format(-Math.round((startOfDay(now) - startOfDay(toMs(at))) / DAY_MS), 'day');
}
