// Groups photos by hour, day or month, with labels for headings and the scrubber. Pure.
import type { Run } from '#src/domains/photos/photo-list.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { createDateFormat, formatTime, isSameYear, pluralize, type TimeZone } from '#src/lib/format.ts';
import { startOfUnit } from '#src/lib/time-zone.ts';
import type { Geometry, Group } from '#src/ui/grid/layout.ts';

export const GEOMETRY: Geometry = { gap: 3, heading: 44, size: 200, minColumns: 3 };

export type Unit = 'hour' | 'day' | 'month';

/** The average number of photos that makes a unit of headings worthwhile. */
const ENOUGH_FOR: Record<Unit, number> = { hour: 12, day: 6, month: 0 };
/** Up to this many headings are always fine. */
const FEW_DAYS = 5;

/** Merges adjacent runs of the same hour, day or month. */
export function groupRuns(runs: readonly Run[], unit: Unit, zone: TimeZone): Group[] {
  const groups: Group[] = [];
  // Most runs share the unit of the previous one, which avoids the calendar.
  let unitStart = Infinity;
  for (const { start, count } of runs) {
    const last = groups.at(-1);
    if (last && start >= unitStart) {
      last.count += count;
      continue;
    }
    unitStart = startOfUnit(unit, start, zone);
    if (last?.start === unitStart) last.count += count;
    else groups.push({ start: unitStart, count });
  }
  return groups;
}

/** The finest unit with enough photos per heading. */
export function unitFor(runs: readonly Run[], resolution: 'minute' | Unit, zone: TimeZone): Unit {
  const units: Unit[] = ['hour', 'day', 'month'];
  const available = units.slice(resolution === 'minute' ? 0 : units.indexOf(resolution));
  const photos = runs.reduce((sum, { count }) => sum + count, 0);
  const fits = (unit: Unit) => {
    const headings = groupRuns(runs, unit, zone).length;
    return photos >= ENOUGH_FOR[unit] * headings || (unit === 'day' && headings <= FEW_DAYS);
  };
  return available.find(fits) ?? 'month';
}

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
export const groupTitle = (unit: Unit, start: number, zone: TimeZone): string => formatsFor(start, zone)[unit](start, zone);

/** @param isCounted whether the server has said what the gallery has; else only what is on this phone is listed */
export const groupCount = (count: number, isCounted: boolean): string =>
  pluralize(count, 'photo', 'photos') + (isCounted ? '' : ` on this ${deviceLabel}`);

/** The label while scrubbing, one unit finer than the group. */
export const momentLabel = (unit: Unit, at: number, zone: TimeZone): string =>
  formatsFor(at, zone)[unit === 'month' ? 'day' : 'hour'](at, zone);

/** A label for the scrubber: an hour of today without its day. */
export const markLabel = (unit: Unit, start: number, zone: TimeZone): string =>
  unit === 'hour' ? formatTime(start, zone) : groupTitle(unit, start, zone);
