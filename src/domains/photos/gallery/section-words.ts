// Times in words, for headings and the scrubber.
import { dateFormat, formatClock, isSameYear, type Zone } from '#src/lib/format.ts';
import type { Unit } from './sections.ts';

const formats = (withYear: boolean): Record<Unit, ReturnType<typeof dateFormat>> => {
  const year = withYear ? ({ year: 'numeric' } as const) : {};
  const day = { weekday: 'short', day: 'numeric', month: 'short', ...year } as const;
  return {
    hour: dateFormat({ ...day, hour: 'numeric', minute: '2-digit' }),
    day: dateFormat({ ...day, weekday: 'long', month: 'long' }),
    month: dateFormat({ month: 'long', year: 'numeric' }),
  };
};
const [short, long] = [formats(false), formats(true)];

const of = (at: number, zone: Zone) => (isSameYear(at, Date.now(), zone) ? short : long);

/** "Fri, 20 Nov, 21:00", "Friday, 20 November", "November 2026". */
export const sectionTitle = (unit: Unit, start: number, zone: Zone): string => of(start, zone)[unit](start, zone);

/** A moment while one jumps through time: finer than its section. */
export const momentWords = (unit: Unit, at: number, zone: Zone): string => of(at, zone)[unit === 'month' ? 'day' : 'hour'](at, zone);

/** As short as a mark beside the scrubber may be. */
export const markWords = (unit: Unit, start: number, zone: Zone): string =>
  unit === 'hour' ? formatClock(start, zone) : of(start, zone).day(start, zone);
