import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildEvent } from '#tests/support/factories/api.ts';
import type { Event } from './event.ts';
import { cameraEventQuery, eventQuery } from './queries.ts';

const LOOKS_EVERY_MS = { closed: 10_000, open: 20_000 };
const answer = vi.fn<() => Promise<Event>>();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  answer.mockReset();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Opens the camera of an event that was just fetched. */
function standBefore(event: Event): void {
  answer.mockResolvedValue(event);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  const query = cameraEventQuery(event.id);
  client.setQueryData(query.queryKey, event);
  const observer = new QueryObserver(client, { ...query, queryFn: answer });
  stop = observer.subscribe(() => undefined);
}

it('refetches a stored event on its first use after a reload, because its rules may have changed', () => {
  stop = () => undefined;
  expect(eventQuery('e1').meta).toMatchObject({ persist: true, anew: true });
});

describe('cameraEventQuery', () => {
  it.each(['draft', 'ended', 'archived'] as const)('refetches at once and every ten seconds while the event is %s', async (status) => {
    standBefore(buildEvent({ status }));
    expect(answer).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(LOOKS_EVERY_MS.closed - 1);
    expect(answer).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(LOOKS_EVERY_MS.closed);
    expect(answer).toHaveBeenCalledTimes(3);
  });

  it.each(['live', 'active'] as const)('trusts the cache and refetches every twenty seconds while the event is %s', async (status) => {
    standBefore(buildEvent({ status }));
    await vi.advanceTimersByTimeAsync(LOOKS_EVERY_MS.open - 1);
    expect(answer).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toHaveBeenCalledTimes(1);
  });

  it('polls less often once the camera opens', async () => {
    standBefore(buildEvent({ status: 'ended' }));
    answer.mockResolvedValue(buildEvent({ status: 'live' }));
    await vi.advanceTimersByTimeAsync(LOOKS_EVERY_MS.closed);
    expect(answer).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(LOOKS_EVERY_MS.closed);
    expect(answer).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(LOOKS_EVERY_MS.closed);
    expect(answer).toHaveBeenCalledTimes(3);
  });
});
