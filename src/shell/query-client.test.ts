import 'fake-indexeddb/auto';
import { QueryObserver } from '@tanstack/react-query';
import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import {
  flushQueries,
  queryPersistence,
  purgePersistedQueries,
  purgeQueries,
  queryClient,
  restoreQueries,
  storeQuery,
} from './query-client.ts';

/** Pending writes to the phone are done. */
const written = () => queryPersistence.withStore(() => Promise.resolve());

/** Loads data as a screen does, and closes it. */
async function see(key: string, answer: string, persist = true) {
  await queryClient.fetchQuery({ queryKey: [key], queryFn: () => Promise.resolve(answer), meta: { persist } });
}

async function keysOnPhone(): Promise<[string, string][]> {
  const db = await openDB('query-cache');
  const keys = (await db.getAllKeys('queries')) as [string, string][];
  db.close();
  return keys;
}
const ownersOnPhone = async () => [...new Set((await keysOnPhone()).map(([owner]) => owner))];
const hashesOnPhone = async () => (await keysOnPhone()).map(([, hash]) => hash);

const problem = (status: number, code: string) =>
  new ApiError(new Response(null, { status }), { type: 'about:blank', title: code, status, code, detail: code, request_id: 'r' });

const busy = () =>
  new ApiError(new Response(null, { status: 503, headers: { 'retry-after': '2' } }), {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    code: 'busy',
    detail: 'Too many people are looking at this right now.',
    request_id: 'r',
  });

/** Kills and restarts the page: memory is cleared, the phone's copy is not. */
async function restart(account: string) {
  void flushQueries();
  await written();
  vi.resetModules();
  const again = await import('./query-client.ts');
  await again.restoreQueries(account);
  // Queries without observers must survive the time between the guard and the screen.
  await new Promise((resolve) => setTimeout(resolve));
  return again.queryClient;
}

describe('A busy server', () => {
  afterEach(() => {
    vi.useRealTimers();
    return purgeQueries();
  });

  it('is read again if its meta asks for it, and the old answer stays on the screen in the meantime', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const answer = vi.fn(async () => 'first');
    const observer = new QueryObserver(queryClient, { queryKey: ['gallery'], queryFn: answer });
    const leave = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(observer.getCurrentResult().data).toBe('first');

    answer.mockRejectedValue(busy());
    void observer.refetch();
    await vi.advanceTimersByTimeAsync(2499);
    expect(answer).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toHaveBeenCalledTimes(3);
    // Five more after the first, each after a longer pause.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answer).toHaveBeenCalledTimes(7);
    expect(observer.getCurrentResult()).toMatchObject({ data: 'first', isError: true });

    answer.mockResolvedValue('second');
    await observer.refetch();
    expect(observer.getCurrentResult()).toMatchObject({ data: 'second', isError: false });
    leave();
  });
});

