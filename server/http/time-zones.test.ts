import { expect, test } from 'vitest';
import { isTimeZone } from './time-zones.ts';

test.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5'])(
  '%s is a time zone',
  (name) => {
    expect(isTimeZone(name)).toBe(true);
  },
);
test.each(['', ' ', '+01:00', '-03', 'Mars/Olympus', 'Europe/Berlin ', 'Europe', '\u0000', '../../etc/passwd'])('%j is none', (name) => {
  expect(isTimeZone(name)).toBe(false);
});
