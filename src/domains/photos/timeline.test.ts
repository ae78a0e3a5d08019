import { describe, expect, it } from 'vitest';
import { isFullTier } from '#tests/support/tier.ts';
import type { Timeline } from './photo.ts';
import {
  countAt,
  countOf,
  cut,
  inSpan,
  isCoarse,
  MAX_PER_SEGMENT,
  recount,
  refine,
  shapeOf,
  spanAt,
  spanCount,
  spanOf,
  type Shape,
  type Stretch,
} from './timeline.ts';

const MINUTE = 60_000;
const night = Date.UTC(2026, 10, 20, 20);
const minute = (index: number, count: number): Stretch => ({ start: night + index * MINUTE, end: night + (index + 1) * MINUTE, count });

function told(counts: Record<number, number>, resolution: Timeline['resolution'] = 'minute'): Timeline {
  const length = resolution === 'hour' ? 60 * MINUTE : MINUTE;
  const buckets = Object.entries(counts)
    .map(([index, count]) => ({ start: new Date(night + Number(index) * length).toISOString(), count }))
    .toReversed();
  return { resolution, buckets, total: buckets.reduce((sum, { count }) => sum + count, 0), stream_position: 40 };
}

const spans = (shape: Pick<Shape, 'borders'>) => Array.from({ length: spanCount(shape) }, (_, index) => spanAt(shape, index));
const countIn = (shape: Shape, index: number): number => countOf(shape.stretches.filter(({ start }) => spanOf(shape, start) === index));

