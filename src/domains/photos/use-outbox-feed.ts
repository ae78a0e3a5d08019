// What this phone adds to an event's gallery: photos that wait, and likes not yet delivered.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { wishLike } from '#src/outbox/enqueue.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { listLikeWishes, listPhotos } from '#src/outbox/queue.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { forgetProgress, noteProgress } from './progress.ts';
import { keepThumb } from './local-pictures.ts';
import { takeInDelivered, takeInLike } from './held.ts';

interface OutboxFeed {
  waiting: readonly PhotoRecord[];
  wishes: ReadonlyMap<string, boolean>;
  /** States the wish: seen at once, delivered by the outbox. */
  like(photoId: string, liked: boolean, serverLiked: boolean): Promise<void>;
}

const NO_WISHES: ReadonlyMap<string, boolean> = new Map();

export function useOutboxFeed(account: string, eventId: string): OutboxFeed {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<readonly PhotoRecord[]>([]);
  const [wishes, setWishes] = useState(NO_WISHES);
  // Readings overlap; only the one begun last counts.
  const reading = useRef({ photos: 0, likes: 0 });

  const readPhotos = useCallback(async () => {
    const turn = ++reading.current.photos;
    const records = await listPhotos(account, eventId);
    // The picture is at hand before its record goes, so that the delivered photo does not flicker.
    await Promise.all(records.map((record) => keepThumb(record.id)));
    if (turn === reading.current.photos) setWaiting(records);
  }, [account, eventId]);

  const readWishes = useCallback(async () => {
    const turn = ++reading.current.likes;
    const read = await listLikeWishes(account, eventId);
    if (turn === reading.current.likes) setWishes(read);
  }, [account, eventId]);

  useEffect(() => {
    const unsubscribe = subscribeOutbox((message) => {
      switch (message.type) {
        case 'changed':
          // A sending that failed tells so here; one that goes on tells its progress again.
          message.photoIds.forEach(forgetProgress);
          void readPhotos();
          break;
        case 'progress':
          noteProgress(message.photoId, message.sent, message.total);
          break;
        case 'delivered':
          forgetProgress(message.photo.id);
          if (message.photo.event_id === eventId) takeInDelivered(client, account, message.photo);
          void readPhotos();
          break;
        case 'likes-changed':
          if (message.eventId !== eventId) break;
          if (message.stored) takeInLike(client, account, eventId, message.stored);
          void readWishes();
          break;
        default:
          break;
      }
    });
    void readPhotos();
    void readWishes();
    return unsubscribe;
  }, [account, client, eventId, readPhotos, readWishes]);

  const like = useCallback(
    async (photoId: string, liked: boolean, serverLiked: boolean) => {
      setWishes((held) => new Map(held).set(photoId, liked));
      try {
        await wishLike({ account, eventId, photoId, liked, serverLiked });
      } finally {
        await readWishes();
      }
    },
    [account, eventId, readWishes],
  );

  return useMemo(() => ({ waiting, wishes, like }), [waiting, wishes, like]);
}
