// Lists of events, and the cached events that stand in for them. Apart from queries.ts, which is on the way to the camera.
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import type { Event } from './event.ts';
import { eventQuery, fetchAndRetryParked } from './queries.ts';

const PAGE_SIZE = 30;

/** `past` includes own and public events; the others have not ended. */
export type Scope = 'mine' | 'discover' | 'past';

export const EVENT_LISTS_KEY = ['events', 'list'] as const;

/** Accessible events, page by page. Persisted for offline starts, except searches. */
export function eventsQuery(scope: Scope = 'mine', q = '') {
  return infiniteQueryOptions({
    queryKey: [...EVENT_LISTS_KEY, scope, q] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { scope, limit: PAGE_SIZE, ...(q && { q }), ...(pageParam !== null && { cursor: pageParam }) };
      return fetchAndRetryParked(
        async () => unwrap(await api.GET('/api/v1/event', { params: { query }, signal })),
        ({ items }) => items,
      );
    },
    ...cursorPagination,
    meta: { persist: q === '', atEvent: true },
  });
}

/** Caches each listed event, so that it opens offline. */
export function cacheListedEvents(client: QueryClient, events: readonly Event[], readAt: number): void {
  for (const event of events) {
    const options = eventQuery(event.id);
    // Built with its options, so that it is persisted like a fetched query.
    const query = client.getQueryCache().build(client, client.defaultQueryOptions(options));
    if (query.state.dataUpdatedAt < readAt) client.setQueryData(options.queryKey, event, { updatedAt: readAt });
  }
}

/** The cached single events of a section, and when the latest was fetched. */
export function cachedEvents(client: QueryClient, scope: Scope): { items: Event[]; readAt: number } {
  const entries = client.getQueryCache().findAll({ queryKey: ['events', 'one'] });
  const items = entries.map(({ state }) => state.data as Event | undefined).filter((event) => event !== undefined);
  return {
    items: items.filter((event) => scopeOf(event) === scope),
    readAt: Math.max(0, ...entries.map(({ state }) => state.dataUpdatedAt)),
  };
}

function scopeOf({ status, relation }: Event): Scope {
  if (status === 'ended' || status === 'archived') return 'past';
  return relation === 'visitor' ? 'discover' : 'mine';
}

/** Removes an event that was deleted or that the person left from the cache. */
export function forgetEvent(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: eventQuery(id).queryKey });
  void client.invalidateQueries({ queryKey: EVENT_LISTS_KEY });
}
