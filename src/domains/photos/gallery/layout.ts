// The grid's arithmetic: squares under the hour they were taken in. Everything follows from counts, so that nothing moves when photos are read,
// and everything is found by halving, so that a hundred thousand photos cost what a hundred do.
import { lastAtMost, type Run } from '#src/domains/photos/photo-list.ts';

/** CSS pixels between squares. */
export const GAP = 3;
/** Of a section's heading. */
export const HEADING = 44;
const WANTED_SQUARE = 200;
const FEWEST_COLUMNS = 3;
/** Browsers stop laying out somewhere above: the squares of a gallery that would be higher are made smaller. */
const HIGHEST = 16_000_000;

export type Unit = 'hour' | 'day' | 'month';

/** So many photos below each, on average, make headings worth their place. */
const ENOUGH_FOR: Record<Unit, number> = { hour: 12, day: 6, month: 0 };
/** So few headings never stand in the way. */
const FEW_DAYS = 5;

export interface Group {
  /** When it begins here, ms since 1970: in the time zone of who looks. */
  start: number;
  count: number;
}

export interface Section extends Group {
  /** Its first photo. */
  first: number;
  /** Of its heading, from the top of the grid. */
  top: number;
  height: number;
  /** How many rows stand before it, headings counted. */
  row: number;
}

export interface Layout {
  columns: number;
  /** Side of a square, whole CSS pixels. */
  square: number;
  sections: readonly Section[];
  length: number;
  height: number;
  /** All rows, headings counted. */
  rows: number;
  firsts: Float64Array;
  tops: Float64Array;
}

function unitStart(unit: Unit, at: number): number {
  const date = new Date(at);
  if (unit === 'hour') return date.setMinutes(0, 0, 0);
  date.setHours(0, 0, 0, 0);
  return unit === 'day' ? date.getTime() : date.setDate(1);
}

/** Neighbouring runs of one hour (day, month) become one group. */
export function groupRuns(runs: readonly Run[], unit: Unit): Group[] {
  const groups: Group[] = [];
  // Most runs lie in the unit of the one before: that is seen without asking the calendar.
  let low = Infinity;
  for (const { start, count } of runs) {
    const last = groups.at(-1);
    if (last && start >= low) {
      last.count += count;
      continue;
    }
    low = unitStart(unit, start);
    if (last?.start === low) last.count += count;
    else groups.push({ start: low, count });
  }
  return groups;
}

/** The finest unit under which headings have enough below them. */
export function unitFor(runs: readonly Run[], resolution: 'minute' | Unit): Unit {
  const units: Unit[] = ['hour', 'day', 'month'];
  const told = units.slice(resolution === 'minute' ? 0 : units.indexOf(resolution));
  const photos = runs.reduce((sum, { count }) => sum + count, 0);
  const fits = (unit: Unit) => {
    const headings = groupRuns(runs, unit).length;
    return photos >= ENOUGH_FOR[unit] * headings || (unit === 'day' && headings <= FEW_DAYS);
  };
  return told.find(fits) ?? 'month';
}

export function layoutOf(groups: readonly Group[], width: number): Layout {
  const length = groups.reduce((sum, { count }) => sum + count, 0);
  // length / columns rows of width / columns pixels each.
  const forHeight = Math.ceil(Math.sqrt((length * width) / HIGHEST));
  const columns = Math.max(FEWEST_COLUMNS, Math.round(width / WANTED_SQUARE), forHeight);
  const square = Math.max(1, Math.floor((width - GAP * (columns - 1)) / columns));
  const sections: Section[] = [];
  let [first, top, row] = [0, 0, 0];
  for (const { start, count } of groups) {
    const rows = Math.ceil(count / columns);
    const height = HEADING + rows * (square + GAP);
    sections.push({ start, count, first, top, height, row });
    first += count;
    top += height;
    row += rows + 1;
  }
  return {
    columns,
    square,
    sections,
    length,
    height: top,
    rows: row,
    firsts: Float64Array.from(sections, (section) => section.first),
    tops: Float64Array.from(sections, (section) => section.top),
  };
}

