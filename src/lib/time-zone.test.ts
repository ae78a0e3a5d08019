import { describe, expect, test } from 'vitest';
import { isFullTier } from '#tests/support/tier.ts';
import { formatTimeOfDay, formatDateTime, formatTime } from './format.ts';
import { formatZonedDateTime, fromWallTime, utcOffsetAt, zoneNameIfDifferent, startOfUnit, toWallTime } from './time-zone.ts';

/** The zone of the test machine. */
const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const berlin = 'Europe/Berlin';
const evening = Date.parse('2026-11-20T23:14:07Z');
const iso = (at: number) => new Date(at).toISOString();

describe('a moment in words', () => {
  test('uses the zone of the event, not of the viewer', () => {
    expect(formatDateTime(evening, berlin)).toBe('Nov 21, 2026, 12:14 AM');
    expect(formatDateTime(evening, 'America/New_York')).toBe('Nov 20, 2026, 6:14 PM');
    expect(formatDateTime(evening)).toBe(formatDateTime(evening, own));
    expect(formatTimeOfDay(evening, berlin)).toBe('12:14 AM');
  });
  test('is of today, or of this year, by the same clock', () => {
    const later = Date.parse('2026-11-21T03:00:00Z'); // still the 20th in New York
    expect(formatTime(evening, berlin, later)).toBe('12:14 AM');
    expect(formatTime(Date.parse('2026-11-20T22:00:00Z'), berlin, later)).toBe('Nov 20, 11:00 PM');
    const newYear = Date.parse('2026-12-31T23:30:00Z');
    expect(formatTime(newYear, berlin, Date.parse('2027-02-01T12:00:00Z'))).toBe('Jan 1, 12:30 AM');
    expect(formatTime(newYear, 'America/New_York', Date.parse('2027-02-01T12:00:00Z'))).toBe('Dec 31, 2026, 6:30 PM');
  });
  test('of an unknown zone uses the zone of the viewer', () => {
    expect(formatTimeOfDay(evening, 'Mars/Olympus')).toBe(formatTimeOfDay(evening));
    expect(utcOffsetAt(evening, 'Mars/Olympus')).toBe(utcOffsetAt(evening, null));
    expect(zoneNameIfDifferent(evening, 'Mars/Olympus')).toBeNull();
  });
});

test('a moment elsewhere names its zone, and one in the own zone doesn’t', () => {
  expect(formatZonedDateTime(evening, own)).toBe(formatDateTime(evening, own));
  expect(formatZonedDateTime(evening, null)).toBe(formatDateTime(evening));
  const [far, said] =
    utcOffsetAt(evening, own) === 19_800_000
      ? ['Pacific/Marquesas', 'Nov 20, 2026, 1:44 PM (GMT-9:30)']
      : ['Asia/Kolkata', 'Nov 21, 2026, 4:44 AM (GMT+5:30)'];
  expect(formatZonedDateTime(iso(evening), far)).toBe(said);
});

test('a zone is named only where it shows another time', () => {
  expect(zoneNameIfDifferent(evening, null)).toBeNull();
  expect(zoneNameIfDifferent(evening, own)).toBeNull();
  const offsets: Record<string, string> = { 'Pacific/Marquesas': 'GMT-9:30', 'Asia/Kolkata': 'GMT+5:30' };
  const elsewhere = Object.keys(offsets).filter((zone) => utcOffsetAt(evening, zone) !== utcOffsetAt(evening, own));
  expect(elsewhere.length).toBeGreaterThan(0);
  for (const zone of elsewhere) expect(zoneNameIfDifferent(evening, zone)).toBe(offsets[zone]);
});

describe('hours, days and months', () => {
  test('begin by the clock of the zone', () => {
    expect(iso(startOfUnit('day', evening, berlin))).toBe('2026-11-20T23:00:00.000Z');
    expect(iso(startOfUnit('day', evening, 'America/New_York'))).toBe('2026-11-20T05:00:00.000Z');
    expect(startOfUnit('day', evening, null)).toBe(new Date(evening).setHours(0, 0, 0, 0));
    expect(iso(startOfUnit('month', evening, berlin))).toBe('2026-10-31T23:00:00.000Z');
    expect(iso(startOfUnit('hour', evening, 'Asia/Kolkata'))).toBe('2026-11-20T22:30:00.000Z');
    expect(iso(startOfUnit('hour', Date.parse('1969-12-31T23:59:59Z'), 'UTC'))).toBe('1969-12-31T23:00:00.000Z');
  });
  test('begin on days when clocks are changed, and where midnight is left out', () => {
    expect(iso(startOfUnit('day', Date.parse('2026-03-29T12:00:00Z'), berlin))).toBe('2026-03-28T23:00:00.000Z');
    expect(iso(startOfUnit('day', Date.parse('2026-10-25T12:00:00Z'), berlin))).toBe('2026-10-24T22:00:00.000Z');
    // In Beirut the clocks go from midnight to one.
    expect(iso(startOfUnit('day', Date.parse('2026-03-29T12:00:00Z'), 'Asia/Beirut'))).toBe('2026-03-28T22:00:00.000Z');
    // The hour that comes twice is two hours.
    expect(iso(startOfUnit('hour', Date.parse('2026-10-25T00:30:00Z'), berlin))).toBe('2026-10-25T00:00:00.000Z');
    expect(iso(startOfUnit('hour', Date.parse('2026-10-25T01:30:00Z'), berlin))).toBe('2026-10-25T01:00:00.000Z');
  });
});

test.each(['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', null])(
  'a wall time of %s leads back to its moment, at any time of the year',
  (zone) => {
    for (let at = Date.parse('2026-01-01T00:15:00Z'); at < Date.parse('2027-01-01T00:00:00Z'); at += (isFullTier ? 5 : 47) * 3_600_000) {
      const wall = toWallTime(at, zone);
      const back = fromWallTime(wall, zone);
      expect(toWallTime(back, zone)).toBe(wall);
      expect(back).toBeLessThanOrEqual(at); // of an hour that comes twice, the first
    }
  },
);
