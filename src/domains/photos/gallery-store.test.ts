import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { aPhoto } from '#tests/support/photos.ts';
import { GalleryStore } from './gallery-store.ts';
import { segmentQuery, shapeQuery } from './queries.ts';
import { shapeOf, spanAt } from './timeline.ts';

const reader = {
  account: '0199aa00-0000-7000-8000-00000000000a',
  filter: { show: 'all', by: null, hour: null } as const,
};
const start = Date.UTC(2026, 10, 20, 20);

/** What a phone kept: so many photos counted, an hour apart, and segments that were kept before the last of them came back. */
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

it('a kept segment that is emptier than the counts is read anew', async () => {
  const { store, read } = kept(1);
  const stop = store.start();
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  stop();
});

it('a gallery that the phone kept as empty is read once more, and then asks for nothing', async () => {
  const { store, read } = kept();
  const stop = store.start();
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(read).toHaveBeenCalledTimes(1);
  stop();
});

it('an empty gallery of which nothing was kept asks for nothing', async () => {
  const { of, store, shape, read, client } = kept();
  client.removeQueries({ queryKey: segmentQuery(of, spanAt(shape, 0)).queryKey });
  const stop = store.start();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(read).not.toHaveBeenCalled();
  stop();
});

it('a gallery that the phone kept as empty shows a photo that only the counts know of', async () => {
  const { of, client, store, shape, read } = kept();
  const photo = aPhoto({ id: 'back', event_id: of.eventId, taken_at: new Date(start).toISOString() });
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

it('of a gallery that is empty only segments that it has are read, whatever was looked at before', async () => {
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
