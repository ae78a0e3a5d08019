// The virtualized list of a gallery: loaded photos, counts of unloaded ones, and local photos. Pure; rebuilt on each change, reusing
// unchanged parts.
import { floorIndex } from '#src/lib/binary-search.ts';
import { effectiveTakenAt, type PhotoRecord } from '#src/outbox/record.ts';
import type { CachedGallery, Segment } from './apply-changes.ts';
import { compareByTakenAt, orderKey, type OrderKey, type Photo } from './photo.ts';
import { inSpan, type Shape, type Span, spanAt, spanKey, type Stretch, stretchAt } from './timeline.ts';

export interface StoredItem {
  kind: 'stored';
  id: string;
  photo: Photo;
}

export interface WaitingItem {
  kind: 'waiting';
  id: string;
  record: PhotoRecord;
}

export type FeedItem = StoredItem | WaitingItem;

/** Applies a pending like to a photo and its count. */
export function overlayLike(photo: Photo, liked: boolean | undefined): Photo {
  if (liked === undefined || liked === photo.is_liked) return photo;
  return { ...photo, is_liked: liked, likes: Math.max(0, photo.likes + (liked ? 1 : -1)) };
}

export function orderOf(item: FeedItem): OrderKey {
  return item.kind === 'stored' ? orderKey(item.photo) : { takenAt: effectiveTakenAt(item.record), id: item.id };
}

const storedItems = new WeakMap<Photo, StoredItem>();

/** Returns the same object for the same photo, to avoid rendering. */
function storedItem(photo: Photo, liked: boolean | undefined): StoredItem {
  const seen = overlayLike(photo, liked);
  const existing = storedItems.get(seen);
  if (existing) return existing;
  const item: StoredItem = { kind: 'stored', id: seen.id, photo: seen };
  storedItems.set(seen, item);
  return item;
}

const waitingItems = new WeakMap<PhotoRecord, WaitingItem>();

function waitingItem(record: PhotoRecord): WaitingItem {
  const existing = waitingItems.get(record);
  if (existing) return existing;
  const item: WaitingItem = { kind: 'waiting', id: record.id, record };
  waitingItems.set(record, item);
  return item;
}

/**
 * Merges stored and local photos in gallery order.
 * @param stored in gallery order; duplicates are dropped
 * @param waiting this phone's records in any order; those already stored are dropped
 * @param pendingLikes photo id → undelivered like
 */
export function mergeFeed(
  stored: readonly Photo[],
  waiting: readonly PhotoRecord[],
  pendingLikes: ReadonlyMap<string, boolean>,
): FeedItem[] {
  const feed: FeedItem[] = [];
  const seen = new Set<string>();
  for (const photo of stored) {
    if (seen.has(photo.id)) continue;
    seen.add(photo.id);
    feed.push(storedItem(photo, pendingLikes.get(photo.id)));
  }
  const mine = waiting.filter((record) => !seen.has(record.id)).map(waitingItem);
  return mine.length === 0 ? feed : [...feed, ...mine].sort((a, b) => compareByTakenAt(orderOf(a), orderOf(b)));
}

/** A list of photos whose length is known before the photos load. Grid and viewer navigate it. */
export interface PhotoSequence {
  /** All photos that pass the filter: the server's and those waiting on this phone. */
  readonly length: number;
  /** Latest first. Undefined if the photo is not loaded yet. */
  at(index: number): FeedItem | undefined;
  /** The index of a loaded photo, else -1. */
  indexOf(photoId: string): number;
  /** Requests the photos of a range, both ends included, that are visible now or soon. Idempotent. */
  want(first: number, last: number): void;
}

/** Photos of one stretch of time, including local ones. */
export interface Run {
  /** ms since 1970. */
  start: number;
  count: number;
}

export interface PhotoList extends PhotoSequence {
  /** Latest first, without empty ones. */
  runs: readonly Run[];
  /** The capture time at an index; the start of its stretch if it is not loaded. */
  timeAt(index: number): number;
  /** The first index not after this moment, else the last index. */
  nearTime(at: number): number;
  /** The number of photos before this position; an estimate in unloaded segments. */
  countBefore(place: OrderKey): number;
  /** The segments of an index range, both ends included, plus adjacent empty ones. */
  spansOf(first: number, last: number): { first: number; last: number };
}

