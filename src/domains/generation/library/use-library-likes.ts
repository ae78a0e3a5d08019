// Likes of photos go by the outbox, as in their event's gallery: shown at once, delivered when there is a line.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { updateCachedLibraries } from '#src/domains/generation/queries.ts';
import { enqueueLike } from '#src/outbox/enqueue.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { listPendingLikes } from '#src/outbox/queue.ts';
import { requireEvent, ensureEventSelected } from '#src/session/selection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { toast } from '#src/ui/toast.ts';
import { withFavorite, type LibraryImage } from './library-image.ts';

type Wishes = ReadonlyMap<string, boolean>;
const NO_WISHES: ReadonlyMap<string, Wishes> = new Map();

export interface LibraryLikes {
  /** As the person wished it. */
  asWished: (image: LibraryImage) => LibraryImage;
  /** @param image a photo, as the server has it */
  like: (image: LibraryImage, wished: boolean) => Promise<void>;
}

/** @param eventIds of the photos that are shown, as one text */
export function useLibraryLikes(account: string, eventIds: string): LibraryLikes {
  const client = useQueryClient();
  const [wishes, setWishes] = useState(NO_WISHES);
  const turns = useRef(new Map<string, number>());
  const read = useCallback(
    async (eventId: string) => {
      const turn = (turns.current.get(eventId) ?? 0) + 1;
      turns.current.set(eventId, turn);
      const found = await listPendingLikes(account, eventId);
      // Readings overlap; only the one begun last counts.
      if (turn === turns.current.get(eventId)) setWishes((now) => new Map(now).set(eventId, found));
    },
    [account],
  );

  useEffect(() => {
    // What could not be read stays as it was: the queue says why.
    const renew = (eventId: string) =>
      void read(eventId).catch((error: unknown) => console.warn('What waits here could not be read', error));
    for (const eventId of eventIds.split(' ')) if (eventId !== '') renew(eventId);
    return subscribeOutbox((message) => {
      if (message.type !== 'likes-changed') return;
      const { stored } = message;
      if (stored)
        updateCachedLibraries(client, (image) =>
          image.photo?.id === stored.photo_id
            ? { ...image, photo: { ...image.photo, likes: stored.likes, is_liked: stored.is_liked } }
            : image,
        );
      renew(message.eventId);
    });
  }, [client, eventIds, read]);

  const asWished = useCallback(
    (image: LibraryImage) => {
      const wished = image.photo && wishes.get(image.photo.event_id)?.get(image.id);
      return wished === undefined || wished === null ? image : withFavorite(image, wished);
    },
    [wishes],
  );
  const like = useCallback(
    async ({ photo, event }: LibraryImage, wished: boolean) => {
      if (!photo) return;
      const { event_id: eventId, id } = photo;
      try {
        await ensureEventSelected(event);
        requireEvent();
        setWishes((now) => new Map(now).set(eventId, new Map(now.get(eventId)).set(id, wished)));
        await enqueueLike({ account, eventId, photoId: id, liked: wished, serverLiked: photo.is_liked });
      } catch (error) {
        toast.error('Couldn’t save your like', { detail: describeFailure(error).detail });
      }
      await read(eventId);
    },
    [account, read],
  );
  return { asWished, like };
}
