// Everything that reads or changes photos on the server, and every change to what the query cache holds of them.
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, unwrap } from '#src/transport/problem.ts';
import { applyChange, putPhoto, removePhoto, updatePhoto, type Pages } from './changes.ts';
import type { Photo, PhotoChange } from './photo.ts';

const PAGE_SIZE = 60;

/** Waiting does not bring a network back: the screen says so at once and looks again when there is one. */
const retry = (failures: number, error: Error): boolean => error instanceof ApiError && error.status >= 500 && failures < 2;

const keys = {
  list: (eventId: string) => ['photos', eventId, 'list'] as const,
  one: (eventId: string, photoId: string) => ['photos', eventId, 'one', photoId] as const,
};

/** The gallery by keyset pages. The stream keeps it fresh; the first pages are kept on the device, so that what was seen opens offline. */
export function photosQuery(eventId: string) {
  return infiniteQueryOptions({
    queryKey: keys.list(eventId),
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await api.GET('/api/v1/event/{id}/photos', {
          params: { path: { id: eventId }, query: { limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 60_000,
    meta: { persist: true },
    retry,
  });
}

/** One photo by its id, for a link to a photo that is not in the loaded pages. */
export function photoQuery(eventId: string, photoId: string) {
  return queryOptions({
    queryKey: keys.one(eventId, photoId),
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/event/{id}/photos/{photoId}', { params: { path: { id: eventId, photoId } }, signal })),
    retry,
  });
}

function updatePages(client: QueryClient, eventId: string, update: (data: Pages) => Pages): void {
  client.setQueryData(photosQuery(eventId).queryKey, (data) => data && update(data));
}

function updateHeld(client: QueryClient, eventId: string, photoId: string, update: (photo: Photo) => Photo): void {
  updatePages(client, eventId, (data) => updatePhoto(data, photoId, update));
  client.setQueryData(photoQuery(eventId, photoId).queryKey, (photo) => photo && update(photo));
}

/** @param wished photos whose like is still under way from here (see `applyChange`) */
export function takeInChanges(client: QueryClient, eventId: string, changes: readonly PhotoChange[], wished: ReadonlySet<string>): void {
  updatePages(client, eventId, (data) => changes.reduce((held, change) => applyChange(held, change, wished), data));
}

/** The server's answer to a delivery: the photo stands in the gallery before the stream tells of it. */
export function takeInDelivered(client: QueryClient, photo: Photo): void {
  updatePages(client, photo.event_id, (data) => putPhoto(data, photo));
}

export function takeInLike(client: QueryClient, eventId: string, like: components['schemas']['Like']): void {
  updateHeld(client, eventId, like.photo_id, (photo) => ({ ...photo, likes: like.likes, is_liked: like.is_liked }));
}

/** A photo that the server deleted leaves the gallery before the stream tells of it. */
export function dropPhoto(client: QueryClient, eventId: string, photoId: string): void {
  updatePages(client, eventId, (data) => removePhoto(data, photoId));
}

export async function readAgain(client: QueryClient, eventId: string): Promise<void> {
  await client.invalidateQueries({ queryKey: keys.list(eventId) });
}

/** @param account whose photo it is to delete: the server refuses another's session without effect (decisions §3.3) */
export async function deletePhoto(account: string, photo: Photo): Promise<void> {
  const path = { id: photo.event_id, photoId: photo.id };
  unwrap(await api.DELETE('/api/v1/event/{id}/photos/{photoId}', { params: { path, header: { 'X-Account': account } } }));
}
