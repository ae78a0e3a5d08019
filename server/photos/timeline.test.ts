import { describe, expect, it } from 'vitest';
import {
  createTimelineCache,
  joinPhotoCounts,
  MAX_BUCKETS,
  type CountsAt,
  type PhotoCounts,
  type Resolution,
  startOf,
} from '#server/photos/timeline.ts';
import { createSeededRandom } from '#server/seed/draw-parts.ts';
import { isFullTier } from '#tests/support/tier.ts';

const minutes = (count: number, from = 0): PhotoCounts => ({
  resolution: 'minute',
  buckets: new Map(Array.from({ length: count }, (_, index) => [from + index * 60_000, 1])),
});
const totalOf = ({ buckets }: PhotoCounts) => [...buckets.values()].reduce((sum, count) => sum + count, 0);

describe('a stretch of time', () => {
  it.each<[string, Resolution, string]>([
    ['2026-11-20T21:14:59.999Z', 'minute', '2026-11-20T21:14:00.000Z'],
    ['2026-11-20T21:14:59.999Z', 'hour', '2026-11-20T21:00:00.000Z'],
    ['2026-11-20T23:59:59.999Z', 'day', '2026-11-20T00:00:00.000Z'],
    ['2026-02-28T23:59:59.999Z', 'month', '2026-02-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', 'minute', '1969-12-31T23:59:00.000Z'],
    ['0033-04-03T12:00:00.000Z', 'month', '0033-04-01T00:00:00.000Z'],
  ])('of %s starts, as a %s, at %s', (at, resolution, start) => {
    expect(new Date(startOf(Date.parse(at), resolution)).toISOString()).toBe(start);
  });
});

describe('two counts', () => {
  it('joined are the sum of both, in the shortest stretches that fit', () => {
    const joined = joinPhotoCounts(minutes(MAX_BUCKETS - 1), minutes(2));
    expect([joined.resolution, joined.buckets.size, joined.buckets.get(0)]).toEqual(['minute', MAX_BUCKETS - 1, 2]);
    const coarse = joinPhotoCounts(minutes(MAX_BUCKETS), minutes(1, MAX_BUCKETS * 60_000));
    expect([coarse.resolution, totalOf(coarse)]).toEqual(['hour', MAX_BUCKETS + 1]);
    expect(joinPhotoCounts({ resolution: 'day', buckets: new Map([[0, 5]]) }, minutes(3)).buckets).toEqual(new Map([[0, 8]]));
  });

  it('lose no photo at any resolution', () => {
    for (let seed = 1; seed < (isFullTier ? 40 : 5); seed++) {
      const chance = createSeededRandom(seed);
      const random = (): PhotoCounts => {
        const stretches = new Map<number, number>();
        const span = chance.between(1, 400) * 86_400_000;
        for (let index = 0; index < 1900; index++) {
          const start = startOf(Date.UTC(2026, 0) + chance.between(0, span), 'minute');
          stretches.set(start, (stretches.get(start) ?? 0) + 1);
        }
        return { resolution: 'minute', buckets: stretches };
      };
      const [one, other] = [random(), random()];
      const joined = joinPhotoCounts(one, other);
      expect(totalOf(joined)).toBe(3800);
      expect(joined.buckets.size).toBeLessThanOrEqual(MAX_BUCKETS);
      for (const start of joined.buckets.keys()) expect(startOf(start, joined.resolution)).toBe(start);
    }
  });
});

describe('kept timelines', () => {
  const counted = (position: number): CountsAt => ({ ...minutes(1), position });

  it('are counted once for concurrent readers of a change, and again after the next', async () => {
    const cache = createTimelineCache();
    let counts = 0;
    const count = (position: number) => () => {
      counts++;
      return Promise.resolve(counted(position));
    };
    await Promise.all(Array.from({ length: 100 }, () => cache.get('a', 5, count(6))));
    expect(counts).toBe(1);
    expect((await cache.get('a', 6, count(6))).position).toBe(6);
    expect(counts).toBe(1);
    expect((await cache.get('a', 7, count(7))).position).toBe(7);
    expect((await cache.get('b', 7, count(7))).position).toBe(7);
    expect(counts).toBe(3);
  });

  it('are counted twice at most for all who ask after a change each while one count is under way', async () => {
    const cache = createTimelineCache();
    const counting: ((counts: CountsAt) => void)[] = [];
    const count = () => new Promise<CountsAt>((resolve) => counting.push(resolve));
    const asked = Array.from({ length: 20 }, (_, index) => cache.get('a', index + 1, count));
    counting[0]?.(counted(3));
    await Promise.all(asked.slice(0, 3));
    await expect.poll(() => counting.length).toBe(2);
    counting[1]?.(counted(20));
    expect((await Promise.all(asked)).map(({ position }) => position)).toEqual([3, 3, 3, ...Array.from({ length: 17 }, () => 20)]);
    expect(counting).toHaveLength(2);
  });

  it('are forgotten when the count failed, when they are old, and when there are too many', async () => {
    let now = 0;
    const cache = createTimelineCache(() => now);
    let counts = 0;
    const count = () => {
      counts++;
      return Promise.resolve(counted(1));
    };
    await expect(cache.get('a', 1, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    await cache.get('a', 1, count);
    expect(counts).toBe(1);
    now = 31_000;
    await cache.get('a', 1, count);
    expect(counts).toBe(2);
    for (let other = 0; other < 64; other++) await cache.get(`other ${other}`, 1, count);
    await cache.get('a', 1, count);
    expect(counts).toBe(67);
    await cache.get('other 63', 1, count);
    expect(counts).toBe(67);
  });
});
