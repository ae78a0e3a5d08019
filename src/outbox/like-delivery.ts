// Delivers one like. It sends a state, never a toggle, so repeats and reordering are harmless (docs/product.md, Photos).
import type { components } from '#openapi/api.ts';
import { api } from '#src/transport/client.ts';
import { NetworkError, unwrap } from '#src/transport/problem.ts';
import { withDb, write } from './db.ts';
import { publish } from './messages.ts';
import type { LikeRecord } from './record.ts';
import { classifyFailure, type Outcome, scheduleOneDeadline } from './scheduler.ts';

type Like = components['schemas']['Like'];

/** Codes that concern the server as a whole, not one photo. */
const SERVER_WIDE_CODES: ReadonlySet<string> = new Set(['too_many_requests', 'unavailable']);

/** Tries to deliver one like and records the outcome. */
export async function deliverLike(wish: LikeRecord, signal: AbortSignal): Promise<Outcome> {
  await updateLike(wish, (current) => ({ ...current, sent: true, attempts: current.attempts + 1 }));
  let stored: Like | null = null;
  let outcome: Outcome;
  try {
    stored = await send(wish, signal);
    outcome = { kind: 'delivered' };
  } catch (error) {
    outcome = classifyFailure(signal.aborted ? signal.reason : error, 0);
  }
  await settle(wish, outcome, stored);
  publish({ type: 'likes-changed', eventId: wish.eventId, stored });
  return outcome;
}

async function send(wish: LikeRecord, signal: AbortSignal): Promise<Like> {
  const params = { path: { id: wish.eventId, photoId: wish.photoId }, header: { 'X-Account': wish.account } };
  const path = '/api/v1/event/{id}/photos/{photoId}/like';
  const like = unwrap(wish.liked ? await api.PUT(path, { params, signal }) : await api.DELETE(path, { params, signal }));
  if (like?.photo_id !== wish.photoId || like.is_liked !== wish.liked) throw new NetworkError('portal');
  return like;
}

async function settle(wish: LikeRecord, outcome: Outcome, stored: Like | null): Promise<void> {
  await updateLike(wish, (current, others) => {
    const superseded = current.seq !== wish.seq;
    switch (outcome.kind) {
      case 'delivered': {
        // The photo was deleted, or the server already has the wished state.
        if (stored === null || !superseded || current.liked === stored.is_liked) return null;
        return { ...current, ...NO_BACKOFF, serverLiked: stored.is_liked, sent: false, attempts: 0 };
      }
      case 'retry': {
        // A newer wish for the same photo inherits the backoff, since the failure is independent of the wish. Failures that affect all
        // likes are counted together.
        const holdsOthers = outcome.network || SERVER_WIDE_CODES.has(outcome.code);
        const before = others.filter((other) => other.holdsOthers).map(({ attempts }) => attempts + 1);
        const attempts = holdsOthers ? Math.max(current.attempts, ...before) : current.attempts;
        return { ...current, attempts, ...scheduleOneDeadline(attempts, outcome.after, outcome.hint), holdsOthers };
      }
      case 'pause':
        return current;
      case 'park':
      case 'restart':
        return null; // the photo no longer exists, or is not visible to this account: the server's state wins
    }
  });
  if (outcome.kind === 'delivered') await endSharedBackoff(wish.account);
}

const NO_BACKOFF = { nextAttemptAt: 0, holdsOthers: false } as const;

/** One like was delivered, so the shared backoff ends. */
async function endSharedBackoff(account: string): Promise<void> {
  const held = (await withDb((db) => db.getAll('likes'))).filter((like) => like.account === account && like.holdsOthers);
  for (const like of held) await updateLike(like, (current) => ({ ...current, ...NO_BACKOFF }));
}

/** Null deletes the row. */
async function updateLike(wish: LikeRecord, to: (current: LikeRecord, others: LikeRecord[]) => LikeRecord | null): Promise<void> {
  await write(['likes'], async (tx) => {
    const likes = tx.objectStore('likes');
    const current = await likes.get([wish.account, wish.photoId]);
    if (!current) return;
    const others = (await likes.getAll()).filter(({ account, photoId }) => account === wish.account && photoId !== wish.photoId);
    const next = to(current, others);
    if (next) await likes.put(next);
    else await likes.delete([wish.account, wish.photoId]);
  });
}
