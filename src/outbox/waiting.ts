// What an account has to send still, and when the next of it is due.
import { asKnown } from './change.ts';
import { storedPhotos, withDb } from './db.ts';
import { askedFor, dueIn } from './deadline.ts';
import { neverFailed } from './lease.ts';
import { line } from './line.ts';
import type { LikeRecord, PhotoRecord } from './record.ts';

/** So often at least, one of those in back-off finds out whether its trouble is over. */
const SCOUT_MS = 8000;

/** When one that has failed was last tried, on the steady clock. */
let triedAt = -Infinity;

export const noteTry = (): void => void (triedAt = performance.now());
export const scoutIn = (): number => Math.max(0, triedAt + SCOUT_MS - performance.now());

/** What can be sent now or later. A like waits for its photo, parked or not. */
export async function allOf(account: string): Promise<{ photos: PhotoRecord[]; likes: LikeRecord[] }> {
  const photos = await storedPhotos(account);
  const queued = new Set(photos.map((photo) => photo.id));
  const likes = await withDb((db) => db.getAll('likes'));
  return {
    photos: photos.filter((photo) => photo.state !== 'parked'),
    likes: likes.filter((like) => like.account === account && !queued.has(like.photoId)),
  };
}

/**
 * The wish whose turn it is, and how long until then; null without any. What meets all of them holds all of them: a hundred wishes share one
 * back-off.
 */
export function nextWish(wishes: readonly LikeRecord[], now: number): { wish: LikeRecord; dueIn: number } | null {
  const shared = Math.max(0, ...wishes.filter((wish) => wish.holdsOthers).map((wish) => dueIn(wish, now)));
  const [first] = wishes
    .map((wish) => ({ wish, dueIn: Math.max(shared, dueIn(wish, now)) }))
    .toSorted((a, b) => a.dueIn - b.dueIn || a.wish.attempts - b.wish.attempts || a.wish.seq - b.wish.seq);
  return first ?? null;
}

/** What is left for an account, and how long until there is something to do about it (ms; null when nothing is left). */
export async function remaining(account: string): Promise<{ left: number; nextIn: number | null }> {
  const { photos, likes } = await allOf(account);
  const now = Date.now();
  const scouted = (photo: PhotoRecord) => (neverFailed(photo) ? Infinity : Math.max(askedFor(photo, now), scoutIn()));
  const waits = photos.map(asKnown).map((photo) => Math.min(dueIn(photo, now), scouted(photo)));
  const wish = nextWish(likes, now);
  if (wish) waits.push(wish.dueIn);
  return { left: photos.length + likes.length, nextIn: waits.length === 0 ? null : Math.max(line.waits(), Math.min(...waits)) };
}
