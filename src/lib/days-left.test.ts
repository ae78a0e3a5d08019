import { expect, test } from 'vitest';
import { daysUntil, formatDaysLeft } from './days-left.ts';

const left = (until: string, now: string, zone = 'Europe/Berlin') => formatDaysLeft(Date.parse(until), Date.parse(now), zone);

test('days are counted in the calendar, like the date beside them', () => {
  expect(left('2026-12-02T08:00:00Z', '2026-11-28T17:00:00Z')).toBe('4 days left');
  expect(left('2026-12-02T22:30:00Z', '2026-11-28T17:00:00Z', 'UTC')).toBe('4 days left');
  // Half past eleven in UTC is the next day in Berlin.
  expect(left('2026-12-02T23:30:00Z', '2026-11-28T17:00:00Z')).toBe('5 days left');
  expect(left('2026-11-29T17:00:00Z', '2026-11-28T17:00:00Z')).toBe('1 day left');
});

test('the last 24 hours are no whole day', () => {
  expect(left('2026-11-29T16:59:59Z', '2026-11-28T17:00:00Z')).toBe('Less than a day left');
  expect(left('2026-11-28T12:00:00Z', '2026-11-28T17:00:00Z')).toBe('Less than a day left');
  // The day on which clocks are set back has 25 hours.
  expect(left('2026-10-25T22:45:00Z', '2026-10-24T22:15:00Z')).toBe('Less than a day left');
});

test('a deadline of yesterday is one day ago, at any hour', () => {
  const now = Date.parse('2026-11-28T00:30:00Z');
  expect(
    ['2026-11-27T23:59:00Z', '2026-11-27T00:00:00Z', '2026-11-28T00:10:00Z'].map((at) => daysUntil(Date.parse(at), now, 'UTC')),
  ).toEqual([-1, -1, 0]);
});
