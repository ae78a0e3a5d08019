import { expect, test } from 'vitest';
import { formatAge, formatBytes, formatTime } from './format.ts';

test('sizes in words', () => {
  const sizes = [0, 1, 999, 1000, 412_300, 12_340_000, 902_340_112, 1_340_000_000, 250_000_000_000];
  expect(sizes.map((bytes) => formatBytes(bytes))).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '412 kB',
    '12.3 MB',
    '902 MB',
    '1.3 GB',
    '250 GB',
  ]);
});

test('a time says as much of its date as today leaves open', () => {
  const now = new Date(2026, 10, 20, 18, 5).getTime();
  const said = [new Date(2026, 10, 20, 9, 0), new Date(2026, 10, 19, 9, 0), new Date(2025, 10, 20, 9, 0)].map((at) =>
    formatTime(at.getTime(), now),
  );
  expect(said.map((words) => [/Nov/.test(words), /202\d/.test(words)])).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});

test('an age is never more than has passed', () => {
  const now = Date.UTC(2026, 10, 20, 18);
  const minutes = (count: number) => formatAge(now - count * 60_000, now);
  expect([minutes(0.9), minutes(1.9), minutes(119), minutes(24 * 60 + 1)]).toEqual(['just now', '1 minute ago', '1 hour ago', 'yesterday']);
});
