import { expect, test } from 'vitest';
import { daysUpTo, isTimeZone } from './time-zones.ts';

test.each([
  'Europe/Berlin',
  'America/Argentina/Buenos_Aires',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'US/Eastern',
  'UTC',
  'CET',
  'Japan',
  'Etc/GMT+5',
])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true);
});
test.each([
  '',
  ' ',
  '+01:00',
  '-03',
  'Mars/Olympus',
  'Europe/Berlin ',
  'Europe',
  '\u0000',
  '../../etc/passwd',
  'IST',
  'ACT',
  'AST',
  'BST',
  'nst',
  'SystemV/EST5',
])('%j is none', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

const startsIn = (timeZone: string, at: string, count: number) =>
  daysUpTo(new Date(at), count, timeZone).map(({ day, startsAt }) => `${day} ${startsAt.toISOString().slice(0, 16)}`);

test.each([
  ['Asia/Calcutta', '2026-11-20T18:29:59Z', ['2026-11-19 2026-11-18T18:30', '2026-11-20 2026-11-19T18:30', '2026-11-21 2026-11-20T18:30']],
  ['US/Eastern', '2026-11-02T04:59:00Z', ['2026-10-31 2026-10-31T04:00', '2026-11-01 2026-11-01T04:00', '2026-11-02 2026-11-02T05:00']],
  // Clocks are changed at midnight: the day begins at one o'clock.
  ['Asia/Beirut', '2026-03-29T12:00:00Z', ['2026-03-28 2026-03-27T22:00', '2026-03-29 2026-03-28T22:00', '2026-03-30 2026-03-29T21:00']],
])('the days of %s up to %s', (timeZone, at, days) => expect(startsIn(timeZone, at, 2)).toEqual(days));
