import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildGeneratedImage, buildGeneration } from '#tests/support/factories/api.ts';
import { FakeEventSource } from '#tests/support/fake-event-source.ts';
import { toLibraryImage } from './library/library-image.ts';
import { generationsQuery, imagesQuery, libraryQuery } from './queries.ts';
import { useGenerationEvents } from './requests.ts';

const { queryKey } = generationsQuery(null);
const latest = (): FakeEventSource => FakeEventSource.opened.at(-1)!;
const base = `${location.origin}/api/v1/generations/events`;
let client: QueryClient;
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
const follow = () => renderHook(() => useGenerationEvents(null), { wrapper });
const listed = () => client.getQueryData(queryKey)?.pages.flatMap(({ items }) => items) ?? [];
const hold = (...items: ReturnType<typeof buildGeneration>[]) =>
  client.setQueryData(queryKey, { pages: [{ items, next_cursor: null }], pageParams: [null] });
const tell = (generation: ReturnType<typeof buildGeneration>, kind = 'generation') =>
  latest().dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(generation), lastEventId: String(generation.seq) }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  FakeEventSource.opened = [];
  client = new QueryClient();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('starts after the last item of the loaded list, and merges events', async () => {
  const { unmount } = follow();
  expect(FakeEventSource.opened).toHaveLength(0);
  hold(buildGeneration({ seq: 7 }));
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(FakeEventSource.opened.map(({ url }) => url)).toEqual([`${base}?after=7`]);
  act(() => void tell(buildGeneration({ seq: 9, status: 'running', progress: 0.5 })));
  expect(listed()).toMatchObject([{ seq: 9, status: 'running', progress: 0.5 }]);
  const another = '0199aa00-0000-7000-8000-000000000b02';
  act(() => void tell(buildGeneration({ id: another, seq: 10, created_at: '2026-11-21T21:14:07.000Z' })));
  expect(listed().map(({ id }) => id.slice(-2))).toEqual(['02', '01']);
  unmount();
  expect(latest().closed).toBe(true);
});

it('resumes after the last event, and ignores older events', async () => {
  hold(buildGeneration({ seq: 7 }));
  const { unmount } = follow();
  act(() => void tell(buildGeneration({ seq: 9, status: 'succeeded' })));
  latest().dispatchEvent(new Event('error'));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(latest().url).toBe(`${base}?after=9`);
  act(() => void tell(buildGeneration({ seq: 8, status: 'running' })));
  expect(listed()).toMatchObject([{ seq: 9, status: 'succeeded' }]);
  unmount();
});

it('adds new images to the cached library, which is not on the screen', () => {
  const library = libraryQuery(null, {}).queryKey;
  const shown = () => client.getQueryData(library)?.pages.map(({ items }) => items.map(({ id }) => id.slice(-2)));
  const page = { items: [], next_cursor: null, previous_cursor: null };
  client.setQueryData(library, { pages: [page, page], pageParams: [null, 'next'] });
  hold(buildGeneration({ seq: 7 }));
  const { unmount } = follow();
  const image = (end: string, created_at: string, more = {}) =>
    buildGeneratedImage({ id: `0199aa00-0000-7000-8000-000000000c${end}`, created_at, ...more });
  const images = [
    image('01', '2026-11-20T21:14:07.000Z'),
    image('02', '2026-11-20T21:14:09.000Z'),
    image('03', '2026-11-20T21:14:08.000Z', { deleted_at: '2026-11-20T21:15:00.000Z' }),
  ];
  act(() => void tell(buildGeneration({ seq: 9, status: 'succeeded', images: images.slice(0, 1) })));
  expect(shown()).toEqual([['01'], []]);
  act(() => void tell(buildGeneration({ seq: 10, status: 'succeeded', images })));
  expect(shown()).toEqual([['02', '01'], []]);
  // The event photos are as old as before: it is read again once it's on the screen.
  expect(client.getQueryState(library)?.isInvalidated).toBe(true);
  unmount();
});

it('adds new images to the cached list of images to choose from', () => {
  const chooser = imagesQuery(null).queryKey;
  client.setQueryData(chooser, { pages: [{ items: [], next_cursor: null }], pageParams: [null] });
  hold(buildGeneration({ seq: 7 }));
  const { unmount } = follow();
  act(() => void tell(buildGeneration({ seq: 9, status: 'succeeded', images: [buildGeneratedImage()] })));
  expect(client.getQueryData(chooser)?.pages.map(({ items }) => items)).toEqual([[buildGeneratedImage()]]);
  unmount();
});

it('adds images of requests that finished while nothing followed them, and none that belong on a later page', async () => {
  const library = libraryQuery(null, {}).queryKey;
  const image = (end: string, created_at: string) => buildGeneratedImage({ id: `0199aa00-0000-7000-8000-000000000c${end}`, created_at });
  const ids = () => client.getQueryData(library)?.pages.map(({ items }) => items.map(({ id }) => id.slice(-2)));
  const oldest = toLibraryImage(image('02', '2026-11-20T21:14:02.000Z'));
  client.setQueryData(library, {
    pages: [{ items: [oldest], next_cursor: 'next', previous_cursor: null }],
    pageParams: [null],
  });
  const images = [image('01', '2026-11-20T21:14:01.000Z'), image('02', oldest.at), image('03', '2026-11-20T21:14:03.000Z')];
  const page = { items: [buildGeneration({ status: 'succeeded', images })], next_cursor: null };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(page, { headers: { 'x-request-id': 'r' } })));
  await client.fetchInfiniteQuery(generationsQuery(null));
  expect(ids()).toEqual([['03', '02']]);
  expect(client.getQueryState(library)?.isInvalidated).toBe(true);
  // Nothing is missing: it isn't read again.
  client.setQueryData(library, (data) => data);
  await client.fetchInfiniteQuery(generationsQuery(null));
  expect(client.getQueryState(library)?.isInvalidated).toBe(false);
});

it('merges new queue positions, which have no sequence number', () => {
  hold(buildGeneration({ seq: 7, queue_position: 3 }));
  const { unmount } = follow();
  act(() => void tell(buildGeneration({ seq: 7, queue_position: 1 }), 'place'));
  expect(listed()).toMatchObject([{ seq: 7, queue_position: 1 }]);
  unmount();
});

it('starts with unfinished generations if the list is empty', async () => {
  hold();
  const { unmount } = follow();
  expect(latest().url).toBe(base);
  act(() => void tell(buildGeneration()));
  expect(listed()).toHaveLength(1);
  unmount();
});
