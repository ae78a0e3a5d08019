import { expect, test } from 'vitest';
import { countDown } from './countdown.ts';

const at = Date.parse('2026-11-20T20:00:00.000Z');
const left = (ms: number) => {
  const { days, hours, minutes, seconds } = countDown(at, at - ms);
  return [days, hours, minutes, seconds];
};

test('counts down to the moment, and not below', () => {
  expect(left(2 * 86_400_000 + 3 * 3_600_000 + 4 * 60_000 + 5000)).toEqual([2, 3, 4, 5]);
  expect(left(3_600_000)).toEqual([0, 1, 0, 0]);
  expect(left(1001)).toEqual([0, 0, 0, 2]);
  expect(left(1)).toEqual([0, 0, 0, 1]);
  expect(left(0)).toEqual([0, 0, 0, 0]);
  expect(left(-5000)).toEqual([0, 0, 0, 0]);
  expect([countDown(at, at - 1).isOver, countDown(at, at).isOver, countDown(at, at + 1).isOver]).toEqual([false, true, true]);
});

test('is due at the next full second, however late the last one was seen', () => {
  expect(countDown(at, at - 5000).nextIn).toBe(1000);
  expect(countDown(at, at - 4999).nextIn).toBe(999);
  expect(countDown(at, at - 4001).nextIn).toBe(1);
  // Timers that are always late by 7 ms show each second, and end at the moment.
  const seen: number[] = [];
  let now = at - 3000;
  for (let step = countDown(at, now); !step.isOver; step = countDown(at, now)) {
    seen.push(step.seconds);
    now += step.nextIn + 7;
  }
  expect(seen).toEqual([3, 2, 1]);
  expect(now - at).toBeLessThan(10);
});
