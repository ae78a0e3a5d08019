// Time zones, by the one database that Node brings along. PostgreSQL has another, which lacks some names and reads abbreviations otherwise: no
// name of a zone is ever given to it.

/** Three letters that are names of the IANA database. Others are abbreviations that mean one thing here and another there: "IST" is India, Israel or Ireland. */
const SHORT_NAMES = new Set(['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET']);

/** Format `time-zone` of the contract: a name of the IANA database that clocks can be set by, as "Europe/Berlin"; no bare offset, which knows no summer. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text) || /^SystemV\//i.test(text)) return false;
  if (/^[A-Za-z]{3}$/.test(text) && !SHORT_NAMES.has(text.toUpperCase())) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const DAY = 24 * 3_600_000;

export interface CalendarDay {
  /** "2026-11-20". */
  day: string;
  startsAt: Date;
}

/** The last `count` days of a zone's calendar including the given time, and the day after them. */
export function daysUpTo(at: Date, count: number, timeZone: string): CalendarDay[] {
  const offsetAt = offsetsOf(timeZone);
  const today = Math.floor((at.getTime() + offsetAt(at.getTime())) / DAY);
  return Array.from({ length: count + 1 }, (_, index) => {
    const wall = (today - count + 1 + index) * DAY;
    // Where clocks leave midnight out, the day begins when they are changed.
    const [before, after] = [wall - offsetAt(wall - DAY), wall - offsetAt(wall + DAY)];
    const startsAt = after + offsetAt(after) === wall && before + offsetAt(before) !== wall ? after : before;
    return { day: new Date(wall).toISOString().slice(0, 10), startsAt: new Date(startsAt) };
  });
}

/** By how many ms the clock of a zone is ahead of UTC. */
function offsetsOf(timeZone: string): (at: number) => number {
  const numeric = 'numeric' as const;
  const date = { year: numeric, month: numeric, day: numeric };
  const clock = new Intl.DateTimeFormat('en', { timeZone, ...date, hour: numeric, minute: numeric, second: numeric, hourCycle: 'h23' });
  return (at) => {
    const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  };
}
