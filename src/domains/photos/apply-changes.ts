// Applies stream changes to the cached shape and segments of a gallery. Pure; gallery-cache.ts updates the query cache.
import { compareByTakenAt, orderKey, type Photo, type PhotoChange } from './photo.ts';
import { countAt, countOf, cut, inSpan, MAX_PER_SEGMENT, recount, spanAt, spanKey, spanOf, type Shape, type Span } from './timeline.ts';

/** The photos of one span in gallery order, kept current by the stream. */
export interface Segment {
  items: readonly Photo[];
  /** The sequence number of the last change in the answer. */
  position: number;
}

export interface CachedGallery {
  shape: Shape;
  /** Loaded segments, keyed by `spanKey`. */
  segments: ReadonlyMap<string, Segment>;
  /** Photos from the stream that were counted in segments that are not loaded: id → capture time. */
  counted?: ReadonlyMap<string, number>;
}

export interface GalleryReader {
  /** Whether the photo passes the filter. */
  matches(photo: Photo): boolean;
  /**
   * Photos with a like of this reader under way. Their count in the stream may or may not include it, so they are updated after delivery
   * instead.
   */
  pendingLikes: ReadonlySet<string>;
}

/** `unsure`: the counts of segments that are not loaded may be wrong and must be fetched again. */
export interface ApplyResult extends CachedGallery {
  unsure: boolean;
}

interface CachedPosition {
  span: Span;
  segment: Segment;
  index: number;
}

function findPosition({ shape, segments }: CachedGallery, photoId: string): CachedPosition | null {
  for (let number = 0; number <= shape.borders.length; number += 1) {
    const span = spanAt(shape, number);
    const segment = segments.get(spanKey(span));
    const index = segment?.items.findIndex(({ id }) => id === photoId) ?? -1;
    if (segment && index !== -1) return { span, segment, index };
  }
  return null;
}

export function findCachedPhoto(cached: CachedGallery, photoId: string): Photo | undefined {
  const place = findPosition(cached, photoId);
  return place?.segment.items[place.index];
}

const putSegment = (cached: CachedGallery, span: Span, segment: Segment): CachedGallery => ({
  ...cached,
  segments: new Map(cached.segments).set(spanKey(span), segment),
});

function replace(cached: CachedGallery, { span, segment, index }: CachedPosition, photo: Photo): CachedGallery {
  return putSegment(cached, span, { ...segment, items: segment.items.with(index, photo) });
}

/** Updates a cached photo; returns the same object if it is not cached. */
export function updatePhoto<H extends CachedGallery>(cached: H, photoId: string, update: (photo: Photo) => Photo): H {
  const place = findPosition(cached, photoId);
  const photo = place?.segment.items[place.index];
  return place && photo ? { ...cached, ...replace(cached, place, update(photo)) } : cached;
}

export function removePhoto(cached: CachedGallery, photoId: string): CachedGallery {
  const place = findPosition(cached, photoId);
  const photo = place?.segment.items[place.index];
  if (!place || !photo) return cached;
  const without = putSegment(cached, place.span, { ...place.segment, items: place.segment.items.toSpliced(place.index, 1) });
  return { ...without, shape: countAt(cached.shape, orderKey(photo).takenAt, -1) };
}

/** The segment of this photo. A span without photos counts as loaded. */
function segmentFor({ shape, segments }: CachedGallery, photo: Photo): { span: Span; segment: Segment | undefined } {
  const number = spanOf(shape, orderKey(photo).takenAt);
  const span = spanAt(shape, number);
  const read = segments.get(spanKey(span));
  if (read) return { span, segment: read };
  const empty = shape.stretches.every(({ start, count }) => count === 0 || !inSpan(span, start));
  return { span, segment: empty ? { items: [], position: shape.heardTo } : undefined };
}

function insert(cached: CachedGallery, span: Span, segment: Segment, photo: Photo): CachedGallery {
  const key = orderKey(photo);
  const at = segment.items.findIndex((other) => compareByTakenAt(key, orderKey(other)) < 0);
  const items = segment.items.toSpliced(at === -1 ? segment.items.length : at, 0, photo);
  const grown = putSegment({ ...cached, shape: countAt(cached.shape, key.takenAt, 1) }, span, { ...segment, items });
  return items.length > 2 * MAX_PER_SEGMENT ? divide(grown, span) : grown;
}

/** Divides a segment that grew beyond the size of one request. */
function divide(cached: CachedGallery, span: Span): CachedGallery {
  const segment = cached.segments.get(spanKey(span));
  const inside = cached.shape.stretches.filter(({ start }) => inSpan(span, start));
  const added = cut(inside, []).filter((border) => inSpan(span, border) && border !== span.from);
  if (!segment || added.length === 0) return cached;
  const shape = { ...cached.shape, borders: [...cached.shape.borders, ...added].sort((a, b) => b - a) };
  const segments = new Map(cached.segments);
  segments.delete(spanKey(span));
  for (const photo of segment.items) {
    const part = spanAt(shape, spanOf(shape, orderKey(photo).takenAt));
    const cached = segments.get(spanKey(part));
    segments.set(spanKey(part), { ...segment, items: [...(cached?.items ?? []), photo] });
  }
  return { ...cached, shape, segments };
}

/** Inserts or moves a photo by the gallery order. Does nothing if its segment is not loaded. */
export function putPhoto(cached: CachedGallery, photo: Photo): CachedGallery {
  const place = findPosition(cached, photo.id);
  if (place && place.segment.items[place.index]?.taken_at === photo.taken_at) return replace(cached, place, photo);
  const without = removePhoto(cached, photo.id);
  const { span, segment } = segmentFor(without, photo);
  return segment ? insert(without, span, segment, photo) : without;
}

