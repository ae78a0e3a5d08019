import { expect, it } from 'vitest';
import { bucketOf, PERCENTILE_ERROR, percentileOf } from '#server/platform/analytics/histogram.ts';

/** The same each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const bucketsOf = (delays: readonly number[]) => {
  const photos = new Map<number, number>();
  for (const delay of delays) photos.set(bucketOf(delay), (photos.get(bucketOf(delay)) ?? 0) + 1);
  return [...photos].map(([bucket, count]) => ({ bucket, photos: count }));
};

it('tells percentiles of any number of days within five per cent, however they are spread', () => {
  const next = chance(7);
  // Seconds in good Wi-Fi, a minute in bad, hours from a basement, days from a drawer.
  const days = Array.from({ length: 30 }, () => Array.from({ length: 400 }, () => 0.2 * 10 ** (next() * 6)));
  const exact = days.flat().toSorted((one, other) => one - other);
  const merged = days.flatMap(bucketsOf);
  for (const part of [0.01, 0.5, 0.95, 1]) {
    const right = exact[Math.ceil(exact.length * part) - 1]!;
    const told = percentileOf(merged, part)!;
    expect(Math.abs(told - right) / right, `p${part * 100}: ${told} for ${right}`).toBeLessThan(PERCENTILE_ERROR);
  }
});

it('has a first bucket, a last one, and none to tell of', () => {
  expect([bucketOf(0), bucketOf(0.1), bucketOf(0.1001), bucketOf(1e9)]).toEqual([0, 0, 1, 180]);
  expect(percentileOf([], 0.5)).toBeNull();
  expect(percentileOf([{ bucket: 0, photos: 3 }], 0.95)).toBe(0.1);
});
