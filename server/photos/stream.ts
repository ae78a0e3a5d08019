// Live galleries. Changes are read once per event and process and handed to every open stream; rights are read for all of them at once.
import type { components } from '#openapi/api.ts';
import type { Deps } from '#server/deps.ts';
import { eventTopic, lastChangeSeq, listChanges, readEventAccess, type EventChange } from '#server/events/changes-repository.ts';
import { findEvent, type EventRow } from '#server/events/events-repository.ts';
import { requireVisibleEvent } from '#server/events/operations/authorize.ts';
import { canView, eventRoleOf } from '#server/events/policy.ts';
import { createConcurrencyLimiter } from '#server/http/concurrency-limiter.ts';
import { withoutAbilities } from '#server/http/impersonation.ts';
import { HIJACKED, type Call, type OperationsOf } from '#server/http/operation.ts';
import { openSse, formatSseMessage, type SseStream } from '#server/http/sse.ts';
import { followTopic } from '#server/live/hub.ts';
import { findLikes, findPhotos, likeKey, type PhotoRow } from '#server/photos/photos-repository.ts';
import { canSeePhoto, galleryScope, canSeeUnpublished, type PhotoReader } from '#server/photos/policy.ts';
import { presentPhoto } from '#server/photos/presenter.ts';

type PhotoChange = components['schemas']['PhotoChange'];

/** Further behind than this, a reader reads the gallery again: that is less work for both. */
const MAX_CATCH_UP = 500;

interface Subscriber {
  sse: SseStream;
  sessionId: string;
  /** During an impersonation nothing may be changed. */
  isImpersonating: boolean;
  reader: PhotoReader;
  /** Sequence number of the last change that was sent. */
  position: number;
}

interface Feed {
  subscribers: Set<Subscriber>;
  position: number;
  wake: () => void;
  end: () => void;
}

export function streamCall({ config, db, hub, log }: Deps) {
  const feeds = new Map<string, Feed>();
  const streams = createConcurrencyLimiter(config.streamsPerAccount, 'This account has too many galleries open. Close some of them.');

  return {
    async streamEvent(call) {
      const leave = streams.enter(call.viewer.userId);
      try {
        await open(call, leave);
        return HIJACKED;
      } catch (error) {
        leave();
        throw error;
      }
    },
  } satisfies Partial<OperationsOf<'photos'>>;

  async function open({ viewer, path, query, header, reply }: Call<'streamEvent'>, leave: () => void): Promise<void> {
    const { event, relation } = await requireVisibleEvent(db, path.id, viewer);
    const now = await lastChangeSeq(db, event.id);
    const after = resumePoint(header['last-event-id']) ?? query.after ?? now;
    // A position from the future is one of a database that was restored since.
    const missed = after < now ? await listChanges(db, event.id, after, MAX_CATCH_UP + 1) : [];
    const tooOld = after > now || (after < now && (missed.length > MAX_CATCH_UP || missed[0]?.seq !== after + 1));
    const untold = tooOld ? [] : withoutObsolete(missed);
    const photos = await photosOf(untold);
    const likes = await likesOf(untold, [viewer.userId]);

    const position = tooOld ? now : (missed.at(-1)?.seq ?? after);
    const feed = feedOf(event.id, position);
    const onClose = () => {
      leave();
      if (feed.subscribers.delete(follower) && feed.subscribers.size === 0) feed.end();
    };
    const follower: Subscriber = {
      sse: openSse(reply, { onClose: () => onClose() }),
      sessionId: viewer.sessionId,
      isImpersonating: viewer.impersonation !== undefined,
      reader: { userId: viewer.userId, relation },
      position: tooOld ? now : after,
    };
    if (tooOld)
      follower.sse.sendText(textOf({ seq: now, kind: 'reset', photo_id: null, photo: null, likes: null, is_liked: null }, follower));
    else deliver(follower, untold, { photos, likes, event }, new Map());
    feed.subscribers.add(follower);
    feed.wake();
  }

  function feedOf(eventId: string, position: number): Feed {
    const open = feeds.get(eventId);
    if (open) {
      // The next batch starts at the slowest subscriber; the others skip known changes.
      open.position = Math.min(open.position, position);
      return open;
    }
    const topic = followTopic(hub, eventTopic(eventId), {
      poll: () => pump(eventId, feed),
      onError: (error) => log.warn({ err: error, eventId }, 'cannot read an event’s changes yet'),
    });
    const feed: Feed = {
      subscribers: new Set(),
      position,
      wake: topic.wake,
      end() {
        topic.end();
        if (feeds.get(eventId) === feed) feeds.delete(eventId);
      },
    };
    feeds.set(eventId, feed);
    return feed;
  }

  /** Reads new changes and sends them to all subscribers with access. Returns true if there are more. */
  async function pump(eventId: string, feed: Feed): Promise<boolean> {
    const event = await findEvent(db, eventId, null);
    const from = feed.position;
    const changes = await listChanges(db, eventId, from, MAX_CATCH_UP);
    const untold = withoutObsolete(changes);
    const photos = await photosOf(untold);
    const followers = [...feed.subscribers];
    const likes = await likesOf(untold, [...new Set(followers.map(({ reader }) => reader.userId))]);
    const standings = event ? await readEventAccess(db, event, [...new Set(followers.map((follower) => follower.sessionId))]) : new Map();
    const presented = new Map<string, string>();
    for (const follower of followers) {
      const standing = standings.get(follower.sessionId);
      const relation = event && standing ? eventRoleOf(standing, event) : 'none';
      if (!event || !canView(relation, event)) {
        follower.sse.close();
        continue;
      }
      follower.reader = { ...follower.reader, relation };
      deliver(follower, untold, { photos, likes, event }, presented);
    }
    // A subscriber that joined during the read missed it: the next batch starts at the slowest subscriber.
    const reached = changes.at(-1)?.seq ?? from;
    feed.position = Math.min(reached, ...[...feed.subscribers].map((follower) => follower.position));
    return changes.length === MAX_CATCH_UP || feed.position < reached;
  }

  async function photosOf(changes: readonly EventChange[]): Promise<Map<string, PhotoRow>> {
    const ids = [...new Set(changes.map((change) => change.photoId).filter((id) => id !== null))];
    return new Map((await findPhotos(db, ids)).map((photo) => [photo.id, photo]));
  }

  /** The likes of the readers themselves, which may have changed on another device. */
  function likesOf(changes: readonly EventChange[], userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const liked = changes.filter(({ kind }) => kind === 'likes').map(({ photoId }) => photoId);
    return findLikes(db, [...new Set(liked.filter((id) => id !== null))], userIds);
  }
}