/** A seeded random generator. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

describe('shapeOf', () => {
  it('cuts segments of about a hundred photos, open at both ends', () => {
    const shape = shapeOf(told(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [index, 30]))));
    const counts = spans(shape).map((_, index) => countIn(shape, index));
    expect(counts).toEqual([120, 120, 120, 120, 120, 120, 120, 60]);
    expect(spans(shape)[0]?.to).toBeNull();
    expect(spans(shape).at(-1)?.from).toBeNull();
  });

  it('does not merge a crowded minute with a quiet one', () => {
    const shape = shapeOf(told({ 0: 20, 1: 900, 2: 30, 3: 20 }));
    expect(spans(shape).map((_, index) => countIn(shape, index))).toEqual([50, 900, 20]);
  });

  it('has one segment for an empty gallery, so that the first photo has a place', () => {
    expect(spans(shapeOf(told({})))).toEqual([{ from: null, to: null }]);
  });

  it('retains borders on refetch and divides where the gallery grew', () => {
    const before = shapeOf(told({ 0: 120, 1: 120, 2: 10 }));
    const after = shapeOf(told({ 0: 120, 1: 120, 2: 150, 3: 150, 4: 5 }), before);
    for (const border of before.borders) expect(after.borders).toContain(border);
    for (const index of spans(after).keys()) expect(countIn(after, index)).toBeLessThanOrEqual(MAX_PER_SEGMENT);
  });

  it.each(isFullTier ? [1, 51, 101, 151] : [1])('never overlaps, skips or divides a stretch, seeds from %i', (first) => {
    for (let seed = first; seed < first + 50; seed += 1) {
      const roll = dice(seed);
      const counts = Object.fromEntries(Array.from({ length: 1 + roll(80) }, () => [roll(300), 1 + roll(roll(8) === 0 ? 600 : 60)]));
      const kept = Array.from({ length: roll(6) }, () => night + roll(300) * MINUTE).sort((a, b) => b - a);
      const { stretches } = shapeOf(told(counts));
      const borders = cut(stretches, kept);
      expect(borders).toEqual([...new Set(borders)].sort((a, b) => b - a));
      for (const border of kept) expect(borders).toContain(border);
      for (const { start, end } of stretches) {
        expect(borders.some((border) => border > start && border < end)).toBe(false);
        expect(spanOf({ borders }, start)).toBe(spanOf({ borders }, end - 1));
        const holding = spans({ borders }).filter((span) => inSpan(span, start));
        expect(holding).toEqual([spanAt({ borders }, spanOf({ borders }, start))]);
      }
    }
  });
});

describe('refine', () => {
  it('replaces a coarse stretch and preserves the total', () => {
    const shape = shapeOf(told({ 0: 50, 1: 3000 }, 'hour'));
    const coarse = shape.stretches.find(isCoarse);
    expect(coarse?.count).toBe(3000);
    const closer = refine(shape, coarse!, told(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [60 + index, 50]))));
    expect(countOf(closer.stretches)).toBe(3050);
    expect(closer.stretches.some(isCoarse)).toBe(false);
    for (const index of spans(closer).keys()) expect(countIn(closer, index)).toBeLessThanOrEqual(MAX_PER_SEGMENT);
  });

  it('retains the finer stretches until the number of photos changes', () => {
    const shape = shapeOf(told({ 0: 50, 1: 3000 }, 'hour'));
    const minutes = told(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [60 + index, 50])));
    const closer = refine(shape, shape.stretches[0]!, minutes);
    expect(shapeOf(told({ 0: 50, 1: 3000 }, 'hour'), closer).stretches).toHaveLength(61);
    const grown = shapeOf(told({ 0: 50, 1: 3001 }, 'hour'), closer);
    expect(grown.stretches).toHaveLength(2);
    expect(grown.borders.some((border) => border > night + 60 * MINUTE && border < night + 120 * MINUTE)).toBe(false);
  });
});

describe('counts', () => {
  it('change at the capture time, even in an empty minute', () => {
    const shape = shapeOf(told({ 0: 2, 5: 1 }));
    const more = countAt(countAt(shape, night + 10, 1), night + 3 * MINUTE, 1);
    expect(more.stretches.filter(({ count }) => count > 0)).toEqual([minute(5, 1), minute(3, 1), minute(0, 3)]);
    expect(countOf(countAt(more, night + 3 * MINUTE, -1).stretches)).toBe(4);
  });

  it('add a minute to its segment, even beside finer stretches', () => {
    const shape = shapeOf(told({ 0: 150, 1: 150 }, 'hour'));
    const border = shape.borders[0]!;
    const later = countAt(shape, night + 5 * 60 * MINUTE, 1);
    expect(later.stretches[0]).toMatchObject({ start: night + 5 * 60 * MINUTE, count: 1 });
    expect(border).toBe(night + 60 * MINUTE);
  });

  it('take the numbers of a loaded segment and leave others unchanged', () => {
    const shape = shapeOf(told({ 0: 120, 1: 120 }));
    const [top] = spans(shape);
    const seen = recount(shape, top!, [night + 4 * MINUTE, night + MINUTE + 5, night + MINUTE]);
    expect(seen.stretches.filter(({ count }) => count > 0)).toEqual([minute(4, 1), minute(1, 2), minute(0, 120)]);
  });

  it('agree with a plain list after random additions and removals', () => {
    const roll = dice(7);
    let shape = shapeOf(told({ 3: 4, 9: 1 }));
    const times = [...Array.from({ length: 4 }, () => night + 3 * MINUTE), night + 9 * MINUTE];
    for (let step = 0; step < 500; step += 1) {
      if (roll(3) > 0 || times.length === 0) {
        const at = night + roll(20 * MINUTE);
        times.push(at);
        shape = countAt(shape, at, 1);
      } else {
        const [gone] = times.splice(roll(times.length), 1);
        shape = countAt(shape, gone!, -1);
      }
      const plain = new Map<number, number>();
      for (const at of times) plain.set(Math.floor(at / MINUTE), (plain.get(Math.floor(at / MINUTE)) ?? 0) + 1);
      const held = new Map(shape.stretches.filter(({ count }) => count > 0).map(({ start, count }) => [start / MINUTE, count]));
      expect(held).toEqual(plain);
      expect(shape.stretches.map(({ start }) => start)).toEqual(shape.stretches.map(({ start }) => start).toSorted((a, b) => b - a));
    }
  });
});
