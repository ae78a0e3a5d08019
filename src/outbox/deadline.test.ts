import { expect, test } from 'vitest';
import { retryAfterIn, dueIn } from './deadline.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 21, 20);
const DAY = 24 * 60 * MINUTE;

test('a back-off holds, and ends', () => {
  const record = { nextAttemptAt: NOW + 30_000, scheduledAt: NOW };
  expect(dueIn(record, NOW + 10_000)).toBe(20_000);
  expect(dueIn(record, NOW + 30_000)).toBe(0);
});

test.each([DAY, 10 * MINUTE, 5000])('a back-off written by a clock %i ms ahead is void once the clock is right', (ahead) => {
  const record = { nextAttemptAt: NOW + ahead + 4000, notBefore: NOW + ahead + 90_000, scheduledAt: NOW + ahead };
  expect(dueIn(record, NOW)).toBe(0);
});

test('one that an earlier release wrote is bounded by the longest that there is', () => {
  expect(dueIn({ nextAttemptAt: NOW + DAY, notBefore: NOW + DAY }, NOW)).toBe(0);
  expect(dueIn({ nextAttemptAt: NOW + 50_000 }, NOW)).toBe(50_000);
});

test('what our server asked for is longer than our own cap, but no longer than a quarter of an hour', () => {
  const asked = { nextAttemptAt: NOW, notBefore: NOW + 10 * MINUTE, scheduledAt: NOW };
  expect([dueIn(asked, NOW), retryAfterIn(asked, NOW + MINUTE)]).toEqual([10 * MINUTE, 9 * MINUTE]);
  expect(dueIn({ ...asked, notBefore: NOW + 60 * MINUTE }, NOW)).toBe(0);
});
