import { expect, test } from 'vitest';
import { charts, isOfThings, pointsOf } from './series.ts';

test('few values stand as points, and of many those that stand alone', () => {
  expect(pointsOf([null, 39, null, undefined, 4, 5])).toEqual([1, 4, 5]);
  const many = Array.from({ length: 90 }, (_, day) => (day === 40 || day === 42 ? null : day));
  expect(pointsOf(many)).toEqual([41]);
  expect(pointsOf([])).toEqual([]);
});

test('things are counted whole, seconds and bytes are not', () => {
  expect(charts.filter((spec) => !isOfThings(spec)).map(({ title }) => title)).toEqual([
    'Shutter to gallery, median',
    'Shutter to gallery, 95th percentile',
    'Storage',
  ]);
});
