import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isReachable, reportReachable } from '#src/transport/reachability.ts';
import { watchConnection } from './connection.ts';

let end: () => void = () => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('checks again when an earlier answer arrives after the network has gone', async () => {
  reportReachable(true);
  end = watchConnection();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(100);
  expect(isReachable()).toBe(false);
  reportReachable(true);
  await vi.advanceTimersByTimeAsync(3_100);
  expect(isReachable()).toBe(false);
});