/**
 * Applies one change of the stream.
 * @param force applies it again, because data read since may not include it
 */
export function applyChange(cached: CachedGallery, change: PhotoChange, reader: GalleryReader, force = false): ApplyResult {
  if (change.seq <= cached.shape.heardTo && !force) return { ...cached, unsure: false };
  const result = applyContent(cached, change, reader);
  return { ...result, shape: { ...result.shape, heardTo: Math.max(result.shape.heardTo, change.seq) } };
}

function applyContent(cached: CachedGallery, change: PhotoChange, reader: GalleryReader): ApplyResult {
  const { photo_id: photoId, photo, likes, is_liked: isLiked } = change;
  const unchanged = { ...cached, unsure: false };
  if (photoId === null) return unchanged;
  const known = findCachedPhoto(cached, photoId);
  if (change.kind === 'likes') {
    if (likes === null || reader.pendingLikes.has(photoId)) return unchanged;
    return updatePhoto(unchanged, photoId, (now) => ({ ...now, likes, is_liked: isLiked ?? now.is_liked }));
  }
  if (change.kind === 'removed') {
    if (known) return { ...removePhoto(cached, photoId), unsure: false };
    if (cached.counted?.has(photoId)) return { ...uncount(cached, photoId), unsure: false };
    return { ...cached, unsure: change.seq > cached.shape.countedAt && !isWhole(cached) };
  }
  if (!photo) return unchanged;
  // The stream does not include whether this reader likes the photo (contract, PhotoChange): the cached value remains.
  const merged = known
    ? { ...photo, is_liked: known.is_liked, likes: reader.pendingLikes.has(photoId) ? known.likes : photo.likes }
    : { ...photo, is_liked: false };
  if (known) {
    if (!reader.matches(merged)) return { ...removePhoto(cached, photoId), unsure: false };
    const put = putPhoto(cached, merged);
    // Its time was corrected: where it is now nothing is loaded, and it isn't counted.
    return { ...put, unsure: !findCachedPhoto(put, photoId) };
  }
  return applyUncachedPhoto(cached, change, merged, reader);
}

function applyUncachedPhoto(cached: CachedGallery, change: PhotoChange, photo: Photo, reader: GalleryReader): ApplyResult {
  const { span, segment } = segmentFor(cached, photo);
  const passes = reader.matches(photo);
  if (segment) {
    // A segment read after this change already includes it, or a later removal.
    const isNew = passes && change.seq > segment.position;
    return { ...(isNew ? insert(cached, span, segment, photo) : cached), unsure: false };
  }
  if (change.seq <= cached.shape.countedAt) return { ...cached, unsure: false };
  const without = uncount(cached, photo.id);
  // Only the server knows whether a photo that existed before was counted.
  if (change.kind === 'changed' && without === cached) return { ...cached, unsure: true };
  if (!passes) return { ...without, unsure: false };
  const { takenAt } = orderKey(photo);
  const counted = new Map(without.counted).set(photo.id, takenAt);
  return { ...without, shape: countAt(without.shape, takenAt, 1), counted, unsure: false };
}

function uncount(cached: CachedGallery, photoId: string): CachedGallery {
  const takenAt = cached.counted?.get(photoId);
  if (takenAt === undefined) return cached;
  const counted = new Map(cached.counted);
  counted.delete(photoId);
  return { ...cached, shape: countAt(cached.shape, takenAt, -1), counted };
}

/** Whether all photos are loaded: then a photo that is not cached does not exist. */
function isWhole({ shape, segments }: CachedGallery): boolean {
  return shape.stretches.every(({ start, count }) => count === 0 || segments.has(spanKey(spanAt(shape, spanOf(shape, start)))));
}

/** Adds a segment that was read. @param since the changes applied during the request */
export function mergeSegment(
  cached: CachedGallery,
  span: Span,
  read: Segment,
  since: readonly PhotoChange[],
  reader: GalleryReader,
): CachedGallery {
  const times = read.items.map((photo) => orderKey(photo).takenAt);
  const counted = new Map([...(cached.counted ?? [])].filter(([, takenAt]) => !inSpan(span, takenAt)));
  const fresh = { shape: recount(cached.shape, span, times), segments: new Map(cached.segments).set(spanKey(span), read), counted };
  const missed = since.filter(({ seq, photo }) => seq > read.position && (photo === null || inSpan(span, orderKey(photo).takenAt)));
  return replay(fresh, missed, reader);
}

/**
 * Merges a new timeline. Loaded segments take precedence over its counts.
 * @returns `outdated`: keys of segments whose number of photos differs from the timeline
 */
export function mergeShape(
  cached: CachedGallery,
  since: readonly PhotoChange[],
  reader: GalleryReader,
): { cached: CachedGallery; outdated: string[] } {
  const outdated: string[] = [];
  const segments = new Map<string, Segment>();
  let { shape } = cached;
  for (let number = 0; number <= shape.borders.length; number += 1) {
    const span = spanAt(shape, number);
    const key = spanKey(span);
    const segment = cached.segments.get(key);
    if (!segment) continue;
    segments.set(key, segment);
    const times = segment.items.map((photo) => orderKey(photo).takenAt);
    if (countOf(shape.stretches.filter(({ start }) => inSpan(span, start))) !== times.length) outdated.push(key);
    shape = recount(shape, span, times);
  }
  const { countedAt } = shape;
  const missed = since.filter(({ seq }) => seq > countedAt);
  return { cached: replay({ shape, segments }, missed, reader), outdated };
}

const replay = (cached: CachedGallery, changes: readonly PhotoChange[], reader: GalleryReader): CachedGallery =>
  changes.reduce<CachedGallery>((now, change) => {
    const { unsure: _unsure, ...result } = applyChange(now, change, reader, true);
    return result;
  }, cached);