export interface PhotoListSources {
  /** Undefined until the timeline is loaded. */
  cached: CachedGallery | undefined;
  /** Local photos that pass the filter. */
  waiting: readonly PhotoRecord[];
  pendingLikes: ReadonlyMap<string, boolean>;
  /** Deleted here, but not yet on the server. */
  hidden: ReadonlySet<string>;
}

interface Part {
  span: Span;
  count: number;
  /** Null if not loaded. */
  items: readonly FeedItem[] | null;
  /** Local photos by index within an unloaded part. */
  known: ReadonlyMap<number, FeedItem>;
  runs: readonly Run[];
}

const NO_ITEMS: ReadonlyMap<number, FeedItem> = new Map();
const EMPTY_SHAPE: Shape = { resolution: 'minute', stretches: [], borders: [], countedAt: 0, heardTo: 0 };

function readPart(span: Span, shape: Shape, segment: Segment, sources: PhotoListSources, waiting: readonly PhotoRecord[]): Part {
  const { hidden, pendingLikes } = sources;
  const seen = hidden.size === 0 ? segment.items : segment.items.filter(({ id }) => !hidden.has(id));
  const items = mergeFeed(seen, waiting, pendingLikes);
  const runs: Run[] = [];
  let start = Infinity;
  for (const item of items) {
    const { takenAt } = orderOf(item);
    if (takenAt < start) {
      start = Math.max(stretchAt(shape.resolution, takenAt, 0).start, span.from ?? -Infinity);
      runs.push({ start, count: 0 });
    }
    const run = runs.at(-1);
    if (run) run.count += 1;
  }
  return { span, count: items.length, items, known: NO_ITEMS, runs };
}

function unreadPart(span: Span, shape: Shape, stretches: readonly Stretch[], waiting: readonly PhotoRecord[]): Part {
  const runs: Run[] = stretches.filter(({ count }) => count > 0).map(({ start, count }) => ({ start, count }));
  if (waiting.length === 0) return { span, count: runs.reduce((sum, { count }) => sum + count, 0), items: null, known: NO_ITEMS, runs };
  const own = new Map<number, PhotoRecord[]>();
  for (const record of waiting.toSorted((a, b) => effectiveTakenAt(b) - effectiveTakenAt(a))) {
    const at = effectiveTakenAt(record);
    const start = stretches.find((stretch) => at >= stretch.start && at < stretch.end)?.start ?? stretchAt(shape.resolution, at, 0).start;
    own.set(start, [...(own.get(start) ?? []), record]);
  }
  for (const start of own.keys()) if (!runs.some((run) => run.start === start)) runs.push({ start, count: 0 });
  runs.sort((a, b) => b.start - a.start);
  const known = new Map<number, FeedItem>();
  let count = 0;
  for (const run of runs) {
    // Local photos come first in their minute until it loads.
    const mine = own.get(run.start) ?? [];
    mine.forEach((record, offset) => known.set(count + offset, waitingItem(record)));
    run.count += mine.length;
    count += run.count;
  }
  return { span, count, items: null, known, runs };
}

/** Creates lists and reuses the unchanged parts of the previous one. */
export function createPhotoListMaker(want: PhotoSequence['want']): (sources: PhotoListSources) => PhotoList {
  let previous: { sources: PhotoListSources; parts: Map<readonly Photo[], Part> } | null = null;

  return (sources) => {
    const { cached } = sources;
    const shape = cached?.shape ?? EMPTY_SHAPE;
    const same = previous?.sources.hidden === sources.hidden && previous.sources.pendingLikes === sources.pendingLikes;
    const reused = new Map<readonly Photo[], Part>();
    const parts: Part[] = [];
    let next = 0;
    for (let number = 0; number <= shape.borders.length; number += 1) {
      const span = spanAt(shape, number);
      const inside: Stretch[] = [];
      for (let stretch = shape.stretches[next]; stretch && inSpan(span, stretch.start); stretch = shape.stretches[next]) {
        inside.push(stretch);
        next += 1;
      }
      const waiting = sources.waiting.filter((record) => inSpan(span, effectiveTakenAt(record)));
      const segment = cached?.segments.get(spanKey(span));
      if (!segment) {
        parts.push(unreadPart(span, shape, inside, waiting));
        continue;
      }
      const reusable = same && waiting.length === 0 ? previous?.parts.get(segment.items) : undefined;
      const part = reusable ?? readPart(span, shape, segment, sources, waiting);
      if (waiting.length === 0) reused.set(segment.items, part);
      parts.push(part);
    }
    previous = { sources, parts: reused };
    return listOf(parts, want);
  };
}

