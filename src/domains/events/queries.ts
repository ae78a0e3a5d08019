// Queries for events. Mutations are where they are used, because the router loads this file before any screen.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { unparkPhotosOfEvents } from '#src/outbox/queue.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import type { Event } from './event.ts';

/** Retries photos that were refused because their event was deleted: reading the event again means it was restored. */
export async function fetchAndRetryParked<T>(read: () => Promise<T>, eventsOf: (data: T) => readonly { id: string }[]): Promise<T> {
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
