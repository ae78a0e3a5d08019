import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEventSource } from '#tests/support/fake-event-source.ts';
import { useEventChanges, type EventChangeHandler } from './use-event-changes.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
  FakeEventSource.opened = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const follower = (position: number | null) =>
  ({
    position,
    onChanges: vi.fn<EventChangeHandler['onChanges']>(),
    reload: vi.fn(() => Promise.resolve(90)),
    probe: vi.fn(() => Promise.resolve()),
  }) satisfies EventChangeHandler;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('opens one stream once data is loaded, however often it changes', async () => {
  const { rerender, unmount } = renderHook((given: EventChangeHandler) => useEventChanges('e1', given), { initialProps: follower(null) });
  expect(FakeEventSource.opened).toHaveLength(0);
  const read = follower(7);
  rerender(read);
  expect(FakeEventSource.opened.map(({ url }) => url)).toEqual([`${location.origin}/api/v1/event/e1/stream?after=7`]);
  const later = follower(8);
  rerender(later);
  expect(FakeEventSource.opened).toHaveLength(1);

  FakeEventSource.opened[0]?.emit('event', 8);
  FakeEventSource.opened[0]?.emit('added', 9);
  await pass(200);
  expect(read.onChanges).not.toHaveBeenCalled();
  expect(later.onChanges.mock.calls.map(([changes]) => changes.map(({ kind }) => kind))).toEqual([['event', 'added']]);
  unmount();
  expect(FakeEventSource.opened[0]?.closed).toBe(true);
});

test('resumes from the reloaded position if the old one expired', async () => {
  const given = follower(7);
  const { unmount } = renderHook(() => useEventChanges('e1', given));
  FakeEventSource.opened[0]?.emit('reset', 80);
  await pass(500);
  expect(given.reload).toHaveBeenCalledTimes(1);
  expect(FakeEventSource.opened.at(-1)?.url).toContain('after=90');
  unmount();
});
