import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '#src/session/store.ts';
import { isReachable, reportReachable } from '#src/transport/reachability.ts';
import { buildUser } from '#tests/support/factories/api.ts';
import { json, problem } from '#tests/support/outbox-server.ts';
import { PREFETCH_DELAY_MS, startGalleryPrefetch } from './prefetch.ts';
import { galleryKeys, segmentQuery, shapeQuery, type GalleryKey } from './queries.ts';

const everything = { show: 'all', by: null, hour: null, section: null } as const;
const bucket = { start: '2026-11-20T20:00:00.000Z', count: 1 };
let client: QueryClient;
let stop: () => void;
let of: GalleryKey;
let asked: string[];
let isOut: boolean;
let answer: (path: string) => Response;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await session.signIn(buildUser({ id: 'ana' }));
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  of = { eventId: crypto.randomUUID(), account: 'ana', filter: everything };
  asked = [];
  isOut = false;
  answer = (path) =>
    path.endsWith('/timeline')
      ? json(200, { resolution: 'minute', buckets: [bucket], total: 1, stream_position: 3 })
      : json(200, { items: [{ id: 'p1' }], next_cursor: null, stream_position: 3 });
  vi.stubGlobal('fetch', (request: Request) => {
    const path = new URL(request.url).pathname;
    asked.push(path.split('/').at(-1) ?? '');
    return isOut ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(answer(path));
  });
  stop = startGalleryPrefetch(client);
});
afterEach(async () => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reportReachable(true);
  history.replaceState(null, '', '/');
  await session.clear();
});

/** Renders the event's camera or another screen. */
const show = (path: string) => {
  history.replaceState(null, '', path);
  client.setQueryData(['events', 'one', of.eventId], { id: of.eventId });
};
const atCamera = () => show(`/event/${of.eventId}`);

it('loads an unknown gallery at the camera after a delay', async () => {
  atCamera();
  await vi.advanceTimersByTimeAsync(PREFETCH_DELAY_MS - 1);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await vi.waitFor(() => expect(client.getQueryData(segmentQuery(of, { from: null, to: null }).queryKey)?.items).toHaveLength(1));
  expect(client.getQueryData(shapeQuery(of).queryKey)?.stretches).toHaveLength(1);
  expect(asked).toEqual(['timeline', 'photos']);
});

it('does nothing if the gallery is cached or the camera is not open', async () => {
  show(`/event/${of.eventId}/gallery`);
  await vi.advanceTimersByTimeAsync(PREFETCH_DELAY_MS);
  atCamera();
  history.replaceState(null, '', '/dashboard');
  await vi.advanceTimersByTimeAsync(PREFETCH_DELAY_MS);
  client.setQueryData(galleryKeys.shape(of), { resolution: 'minute', stretches: [], borders: [], countedAt: 1, heardTo: 1 });
  atCamera();
  await vi.advanceTimersByTimeAsync(PREFETCH_DELAY_MS);
  expect(asked).toEqual([]);
});

it('requests a refused gallery once, and retries if the server was unreachable', async () => {
  answer = () => problem(404, 'not_found');
  atCamera();
  await vi.advanceTimersByTimeAsync(PREFETCH_DELAY_MS);
  atCamera();
  await vi.advanceTimersByTimeAsync(PREFETCH_DELAY_MS);
  expect(asked).toEqual(['timeline']);

  of = { ...of, eventId: crypto.randomUUID() };
  isOut = true;
  atCamera();
  await vi.advanceTimersByTimeAsync(PREFETCH_DELAY_MS);
  await vi.waitFor(() => expect(isReachable()).toBe(false));
  reportReachable(true);
  atCamera();
  await vi.advanceTimersByTimeAsync(PREFETCH_DELAY_MS);
  expect(asked).toEqual(['timeline', 'timeline', 'timeline']);
});
