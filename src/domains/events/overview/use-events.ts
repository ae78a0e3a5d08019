import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { cachedEvents, cacheListedEvents, eventsQuery, type Scope } from '#src/domains/events/queries.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';

interface Page {
  items: Event[];
}

export interface EventsResult {
  /** Undefined while nothing is known. */
  items: Event[] | undefined;
  /** When they were read. */
  readAt: number;
  /** Found among what this phone keeps: the server has not answered the list or the search, or cannot. */
  cached: boolean;
  /** Asks the server for what is meant; its outcome is told. */
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
}

/** The events of a section, or those of it that are searched for: at once among what is held, then as the server finds them. */
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

  // Who came by a link or a code has never seen the list: the events that were opened here are on this phone all the same.
  const needsFallback = query.error !== null && !all.data;
  const fallback = useMemo(() => (needsFallback ? cachedEvents(client, scope) : null), [client, scope, needsFallback]);
  const matching = useMemo(
    () => (all.data ? itemsOf(all.data) : fallback?.items)?.filter((event) => matches(event, q)),
    [all.data, fallback, q],
  );
  if (fetched) return { items: fetched, readAt: dataUpdatedAt, cached: false, query };
  if (fallback?.items.length === 0) return { items: undefined, readAt: 0, cached: false, query };
  // "Nothing found" is for the server to say, where it can be asked.
  const first = matching && (matching.length > 0 || query.error) ? matching : undefined;
  return { items: first, readAt: fallback?.readAt ?? all.dataUpdatedAt, cached: first !== undefined, query };
}

const itemsOf = (data: InfiniteData<Page>): Event[] => data.pages.flatMap((page) => page.items);

/** As the server searches: a part of the name, the place or the organization's name, whatever its case. */
export function matches({ name, location, organization_name }: Event, q: string): boolean {
  const part = q.trim().toLowerCase();
  return [name, location, organization_name].some((text) => text.toLowerCase().includes(part));
}
