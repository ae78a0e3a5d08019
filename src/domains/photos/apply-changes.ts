// How what the stream tells becomes part of what is held of a gallery: its shape, and the segments that were read. Pure: the query cache is
// changed in held.ts.
import { byTaken, orderKey, type Photo, type PhotoChange } from './photo.ts';
import { countAt, countOf, cut, inSpan, MOST_AT_ONCE, recount, spanAt, spanKey, spanOf, type Shape, type Span } from './timeline.ts';

/** The photos of one span, in the gallery's order, as read at one moment and kept fresh since. */
export interface Segment {
  items: readonly Photo[];
  /** The number of the last change that was in the answer. */
  position: number;
}

export interface Held {
  shape: Shape;
  /** By `spanKey`; those that were read. */
  segments: ReadonlyMap<string, Segment>;
  /** Photos that were counted when the stream told of them, in segments that are not read: id → when taken. */
  counted?: ReadonlyMap<string, number>;
}

export interface Reader {
  /** Whether the filter lets this photo pass. */
  matches(photo: Photo): boolean;
  /**
   * Photos whose like is still under way from here: their count in the stream may or may not hold that wish already, so it is read once the
   * wish has arrived instead.
   */
  wished: ReadonlySet<string>;
}

/** `unsure`: counts of what was not read may be wrong now; only asking the server tells. */
export interface Taken extends Held {
  unsure: boolean;
}

interface Place {
  span: Span;
  segment: Segment;
  index: number;
}

function find({ shape, segments }: Held, photoId: string): Place | null {
  for (let number = 0; number <= shape.borders.length; number += 1) {
    const span = spanAt(shape, number);
    const segment = segments.get(spanKey(span));
    const index = segment?.items.findIndex(({ id }) => id === photoId) ?? -1;
    if (segment && index !== -1) return { span, segment, index };
  }
  return null;
}

export function findPhoto(held: Held, photoId: string): Photo | undefined {
  const place = find(held, photoId);
  return place?.segment.items[place.index];
}

const put = (held: Held, span: Span, segment: Segment): Held => ({
  ...held,
  segments: new Map(held.segments).set(spanKey(span), segment),
});

function replace(held: Held, { span, segment, index }: Place, photo: Photo): Held {
  return put(held, span, { ...segment, items: segment.items.with(index, photo) });
}

/** Changes what is held about one photo; the same object when it is not held. */
export function updatePhoto<H extends Held>(held: H, photoId: string, update: (photo: Photo) => Photo): H {
  const place = find(held, photoId);
  const photo = place?.segment.items[place.index];
  return place && photo ? { ...held, ...replace(held, place, update(photo)) } : held;
}

export function removePhoto(held: Held, photoId: string): Held {
  const place = find(held, photoId);
  const photo = place?.segment.items[place.index];
  if (!place || !photo) return held;
  const without = put(held, place.span, { ...place.segment, items: place.segment.items.toSpliced(place.index, 1) });
  return { ...without, shape: countAt(held.shape, orderKey(photo).takenAt, -1) };
}

/** The segment that this photo belongs to. One without photos need not be read to be known. */
function segmentFor({ shape, segments }: Held, photo: Photo): { span: Span; segment: Segment | undefined } {
  const number = spanOf(shape, orderKey(photo).takenAt);
  const span = spanAt(shape, number);
  const read = segments.get(spanKey(span));
  if (read) return { span, segment: read };
  const empty = shape.stretches.every(({ start, count }) => count === 0 || !inSpan(span, start));
  return { span, segment: empty ? { items: [], position: shape.heardTo } : undefined };
}

function insert(held: Held, span: Span, segment: Segment, photo: Photo): Held {
  const stands = orderKey(photo);
  const at = segment.items.findIndex((other) => byTaken(stands, orderKey(other)) < 0);
  const items = segment.items.toSpliced(at === -1 ? segment.items.length : at, 0, photo);
  const grown = put({ ...held, shape: countAt(held.shape, stands.takenAt, 1) }, span, { ...segment, items });
  return items.length > 2 * MOST_AT_ONCE ? divide(grown, span) : grown;
}

/** What grew live beyond what is read at once becomes several segments. */
function divide(held: Held, span: Span): Held {
  const segment = held.segments.get(spanKey(span));
  const inside = held.shape.stretches.filter(({ start }) => inSpan(span, start));
  const added = cut(inside, []).filter((border) => inSpan(span, border) && border !== span.from);
  if (!segment || added.length === 0) return held;
  const shape = { ...held.shape, borders: [...held.shape.borders, ...added].sort((a, b) => b - a) };
  const segments = new Map(held.segments);
  segments.delete(spanKey(span));
  for (const photo of segment.items) {
    const part = spanAt(shape, spanOf(shape, orderKey(photo).takenAt));
    const held = segments.get(spanKey(part));
    segments.set(spanKey(part), { ...segment, items: [...(held?.items ?? []), photo] });
  }
  return { ...held, shape, segments };
}

/** Puts a photo where the gallery's order wants it, once; nowhere while the segment it belongs to is not read. */
export function putPhoto(held: Held, photo: Photo): Held {
  const place = find(held, photo.id);
  if (place && place.segment.items[place.index]?.taken_at === photo.taken_at) return replace(held, place, photo);
  const without = removePhoto(held, photo.id);
  const { span, segment } = segmentFor(without, photo);
  return segment ? insert(without, span, segment, photo) : without;
}

