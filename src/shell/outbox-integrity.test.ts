import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkIntegrity } from '#src/outbox/integrity-check.ts';
import { publish } from '#src/outbox/messages.ts';
import { session } from '#src/session/store.ts';
import { watchOutboxIntegrity } from './outbox-integrity.ts';

vi.mock('#src/outbox/integrity-check.ts', () => ({ checkIntegrity: vi.fn(async () => null) }));

const check = vi.mocked(checkIntegrity);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(session, 'ready').mockResolvedValue();
  check.mockClear();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('the first check leaves a start its time; a lost database is checked at once, and only once', async () => {
  watchOutboxIntegrity();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(check).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(check).toHaveBeenCalledTimes(1);

  publish({ type: 'store-reset' });
  publish({ type: 'store-reset' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(check).toHaveBeenCalledTimes(2);
});

test('a database that is lost during the start is not left until later', async () => {
  watchOutboxIntegrity();
  await vi.advanceTimersByTimeAsync(0);
  publish({ type: 'store-reset' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(check).toHaveBeenCalled();
});
