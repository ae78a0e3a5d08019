// Times in words, for headings and the scrubber.
import { formatClock } from '#src/lib/format.ts';
import type { Unit } from './layout.ts';

const thisYear = new Date().getFullYear();

const formats = (withYear: boolean): Record<Unit, Intl.DateTimeFormat> => {
  const year = withYear ? ({ year: 'numeric' } as const) : {};
  const day = { weekday: 'short', day: 'numeric', month: 'short', ...year } as const;
  return {
    hour: new Intl.DateTimeFormat(undefined, { ...day, hour: 'numeric', minute: '2-digit' }),
    day: new Intl.DateTimeFormat(undefined, { ...day, weekday: 'long', month: 'long' }),
    month: new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }),
  };
};
const [short, long] = [formats(false), formats(true)];

const of = (at: number) => (new Date(at).getFullYear() === thisYear ? short : long);

/** "Fri, 20 Nov, 21:00", "Friday, 20 November", "November 2026". */
export const sectionTitle = (unit: Unit, start: number): string => of(start)[unit].format(start);

/** A moment while one jumps through time: finer than its section. */
export const momentWords = (unit: Unit, at: number): string => of(at)[unit === 'month' ? 'day' : 'hour'].format(at);

/** As short as a mark beside the scrubber may be. */
export const markWords = (unit: Unit, start: number): string => (unit === 'hour' ? formatClock(start) : of(start).day.format(start));
