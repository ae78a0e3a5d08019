// Prefetches a gallery at its event's camera, so that it opens offline later.
import type { QueryClient } from '@tanstack/react-query';
import { session } from '#src/session/store.ts';
import { NetworkError } from '#src/transport/problem.ts';
import { isReachable } from '#src/transport/reachability.ts';
import { toGalleryFilter } from './filter-search.ts';
import { segmentQuery, shapeQuery } from './queries.ts';
import { spanAt } from './timeline.ts';

/** The camera and the first photo have priority at first. */
export const PREFETCH_DELAY_MS = 15_000;

const isCameraOpen = (id: string): boolean => location.pathname === `/event/${id}`;

/** Runs for the lifetime of the page; the camera refetches its event every few seconds. Returns a function to stop. */
export function startGalleryPrefetch(client: QueryClient): () => void {
  const planned = new Set<string>();
  const read = async (eventId: string) => {
    const account = session.read()?.user.id;
    if (account === undefined || !isCameraOpen(eventId) || isReachable() === false) return void planned.delete(eventId);
    const of = { eventId, account, filter: toGalleryFilter({}) };
    if (client.getQueryData(shapeQuery(of).queryKey)) return;
    try {
      const shape = await client.fetchQuery(shapeQuery(of));
      await client.prefetchQuery(segmentQuery(of, spanAt(shape, 0)));
    } catch (error) {
      // The gallery reports other errors when it opens.
      if (error instanceof NetworkError) planned.delete(eventId);
    }
  };
  return client.getQueryCache().subscribe(({ query: { queryKey, state } }) => {
    const [area, kind, id] = queryKey;
    if (area !== 'events' || kind !== 'one' || typeof id !== 'string' || !state.data || planned.has(id) || !isCameraOpen(id)) return;
    planned.add(id);
    setTimeout(() => void read(id), PREFETCH_DELAY_MS);
  });
}
