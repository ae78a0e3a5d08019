// The geometry of the grid: squares in rows, in groups under headings. Everything follows from counts, so that nothing moves when items load, and
// lookups use binary search, so that a hundred thousand items cost as much as a hundred.
import { floorIndex } from '#src/lib/binary-search.ts';

/** The look of a grid, CSS pixels. */
export interface Geometry {
  /** Between squares. */
  gap: number;
  /** Height of a group's heading, or 0 for none. */
  heading: number;
  /** Preferred side of a square. */
  size: number;
  /** Columns on the narrowest screen. */
  minColumns: number;
}

/** Browsers limit the height of a layout: higher grids get smaller squares. */
const MAX_HEIGHT = 16_000_000;

export interface Group {
  /** Identifies the group; its heading is made from it. */
  start: number;
  count: number;
}

export interface PlacedGroup extends Group {
  /** Its first item. */
  first: number;
  /** The offset of its heading from the top of the grid. */
  top: number;
  height: number;
  /** The number of rows before it, including headings. */
  row: number;
}

export interface Layout extends Pick<Geometry, 'gap' | 'heading'> {
  columns: number;
  /** Side of a square, whole CSS pixels. */
  square: number;
  groups: readonly PlacedGroup[];
  length: number;
  height: number;
  /** All rows, headings counted. */
  rows: number;
  firsts: Float64Array;
  tops: Float64Array;
}

export function layoutOf(groups: readonly Group[], width: number, { gap, heading, size, minColumns }: Geometry): Layout {
  const length = groups.reduce((sum, { count }) => sum + count, 0);
  // length / columns rows of width / columns pixels each.
  const forHeight = Math.ceil(Math.sqrt((length * width) / MAX_HEIGHT));
  const columns = Math.max(minColumns, Math.round(width / size), forHeight);
  const square = Math.max(1, Math.floor((width - gap * (columns - 1)) / columns));
  const placed: PlacedGroup[] = [];
  let [first, top, row] = [0, 0, 0];
  for (const { start, count } of groups) {
    const rows = Math.ceil(count / columns);
    const height = heading + rows * (square + gap);
    placed.push({ start, count, first, top, height, row });
    first += count;
    top += height;
    row += rows + (heading > 0 ? 1 : 0);
  }
  return {
    gap,
    heading,
    columns,
    square,
    groups: placed,
    length,
    height: top,
    rows: row,
    firsts: Float64Array.from(placed, (group) => group.first),
    tops: Float64Array.from(placed, (group) => group.top),
  };
}

export interface Place {
  group: PlacedGroup;
  /** Within its group. */
  row: number;
  column: number;
  /** The offset of its square from the top of the grid. */
  top: number;
}

/** The place of an item's square. Null outside the list. */
export function placeInGrid(layout: Layout, index: number): Place | null {
  const group = layout.groups[floorIndex(layout.firsts, index)];
  if (!group || index < 0 || index >= layout.length) return null;
  const within = index - group.first;
  const row = Math.floor(within / layout.columns);
  return { group, row, column: within % layout.columns, top: group.top + layout.heading + row * (layout.square + layout.gap) };
}

/** The item at this height in this column, or the next one below; the last one of all at the end. */
export function indexAt(layout: Layout, y: number, column = 0): number {
  const number = floorIndex(layout.tops, Math.max(0, y));
  const group = layout.groups[number];
  if (!group) return 0;
  const row = Math.max(0, Math.floor((y - group.top - layout.heading) / (layout.square + layout.gap)));
  const within = row * layout.columns + Math.min(column, layout.columns - 1);
  const rows = Math.ceil(group.count / layout.columns);
  // The last row may be short; below it, the next group begins.
  const last = row < rows ? group.first + Math.min(within, group.count - 1) : group.first + group.count;
  return Math.min(last, layout.length - 1);
}

export interface VisibleRows {
  group: PlacedGroup;
  /** Both included; `last` below `first`: only the heading is visible. */
  first: number;
  last: number;
}

/** The rows that intersect this stretch of the grid, by group. */
export function visibleRows(layout: Layout, top: number, bottom: number): VisibleRows[] {
  const shown: VisibleRows[] = [];
  const pitch = layout.square + layout.gap;
  for (let number = floorIndex(layout.tops, Math.max(0, top)); ; number += 1) {
    const group = layout.groups[number];
    if (!group || group.top > bottom) return shown;
    const rows = Math.ceil(group.count / layout.columns);
    const from = group.top + layout.heading;
    shown.push({
      group,
      first: Math.max(0, Math.floor((top - from) / pitch)),
      last: Math.min(rows - 1, Math.floor((bottom - from) / pitch)),
    });
  }
}

/** The target of a key from an item; null if the grid does not handle the key. `page`: the number of visible rows. */
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
      const place = placeInGrid(layout, index);
      const rows = (key === 'PageDown' ? 1 : -1) * Math.max(1, page);
      return place && within(indexAt(layout, Math.max(0, place.top + rows * (layout.square + layout.gap)), place.column));
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
  const place = placeInGrid(layout, index);
  if (!place) return index;
  const { group } = place;
  const end = group.first + group.count - 1;
  if (index + layout.columns <= end) return index + layout.columns;
  const rows = Math.ceil(group.count / layout.columns);
  if (place.row < rows - 1) return end;
  const next = placeInGrid(layout, end + 1);
  return next ? end + 1 + Math.min(place.column, next.group.count - 1) : index;
}

function above(layout: Layout, index: number): number {
  const place = placeInGrid(layout, index);
  if (!place) return index;
  if (place.row > 0) return index - layout.columns;
  const before = placeInGrid(layout, place.group.first - 1);
  return before ? before.group.first + Math.min(before.row * layout.columns + place.column, before.group.count - 1) : index;
}
