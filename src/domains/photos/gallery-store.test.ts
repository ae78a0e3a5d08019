import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { GalleryStore } from './gallery-store.ts';
import { segmentQuery, shapeQuery } from './queries.ts';
import { shapeOf, spanAt } from './timeline.ts';

const of = {
  eventId: '0199aa00-0000-7000-8000-0000000000e1',
  account: '0199aa00-0000-7000-8000-00000000000a',
  filter: { show: 'all', by: null, hour: null } as const,
};
const start = '2026-11-20T20:00:00.000Z';

/** What a phone kept: so many photos counted, and a segment that was kept before the last of them came back. */
function kept(count: number) {
  const client = new QueryClient();
  const buckets = count > 0 ? [{ start, count }] : [];
  const shape = shapeOf({ resolution: 'minute', buckets, total: count, stream_position: 3 });
  client.setQueryData(shapeQuery(of).queryKey, shape);
  client.setQueryData(segmentQuery(of, spanAt(shape, 0)).queryKey, { items: [], position: 1 });
  const read = vi.spyOn(client, 'fetchQuery').mockResolvedValue({ items: [], position: 3 });
  return { store: new GalleryStore(client, of), read };
}

it('a kept segment that is emptier than the counts is read anew', async () => {
  const { store, read } = kept(1);
  const stop = store.start();
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  stop();
});

it('an empty gallery asks for nothing', async () => {
  const { store, read } = kept(0);
  const stop = store.start();
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(read).not.toHaveBeenCalled();
  stop();
});
