// The one list that gallery and viewer show: the server's photos with this account's unsent likes laid over them, and the photos that wait on
// this phone, in the gallery's order, each photo once.
import type { PhotoRecord } from '#src/outbox/record.ts';
import { byTaken, orderKey, type Photo } from './photo.ts';

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
export function overlayLike(photo: Photo, wished: boolean | undefined): Photo {
  if (wished === undefined || wished === photo.is_liked) return photo;
  return { ...photo, is_liked: wished, likes: Math.max(0, photo.likes + (wished ? 1 : -1)) };
}

/**
 * @param stored in the gallery's order, as the pages come; a photo that two pages name counts once
 * @param waiting this phone's records of this event, in any order; one the server already has is left out
 * @param wishes photo id → wished like, not yet delivered
 */
export function buildFeed(stored: readonly Photo[], waiting: readonly PhotoRecord[], wishes: ReadonlyMap<string, boolean>): FeedItem[] {
  const seen = new Set<string>();
  const feed: FeedItem[] = [];
  for (const photo of stored) {
    if (seen.has(photo.id)) continue;
    seen.add(photo.id);
    feed.push({ kind: 'stored', id: photo.id, photo: overlayLike(photo, wishes.get(photo.id)) });
  }
  for (const record of waiting) {
    if (!seen.has(record.id)) feed.push({ kind: 'waiting', id: record.id, record });
  }
  return feed.sort((a, b) => byTaken(position(a), position(b)));
}

/** Corrected by the device's clock offset, as the server will have it. */
const takenAt = (record: PhotoRecord): number => record.takenAt + (record.clockOffset ?? 0);

function position(item: FeedItem): { takenAt: number; id: string } {
  return item.kind === 'stored' ? orderKey(item.photo) : { takenAt: takenAt(item.record), id: item.id };
}
