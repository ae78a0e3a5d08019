// What this phone adds to an event's gallery: waiting photos and pending likes.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { enqueueLike } from '#src/outbox/enqueue.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { listPendingLikes, listPendingPhotos, pendingPhotos } from '#src/outbox/queue.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { readOnlyReason, requireEvent } from '#src/session/selection.ts';
import { cacheDeliveredPhoto, cacheLike } from './gallery-cache.ts';
import { cacheThumb } from './local-pictures.ts';
import { clearUploadProgress, setUploadProgress } from './progress.ts';

interface OutboxFeed {
  waiting: readonly PhotoRecord[];
  /** The outbox was read, or cannot be: other photos are looked up elsewhere. */
  isRead: boolean;
  pendingLikes: ReadonlyMap<string, boolean>;
  /** Sets a like: applied at once, delivered by the outbox. */
  like(photoId: string, liked: boolean, serverLiked: boolean): Promise<void>;
}

const NO_PENDING_LIKES: ReadonlyMap<string, boolean> = new Map();

export function useOutboxFeed(account: string, eventId: string): OutboxFeed {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<readonly PhotoRecord[]>([]);
  const [isRead, setIsRead] = useState(false);
  const [pendingLikes, setPendingLikes] = useState(NO_PENDING_LIKES);
  // Reads overlap; only the latest counts.
  const requests = useRef({ photos: 0, likes: 0 });

  useEffect(() => {
    const reading = pendingPhotos(account);
    const take = async (all: readonly PhotoRecord[]) => {
      const request = ++requests.current.photos;
      const records = all.filter((record) => record.eventId === eventId);
      // Loads the thumbnail before the record disappears, so that the delivered photo does not flicker.
      await Promise.all(records.map((record) => cacheThumb(record.id)));
      if (request === requests.current.photos) setWaiting(records);
    };
    const onPhotosError = (error: unknown) => console.warn('Local photos could not be shown', error);
    const refresh = () => void take(reading.read().data ?? []).catch(onPhotosError);
    refresh();
    // The shared query may be older than the shot that opens here.
    void listPendingPhotos(account)
      .then(take)
      .catch(onPhotosError)
      .then(() => setIsRead(true));
    return reading.subscribe(refresh);
  }, [account, eventId]);

  const readPendingLikes = useCallback(async () => {
    const request = ++requests.current.likes;
    const read = await listPendingLikes(account, eventId);
    if (request === requests.current.likes) setPendingLikes(read);
  }, [account, eventId]);

  useEffect(() => {
    // The state stays as it was; the queue explains the error.
    const onReadError = (error: unknown) => console.warn('Pending likes could not be read', error);
    const refreshLikes = () => void readPendingLikes().catch(onReadError);
    const unsubscribe = subscribeOutbox((message) => {
      switch (message.type) {
        case 'changed':
          // Clears progress of failed uploads; running ones report again.
          message.photoIds.forEach(clearUploadProgress);
          break;
        case 'progress':
          setUploadProgress(message.photoId, message.sent, message.total);
          break;
        case 'delivered':
          clearUploadProgress(message.photo.id);
          if (message.photo.event_id === eventId) cacheDeliveredPhoto(client, account, message.photo);
          break;
        case 'likes-changed':
          if (message.eventId !== eventId) break;
          if (message.stored) cacheLike(client, account, eventId, message.stored);
          refreshLikes();
          break;
        default:
          break;
      }
    });
    refreshLikes();
    return unsubscribe;
  }, [account, client, eventId, readPendingLikes]);

  const like = useCallback(
    async (photoId: string, liked: boolean, serverLiked: boolean) => {
      requireEvent();
      const refusal = readOnlyReason();
      if (refusal !== null) throw new UserFacingError(refusal);
      setPendingLikes((likes) => new Map(likes).set(photoId, liked));
      try {
        await enqueueLike({ account, eventId, photoId, liked, serverLiked });
      } finally {
        await readPendingLikes();
      }
    },
    [account, eventId, readPendingLikes],
  );

  return useMemo(() => ({ waiting, isRead, pendingLikes, like }), [waiting, isRead, pendingLikes, like]);
}