export interface Place {
  section: Section;
  /** Within its section. */
  row: number;
  column: number;
  /** Of its square, from the top of the grid. */
  top: number;
}

/** Where a photo's square is. Null outside the gallery. */
export function placeOf(layout: Layout, index: number): Place | null {
  const section = layout.sections[lastAtMost(layout.firsts, index)];
  if (!section || index < 0 || index >= layout.length) return null;
  const within = index - section.first;
  const row = Math.floor(within / layout.columns);
  return { section, row, column: within % layout.columns, top: section.top + HEADING + row * (layout.square + GAP) };
}

/** The photo at this height in this column, or the next one below; the last one of all at the end. */
export function indexAt(layout: Layout, y: number, column = 0): number {
  const number = lastAtMost(layout.tops, Math.max(0, y));
  const section = layout.sections[number];
  if (!section) return 0;
  const row = Math.max(0, Math.floor((y - section.top - HEADING) / (layout.square + GAP)));
  const within = row * layout.columns + Math.min(column, layout.columns - 1);
  const rows = Math.ceil(section.count / layout.columns);
  // The last row may be short; below it, the next section begins.
  const last = row < rows ? section.first + Math.min(within, section.count - 1) : section.first + section.count;
  return Math.min(last, layout.length - 1);
}

export interface VisibleRows {
  section: Section;
  /** Both included; `last` below `first`: only the heading is there. */
  first: number;
  last: number;
}

/** The rows that touch this stretch of the grid, by section. */
export function visibleRows(layout: Layout, top: number, bottom: number): VisibleRows[] {
  const shown: VisibleRows[] = [];
  const pitch = layout.square + GAP;
  for (let number = lastAtMost(layout.tops, Math.max(0, top)); ; number += 1) {
    const section = layout.sections[number];
    if (!section || section.top > bottom) return shown;
    const rows = Math.ceil(section.count / layout.columns);
    const from = section.top + HEADING;
    shown.push({
      section,
      first: Math.max(0, Math.floor((top - from) / pitch)),
      last: Math.min(rows - 1, Math.floor((bottom - from) / pitch)),
    });
  }
}

/** Where a key leads from a photo; null when the key is not one of the grid's. `page`: how many rows the screen shows. */
export function keyTarget(key: string, index: number, layout: Layout, page: number): number | null {
  const last = layout.length - 1;
  const within = (target: number) => Math.max(0, Math.min(last, target));
  switch (key) {
    case 'ArrowRight':
      return within(index + 1);
    case 'ArrowLeft':
      return within(index - 1);
    case 'ArrowDown':
      return below(layout, index);
    case 'ArrowUp':
      return above(layout, index);
    case 'PageDown':
    case 'PageUp': {
      const place = placeOf(layout, index);
      const rows = (key === 'PageDown' ? 1 : -1) * Math.max(1, page);
      return place && within(indexAt(layout, Math.max(0, place.top + rows * (layout.square + GAP)), place.column));
    }
    case 'Home':
      return 0;
    case 'End':
      return Math.max(0, last);
    default:
      return null;
  }
}

function below(layout: Layout, index: number): number {
  const place = placeOf(layout, index);
  if (!place) return index;
  const { section } = place;
  const end = section.first + section.count - 1;
  if (index + layout.columns <= end) return index + layout.columns;
  const rows = Math.ceil(section.count / layout.columns);
  if (place.row < rows - 1) return end;
  const next = placeOf(layout, end + 1);
  return next ? end + 1 + Math.min(place.column, next.section.count - 1) : index;
}

function above(layout: Layout, index: number): number {
  const place = placeOf(layout, index);
  if (!place) return index;
  if (place.row > 0) return index - layout.columns;
  const before = placeOf(layout, place.section.first - 1);
  return before ? before.section.first + Math.min(before.row * layout.columns + place.column, before.section.count - 1) : index;
}
