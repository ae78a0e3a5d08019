// Times in words, for headings and the scrubber.
import { createDateFormat, formatTimeOfDay, isSameYear, type TimeZone } from '#src/lib/format.ts';
import type { Unit } from './sections.ts';

const formats = (withYear: boolean): Record<Unit, ReturnType<typeof createDateFormat>> => {
  const year = withYear ? ({ year: 'numeric' } as const) : {};
  const day = { weekday: 'short', day: 'numeric', month: 'short', ...year } as const;
  return {
    hour: createDateFormat({ ...day, hour: 'numeric', minute: '2-digit' }),
    day: createDateFormat({ ...day, weekday: 'long', month: 'long' }),
    month: createDateFormat({ month: 'long', year: 'numeric' }),
  };
};
const [short, long] = [formats(false), formats(true)];

const formatsFor = (at: number, zone: TimeZone) => (isSameYear(at, Date.now(), zone) ? short : long);

/** "Fri, 20 Nov, 21:00", "Friday, 20 November", "November 2026". */
export const sectionTitle = (unit: Unit, start: number, zone: TimeZone): string => formatsFor(start, zone)[unit](start, zone);

/** A moment while one jumps through time: finer than its section. */
export const momentLabel = (unit: Unit, at: number, zone: TimeZone): string =>
  formatsFor(at, zone)[unit === 'month' ? 'day' : 'hour'](at, zone);

/** As short as a mark beside the scrubber may be. */
export const markLabel = (unit: Unit, start: number, zone: TimeZone): string =>
  unit === 'hour' ? formatTimeOfDay(start, zone) : formatsFor(start, zone).day(start, zone);
