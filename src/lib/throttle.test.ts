import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a burst is one call at once and one at the end', () => {
  const call = vi.fn();
  const throttled = throttle(call, 1000);
  for (let i = 0; i < 5; i += 1) throttled();
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(call).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(call).toHaveBeenCalledTimes(2);
});

test('a stream of calls comes through once a second', () => {
  const call = vi.fn();
  const throttled = throttle(call, 1000);
  for (let passed = 0; passed < 10_000; passed += 100) {
    throttled();
    vi.advanceTimersByTime(100);
  }
  expect(call.mock.calls.length).toBeLessThanOrEqual(11);
  expect(call.mock.calls.length).toBeGreaterThanOrEqual(10);
});

test('canceled calls are dropped', () => {
  const call = vi.fn();
  const throttled = throttle(call, 1000);
  throttled();
  throttled();
  throttled.cancel();
  vi.advanceTimersByTime(5000);
  expect(call).toHaveBeenCalledTimes(1);
});