describe('The offline copy of lists', () => {
  afterEach(() => purgeQueries());

  it('is restored after a cold start, for its account', async () => {
    await restoreQueries('ana');
    await see('events', 'gala');
    await see('secret', 'not kept', false);
    void flushQueries();
    await expect.poll(hashesOnPhone).toContain('["events"]');
    const cold = await restart('ana');
    expect(cold.getQueryData(['events'])).toBe('gala');
    expect(cold.getQueryData(['secret'])).toBeUndefined();
    expect((await restart('ben')).getQueryData(['events'])).toBeUndefined();
  });

  it('holds an answer that was set before its account was known, once a screen stores it', async () => {
    const joined = { queryKey: ['events', 'one', 'gala'], meta: { persist: true } };
    queryClient.setQueryData(joined.queryKey, { id: 'gala', can: {} });
    await restoreQueries('ana');
    await storeQuery(joined);
    expect(await hashesOnPhone()).toEqual(['["events","one","gala"]']);
  });

  it('is there when a screen stored it, also while it is being written, and after a write that failed', async () => {
    await restoreQueries('ana');
    await see('gala', 'first');
    void flushQueries();
    await storeQuery({ queryKey: ['gala'], meta: { persist: true } });
    expect(await hashesOnPhone()).toEqual(['["gala"]']);
    await see('brunch', 'first');
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('', 'UnknownError');
    });
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await flushQueries();
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
    put.mockRestore();
    await storeQuery({ queryKey: ['brunch'], meta: { persist: true } });
    expect(await hashesOnPhone()).toEqual(['["brunch"]', '["gala"]']);
  });

  // Browsers count in 32 bits and fire at once beyond: restored answers were dropped before their screen asked for them.
  it('stays in memory for a time that a timer can count', () => {
    const { gcTime } = queryClient.getDefaultOptions().queries ?? {};
    expect(gcTime === Infinity || Number(gcTime) < 2 ** 31).toBe(true);
  });

  it('is gone after a sign-out', async () => {
    await restoreQueries('ana');
    await see('events', 'gala');
    void flushQueries();
    await purgeQueries();
    expect(queryClient.getQueryData(['events'])).toBeUndefined();
    expect((await restart('ana')).getQueryData(['events'])).toBeUndefined();
  });

  it('is removed from memory when another account signs in', async () => {
    await restoreQueries('ana');
    await see('events', 'gala');
    await restoreQueries('ben');
    expect(queryClient.getQueryData(['events'])).toBeUndefined();
  });

  it('is read again after a start, however young, if others change it too', async () => {
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
    // Once: a fresh answer is not requested again.
    await cold.prefetchQuery({ queryKey: ['staff'], queryFn: () => Promise.resolve('twice') });
    expect(cold.getQueryData(['staff'])).toBe('since');
  });

  it('stores only the latest of a limited group', async () => {
    await restoreQueries('ana');
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now');
    for (const [minute, key] of ['one', 'two', 'three'].entries()) {
      clock.mockReturnValue(now + minute * 60_000);
      const meta = { persist: { among: 'segments', most: 2 } };
      await queryClient.fetchQuery({ queryKey: [key], queryFn: () => Promise.resolve(key), meta });
    }
    clock.mockRestore();
    const cold = await restart('ana');
    expect(['one', 'two', 'three'].filter((key) => cold.getQueryData([key]) !== undefined)).toEqual(['two', 'three']);
  });

  it('deletes queries from the phone that were dropped from memory: they would grow stale unseen', async () => {
    await restoreQueries('ana');
    await see('segment', 'photos');
    void flushQueries();
    await written();
    queryClient.removeQueries({ queryKey: ['segment'] });
    expect((await restart('ana')).getQueryData(['segment'])).toBeUndefined();
  });

  it('is deleted from the phone when another account signs in, however the previous session ended', async () => {
    for (const one of ['ana', 'zoe']) {
      await restoreQueries(one);
      await see('staff', `of ${one}`);
      void flushQueries();
    }
    await restoreQueries('ben');
    await see('events', 'ball');
    void flushQueries();
    await expect.poll(ownersOnPhone).toEqual(['ben']);
    expect((await restart('ana')).getQueryData(['staff'])).toBeUndefined();
  });

  it('is deleted with the first step of a logout, and pending writes do not restore it', async () => {
    await restoreQueries('ana');
    await see('events', 'gala');
    void flushQueries();
    await see('staff', 'many');
    await purgePersistedQueries();
    void flushQueries();
    await written();
    expect(await ownersOnPhone()).toEqual([]);
    // A visible answer stays until its screen closes.
    expect(queryClient.getQueryData(['staff'])).toBe('many');
  });

  it('is deleted when it is too old, not only ignored', async () => {
    await restoreQueries('ana');
    await see('events', 'gala');
    await see('staff', 'many');
    void flushQueries();
    await expect.poll(hashesOnPhone).toEqual(['["events"]', '["staff"]']);
    const db = await openDB('query-cache');
    const stored = await db.get('queries', ['ana', '["staff"]']);
    await db.put('queries', { ...stored, savedAt: Date.now() - 31 * 24 * 3_600_000 }, ['ana', '["staff"]']);
    db.close();
    expect((await restart('ana')).getQueryData(['staff'])).toBeUndefined();
    await expect.poll(hashesOnPhone).toEqual(['["events"]']);
  });

  it('is deleted after a refusal by the server, but not after a network failure', async () => {
    await restoreQueries('ana');
    const failures = {
      forbidden: problem(403, 'forbidden'),
      unknown: problem(404, 'not_found'),
      gone: problem(410, 'gone'),
      portal: new ApiError(new Response(null, { status: 403 }), null),
      broken: problem(500, 'internal'),
      offline: new NetworkError('unreachable'),
    };
    for (const key of Object.keys(failures)) await see(key, 'before');
    void flushQueries();
    await expect.poll(async () => (await hashesOnPhone()).length).toBe(6);
    for (const [key, failure] of Object.entries(failures))
      await queryClient
        .fetchQuery({ queryKey: [key], queryFn: () => Promise.reject(failure), staleTime: 0, retry: false, meta: { persist: true } })
        .catch(() => undefined);
    void flushQueries();
    await expect.poll(hashesOnPhone).toEqual(['["broken"]', '["offline"]', '["portal"]']);
    const cold = await restart('ana');
    for (const key of ['broken', 'offline', 'portal'])
      expect(cold.getQueryState([key])).toMatchObject({ status: 'success', data: 'before' });
  });

  it('does not restore malformed answers: JSON of a captive portal that was stored as an event or a list', async () => {
    await restoreQueries('ana');
    const portal = { status: 'login required' };
    const kept = {
      '["events","one","e1"]': [{ id: 'e1', can: { capture: true } }, true],
      '["events","one","e2"]': [portal, false],
      '["events","list","mine",""]': [{ pages: [{ items: [], next_cursor: null }], pageParams: [null] }, true],
      '["events","list","past",""]': [{ pages: [portal], pageParams: [null] }, false],
    } as const;
    for (const [hash, [data]] of Object.entries(kept)) {
      const queryKey = JSON.parse(hash) as string[];
      await queryClient.fetchQuery<unknown>({ queryKey, queryFn: () => Promise.resolve(data), meta: { persist: true } });
    }
    const cold = await restart('ana');
    for (const [hash, [data, comesBack]] of Object.entries(kept))
      expect(cold.getQueryData(JSON.parse(hash) as string[]), hash).toEqual(comesBack ? data : undefined);
    await expect.poll(hashesOnPhone).toEqual(['["events","list","mine",""]', '["events","one","e1"]']);
  });

  it('starts empty after the release that stored it in one entry', async () => {
    await purgeQueries();
    await deleteDB('query-cache');
    const old = await openDB('query-cache', 1, { upgrade: (db) => void db.createObjectStore('accounts') });
    await old.put('accounts', { shape: 1, savedAt: Date.now(), state: { mutations: [], queries: [] } }, 'ana');
    old.close();
    await restoreQueries('ana');
    await see('events', 'gala');
    expect((await restart('ana')).getQueryData(['events'])).toBe('gala');
  });

  it('does not replace newer answers of the server', async () => {
    await restoreQueries('ana');
    await see('events', 'gala');
    const observer = new QueryObserver(queryClient, { queryKey: ['events'], queryFn: () => Promise.resolve('ball'), staleTime: 0 });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => queryClient.getQueryData(['events'])).toBe('ball');
    stop();
  });
});