/** The current state from which changes are presented. */
interface CurrentState {
  photos: ReadonlyMap<string, PhotoRow>;
  /** By `likeKey`. */
  likes: ReadonlySet<string>;
  event: EventRow;
}

/**
 * Drops changes before a reset, after which readers reload the gallery and which could reveal photos hidden then. Of several changes of the
 * event itself, only the last remains.
 */
function withoutObsolete(changes: readonly EventChange[]): readonly EventChange[] {
  const reset = changes.findLastIndex(({ kind }) => kind === 'reset');
  const event = changes.findLastIndex(({ kind }) => kind === 'event');
  return changes.filter(({ kind }, index) => index >= reset && (kind !== 'event' || index === event));
}

/** Sends new changes to a subscriber. `presented` caches messages for subscribers with the same rights. */
function deliver(
  follower: Subscriber,
  changes: readonly EventChange[],
  { photos, likes, event }: CurrentState,
  presented: Map<string, string>,
): void {
  const { reader, isImpersonating } = follower;
  let news = '';
  for (const change of changes) {
    if (change.seq <= follower.position) continue;
    const photo = change.photoId === null ? undefined : photos.get(change.photoId);
    const who = photo?.uploaderId === reader.userId ? reader.userId : reader.relation;
    const isLiked = change.kind === 'likes' && likes.has(likeKey(change.photoId ?? '', reader.userId));
    const key = `${change.seq} ${who} ${reader.relation} ${isLiked} ${isImpersonating}`;
    let text = presented.get(key);
    if (text === undefined) {
      const message = presentChange(change, photo, event, reader, isLiked);
      text = message === null ? '' : textOf(message, follower);
      presented.set(key, text);
    }
    news += text;
    follower.position = change.seq;
  }
  if (news !== '') follower.sse.sendText(news);
}

/** The change as this reader may know it, by what the photo is now. Null when it is none of their business. */
function presentChange(
  change: EventChange,
  photo: PhotoRow | undefined,
  event: EventRow,
  reader: PhotoReader,
  isLiked: boolean,
): PhotoChange | null {
  const base = { seq: change.seq, photo_id: change.photoId, photo: null, likes: null, is_liked: null };
  // Changes of the event go to everyone who may view it.
  if (change.kind === 'event' || change.kind === 'reset') return { ...base, kind: change.kind };
  const removed: PhotoChange = { ...base, kind: 'removed' };
  if (!photo) return change.wasShown ? removed : null;
  const isVisible = canSeePhoto(reader, event, photo);
  if (change.kind === 'likes') {
    return isVisible && !photo.deletedAt ? { ...base, kind: 'likes', likes: photo.likes, is_liked: isLiked } : null;
  }
  if (change.kind !== 'removed' && isVisible && !photo.deletedAt) {
    return { ...base, kind: change.kind, photo: presentPhoto(photo, reader, event) };
  }
  // The photo was deleted since: readers who saw it get the later change of its deletion.
  const isToldLater = photo.deletedAt !== null && change.kind !== 'removed' && isVisible;
  if (isToldLater) return null;
  if (canSeeUnpublished(reader, event, photo)) return removed;
  // Readers who never saw the photo get nothing, not even its id.
  return change.wasShown && galleryScope(reader, event) === 'approved' ? removed : null;
}

const textOf = (message: PhotoChange, { isImpersonating }: Pick<Subscriber, 'isImpersonating'>): string =>
  formatSseMessage({ id: message.seq, event: message.kind, data: isImpersonating ? withoutAbilities(message) : message });

function resumePoint(lastEventId: string | undefined): number | null {
  return lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
}
