// Everything that reads events. What changes them stands where it is done: the router loads this before any screen.
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { unparkPhotosOfEvents } from '#src/outbox/queue.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import type { Event } from './event.ts';

const PAGE_SIZE = 30;

/** Photos that were refused because their event was deleted are sent after all once it is read again: it was restored. */
async function fetchAndRetryParked<T>(read: () => Promise<T>, eventsOf: (data: T) => readonly { id: string }[]): Promise<T> {
  const requestedAt = Date.now();
  const data = await read();
  const ids = eventsOf(data).map(({ id }) => id);
  unparkPhotosOfEvents(ids, requestedAt).catch((error: unknown) => console.warn('Photos that wait for an event could not be woken', error));
  return data;
}

/** One event. Kept on the device, so that its camera opens in a basement. */
export function eventQuery(id: string) {
  return queryOptions({
    queryKey: ['events', 'one', id] as const,
    queryFn: ({ signal }) =>
      fetchAndRetryParked(
        async () => unwrap(await api.GET('/api/v1/event/{id}', { params: { path: { id } }, signal })),
        (event) => [event],
      ),
    meta: { persist: true, atEvent: true },
  });
}

/** Whether the camera may be used is for others to say: the event is paused, ends, or goes on. */
const CAMERA_REFETCH_MS = 20_000;
/** Who stands before a closed camera waits for it to open. */
const CLOSED_CAMERA_REFETCH_MS = 10_000;

/** The event of a camera that is shown. */
export function cameraEventQuery(id: string) {
  // Not `isRunning`: its module is no part of the way to the shutter.
  const isClosed = (event: Event | undefined) => event && event.status !== 'live' && event.status !== 'active';
  return queryOptions({
    ...eventQuery(id),
    refetchOnMount: ({ state }) => (isClosed(state.data) ? 'always' : true),
    refetchInterval: ({ state }) => (isClosed(state.data) ? CLOSED_CAMERA_REFETCH_MS : CAMERA_REFETCH_MS),
  });
}

/** `mine` and `discover` are not over yet; `past` is, of either kind. */
export type Scope = 'mine' | 'discover' | 'past';

export const EVENT_LISTS_KEY = ['events', 'list'] as const;

/** Events that one may enter, page by page. Kept on the device for the way in without a network, but for what was searched. */
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

/** What a code opens. Kept on the device: who joined by it finds the way in again without a network. */
export function joinPreviewQuery(code: string) {
  return queryOptions({
    queryKey: ['events', 'join', code] as const,
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/event/join/{code}', { params: { path: { code } }, signal })),
    meta: { persist: true, atEvent: true },
  });
}

/** The event as held, else as the server has it. What is held is asked for again behind the screen. */
export async function ensureEvent(client: QueryClient, id: string): Promise<Event> {
  return client.ensureQueryData({ ...eventQuery(id), revalidateIfStale: true });
}

/** What was just read in a list is enough to open the event without a network. */
export function cacheListedEvents(client: QueryClient, events: readonly Event[], readAt: number): void {
  for (const event of events) {
    const options = eventQuery(event.id);
    // Built with its options, so that it is kept on the device like one that was fetched.
    const query = client.getQueryCache().build(client, client.defaultQueryOptions(options));
    if (query.state.dataUpdatedAt < readAt) client.setQueryData(options.queryKey, event, { updatedAt: readAt });
  }
}

/** The events of a section that were read one by one, and when the latest of them was: what this phone knows without any list. */
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

/** It is gone for this person: deleted, or they were taken off it. Nothing of it is kept. */
export function forgetEvent(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: eventQuery(id).queryKey });
  void client.invalidateQueries({ queryKey: EVENT_LISTS_KEY });
}