function sums(counts: readonly number[]): Float64Array {
  const firsts = new Float64Array(counts.length);
  let sum = 0;
  counts.forEach((count, index) => {
    firsts[index] = sum;
    sum += count;
  });
  return firsts;
}

const offsets = new WeakMap<readonly FeedItem[], Map<string, number>>();

function offsetsIn(items: readonly FeedItem[]): Map<string, number> {
  const cached = offsets.get(items) ?? new Map(items.map(({ id }, offset) => [id, offset]));
  offsets.set(items, cached);
  return cached;
}

function listOf(parts: readonly Part[], want: PhotoSequence['want']): PhotoList {
  const partFirst = sums(parts.map(({ count }) => count));
  const runs = parts.flatMap((part) => part.runs);
  const runFirst = sums(runs.map(({ count }) => count));
  const length = parts.reduce((sum, { count }) => sum + count, 0);
  const within = (index: number) => Math.max(0, Math.min(length - 1, index));
  /** Empty parts share their first index with the next one. */
  const partOf = (index: number): { part: Part; offset: number } | null => {
    const number = floorIndex(partFirst, index);
    const part = parts[number];
    return part && index >= 0 && index < length ? { part, offset: index - (partFirst[number] ?? 0) } : null;
  };

  const at = (index: number): FeedItem | undefined => {
    const found = partOf(index);
    if (!found) return undefined;
    return found.part.items ? found.part.items[found.offset] : found.part.known.get(found.offset);
  };

  const countBefore = (place: OrderKey): number => {
    let count = 0;
    for (const part of parts) {
      if (part.span.from !== null && place.takenAt < part.span.from) {
        count += part.count;
        continue;
      }
      if (part.items) {
        const offset = part.items.findIndex((item) => compareByTakenAt(orderOf(item), place) >= 0);
        return count + (offset === -1 ? part.count : offset);
      }
      for (const run of part.runs) if (run.start > place.takenAt) count += run.count;
      return count;
    }
    return count;
  };

  return {
    length,
    runs,
    at,
    indexOf(photoId) {
      for (const [number, part] of parts.entries()) {
        if (part.items) {
          const offset = offsetsIn(part.items).get(photoId);
          if (offset !== undefined) return (partFirst[number] ?? 0) + offset;
          continue;
        }
        for (const [offset, item] of part.known) if (item.id === photoId) return (partFirst[number] ?? 0) + offset;
      }
      return -1;
    },
    want,
    timeAt(index) {
      const item = at(within(index));
      return item ? orderOf(item).takenAt : (runs[floorIndex(runFirst, within(index))]?.start ?? 0);
    },
    // Later ids come first, so the maximal id precedes all photos of that moment.
    nearTime: (moment) => within(countBefore({ takenAt: moment, id: '￿' })),
    countBefore,
    spansOf(first, last) {
      let from = floorIndex(partFirst, within(first));
      let to = floorIndex(partFirst, within(last));
      while (from > 0 && parts[from - 1]?.count === 0) from -= 1;
      while (parts[to + 1]?.count === 0) to += 1;
      return { first: from, last: to };
    },
  };
}

export type WantedRange = Record<'first' | 'last', number>;

/** The segments of these ranges without duplicates, each range from its middle outward. */
export function segmentsToLoad(list: PhotoList, ranges: readonly WantedRange[]): Iterable<number> {
  const numbers = new Set<number>();
  for (const range of ranges) {
    const { first, last } = list.spansOf(range.first, range.last);
    const middle = (first + last) / 2;
    const inside = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
    for (const number of inside.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))) numbers.add(number);
  }
  return numbers;
}
