import { beforeEach, expect, test, vi } from 'vitest';
import { onceReachable, reportReachable, subscribeReachability } from './reachability.ts';

beforeEach(() => reportReachable(true));

test('a waiting caller is called once, when the server answers again', () => {
  const act = vi.fn();
  onceReachable(act);
  reportReachable(true);
  reportReachable(false);
  expect(act).not.toHaveBeenCalled();
  reportReachable(true);
  reportReachable(false);
  reportReachable(true);
  expect(act).toHaveBeenCalledTimes(1);
});

test('the others are notified of each change', () => {
  const heard: boolean[] = [];
  const stop = subscribeReachability((now) => heard.push(now));
  onceReachable(() => undefined);
  for (const answers of [false, false, true]) reportReachable(answers);
  stop();
  reportReachable(false);
  expect(heard).toEqual([false, true]);
});
