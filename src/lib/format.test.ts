import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';
import { formatRelativeTime, formatDateTime, formatShortCount, formatTime, formatTimeWithSeconds, setDateLocale } from './format.ts';
import { formatShortRelativeTime } from './short-relative-time.ts';

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

test.each([
  ['a time', formatTime],
  ['a time with seconds', formatTimeWithSeconds],
])('%s includes as much of its date as needed today', (_, format) => {
  const now = new Date(2026, 10, 20, 18, 5).getTime();
  const said = [new Date(2026, 10, 20, 9, 0), new Date(2026, 10, 19, 9, 0), new Date(2025, 10, 20, 9, 0)].map((at) =>
    format(at.getTime(), null, now),
  );
  expect(said.map((words) => [/Nov/.test(words), /202\d/.test(words)])).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});

test('an age is never more than has passed', () => {
  const now = Date.UTC(2026, 10, 20, 18);
  const minutes = (count: number) => formatRelativeTime(now - count * 60_000, now);
  const [night, afternoon] = [new Date(2026, 10, 20, 23, 48), new Date(2026, 10, 22, 15, 50)];
  expect(formatRelativeTime(night.getTime(), afternoon.getTime())).toBe('2 days ago');
  expect([minutes(0.9), minutes(1.9), minutes(119), minutes(24 * 60 + 1)]).toEqual(['just now', '1 minute ago', '1 hour ago', 'yesterday']);
});

test('a short age is the same in fewer letters', () => {
  const now = Date.UTC(2026, 10, 20, 18);
  expect([0.9, 43, 119].map((minutes) => formatShortRelativeTime(now - minutes * 60_000, now))).toEqual([
    'just now',
    '43 min. ago',
    '1 hr. ago',
  ]);
});

test('without a zone, also in a form, times are in the device zone', () => {
  expect(formatTime(0, '')).toBe(formatTime(0));
  expect(formatTime(0, 'No/Where')).toBe(formatTime(0));
});

test('dates follow the chosen language, and the device again without one', () => {
  const at = Date.UTC(2026, 10, 20, 18, 5);
  const plain = formatDateTime(at, 'UTC');
  setDateLocale('de-DE');
  expect(formatDateTime(at, 'UTC')).toBe('20. Nov. 2026, 18:05');
  setDateLocale('en-GB');
  expect(formatDateTime(at, 'UTC')).toBe('20 Nov 2026, 18:05');
  setDateLocale(null);
  expect(formatDateTime(at, 'UTC')).toBe(plain);
});

test('a short count has at most three characters', () => {
  expect([0, 7, 99, 999, 1000, 1499, 20_000, 99_499].map(formatShortCount)).toEqual(['0', '7', '99', '999', '1K', '1K', '20K', '99K']);
});
