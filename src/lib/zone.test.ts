import { describe, expect, test } from 'vitest';
import { isFull } from '#tests/support/tier.ts';
import { formatClock, formatMoment, formatTime } from './format.ts';
import { momentOf, offsetAt, otherZone, unitStart, wallOf } from './zone.ts';

/** Of whoever runs the tests. */
const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const berlin = 'Europe/Berlin';
const evening = Date.parse('2026-11-20T23:14:07Z');
const iso = (at: number) => new Date(at).toISOString();

describe('a moment in words', () => {
  test('is told by the clock of the event, not of who looks', () => {
    expect(formatMoment(evening, berlin)).toBe('Nov 21, 2026, 12:14 AM');
    expect(formatMoment(evening, 'America/New_York')).toBe('Nov 20, 2026, 6:14 PM');
    expect(formatMoment(evening)).toBe(formatMoment(evening, own));
    expect(formatClock(evening, berlin)).toBe('12:14 AM');
  });
  test('is of today, or of this year, by the same clock', () => {
    const later = Date.parse('2026-11-21T03:00:00Z'); // still the 20th in New York
    expect(formatTime(evening, berlin, later)).toBe('12:14 AM');
    expect(formatTime(Date.parse('2026-11-20T22:00:00Z'), berlin, later)).toBe('Nov 20, 11:00 PM');
    const newYear = Date.parse('2026-12-31T23:30:00Z');
    expect(formatTime(newYear, berlin, Date.parse('2027-02-01T12:00:00Z'))).toBe('Jan 1, 12:30 AM');
    expect(formatTime(newYear, 'America/New_York', Date.parse('2027-02-01T12:00:00Z'))).toBe('Dec 31, 2026, 6:30 PM');
  });
  test('of a zone that nobody knows is told by the clock of who looks', () => {
    expect(formatClock(evening, 'Mars/Olympus')).toBe(formatClock(evening));
    expect(offsetAt(evening, 'Mars/Olympus')).toBe(offsetAt(evening, null));
    expect(otherZone(evening, 'Mars/Olympus')).toBeNull();
  });
});

test('a zone is named only where it shows another time', () => {
  expect(otherZone(evening, null)).toBeNull();
  expect(otherZone(evening, own)).toBeNull();
  const offsets: Record<string, string> = { 'Pacific/Marquesas': 'GMT-9:30', 'Asia/Kolkata': 'GMT+5:30' };
  const elsewhere = Object.keys(offsets).filter((zone) => offsetAt(evening, zone) !== offsetAt(evening, own));
  expect(elsewhere.length).toBeGreaterThan(0);
  for (const zone of elsewhere) expect(otherZone(evening, zone)).toBe(offsets[zone]);
});

describe('hours, days and months', () => {
  test('begin by the clock of the zone', () => {
    expect(iso(unitStart('day', evening, berlin))).toBe('2026-11-20T23:00:00.000Z');
    expect(iso(unitStart('day', evening, 'America/New_York'))).toBe('2026-11-20T05:00:00.000Z');
    expect(unitStart('day', evening, null)).toBe(new Date(evening).setHours(0, 0, 0, 0));
    expect(iso(unitStart('month', evening, berlin))).toBe('2026-10-31T23:00:00.000Z');
    expect(iso(unitStart('hour', evening, 'Asia/Kolkata'))).toBe('2026-11-20T22:30:00.000Z');
    expect(iso(unitStart('hour', Date.parse('1969-12-31T23:59:59Z'), 'UTC'))).toBe('1969-12-31T23:00:00.000Z');
  });
  test('begin on days when clocks are changed, and where midnight is left out', () => {
    expect(iso(unitStart('day', Date.parse('2026-03-29T12:00:00Z'), berlin))).toBe('2026-03-28T23:00:00.000Z');
    expect(iso(unitStart('day', Date.parse('2026-10-25T12:00:00Z'), berlin))).toBe('2026-10-24T22:00:00.000Z');
    // In Beirut the clocks go from midnight to one.
    expect(iso(unitStart('day', Date.parse('2026-03-29T12:00:00Z'), 'Asia/Beirut'))).toBe('2026-03-28T22:00:00.000Z');
    // The hour that comes twice is two hours.
    expect(iso(unitStart('hour', Date.parse('2026-10-25T00:30:00Z'), berlin))).toBe('2026-10-25T00:00:00.000Z');
    expect(iso(unitStart('hour', Date.parse('2026-10-25T01:30:00Z'), berlin))).toBe('2026-10-25T01:00:00.000Z');
  });
});

test.each(['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', null])(
  'a wall time of %s leads back to its moment, at any time of the year',
  (zone) => {
    for (let at = Date.parse('2026-01-01T00:15:00Z'); at < Date.parse('2027-01-01T00:00:00Z'); at += (isFull ? 5 : 47) * 3_600_000) {
      const wall = wallOf(at, zone);
      const back = momentOf(wall, zone);
      expect(wallOf(back, zone)).toBe(wall);
      expect(back).toBeLessThanOrEqual(at); // of an hour that comes twice, the first
    }
  },
);
