import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  daysLeft,
  formatDuration,
  endTime,
  fromLocalInput,
  nextFullHour,
  toLocalInput,
  nextSameWeekday,
  formatTimeZone,
} from './local-time.ts';

const zone = process.env.TZ;
beforeAll(() => void (process.env.TZ = 'Europe/Berlin'));
afterAll(() => void (zone === undefined ? delete process.env.TZ : (process.env.TZ = zone)));

test('a deletion that is not confirmed yet counts 30 days', () => {
  const now = Date.parse('2026-11-20T18:00:00Z');
  const left = (after: number) =>
    daysLeft({ deleted_at: new Date(now - after).toISOString(), restorable_until: null, time_zone: null }, now);
  const DAY = 86_400_000;
  expect([left(0), left(5_000), left(DAY), left(28.5 * DAY), left(29.5 * DAY)]).toEqual([
    '30 days left',
    '30 days left',
    '29 days left',
    '2 days left',
    'less than a day left',
  ]);
  expect(left(29 * DAY)).toBe('1 day left');
});

describe('toLocalInput and fromLocalInput', () => {
  test("use the device's time zone by default", () => {
    expect(toLocalInput('2026-11-20T18:00:00.000Z')).toBe('2026-11-20T19:00');
    expect(toLocalInput('2026-07-20T22:30:00.000Z')).toBe('2026-07-21T00:30');
    expect(fromLocalInput('2026-11-20T19:00')).toBe('2026-11-20T18:00:00.000Z');
  });
  test("use the event's time zone if set", () => {
    expect(toLocalInput('2026-11-20T23:30:00.000Z', 'America/New_York')).toBe('2026-11-20T18:30');
    expect(fromLocalInput('2026-11-20T18:30', 'America/New_York')).toBe('2026-11-20T23:30:00.000Z');
    // Two weeks before the change in Berlin.
    expect(fromLocalInput('2026-03-08T02:30', 'America/New_York')).toBeNull();
    expect(formatTimeZone(Date.parse('2026-11-20T18:00:00Z'), 'America/New_York')).toBe('America/New York (GMT-5)');
  });
  test('round-trip at any hour of the year', () => {
    for (let at = Date.parse('2026-01-01T00:30:00Z'); at < Date.parse('2027-01-01T00:00:00Z'); at += 7 * 3_600_000) {
      const shown = toLocalInput(new Date(at).toISOString());
      expect(toLocalInput(fromLocalInput(shown)!)).toBe(shown);
    }
  });
  test('reject the hour skipped in spring and take the first of the repeated hour in autumn', () => {
    expect(fromLocalInput('2026-03-29T02:30')).toBeNull();
    expect(fromLocalInput('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z');
  });
  test.each(['', '2026-11-20', '2026-02-31T10:00', '2026-11-20T25:00', 'tomorrow'])('reject %j', (value) => {
    expect(fromLocalInput(value)).toBeNull();
  });
  test('formatTimeZone includes the offset of that day', () => {
    expect(formatTimeZone(Date.parse('2026-11-20T18:00:00Z'))).toBe('Europe/Berlin (GMT+1)');
    expect(formatTimeZone(Date.parse('2026-07-20T18:00:00Z'))).toBe('Europe/Berlin (GMT+2)');
  });
});

test('nextFullHour returns the next full hour', () => {
  expect(nextFullHour(Date.parse('2026-11-20T18:20:13Z'))).toBe('2026-11-20T19:00:00.000Z');
  expect(nextFullHour(Date.parse('2026-11-20T22:59:59Z'))).toBe('2026-11-20T23:00:00.000Z');
});

test('nextSameWeekday returns a future start on the same weekday and hour', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(nextSameWeekday('2026-11-20T18:00:00.000Z', now)).toBe('2026-11-27T18:00:00.000Z');
  // From summer time into winter time: 8 p.m. in both.
  expect(nextSameWeekday('2026-06-19T18:00:00.000Z', now)).toBe('2026-11-27T19:00:00.000Z');
  expect(nextSameWeekday('2026-06-19T22:00:00.000Z', now, 'America/New_York')).toBe('2026-11-27T23:00:00.000Z');
  expect(nextSameWeekday('2027-03-20T19:00:00.000Z', now)).toBe('2027-03-27T19:00:00.000Z');
});

test('formatDuration', () => {
  expect([0.25, 1, 2, 2.5, 24, 47, 48, 54, 60.5, 336].map(formatDuration)).toEqual([
    '15 min',
    '1 h',
    '2 h',
    '2 h 30 min',
    '24 h',
    '47 h',
    '2 days',
    '2 days 6 h',
    '2 days 12 h',
    '14 days',
  ]);
  expect(endTime('2026-11-20T18:00:00.000Z', 6)).toBe(Date.parse('2026-11-21T00:00:00Z'));
});
