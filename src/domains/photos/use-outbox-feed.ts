// What this phone adds to an event's gallery: photos that wait, and likes not yet delivered.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { RefusedHere } from '#src/lib/refused-here.ts';
import { wishLike } from '#src/outbox/enqueue.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { listLikeWishes, listPhotos } from '#src/outbox/queue.ts';
import { waitingPhotos } from '#src/outbox/reading.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { requireEvent } from '#src/session/selection.ts';
import { viewOnly } from '#src/session/view-only.ts';
import { takeInDelivered, takeInLike } from './gallery-cache.ts';
import { keepThumb } from './local-pictures.ts';
import { forgetProgress, noteProgress } from './progress.ts';

interface OutboxFeed {
  waiting: readonly PhotoRecord[];
  /** What waits was read, or cannot be: a photo that is not among it is looked for elsewhere. */
  isRead: boolean;
  wishes: ReadonlyMap<string, boolean>;
  /** States the wish: seen at once, delivered by the outbox. */
  like(photoId: string, liked: boolean, serverLiked: boolean): Promise<void>;
}

const NO_WISHES: ReadonlyMap<string, boolean> = new Map();

export function useOutboxFeed(account: string, eventId: string): OutboxFeed {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<readonly PhotoRecord[]>([]);
  const [isRead, setIsRead] = useState(false);
  const [wishes, setWishes] = useState(NO_WISHES);
  // Readings overlap; only the one begun last counts.
  const turns = useRef({ photos: 0, likes: 0 });

  useEffect(() => {
    const reading = waitingPhotos(account);
    const take = async (all: readonly PhotoRecord[]) => {
      const turn = ++turns.current.photos;
      const records = all.filter((record) => record.eventId === eventId);
      // The picture is at hand before its record goes, so that the delivered photo does not flicker.
      await Promise.all(records.map((record) => keepThumb(record.id)));
      if (turn === turns.current.photos) setWaiting(records);
    };
    const unshown = (error: unknown) => console.warn('What waits here could not be shown', error);
    const takeIn = () => void take(reading.read().data ?? []).catch(unshown);
    takeIn();
    // What was read for everybody may be older than the shot that is opened here.
    void listPhotos(account)
      .then(take)
      .catch(unshown)
      .then(() => setIsRead(true));
    return reading.subscribe(takeIn);
  }, [account, eventId]);

  const readWishes = useCallback(async () => {
    const turn = ++turns.current.likes;
    const read = await listLikeWishes(account, eventId);
    if (turn === turns.current.likes) setWishes(read);
  }, [account, eventId]);

  useEffect(() => {
    // What could not be read stays as it was: the queue says why.
    const left = (error: unknown) => console.warn('What waits here could not be read', error);
    const renewWishes = () => void readWishes().catch(left);
    const unsubscribe = subscribeOutbox((message) => {
      switch (message.type) {
        case 'changed':
          // A sending that failed tells so here; one that goes on tells its progress again.
          message.photoIds.forEach(forgetProgress);
          break;
        case 'progress':
          noteProgress(message.photoId, message.sent, message.total);
          break;
        case 'delivered':
          forgetProgress(message.photo.id);
          if (message.photo.event_id === eventId) takeInDelivered(client, account, message.photo);
          break;
        case 'likes-changed':
          if (message.eventId !== eventId) break;
          if (message.stored) takeInLike(client, account, eventId, message.stored);
          renewWishes();
          break;
        default:
          break;
      }
    });
    renewWishes();
    return unsubscribe;
  }, [account, client, eventId, readWishes]);

  const like = useCallback(
    async (photoId: string, liked: boolean, serverLiked: boolean) => {
      requireEvent();
      const refusal = viewOnly();
      if (refusal !== null) throw new RefusedHere(refusal);
      setWishes((held) => new Map(held).set(photoId, liked));
      try {
        await wishLike({ account, eventId, photoId, liked, serverLiked });
      } finally {
        await readWishes();
      }
    },
    [account, eventId, readWishes],
  );

  return useMemo(() => ({ waiting, isRead, wishes, like }), [waiting, isRead, wishes, like]);
}
