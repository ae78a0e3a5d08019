import { expect, test } from 'vitest';
import type { AnalyticsItem } from './queries.ts';
import { charts, isColumns, isCount, isFlat, pointsOf, replaceInvalidLanguage } from './series.ts';

test('few values stand as points, and of many those that stand alone', () => {
  expect(pointsOf([null, 39, null, undefined, 4, 5])).toEqual([1, 4, 5]);
  const many = Array.from({ length: 90 }, (_, day) => (day === 40 || day === 42 ? null : day));
  expect(pointsOf(many)).toEqual([41]);
  expect(pointsOf([])).toEqual([]);
});

test('things are counted whole, seconds and bytes are not', () => {
  expect(charts.filter((spec) => !isCount(spec)).map(({ title }) => title)).toEqual([
    'Shutter to gallery, median',
    'Shutter to gallery, 95th percentile',
    'Storage',
  ]);
});

test('two series of the same values are both seen: columns, and a line before them', () => {
  const drawn = charts.filter(({ series }) => series.length > 1).map((spec) => spec.series.map((_, index) => isColumns(spec, index)));
  expect(drawn.length).toBeGreaterThan(0);
  for (const each of drawn) expect(each).toEqual([true, false]);
  expect(isColumns(charts[1]!, 0)).toBe(false);
});

test('a chart without values, or of zeros, is flat', () => {
  const photos = charts[0]!;
  const day = (delivered: number, captured: number | null) => ({ delivered, captured }) as AnalyticsItem;
  expect(isFlat(photos, [])).toBe(true);
  expect(isFlat(photos, [day(0, null), day(0, 0)])).toBe(true);
  expect(isFlat(photos, [day(0, null), day(0, 1)])).toBe(false);
});

test('a language that is none is replaced by English; any other stays', () => {
  const reported = (language: string) => {
    const navigator = { language };
    replaceInvalidLanguage(navigator);
    return navigator.language;
  };
  expect(() => new Intl.NumberFormat('C')).toThrow('Incorrect locale information provided');
  expect(new Intl.NumberFormat(reported('C')).format(1234)).toBe('1,234');
  expect(['de', 'en-GB', 'zh-Hant-TW', 'en_US.UTF-8'].map(reported)).toEqual(['de', 'en-GB', 'zh-Hant-TW', 'en']);
});
