import { effectiveTakenAt, type PhotoRecord } from '#src/outbox/record.ts';
import { compareByTakenAt, orderKey, type OrderKey, type Photo } from './photo.ts';

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

export function waitingItem(record: PhotoRecord): WaitingItem {
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
