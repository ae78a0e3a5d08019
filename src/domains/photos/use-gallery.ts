// An event's gallery as one thing: the server's pages, this phone's waiting photos and wishes, and the live stream.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useUndoableMutation } from '#src/shell/undoable-mutation.ts';
import { useRefetchOnReturn } from '#src/shell/use-refetch-on-return.ts';
import { toast } from '#src/ui/toast.ts';
import { findPhoto, streamPosition } from './changes.ts';
import { buildFeed, overlayLike, type FeedItem } from './feed.ts';
import { followEvent } from './follow.ts';
import type { Gallery } from './gallery-type.ts';
import type { PhotoOrder } from './order.ts';
import type { Photo } from './photo.ts';
import { deletePhoto, dropPhoto, photoQuery, photosQuery, readAgain, takeInChanges } from './queries.ts';
import { useOutboxFeed } from './use-outbox-feed.ts';

const NOTHING_HIDDEN: ReadonlySet<string> = new Set();
const deletedWords = (photos: readonly Photo[]): string => (photos.length === 1 ? 'Photo deleted' : `${photos.length} photos deleted`);

interface GalleryOptions {
  eventId: string;
  /** The signed-in account: whose waiting photos, likes and deletions these are. */
  account: string;
  /** Asks the server about the event; the stream uses it to learn why it was cut. */
  probe: () => Promise<unknown>;
}

export function useGallery({ eventId, account, probe }: GalleryOptions) {
  const client = useQueryClient();
  const query = useInfiniteQuery(photosQuery(eventId));
  useRefetchOnReturn(query);
  const { waiting, wishes, like } = useOutboxFeed(account, eventId);
  const [hidden, setHidden] = useState(NOTHING_HIDDEN);
  const { data } = query;

  const feed = useMemo<FeedItem[]>(() => {
    const stored = (data?.pages ?? []).flatMap((page) => page.items).filter((photo) => !hidden.has(photo.id));
    return buildFeed(stored, waiting, wishes);
  }, [data, hidden, waiting, wishes]);

  const latest = useRef({ probe, wishes });
  useEffect(() => {
    latest.current = { probe, wishes };
  });

  const loaded = data !== undefined;
  useEffect(() => {
    if (!loaded) return undefined;
    const { queryKey } = photosQuery(eventId);
    return followEvent({
      eventId,
      position: () => streamPosition(client.getQueryData(queryKey)),
      settled: () => client.getQueryState(queryKey)?.fetchStatus === 'idle',
      takeIn: (changes) => takeInChanges(client, eventId, changes, new Set(latest.current.wishes.keys())),
      readAgain: () => readAgain(client, eventId),
      probe: () => latest.current.probe(),
    });
  }, [client, eventId, loaded]);

  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetching, isFetchNextPageError]);

  const remove = useUndoableMutation<readonly Photo[]>({
    apply: useCallback((photos) => {
      const ids = new Set(photos.map(({ id }) => id));
      setHidden((now) => new Set([...now, ...ids]));
      return () => setHidden((now) => new Set([...now].filter((id) => !ids.has(id))));
    }, []),
    commit: useCallback(
      async (photos) => {
        for (const photo of photos) {
          await deletePhoto(account, photo);
          dropPhoto(client, eventId, photo.id);
        }
      },
      [account, client, eventId],
    ),
    done: deletedWords,
    failed: 'Not all could be deleted',
  });

  const setLiked = useCallback(
    async (photoId: string, liked: boolean) => {
      const held = findPhoto(client.getQueryData(photosQuery(eventId).queryKey), photoId);
      const photo = held ?? client.getQueryData(photoQuery(eventId, photoId).queryKey);
      try {
        await like(photoId, liked, photo?.is_liked ?? !liked);
      } catch (error) {
        toast.error('The like could not be kept', { detail: error instanceof Error ? error.message : undefined });
      }
    },
    [client, eventId, like],
  );

  /** One photo as the person sees it: with the wish that is under way. */
  const asWished = useCallback((photo: Photo) => overlayLike(photo, wishes.get(photo.id)), [wishes]);

  const order = useMemo<PhotoOrder>(
    () => ({
      length: feed.length,
      at: (index) => feed[index],
      indexOf: (id) => feed.findIndex((item) => item.id === id),
      want: (_first, last) => last >= feed.length - 6 && loadMore(),
    }),
    [feed, loadMore],
  );
  const locate = useCallback(
    async (id: string) => Promise.resolve(order.indexOf(id)).then((index) => (index === -1 ? null : index)),
    [order],
  );

  return { query, feed, hidden, setLiked, asWished, remove, loadMore, order, locate } satisfies Gallery & Record<string, unknown>;
}

export type EventGallery = ReturnType<typeof useGallery>;
