import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCurrentPhoto } from './use-current-photo.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const onShow = vi.fn();
  const { result } = renderHook(() => useCurrentPhoto('first', onShow, () => undefined));
  return { onShow, result };
}

test('the URL follows after a pause', () => {
  const { onShow, result } = open();
  act(() => result.current.show('second'));
  act(() => result.current.show('third'));
  expect(result.current.shownId).toBe('third');
  act(() => void vi.advanceTimersByTime(200));
  expect(onShow.mock.calls).toEqual([['third']]);
});

test('navigating back in the meantime is not blocked', () => {
  const { onShow, result } = open();
  act(() => result.current.show('second'));
  window.dispatchEvent(new PopStateEvent('popstate'));
  act(() => {
    vi.advanceTimersByTime(1000);
    result.current.settle();
  });
  expect(onShow).not.toHaveBeenCalled();
});
