// Everything that reads or changes photos on the server. What becomes of the answers is in gallery-cache.ts.
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

/** Offline one sees what was seen last: so many galleries (each filter is one), so many segments of them all. */
const PERSISTED_SHAPES = { among: 'gallery shapes', most: 12 };
const PERSISTED_SEGMENTS = { among: 'gallery segments', most: 24 };

/** One gallery: an event as this account sees it through a filter. */
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

/** How many photos there are, and when. The stream keeps it fresh. */
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

/** What one segment is asked for: its ends within those of the filter. */
function segmentRange({ filter, account }: GalleryKey, { from, to }: Span) {
  const query = filterQuery(filter, account);
  return {
    ...query,
    ...(from !== null && (query.from === undefined || from > Date.parse(query.from)) && { from: isoOf(from) }),
    ...(to !== null && (query.to === undefined || to < Date.parse(query.to)) && { to: isoOf(to) }),
  };
}

/** The photos of one segment. Most take one call; a crowded minute takes several. */
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

/** A stretch with very many photos, told more closely. */
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

/** One photo by its id, for a link to a photo that was not read. */
export function photoQuery(eventId: string, photoId: string) {
  return queryOptions({
    queryKey: ['photos', eventId, 'one', photoId] as const,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/event/{id}/photos/{photoId}', { params: { path: { id: eventId, photoId } }, signal })),
  });
}

/** Whose photos there are, most photos first. */
export function photographersQuery(eventId: string) {
  return queryOptions({
    queryKey: ['photos', eventId, 'photographers'] as const,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/event/{id}/photographers', { params: { path: { id: eventId } }, signal })).items,
    meta: { persist: true },
  });
}

/** The gallery is asked for while its code is still on the way. */
export const prefetchGallery = (client: QueryClient, of: GalleryKey): void => void client.prefetchQuery(shapeQuery(of));

/**
 * Deletes photos of one event.
 * @param account whose photos they are to delete: the server refuses another's session without effect (docs/product.md B3.3)
 * @returns the ids of those that the server did not delete
 */
export async function deletePhotos(account: string, eventId: string, ids: readonly string[]): Promise<string[]> {
  requireOrganization();
  const params = { path: { id: eventId }, header: { 'X-Account': account } };
  const answers = await Promise.all(
    inChunks(ids).map(async (chunk) => unwrap(await api.POST('/api/v1/event/{id}/photos/delete', { params, body: { ids: chunk } }))),
  );
  return answers.flatMap(({ refused }) => refused);
}

/** Takes deletions back: of photos that this account deleted, within 25 minutes. */
export async function restorePhotos(account: string, eventId: string, ids: readonly string[]): Promise<Restored> {
  requireOrganization();
  const params = { path: { id: eventId }, header: { 'X-Account': account } };
  const answers = await Promise.all(
    inChunks(ids).map(async (chunk) => unwrap(await api.POST('/api/v1/event/{id}/photos/restore', { params, body: { ids: chunk } }))),
  );
  return { restored: answers.flatMap(({ restored }) => restored), refused: answers.flatMap(({ refused }) => refused) };
}

/** All at once: a page that goes away has sent the last of them, too. */
function inChunks(ids: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let first = 0; first < ids.length; first += MAX_PER_SEGMENT) chunks.push(ids.slice(first, first + MAX_PER_SEGMENT));
  return chunks;
}
