import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DiskFullError } from '#src/lib/disk.ts';
import { withDb } from '#src/outbox/db.ts';
import { deliverGeneration, discardGeneration } from '#src/outbox/generations.ts';
import { buildGeneration, buildModel } from '#tests/support/factories/api.ts';
import { FakeEventSource } from '#tests/support/fake-event-source.ts';
import { ANA, emptyPhone } from '#tests/support/outbox-phone.ts';
import { json, OutboxServer, problem } from '#tests/support/outbox-server.ts';
import { EMPTY_RECIPE, requestOf } from './compose/recipe.ts';
import { generationsQuery } from './queries.ts';
import { submitRequest, useRequestProgress } from './requests.ts';
import { Results } from './results/results.tsx';
import type { ImageActions } from './results/use-image-actions.ts';

const { id } = buildGeneration();
const request = {
  id,
  account: ANA,
  body: requestOf({ ...EMPTY_RECIPE, prompt: 'A cat' }, buildModel({}, { prompt: 'required' }), null),
  modelName: 'Clip art',
};

let server: OutboxServer;
let uninstall: () => void;
let answer: () => Response;
let client: QueryClient;
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
const reads = () => server.log.filter((route) => route === `GET /api/v1/generations/${id}`).length;

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
  server = new OutboxServer();
  uninstall = server.install();
  answer = () => json(202, buildGeneration());
  server.intercept = (_request, route) => (route === 'POST /api/v1/generations' ? answer() : undefined);
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
});

afterEach(async () => {
  uninstall();
  vi.unstubAllGlobals();
  await emptyPhone();
});

/** What the drain does with the request. */
async function deliver() {
  const record = await withDb((db) => db.get('generations', id));
  await deliverGeneration(record!, new AbortController().signal);
}

describe('the progress of a request', () => {
  const follow = () =>
    renderHook(({ asked }) => useRequestProgress(ANA, null, asked), { wrapper, initialProps: { asked: null as string | null } });

  it('is waiting, then under way, and the server is not asked for it before it has it', async () => {
    const { result, rerender, unmount } = follow();
    await submitRequest(request);
    rerender({ asked: id });
    expect(result.current).toEqual({ state: 'waiting' });
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(result.current).toEqual({ state: 'waiting' });
    expect(reads()).toBe(0);
    await act(deliver);
    await waitFor(() => expect(result.current).toMatchObject({ state: 'under-way', generation: { id } }));
    unmount();
  });

  it('is refused, and under way after a retry in another tab', async () => {
    answer = () => problem(402, 'credits_used_up');
    const { result, rerender, unmount } = follow();
    await submitRequest(request);
    rerender({ asked: id });
    await act(deliver);
    await waitFor(() => expect(result.current).toMatchObject({ state: 'refused', why: expect.stringMatching(/./) }));
    answer = () => json(202, buildGeneration());
    await act(() => submitRequest(request));
    await waitFor(() => expect(result.current).toEqual({ state: 'waiting' }));
    await act(deliver);
    await waitFor(() => expect(result.current).toMatchObject({ state: 'under-way' }));
    expect(reads()).toBe(0);
    unmount();
  });

  it('is refused once it was discarded in another tab', async () => {
    const { result, rerender, unmount } = follow();
    await submitRequest(request);
    rerender({ asked: id });
    await act(() => discardGeneration(ANA, id));
    await waitFor(() => expect(result.current.state).toBe('refused'));
    unmount();
  });
});

describe('the results', () => {
  const { queryKey } = generationsQuery(null);
  const show = () =>
    render(
      <Results
        account={ANA}
        owner={null}
        actions={{ modelOf: () => undefined } as unknown as ImageActions}
        openId={undefined}
        onOpen={vi.fn()}
        onEdit={vi.fn()}
      />,
      {
        wrapper,
      },
    );
  afterEach(cleanup);

  it('show a request once while it moves from the device to the server', async () => {
    client.setQueryData(queryKey, { pages: [{ items: [], next_cursor: null }], pageParams: [null] });
    await submitRequest(request);
    show();
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    await act(deliver);
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it('show newer results above a refused request, and older ones below it, until it is discarded', async () => {
    answer = () => problem(402, 'credits_used_up');
    const at = Date.parse('2026-11-28T20:00:00.000Z');
    await submitRequest({ ...request, writtenAt: at });
    await deliver();
    const made = (name: string, minutes: number) =>
      buildGeneration({
        id: `0199aa00-0000-7000-8000-0000000000${minutes + 50}`,
        created_at: new Date(at + minutes * 60_000).toISOString(),
        request: requestOf({ ...EMPTY_RECIPE, prompt: name }, buildModel({}, { prompt: 'required' }), null),
      });
    client.setQueryData(queryKey, {
      pages: [{ items: [made('A newer dog', 5), made('An older bird', -5)], next_cursor: null }],
      pageParams: [null],
    });
    const shown = show();
    const names = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
    await waitFor(() => expect(names()).toEqual(['A newer dog', 'A cat', 'An older bird']));
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(names()).toEqual(['A newer dog', 'An older bird']));
    shown.unmount();
    show();
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(names()).toEqual(['A newer dog', 'An older bird']);
    expect(await withDb((db) => db.get('generations', id))).toBeUndefined();
  });

  it('let all requests that were refused be discarded at once', async () => {
    answer = () => problem(402, 'credits_used_up');
    client.setQueryData(queryKey, { pages: [{ items: [], next_cursor: null }], pageParams: [null] });
    const waits = '0199aa00-0000-7000-8000-000000000b09';
    for (const each of [id, '0199aa00-0000-7000-8000-000000000b08', waits]) {
      await submitRequest({ ...request, id: each });
      const record = await withDb((db) => db.get('generations', each));
      if (each !== waits) await deliverGeneration(record!, new AbortController().signal);
    }
    show();
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
    fireEvent.click(screen.getByRole('button', { name: 'Discard all 2 that didn’t start' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /^Discard all/ })).toBeNull();
    expect(await withDb((db) => db.getAllKeys('generations'))).toEqual([waits]);
  });

  it('let a refused request that is retried wait for its turn', async () => {
    client.setQueryData(queryKey, { pages: [{ items: [], next_cursor: null }], pageParams: [null] });
    answer = () => problem(429, 'too_many_generations', { 'retry-after': '10' });
    await submitRequest(request);
    await deliver();
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(async () => expect(await withDb((db) => db.get('generations', id))).toMatchObject({ refusal: null }));
    await deliver();
    expect(await withDb((db) => db.get('generations', id))).toMatchObject({ refusal: null });
  });
});

describe('a request that can not be saved', () => {
  it.each([
    ['the browser saves nothing', new Error('none'), /doesn’t save data/],
    ['the disk is full', new DiskFullError('This device is full.'), /^This device is full\.$/],
  ])('says why, if %s', async (_when, error, why) => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw error;
    });
    await expect(submitRequest(request)).rejects.toThrow(why);
  });
});
