// One wished like on its way: a state, never a flip, so repeats and reorder are harmless (decisions §3.6).
import { api } from '#src/transport/client.ts';
import { NetworkError, unwrap } from '#src/transport/problem.ts';
import type { components } from '#openapi/api.ts';
import { write } from './db.ts';
import { publish } from './messages.ts';
import { backoff, outcomeOf, type Outcome } from './outcome.ts';
import type { LikeRecord } from './record.ts';

type Like = components['schemas']['Like'];

/** Tries to deliver one wish and writes down what came of it. */
export async function deliverLike(wish: LikeRecord): Promise<Outcome> {
  await change(wish, (current) => ({ ...current, sent: true, attempts: current.attempts + 1 }));
  let stored: Like | null = null;
  let outcome: Outcome;
  try {
    stored = await send(wish);
    outcome = { kind: 'delivered' };
  } catch (error) {
    outcome = outcomeOf(error, 0);
  }
  await settle(wish, outcome, stored);
  publish({ type: 'likes-changed', eventId: wish.eventId, stored });
  return outcome;
}

async function send(wish: LikeRecord): Promise<Like> {
  const params = { path: { id: wish.eventId, photoId: wish.photoId }, header: { 'X-Account': wish.account } };
  const path = '/api/v1/event/{id}/photos/{photoId}/like';
  const like = unwrap(wish.liked ? await api.PUT(path, { params }) : await api.DELETE(path, { params }));
  if (like?.photo_id !== wish.photoId || like.is_liked !== wish.liked) throw new NetworkError('portal');
  return like;
}

async function settle(wish: LikeRecord, outcome: Outcome, stored: Like | null): Promise<void> {
  await change(wish, (current) => {
    const superseded = current.seq !== wish.seq;
    switch (outcome.kind) {
      case 'delivered': {
        // A photo deleted meanwhile, or the wish is the server's state: nothing is left to say.
        if (stored === null || !superseded || current.liked === stored.is_liked) return null;
        return { ...current, serverLiked: stored.is_liked, sent: false };
      }
      case 'retry':
        return superseded ? current : { ...current, nextAttemptAt: Date.now() + backoff(current.attempts, outcome.after) };
      case 'pause':
        return current;
      case 'park':
      case 'restart':
        return null; // the photo is not there, or not for this person, any more: the server's state stands
    }
  });
}

/** `null` removes the row. */
async function change(wish: LikeRecord, to: (current: LikeRecord) => LikeRecord | null): Promise<void> {
  await write(['likes'], async (tx) => {
    const likes = tx.objectStore('likes');
    const current = await likes.get([wish.account, wish.photoId]);
    if (!current) return;
    const next = to(current);
    if (next) await likes.put(next);
    else await likes.delete([wish.account, wish.photoId]);
  });
}
