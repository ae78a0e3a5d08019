// Reads and updates cached galleries as a whole, using the pure rules of apply-changes.ts. An event may be cached with several filters;
// updates apply to each.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { findCachedPhoto, putPhoto, removePhoto, updatePhoto, type CachedGallery, type Segment } from './apply-changes.ts';
import type { GalleryFilter } from './filter-search.ts';
import { matchesPhoto } from './filter.ts';
import type { Photo } from './photo.ts';
import { galleryKeys, photoQuery, segmentQuery, shapeQuery, type GalleryKey } from './queries.ts';
import { spanAt, spanKey, type Shape, type Span } from './timeline.ts';

const spanIn = (key: QueryKey): Span => key[4] as Span;

export function readCachedGallery(client: QueryClient, of: GalleryKey): CachedGallery | undefined {
  const shape = client.getQueryData(shapeQuery(of).queryKey);
  if (!shape) return undefined;
  const segments = new Map<string, Segment>();
  for (const query of client.getQueryCache().findAll({ queryKey: galleryKeys.segments(of) })) {
    const data = query.state.data as Segment | undefined;
    if (data) segments.set(spanKey(spanIn(query.queryKey)), data);
  }
  return { shape, segments };
}

export function writeCachedGallery(client: QueryClient, of: GalleryKey, before: CachedGallery, after: CachedGallery): void {
  if (after.shape !== before.shape) client.setQueryData(shapeQuery(of).queryKey, after.shape);
  for (let number = 0; number <= after.shape.borders.length; number += 1) {
    const span = spanAt(after.shape, number);
    const segment = after.segments.get(spanKey(span));
    if (!segment || segment === before.segments.get(spanKey(span))) continue;
    const options = segmentQuery(of, span);
    // Built with its options, so that it is persisted like a fetched query.
    client.getQueryCache().build(client, client.defaultQueryOptions(options));
    client.setQueryData(options.queryKey, segment);
  }
  for (const query of client.getQueryCache().findAll({ queryKey: galleryKeys.segments(of) })) {
    const key = spanKey(spanIn(query.queryKey));
    if (before.segments.has(key) && !after.segments.has(key)) client.getQueryCache().remove(query);
  }
}

/** Updates every cached gallery of this event. */
function updateAll(
  client: QueryClient,
  { account, eventId }: Pick<GalleryKey, 'account' | 'eventId'>,
  change: (cached: CachedGallery, filter: GalleryFilter) => CachedGallery,
): void {
  for (const [key] of client.getQueriesData<Shape>({ queryKey: galleryKeys.shapes(eventId) })) {
    const filter = key[3] as GalleryFilter;
    const of = { eventId, filter, account };
    const cached = readCachedGallery(client, of);
    if (cached) writeCachedGallery(client, of, cached, change(cached, filter));
  }
}

/** Adds a delivered photo before the stream reports it. What was reported meanwhile is newer than the answer to the upload. */
export function cacheDeliveredPhoto(client: QueryClient, account: string, photo: Photo): void {
  updateAll(client, { account, eventId: photo.event_id }, (cached, filter) =>
    matchesPhoto(filter, account, photo) && !findCachedPhoto(cached, photo.id) ? putPhoto(cached, photo) : cached,
  );
}

export function cacheLike(client: QueryClient, account: string, eventId: string, like: components['schemas']['Like']): void {
  const liked = (photo: Photo): Photo => ({ ...photo, likes: like.likes, is_liked: like.is_liked });
  updateAll(client, { account, eventId }, (cached) => updatePhoto(cached, like.photo_id, liked));
  client.setQueryData(photoQuery(eventId, like.photo_id).queryKey, (photo) => photo && liked(photo));
  // Only the server knows which photos are liked; the current list stays until the next visit.
  void client.invalidateQueries({
    queryKey: galleryKeys.shapes(eventId),
    predicate: ({ queryKey }) => (queryKey[3] as GalleryFilter).show === 'liked',
    refetchType: 'none',
  });
}

/** Updates photos from a response before the stream reports them. */
export function updateCachedPhotos(client: QueryClient, account: string, eventId: string, photos: readonly Photo[]): void {
  updateAll(client, { account, eventId }, (cached, filter) =>
    photos.reduce((now, photo) => {
      if (matchesPhoto(filter, account, photo)) return updatePhoto(now, photo.id, (known) => ({ ...photo, is_liked: known.is_liked }));
      return removePhoto(now, photo.id);
    }, cached),
  );
}

/** Removes deleted photos before the stream reports them. */
export function removePhotosFromCache(client: QueryClient, account: string, eventId: string, ids: readonly string[]): void {
  updateAll(client, { account, eventId }, (cached) => ids.reduce(removePhoto, cached));
  for (const id of ids) client.removeQueries({ queryKey: photoQuery(eventId, id).queryKey });
}
