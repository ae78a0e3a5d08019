import { expect, it } from 'vitest';
import { healthSummary } from './queries.ts';

it.each([
  [0, 0, 'No requests'],
  [1, 0, '1 request, none failed'],
  [1, 2, '3 requests, 2 failed'],
  [0, 1, '1 request, 1 failed'],
])('of %i succeeded and %i failed requests, all are counted', (succeeded, failed, words) => {
  expect(healthSummary({ succeeded, failed })).toBe(words);
});
