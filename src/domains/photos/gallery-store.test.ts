import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#src/transport/problem.ts';
import { buildPhoto } from '#tests/support/factories/api.ts';
import { GalleryStore } from './gallery-store.ts';
import { segmentQuery, shapeQuery } from './queries.ts';
import { shapeOf, spanAt } from './timeline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const reader = {
  account: '0199aa00-0000-7000-8000-00000000000a',
  filter: { show: 'all', by: null, hour: null, section: null } as const,
};
const start = Date.UTC(2026, 10, 20, 20);

/** A persisted gallery: counts per hour and segments. */
function kept(...counts: number[]) {
  const of = { ...reader, eventId: crypto.randomUUID() };
  const client = new QueryClient();
  const buckets = counts.map((count, hour) => ({ start: new Date(start - hour * 3_600_000).toISOString(), count }));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const shape = shapeOf({ resolution: 'minute', buckets, total, stream_position: 3 });
  client.setQueryData(shapeQuery(of).queryKey, shape);
  for (let number = 0; number <= shape.borders.length; number += 1) {
    client.setQueryData(segmentQuery(of, spanAt(shape, number)).queryKey, { items: [], position: 1 });
  }
  const read = vi.spyOn(client, 'fetchQuery').mockResolvedValue({ items: [], position: 3 });
  return { of, client, store: new GalleryStore(client, of), shape, read };
}

it('a persisted segment with fewer photos than counted is fetched again', async () => {
  const { store, read } = kept(1);
  const stop = store.start();
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  stop();
});

it('a gallery persisted as empty is fetched once', async () => {
  const { store, read } = kept();
  const stop = store.start();
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(1);
  stop();
});

it('an empty gallery without persisted data fetches no segment', async () => {
  const { of, store, shape, read, client } = kept();
  client.removeQueries({ queryKey: segmentQuery(of, spanAt(shape, 0)).queryKey });
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).not.toHaveBeenCalled();
  stop();
});

it('a gallery persisted as empty shows photos that only the counts include', async () => {
  const { of, client, store, shape, read } = kept();
  const photo = buildPhoto({ id: 'back', event_id: of.eventId, taken_at: new Date(start).toISOString() });
  read.mockImplementation(({ queryKey }) => {
    client.setQueryData(queryKey, { items: [photo], position: 9 });
    return Promise.resolve({ items: [photo], position: 9 });
  });
  const stop = store.start();
  const buckets = [{ start: photo.taken_at, count: 1 }];
  const told = shapeOf({ resolution: 'minute', buckets, total: 1, stream_position: 9 }, shape);
  await client
    .getQueryCache()
    .find(shapeQuery(of))
    ?.fetch({ queryKey: shapeQuery(of).queryKey, queryFn: () => Promise.resolve(told) });
  await vi.waitFor(() => expect(store.list().at(0)?.id).toBe('back'));
  stop();
});

it('an empty gallery requests only existing segments, regardless of the previous view', async () => {
  const { store, shape, read } = kept(300, 300);
  expect(shape.borders).not.toHaveLength(0);
  const stop = store.start();
  store.see(0, 5);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(shape.borders.length + 1));
  const asked = read.mock.calls.map(([{ queryKey }]) => JSON.stringify(queryKey[4])).toSorted();
  expect(asked).toEqual(
    shape.borders
      .concat(0)
      .map((_, number) => JSON.stringify(spanAt(shape, number)))
      .toSorted(),
  );
  stop();
});

it('locate finds a photo that was added after its neighbors loaded, before the stream reports it', async () => {
  const { of, client, store, read } = kept(1);
  const times = [1, 0].map((minutes) => new Date(start + minutes * 60_000).toISOString());
  const [late, known] = times.map((taken_at, number) => buildPhoto({ id: `photo-${number}`, event_id: of.eventId, taken_at }));
  let items = [known!];
  read.mockImplementation(({ queryKey }) => {
    if (queryKey[2] !== 'segment') return Promise.resolve(late);
    client.setQueryData(queryKey, { items, position: 3 });
    return Promise.resolve({ items, position: 3 });
  });
  const stop = store.start();
  store.see(0, 0);
  await vi.waitFor(() => expect(store.list().at(0)?.id).toBe(known!.id));
  await vi.advanceTimersByTimeAsync(20);
  items = [late!, known!];
  expect(await store.locate(late!.id)).toBe(0);
  expect(store.list().length).toBe(2);
  stop();
});

it.each([
  ['the server does not know the photo', 404, 'not_found', null],
  ['the server hides it from this user', 403, 'forbidden', null],
  ['the session has ended', 401, 'unauthenticated', 401],
  ['too much was asked', 429, 'rate_limited', 429],
  ['something before the server answers', 404, undefined, 404],
  ['the server fails', 500, 'internal', 500],
])('locate returns null only if the server answers that the photo is missing: %s', async (_when, status, code, thrown) => {
  const { store, read } = kept(1);
  const problem = code === undefined ? null : { type: 'about:blank', title: code, status, code, detail: code, request_id: 'r1' };
  read.mockRejectedValue(new ApiError(new Response(null, { status }), problem));
  const [located] = await Promise.allSettled([store.locate('some-photo')]);
  expect(located).toMatchObject(
    thrown === null ? { status: 'fulfilled', value: null } : { status: 'rejected', reason: { status: thrown } },
  );
});
