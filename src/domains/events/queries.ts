// Queries for events. Mutations are where they are used, because the router loads this file before any screen.
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { unparkPhotosOfEvents } from '#src/outbox/queue.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import type { Event } from './event.ts';

const PAGE_SIZE = 30;

/** Retries photos that were refused because their event was deleted: reading the event again means it was restored. */
async function fetchAndRetryParked<T>(read: () => Promise<T>, eventsOf: (data: T) => readonly { id: string }[]): Promise<T> {
  const requestedAt = Date.now();
  const data = await read();
  const ids = eventsOf(data).map(({ id }) => id);
  unparkPhotosOfEvents(ids, requestedAt).catch((error: unknown) => console.warn('Parked photos could not be retried', error));
  return data;
}

/** One event. Persisted, so that its camera opens offline. */
export function eventQuery(id: string) {
  return queryOptions({
    queryKey: ['events', 'one', id] as const,
    queryFn: ({ signal }) =>
      fetchAndRetryParked(
        async () => unwrap(await api.GET('/api/v1/event/{id}', { params: { path: { id } }, signal })),
        (event) => [event],
      ),
    // Refetched at once after a reload: who may take photos can have changed.
    meta: { persist: true, atEvent: true, anew: true },
  });
}

/** The event may pause or end at any time. */
const CAMERA_REFETCH_MS = 20_000;
/** People wait in front of a closed camera. */
const CLOSED_CAMERA_REFETCH_MS = 10_000;

/** The event of a visible camera. */
export function cameraEventQuery(id: string) {
  // Does not import `isRunning`: its module is not part of the camera's initial load.
  const isClosed = (event: Event | undefined) => event && event.status !== 'live' && event.status !== 'active';
  return queryOptions({
    ...eventQuery(id),
    refetchOnMount: ({ state }) => (isClosed(state.data) ? 'always' : true),
    refetchInterval: ({ state }) => (isClosed(state.data) ? CLOSED_CAMERA_REFETCH_MS : CAMERA_REFETCH_MS),
  });
}

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

/** The event of a join code. Persisted, so that participants find their way back offline. */
export function joinPreviewQuery(code: string) {
  return queryOptions({
    queryKey: ['events', 'join', code] as const,
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/event/join/{code}', { params: { path: { code } }, signal })),
    meta: { persist: true, atEvent: true },
  });
}

/** Returns the cached event and revalidates it in the background, else fetches it. */
export async function ensureEvent(client: QueryClient, id: string): Promise<Event> {
  return client.ensureQueryData({ ...eventQuery(id), revalidateIfStale: true });
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
