import 'fake-indexeddb/auto';
import { QueryObserver } from '@tanstack/react-query';
import { deleteDB, openDB } from 'idb';
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

  it('is read again after a start, however young, where others change it too', async () => {
    await restoreQueries('ana');
    for (const [key, anew] of [
      ['staff', true],
      ['events', false],
    ] as const)
      await queryClient.fetchQuery({ queryKey: [key], queryFn: () => Promise.resolve('before'), meta: { persist: true, anew } });
    const cold = await restart('ana');
    expect(cold.getQueryData(['staff'])).toBe('before');
    for (const key of ['staff', 'events']) await cold.prefetchQuery({ queryKey: [key], queryFn: () => Promise.resolve('since') });
    expect([cold.getQueryData(['staff']), cold.getQueryData(['events'])]).toEqual(['since', 'before']);
    // Once: what was just read is not asked for again.
    await cold.prefetchQuery({ queryKey: ['staff'], queryFn: () => Promise.resolve('twice') });
    expect(cold.getQueryData(['staff'])).toBe('since');
  });

  it('keeps only the latest of a group that has a bound', async () => {
    await restoreQueries('ana');
    for (const key of ['one', 'two', 'three']) {
      const meta = { persist: { among: 'segments', most: 2 } };
      await queryClient.fetchQuery({ queryKey: [key], queryFn: () => Promise.resolve(key), meta });
      await pause(5);
    }
    const cold = await restart('ana');
    expect(['one', 'two', 'three'].filter((key) => cold.getQueryData([key]) !== undefined)).toEqual(['two', 'three']);
  });

  it('forgets on the phone what was dropped from memory: it would grow old unseen', async () => {
    await restoreQueries('ana');
    await see('segment', 'photos');
    flushQueries();
    await pause(50);
    queryClient.removeQueries({ queryKey: ['segment'] });
    expect((await restart('ana')).getQueryData(['segment'])).toBeUndefined();
  });

  it('stays with the account it belongs to when another signs in, and comes back with it', async () => {
    await restoreQueries('ana');
    await see('events', 'gala');
    flushQueries();
    await pause(50);
    await restoreQueries('ben');
    await see('events', 'ball');
    flushQueries();
    await pause(50);
    expect((await restart('ana')).getQueryData(['events'])).toBe('gala');
  });

  it('begins anew after the release that kept it in one piece', async () => {
    await purgeQueries();
    await deleteDB('query-cache');
    const old = await openDB('query-cache', 1, { upgrade: (db) => void db.createObjectStore('accounts') });
    await old.put('accounts', { shape: 1, savedAt: Date.now(), state: { mutations: [], queries: [] } }, 'ana');
    old.close();
    await restoreQueries('ana');
    await see('events', 'gala');
    expect((await restart('ana')).getQueryData(['events'])).toBe('gala');
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
