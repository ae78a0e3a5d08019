import { expect, test } from 'vitest';
import type { AnalyticsItem } from './queries.ts';
import { charts, isColumns, isCount, isFlat, pointsOf, replaceInvalidLanguage } from './series.ts';

test('draws few values as points, and isolated ones among many', () => {
  expect(pointsOf([null, 39, null, undefined, 4, 5])).toEqual([1, 4, 5]);
  const many = Array.from({ length: 90 }, (_, day) => (day === 40 || day === 42 ? null : day));
  expect(pointsOf(many)).toEqual([41]);
  expect(pointsOf([])).toEqual([]);
});

test('treats counts as whole numbers, but not seconds and bytes', () => {
  expect(charts.filter((spec) => !isCount(spec)).map(({ title }) => title)).toEqual([
    'Shutter to gallery, median',
    'Shutter to gallery, 95th percentile',
    'Storage',
  ]);
});

test('draws two series as columns and a line', () => {
  const drawn = charts.filter(({ series }) => series.length > 1).map((spec) => spec.series.map((_, index) => isColumns(spec, index)));
  expect(drawn.length).toBeGreaterThan(0);
  for (const each of drawn) expect(each).toEqual([true, false]);
  expect(isColumns(charts[1]!, 0)).toBe(false);
});

test('is flat without values, or with zeros only', () => {
  const photos = charts[0]!;
  const day = (delivered: number, captured: number | null) => ({ delivered, captured }) as AnalyticsItem;
  expect(isFlat(photos, [])).toBe(true);
  expect(isFlat(photos, [day(0, null), day(0, 0)])).toBe(true);
  expect(isFlat(photos, [day(0, null), day(0, 1)])).toBe(false);
});

test('replaces an invalid browser language by English', () => {
  const reported = (language: string) => {
    const navigator = { language };
    replaceInvalidLanguage(navigator);
    return navigator.language;
  };
  expect(() => new Intl.NumberFormat('C')).toThrow('Incorrect locale information provided');
  expect(new Intl.NumberFormat(reported('C')).format(1234)).toBe('1,234');
  expect(['de', 'en-GB', 'zh-Hant-TW', 'en_US.UTF-8'].map(reported)).toEqual(['de', 'en-GB', 'zh-Hant-TW', 'en']);
});
