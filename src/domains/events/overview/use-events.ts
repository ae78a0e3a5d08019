import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { cachedEvents, cacheListedEvents, eventsQuery, type Scope } from '#src/domains/events/event-lists.ts';
import type { Event } from '#src/domains/events/event.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';

interface Page {
  items: Event[];
}

export interface EventsResult {
  /** Undefined while loading. */
  items: Event[] | undefined;
  /** When the items were fetched. */
  readAt: number;
  /** The items come from the cache: the server has not answered yet, or is unreachable. */
  cached: boolean;
  /** The query for the list or the search. */
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
}

/** The events of a section, filtered by the search: from the cache at once, then as the server returns them. */
export function useEvents(scope: Scope, q: string): EventsResult {
  const all = useInfiniteQuery(eventsQuery(scope));
  const found = useInfiniteQuery({ ...eventsQuery(scope, q), enabled: q !== '' });
  const query = q === '' ? all : found;
  useRefetchOnReconnect(query);

  const client = useQueryClient();
  const { data, dataUpdatedAt } = query;
  const fetched = useMemo(() => data && itemsOf(data), [data]);
  useEffect(() => {
    if (fetched) cacheListedEvents(client, fetched, dataUpdatedAt);
  }, [client, fetched, dataUpdatedAt]);

  // People who came by a link or code never loaded the list, but the events they opened are cached.
  const needsFallback = query.error !== null && !all.data;
  const fallback = useMemo(() => (needsFallback ? cachedEvents(client, scope) : null), [client, scope, needsFallback]);
  const matching = useMemo(
    () => (all.data ? itemsOf(all.data) : fallback?.items)?.filter((event) => matches(event, q)),
    [all.data, fallback, q],
  );
  if (fetched) return { items: fetched, readAt: dataUpdatedAt, cached: false, query };
  if (fallback?.items.length === 0) return { items: undefined, readAt: 0, cached: false, query };
  // Only the server can decide that nothing was found, if it is reachable.
  const first = matching && (matching.length > 0 || query.error) ? matching : undefined;
  return { items: first, readAt: fallback?.readAt ?? all.dataUpdatedAt, cached: first !== undefined, query };
}

const itemsOf = (data: InfiniteData<Page>): Event[] => data.pages.flatMap((page) => page.items);

/** Matches like the server: a case-insensitive part of the name, place or organization. */
export function matches({ name, location, organization_name }: Event, q: string): boolean {
  const part = q.trim().toLowerCase();
  return [name, location, organization_name].some((text) => text.toLowerCase().includes(part));
}