/**
 * Takes one change of the stream in.
 * @param again it was taken in before, and something has been read since that may not hold it
 */
export function takeIn(held: Held, change: PhotoChange, reader: Reader, again = false): Taken {
  if (change.seq <= held.shape.heardTo && !again) return { ...held, unsure: false };
  const taken = takeContent(held, change, reader);
  return { ...taken, shape: { ...taken.shape, heardTo: Math.max(taken.shape.heardTo, change.seq) } };
}

function takeContent(held: Held, change: PhotoChange, reader: Reader): Taken {
  const { photo_id: photoId, photo, likes } = change;
  const sure = { ...held, unsure: false };
  if (photoId === null) return sure;
  const known = findPhoto(held, photoId);
  if (change.kind === 'likes') {
    if (likes === null || reader.wished.has(photoId)) return sure;
    return updatePhoto(sure, photoId, (now) => ({ ...now, likes }));
  }
  if (change.kind === 'removed') {
    if (known) return { ...removePhoto(held, photoId), unsure: false };
    if (held.counted?.has(photoId)) return { ...uncount(held, photoId), unsure: false };
    return { ...held, unsure: change.seq > held.shape.countedAt && !isWhole(held) };
  }
  if (!photo) return sure;
  // The stream does not know what this reader likes (contract, PhotoChange): that stays as held.
  const told = known
    ? { ...photo, is_liked: known.is_liked, likes: reader.wished.has(photoId) ? known.likes : photo.likes }
    : { ...photo, is_liked: false };
  if (known) return { ...(reader.matches(told) ? putPhoto(held, told) : removePhoto(held, photoId)), unsure: false };
  return takeUnknown(held, change, told, reader);
}

function takeUnknown(held: Held, change: PhotoChange, photo: Photo, reader: Reader): Taken {
  const { span, segment } = segmentFor(held, photo);
  const passes = reader.matches(photo);
  if (segment) {
    // What was read after this change holds it already, or knows that it went again.
    const news = passes && change.seq > segment.position;
    return { ...(news ? insert(held, span, segment, photo) : held), unsure: false };
  }
  if (change.seq <= held.shape.countedAt) return { ...held, unsure: false };
  const without = uncount(held, photo.id);
  // Whether one that was there before was counted, only the server knows.
  if (change.kind === 'changed' && without === held) return { ...held, unsure: true };
  if (!passes) return { ...without, unsure: false };
  const { takenAt } = orderKey(photo);
  const counted = new Map(without.counted).set(photo.id, takenAt);
  return { ...without, shape: countAt(without.shape, takenAt, 1), counted, unsure: false };
}

function uncount(held: Held, photoId: string): Held {
  const takenAt = held.counted?.get(photoId);
  if (takenAt === undefined) return held;
  const counted = new Map(held.counted);
  counted.delete(photoId);
  return { ...held, shape: countAt(held.shape, takenAt, -1), counted };
}

/** Every photo was read: what is not held is not there. */
function isWhole({ shape, segments }: Held): boolean {
  return shape.stretches.every(({ start, count }) => count === 0 || segments.has(spanKey(spanAt(shape, spanOf(shape, start)))));
}

/** A segment was read. @param since the changes taken in while it was on its way */
export function takeRead(held: Held, span: Span, read: Segment, since: readonly PhotoChange[], reader: Reader): Held {
  const times = read.items.map((photo) => orderKey(photo).takenAt);
  const counted = new Map([...(held.counted ?? [])].filter(([, takenAt]) => !inSpan(span, takenAt)));
  const fresh = { shape: recount(held.shape, span, times), segments: new Map(held.segments).set(spanKey(span), read), counted };
  const missed = since.filter(({ seq, photo }) => seq > read.position && (photo === null || inSpan(span, orderKey(photo).takenAt)));
  return replay(fresh, missed, reader);
}

/**
 * The timeline was read again: what was read of the gallery counts for more than the counts.
 * @returns `outdated`: segments that must be read again, because the timeline tells of other photos than they hold
 */
export function takeShape(held: Held, since: readonly PhotoChange[], reader: Reader): { held: Held; outdated: string[] } {
  const outdated: string[] = [];
  const segments = new Map<string, Segment>();
  let { shape } = held;
  for (let number = 0; number <= shape.borders.length; number += 1) {
    const span = spanAt(shape, number);
    const key = spanKey(span);
    const segment = held.segments.get(key);
    if (!segment) continue;
    segments.set(key, segment);
    const times = segment.items.map((photo) => orderKey(photo).takenAt);
    if (countOf(shape.stretches.filter(({ start }) => inSpan(span, start))) !== times.length) outdated.push(key);
    shape = recount(shape, span, times);
  }
  const { countedAt } = shape;
  const missed = since.filter(({ seq }) => seq > countedAt);
  return { held: replay({ shape, segments }, missed, reader), outdated };
}

const replay = (held: Held, changes: readonly PhotoChange[], reader: Reader): Held =>
  changes.reduce<Held>((now, change) => {
    const { unsure: _unsure, ...taken } = takeIn(now, change, reader, true);
    return taken;
  }, held);
