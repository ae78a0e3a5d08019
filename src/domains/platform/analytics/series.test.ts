import { expect, test } from 'vitest';
import type { AnalyticsItem } from './queries.ts';
import { charts, isOfThings, pointsOf, sinceFirstCounted } from './series.ts';

test('few values stand as points, and of many those that stand alone', () => {
  expect(pointsOf([null, 39, null, undefined, 4, 5])).toEqual([1, 4, 5]);
  const many = Array.from({ length: 90 }, (_, day) => (day === 40 || day === 42 ? null : day));
  expect(pointsOf(many)).toEqual([41]);
  expect(pointsOf([])).toEqual([]);
});

test('things are counted whole, seconds and bytes are not', () => {
  expect(charts.filter((spec) => !isOfThings(spec)).map(({ title }) => title)).toEqual([
    'Time from shutter to gallery, p50',
    'Time from shutter to gallery, p95',
    'Storage',
  ]);
});

test('the table begins with the first period of which anything is known', () => {
  const nothing = {
    sign_ups: 0,
    joined: 0,
    active_people: 0,
    events: 0,
    captured: 0,
    delivered: 0,
    delivered_bytes: 0,
    p50_seconds: null,
    p95_seconds: null,
    images: 0,
    failed_generations: 0,
    stored_bytes: null,
  };
  const month = (number: number, facts: Partial<AnalyticsItem> = {}): AnalyticsItem => ({
    start: `2026-0${number}-01`,
    ...nothing,
    ...facts,
  });
  const items = [month(1), month(2), month(3, { sign_ups: 2 }), month(4), month(5)];
  expect(sinceFirstCounted(items)).toEqual(items.slice(2));
  expect(sinceFirstCounted(items.slice(0, 2))).toEqual([items[1]]);
});
