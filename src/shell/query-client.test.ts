import 'fake-indexeddb/auto';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { flushQueries, purgeQueries, queryClient, restoreQueries } from './query-client.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Loads as a screen does, and leaves it. */
async function see(key: string, answer: string, persist = true) {
  await queryClient.fetchQuery({ queryKey: [key], queryFn: () => Promise.resolve(answer), meta: { persist } });
}

/** The page is killed and starts again: memory is gone, the phone's copy is not. */
async function restart(account: string) {
  flushQueries();
  await pause(50);
  vi.resetModules();
  const again = await import('./query-client.ts');
  await again.restoreQueries(account);
  // Queries nobody looks at yet must outlive the way from the guard to the screen.
  await pause(20);
  return again.queryClient;
}

describe('The offline copy of lists', () => {
  afterEach(() => purgeQueries());

  it('comes back after a cold start, for the account it belongs to', async () => {
    await restoreQueries('ana');
    await see('events', 'gala');
    await see('secret', 'not kept', false);
    const cold = await restart('ana');
    expect(cold.getQueryData(['events'])).toBe('gala');
    expect(cold.getQueryData(['secret'])).toBeUndefined();
    expect((await restart('ben')).getQueryData(['events'])).toBeUndefined();
  });

  // Browsers count in 32 bits and fire at once beyond: what came back was forgotten before its screen asked for it.
  it('is held in memory for a time that a timer can count', () => {
    const { gcTime } = queryClient.getDefaultOptions().queries ?? {};
    expect(gcTime === Infinity || Number(gcTime) < 2 ** 31).toBe(true);
  });

  it('is gone after a sign-out', async () => {
    await restoreQueries('ana');
    await see('events', 'gala');
    flushQueries();
    await purgeQueries();
    expect(queryClient.getQueryData(['events'])).toBeUndefined();
    expect((await restart('ana')).getQueryData(['events'])).toBeUndefined();
  });

  it('leaves memory when another account signs in', async () => {
    await restoreQueries('ana');
    await see('events', 'gala');
    await restoreQueries('ben');
    expect(queryClient.getQueryData(['events'])).toBeUndefined();
  });

  it('does not take the place of what the server said since', async () => {
    await restoreQueries('ana');
    await see('events', 'gala');
    const observer = new QueryObserver(queryClient, { queryKey: ['events'], queryFn: () => Promise.resolve('ball'), staleTime: 0 });
    const stop = observer.subscribe(() => undefined);
    await pause(20);
    expect(queryClient.getQueryData(['events'])).toBe('ball');
    stop();
  });
});
