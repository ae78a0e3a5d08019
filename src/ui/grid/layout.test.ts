import { describe, expect, it } from 'vitest';
import { indexAt, keyTarget, layoutOf as layoutIn, placeInGrid, visibleRows, type Geometry, type Group, type Layout } from './layout.ts';

const [GAP, HEADING] = [3, 44];
const GEOMETRY: Geometry = { gap: GAP, heading: HEADING, size: 200, minColumns: 3 };
const layoutOf = (groups: readonly Group[], width: number) => layoutIn(groups, width, GEOMETRY);
const MINUTE = 60_000;
const evening = new Date(2026, 10, 20, 20).getTime();
const PHONE = 390;

const layout = (...counts: number[]): Layout =>
  layoutOf(
    counts.map((count, index) => ({ start: evening - index * 60 * MINUTE, count })),
    PHONE,
  );

/** Every photo's place, found by walking. */
function walk({ groups, columns, square }: Layout) {
  let top = 0;
  return groups.flatMap(({ count }) => {
    const places = Array.from({ length: count }, (_, index) => ({
      top: top + HEADING + Math.floor(index / columns) * (square + GAP),
      column: index % columns,
    }));
    top += HEADING + Math.ceil(count / columns) * (square + GAP);
    return places;
  });
}

describe('the grid', () => {
  it('has three squares in a row on a phone, more on a desktop, and fills the width', () => {
    for (const [width, columns] of [
      [320, 3],
      [390, 3],
      [844, 4],
      [1376, 7],
    ] as const) {
      const made = layoutOf([{ start: evening, count: 10 }], width);
      expect(made.columns).toBe(columns);
      const used = made.columns * made.square + (made.columns - 1) * GAP;
      expect(width - used).toBeLessThan(made.columns);
      expect(width - used).toBeGreaterThanOrEqual(0);
    }
  });

  it('remains within the height that browsers lay out, regardless of the number of photos', () => {
    for (const count of [1_000, 100_000, 1_000_000, 3_000_000]) {
      expect(layoutOf([{ start: evening, count }], PHONE).height).toBeLessThan(17_500_000);
    }
    expect(layoutOf([{ start: evening, count: 100_000 }], PHONE).columns).toBe(3);
  });

  it('places each photo where walking through the groups would', () => {
    const made = layout(7, 1, 12, 3, 100);
    walk(made).forEach((expected, index) => {
      const place = placeInGrid(made, index);
      expect({ top: place?.top, column: place?.column }).toEqual(expected);
      expect(indexAt(made, expected.top, expected.column)).toBe(index);
      expect(indexAt(made, expected.top + made.square, expected.column)).toBe(index);
    });
    expect(placeInGrid(made, -1)).toBeNull();
    expect(placeInGrid(made, 123)).toBeNull();
    expect(made.length).toBe(123);
    expect(made.rows).toBe(5 + 3 + 1 + 4 + 1 + 34);
  });

  it('knows the nearest photo at a heading, beside a short row, above the top and below the end', () => {
    const made = layout(7, 4);
    expect(indexAt(made, -50)).toBe(0);
    expect(indexAt(made, 10)).toBe(0);
    expect(indexAt(made, placeInGrid(made, 6)!.top, 2)).toBe(6);
    expect(indexAt(made, made.groups[1]!.top + 5)).toBe(7);
    expect(indexAt(made, made.height + 9_999)).toBe(10);
    expect(indexAt(layoutOf([], PHONE), 100)).toBe(0);
  });

  it('shows the rows of a stretch, and the headings between', () => {
    const made = layout(9, 9, 9);
    const pitch = made.square + GAP;
    const second = made.groups[1]!;
    const rows = visibleRows(made, second.top - pitch, second.top + HEADING + 1);
    expect(rows.map(({ group, first, last }) => [group.first, first, last])).toEqual([
      [0, 2, 2],
      [9, 0, 0],
    ]);
    expect(visibleRows(made, -500, -100)).toHaveLength(0);
    expect(visibleRows(layoutOf([], PHONE), 0, 900)).toEqual([]);
  });
});

describe('keys', () => {
  const made = layout(7, 2, 9);
  const from = (key: string, index: number) => keyTarget(key, index, made, 2);

  it('move by one, stop at the ends', () => {
    expect([from('ArrowRight', 0), from('ArrowLeft', 0), from('ArrowRight', 17)]).toEqual([1, 0, 17]);
    expect([from('Home', 9), from('End', 9), from('x', 9)]).toEqual([0, 17, null]);
  });

  it('stay in their column from one group to the next, if it exists', () => {
    expect(from('ArrowDown', 1)).toBe(4);
    // The last row of the first group has one photo.
    expect(from('ArrowDown', 5)).toBe(6);
    expect(from('ArrowDown', 6)).toBe(7);
    expect(from('ArrowDown', 8)).toBe(10);
    expect(from('ArrowUp', 11)).toBe(8);
    expect(from('ArrowUp', 7)).toBe(6);
    expect(from('ArrowUp', 2)).toBe(2);
    expect(from('ArrowDown', 16)).toBe(16);
  });

  it('turn pages', () => {
    expect(from('PageDown', 0)).toBe(6);
    expect(from('PageUp', 17)).toBeLessThan(15);
    expect(from('PageUp', 1)).toBe(1);
    expect(from('PageDown', 17)).toBe(17);
  });
});

describe('without headings', () => {
  const plain = layoutIn([{ start: 0, count: 7 }], PHONE, { ...GEOMETRY, gap: 8, heading: 0 });

  it('has rows of squares and nothing else', () => {
    expect([plain.columns, plain.rows, plain.height]).toEqual([3, 3, 3 * (plain.square + 8)]);
    expect(placeInGrid(plain, 3)).toMatchObject({ row: 1, column: 0, top: plain.square + 8 });
  });

  it('is walked by arrows along the rows, and stays inside', () => {
    const from = (key: string, index: number) => keyTarget(key, index, plain, 2);
    expect([from('ArrowRight', 2), from('ArrowDown', 2), from('ArrowDown', 6), from('ArrowLeft', 0)]).toEqual([3, 5, 6, 0]);
    expect([from('Home', 4), from('End', 4), from('a', 4)]).toEqual([0, 6, null]);
  });
});
