// Queries and mutations of photos; gallery-cache.ts applies the answers.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { requireOrganization } from '#src/session/selection.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import type { Segment } from './apply-changes.ts';
import type { GalleryFilter } from './filter-search.ts';
import { filterQuery } from './filter.ts';
import type { Photo } from './photo.ts';
import { MAX_PER_SEGMENT, shapeOf, type Shape, type Span, type Stretch } from './timeline.ts';

type Restored = components['schemas']['RestorePhotosResult'];

/** Persistence limits: each filter is one gallery; segments are counted across galleries. */
const PERSISTED_SHAPES = { among: 'gallery shapes', most: 12 };
const PERSISTED_SEGMENTS = { among: 'gallery segments', most: 24 };

/** One gallery: an event as seen by this account through a filter. */
export interface GalleryKey {
  eventId: string;
  account: string;
  filter: GalleryFilter;
}

export const galleryKeys = {
  shapes: (eventId: string) => ['photos', eventId, 'shape'] as const,
  shape: ({ eventId, filter }: GalleryKey) => ['photos', eventId, 'shape', filter] as const,
  segments: ({ eventId, filter }: GalleryKey) => ['photos', eventId, 'segment', filter] as const,
  segment: ({ eventId, filter }: GalleryKey, span: Span) => ['photos', eventId, 'segment', filter, span] as const,
};

const isoOf = (at: number): string => new Date(at).toISOString();

/** The timeline of photo counts. The stream keeps it current. */
export function shapeQuery(of: GalleryKey) {
  return queryOptions({
    queryKey: galleryKeys.shape(of),
    queryFn: async ({ client, queryKey, signal }): Promise<Shape> => {
      const params = { path: { id: of.eventId }, query: filterQuery(of.filter, of.account) };
      const timeline = unwrap(await api.GET('/api/v1/event/{id}/timeline', { params, signal }));
      return shapeOf(timeline, client.getQueryData(queryKey));
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    meta: { persist: PERSISTED_SHAPES, atEvent: true },
  });
}

/** The time range of a segment within that of the filter. */
function segmentRange({ filter, account }: GalleryKey, { from, to }: Span) {
  const query = filterQuery(filter, account);
  return {
    ...query,
    ...(from !== null && (query.from === undefined || from > Date.parse(query.from)) && { from: isoOf(from) }),
    ...(to !== null && (query.to === undefined || to < Date.parse(query.to)) && { to: isoOf(to) }),
  };
}

/** The photos of one segment: usually one request, several for a crowded minute. */
export function segmentQuery(of: GalleryKey, span: Span) {
  return queryOptions({
    queryKey: galleryKeys.segment(of, span),
    queryFn: async ({ signal }): Promise<Segment> => {
      const items: Photo[] = [];
      let position = Infinity;
      let cursor: string | null = null;
      do {
        const query = { ...segmentRange(of, span), limit: MAX_PER_SEGMENT, ...(cursor !== null && { cursor }) };
        const page: { items: Photo[]; next_cursor: string | null; stream_position: number } = unwrap(
          await api.GET('/api/v1/event/{id}/photos', { params: { path: { id: of.eventId }, query }, signal }),
        );
        items.push(...page.items);
        position = Math.min(position, page.stream_position);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return { items, position };
    },
    staleTime: Infinity,
    meta: { persist: PERSISTED_SEGMENTS, atEvent: true },
  });
}

/** The finer timeline of a stretch with very many photos. */
export function stretchDetailQuery(of: GalleryKey, { start, end }: Stretch) {
  return queryOptions({
    queryKey: ['photos', of.eventId, 'closer', of.filter, start, end] as const,
    queryFn: async ({ signal }) => {
      const params = { path: { id: of.eventId }, query: segmentRange(of, { from: start, to: end }) };
      return unwrap(await api.GET('/api/v1/event/{id}/timeline', { params, signal }));
    },
    gcTime: 0,
  });
}

/** A single photo, for links to a photo that is not loaded. */
export function photoQuery(eventId: string, photoId: string) {
  return queryOptions({
    queryKey: ['photos', eventId, 'one', photoId] as const,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/event/{id}/photos/{photoId}', { params: { path: { id: eventId, photoId } }, signal })),
  });
}

/** Photographers by number of photos. */
export function photographersQuery(eventId: string) {
  return queryOptions({
    queryKey: ['photos', eventId, 'photographers'] as const,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/event/{id}/photographers', { params: { path: { id: eventId } }, signal })).items,
    meta: { persist: true },
  });
}

/** Starts the request while the gallery's chunk loads. */
export const prefetchGallery = (client: QueryClient, of: GalleryKey): void => void client.prefetchQuery(shapeQuery(of));

/**
 * Deletes photos of one event.
 * @param account the account that deletes: the server refuses the session of another one (docs/product.md, Photos)
 * @returns the ids that the server did not delete
 */
export async function deletePhotos(account: string, eventId: string, ids: readonly string[]): Promise<string[]> {
  requireOrganization();
  const params = { path: { id: eventId }, header: { 'X-Account': account } };
  const answers = await Promise.all(
    inChunks(ids).map(async (chunk) => unwrap(await api.POST('/api/v1/event/{id}/photos/delete', { params, body: { ids: chunk } }))),
  );
  return answers.flatMap(({ refused }) => refused);
}

/** Restores photos that this account deleted within the last 25 minutes. */
export async function restorePhotos(account: string, eventId: string, ids: readonly string[]): Promise<Restored> {
  requireOrganization();
  const params = { path: { id: eventId }, header: { 'X-Account': account } };
  const answers = await Promise.all(
    inChunks(ids).map(async (chunk) => unwrap(await api.POST('/api/v1/event/{id}/photos/restore', { params, body: { ids: chunk } }))),
  );
  return { restored: answers.flatMap(({ restored }) => restored), refused: answers.flatMap(({ refused }) => refused) };
}

/** Sent in parallel, so that an unloading page sends the last chunk too. */
function inChunks(ids: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let first = 0; first < ids.length; first += MAX_PER_SEGMENT) chunks.push(ids.slice(first, first + MAX_PER_SEGMENT));
  return chunks;
}
