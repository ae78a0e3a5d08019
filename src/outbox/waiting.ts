// What an account has to send still, and when the next of it is due.
import { withDeferredUpdates } from './change.ts';
import { storedPhotos, withDb } from './db.ts';
import { retryAfterIn, dueIn } from './deadline.ts';
import { neverFailed } from './lease.ts';
import { serverReachability } from './line.ts';
import type { LikeRecord, PhotoRecord } from './record.ts';

/** So often at least, one of those in back-off finds out whether its trouble is over. */
const TRIAL_INTERVAL_MS = 8000;

/** When one that has failed was last tried, on the steady clock. */
let lastTrialAt = -Infinity;

export const recordTrial = (): void => void (lastTrialAt = performance.now());
export const nextTrialIn = (): number => Math.max(0, lastTrialAt + TRIAL_INTERVAL_MS - performance.now());

/** What can be sent now or later. A like waits for its photo, parked or not. */
export async function pendingWork(account: string): Promise<{ photos: PhotoRecord[]; likes: LikeRecord[] }> {
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
export function nextLike(wishes: readonly LikeRecord[], now: number): { wish: LikeRecord; dueIn: number } | null {
  const shared = Math.max(0, ...wishes.filter((wish) => wish.holdsOthers).map((wish) => dueIn(wish, now)));
  const [first] = wishes
    .map((wish) => ({ wish, dueIn: Math.max(shared, dueIn(wish, now)) }))
    .toSorted((a, b) => a.dueIn - b.dueIn || a.wish.attempts - b.wish.attempts || a.wish.seq - b.wish.seq);
  return first ?? null;
}

/** What is left for an account, and how long until there is something to do about it (ms; null when nothing is left). */
export async function remainingWork(account: string): Promise<{ left: number; nextIn: number | null }> {
  const { photos, likes } = await pendingWork(account);
  const now = Date.now();
  const scouted = (photo: PhotoRecord) => (neverFailed(photo) ? Infinity : Math.max(retryAfterIn(photo, now), nextTrialIn()));
  const waits = photos.map(withDeferredUpdates).map((photo) => Math.min(dueIn(photo, now), scouted(photo)));
  const wish = nextLike(likes, now);
  if (wish) waits.push(wish.dueIn);
  return {
    left: photos.length + likes.length,
    nextIn: waits.length === 0 ? null : Math.max(serverReachability.probeIn(), Math.min(...waits)),
  };
}
