import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useIdle } from './use-idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const touch = () => act(() => void window.dispatchEvent(new Event('pointerdown')));

function idle(afterMs: number | null) {
  const onIdle = vi.fn<() => void>();
  const { result, rerender } = renderHook((props: { afterMs: number | null }) => useIdle({ ...props, countMs: 15_000, onIdle }), {
    initialProps: { afterMs },
  });
  return { onIdle, left: () => result.current, change: (next: number | null) => rerender({ afterMs: next }) };
}

it('counts down the last seconds, then calls onIdle', () => {
  const { onIdle, left } = idle(60_000);
  pass(44_000);
  expect(left()).toBeNull();
  pass(1_000);
  expect(left()).toBe(15);
  pass(14_000);
  expect(left()).toBe(1);
  expect(onIdle).not.toHaveBeenCalled();
  pass(1_000);
  expect(onIdle).toHaveBeenCalled();
});

it('restarts at a touch', () => {
  const { onIdle, left } = idle(60_000);
  pass(50_000);
  touch();
  expect(left()).toBeNull();
  pass(44_000);
  expect(left()).toBeNull();
  expect(onIdle).not.toHaveBeenCalled();
});

it('does nothing while it is disabled', () => {
  const { onIdle, left, change } = idle(null);
  pass(600_000);
  expect([left(), onIdle.mock.calls.length]).toEqual([null, 0]);
  change(60_000);
  pass(50_000);
  expect(left()).toBe(10);
  change(null);
  expect(left()).toBeNull();
});
