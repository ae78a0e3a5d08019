import { effectiveTakenAt } from '#src/outbox/effective-taken-at.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
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

/** What the person sees of a like: the wish at once, the count moved by it when the server does not have it yet. */
export function overlayLike(photo: Photo, liked: boolean | undefined): Photo {
  if (liked === undefined || liked === photo.is_liked) return photo;
  return { ...photo, is_liked: liked, likes: Math.max(0, photo.likes + (liked ? 1 : -1)) };
}

export function orderOf(item: FeedItem): OrderKey {
  return item.kind === 'stored' ? orderKey(item.photo) : { takenAt: effectiveTakenAt(item.record), id: item.id };
}

const storedItems = new WeakMap<Photo, StoredItem>();

/** The same object for the same photo, so that what shows it need not be drawn again. */
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
 * @param stored in the gallery's order; a photo named twice counts once
 * @param waiting this phone's records, in any order; one the server already has is left out
 * @param pendingLikes photo id → wished like, not yet delivered
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

// A gallery as one list of photos whose length is known before its photos are read. Grid and viewer both walk along it.

export interface PhotoSequence {
  /** All that the filter leaves: the server's photos and this phone's waiting ones. */
  readonly length: number;
  /** Latest taken first. Undefined: there is a photo here that has not been read yet. */
  at(index: number): FeedItem | undefined;
  /** Where a photo stands; -1 when it is not among those read so far. */
  indexOf(photoId: string): number;
  /** These, both included, are looked at now or soon: what of them is missing is read. Asking again costs nothing. */
  want(first: number, last: number): void;
}
