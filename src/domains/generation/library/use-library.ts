// The images of a library with optimistic changes, bulk actions on them, and likes. Likes of event photos go through the outbox, as in the
// gallery.
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ComposePrefill } from '#src/domains/generation/compose-prefill.ts';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import {
  deleteEventPhotos,
  deleteImages,
  invalidateImages,
  libraryQuery,
  restoreEventPhotos,
  restoreImages,
  updateCachedLibraries,
} from '#src/domains/generation/queries.ts';
import { downloadOriginal } from '#src/domains/generation/results/original-file.ts';
import { type ImageActions, useImageActions, usePatchedImages } from '#src/domains/generation/results/use-image-actions.ts';
import { delay } from '#src/lib/delay.ts';
import { pluralize } from '#src/lib/format.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { enqueueLike } from '#src/outbox/enqueue.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { listPendingLikes } from '#src/outbox/queue.ts';
import { ensureEventSelected, requireEvent } from '#src/session/selection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { DOWNLOAD_PAUSE_MS } from '#src/ui/download-file.ts';
import type { GridList } from '#src/ui/grid/selection.ts';
import { useSelection } from '#src/ui/grid/use-selection.ts';
import { toast } from '#src/ui/toast.ts';
import {
  favoriteDisabledReason,
  isFavorite,
  type LibraryImage,
  type PhotoParts,
  saveDisabledReason,
  toLibraryImage,
  withFavorite,
} from './library-image.ts';
import { filterOf, type LibrarySearch } from './library-search.ts';

const MAX_SELECTED = 200;

/** Returns the library's images with local optimistic changes applied. */
export function useLibrary(account: string, owner: ImageOwner, search: LibrarySearch) {
  const client = useQueryClient();
  const options = libraryQuery(owner, filterOf(search));
  const query = useInfiniteQuery(options);
  useRefetchOnReconnect(query);
  const asChanged = usePatchedLibrary();
  const generatedAsChanged = usePatchedImages();
  const read = useMemo(() => {
    const seen = new Set<string>();
    return (query.data?.pages ?? []).flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)));
  }, [query.data]);
  const eventIds = useMemo(() => [...new Set(read.flatMap(({ event }) => event?.id ?? []))].toSorted().join(' '), [read]);
  const likes = useLibraryLikes(account, eventIds);
  const { withLike } = likes;
  const images = useMemo(
    () =>
      read.flatMap((each) => {
        const shown = asChanged(each.id, each);
        if (!shown) return [];
        if (!shown.generated) return withLike(shown);
        const generated = generatedAsChanged(shown.id, shown.generated);
        return generated === shown.generated ? shown : generated ? { ...shown, generated } : [];
      }),
    [read, asChanged, withLike, generatedAsChanged],
  );
  const list = useMemo(() => listOf(images), [images]);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetching, isFetchNextPageError]);
  const selection = useSelection<LibraryImage>({
    list,
    max: MAX_SELECTED,
    isGone: (id) =>
      list.indexOf(id) === -1 &&
      // Pages that were loaded to select all of them may not be in the list yet.
      (read.some((image) => image.id === id) ||
        client.getQueryData(options.queryKey)?.pages.every(({ items }) => items.every((image) => image.id !== id)) !== false),
    collect: (first, last) => Promise.resolve(images.slice(first, last + 1)),
    collectAll: async (progress, signal) => {
      let read = query;
      // One more than can be selected shows that there are more.
      const count = () => (read.data?.pages ?? []).reduce((sum, { items }) => sum + items.length, 0);
      while (count() <= MAX_SELECTED && read.hasNextPage && !signal.aborted) {
        progress(count());
        read = await read.fetchNextPage({ throwOnError: true });
      }
      return (read.data?.pages ?? []).flatMap(({ items }) => items);
    },
    onTooMany: () => toast.info(`You can select up to ${MAX_SELECTED} images`),
    onFailure: (error) => toast.error('Couldn’t load all of these images', { detail: describeFailure(error).detail }),
  });
  return { query, images, list, likes, more, selection };
}

function listOf(images: readonly LibraryImage[]): GridList<LibraryImage> {
  const places = new Map(images.map(({ id }, index) => [id, index]));
  return { length: images.length, at: (index) => images[index], indexOf: (id) => places.get(id) ?? -1 };
}

/** Optimistic patches, by image id. */
const overlay = createOverlay<LibraryImage>();

const usePatchedLibrary = overlay.usePatched;

/** Browsers ask before the second download and fail with hundreds. */
export const MAX_SAVED = 50;

const hide = (images: readonly LibraryImage[]) => {
  const drops = images.map(({ id }) => overlay.add(id, null));
  return () => drops.forEach((drop) => drop());
};

const imagesLabel = (count: number): string => (count === 1 ? 'Image' : pluralize(count, 'image', 'images'));

type Calls = Record<'ofImages' | 'ofPhotos', (ids: string[], eventId: string) => Promise<readonly string[]>>;

/** Makes one call per event and one for generated images. Returns the ids that succeeded. */
async function callPerEvent(images: readonly LibraryImage[], { ofImages, ofPhotos }: Calls): Promise<ReadonlySet<string>> {
  await ensureEventSelected(images.find(({ event }) => event !== null)?.event ?? null);
  const groups = new Map<string, string[]>();
  for (const { id, photo } of images) groups.set(photo?.event_id ?? '', [...(groups.get(photo?.event_id ?? '') ?? []), id]);
  const answers = await Promise.all([...groups].map(([eventId, ids]) => (eventId === '' ? ofImages : ofPhotos)(ids, eventId)));
  return new Set(answers.flat());
}

const removeFromCache = (client: QueryClient, ids: ReadonlySet<string>) =>
  updateCachedLibraries(client, (image) => (ids.has(image.id) ? null : image));

/** The visible list is patched already. Other queries refetch when they are used. */
const invalidateLater = (client: QueryClient) => client.invalidateQueries({ queryKey: ['generation'], refetchType: 'none' });

async function restoreAll(client: QueryClient, account: string, images: readonly LibraryImage[]): Promise<number> {
  const done = await callPerEvent(images, {
    ofImages: restoreImages,
    ofPhotos: (ids, eventId) => restoreEventPhotos(account, eventId, ids),
  });
  if (done.size === 0) throw new UserFacingError('Deleted images can be restored for 30 days, by the person who deleted them.');
  await invalidateImages(client);
  return done.size;
}

const removing = (client: QueryClient, account: string) =>
  optimisticMutation<readonly LibraryImage[], number>({
    item: () => 'shelf',
    apply: hide,
    async send(images) {
      const done = await callPerEvent(images, {
        ofImages: deleteImages,
        ofPhotos: (ids, eventId) => deleteEventPhotos(account, eventId, ids),
      });
      removeFromCache(client, done);
      const refused = images.length - done.size;
      if (refused > 0) toast.warning(`${pluralize(refused, 'image was', 'images were')} not deleted`);
      return done.size;
    },
    revert: (images) => restoreAll(client, account, images),
    done: (_images, count) => `${imagesLabel(count)} deleted`,
    failed: 'Couldn’t delete the images',
    settle: () => invalidateLater(client),
  });

const restoring = (client: QueryClient, account: string) =>
  optimisticMutation<readonly LibraryImage[], number>({
    item: () => 'shelf',
    apply: hide,
    send: (images) => restoreAll(client, account, images),
    done: (_images, count) => `${imagesLabel(count)} restored`,
    failed: 'Couldn’t restore the images',
    settle: () => invalidateLater(client),
  });

export interface LibraryActions {
  setFavorite: (images: readonly LibraryImage[], liked: boolean) => void;
  remove: (images: readonly LibraryImage[]) => void;
  restore: (images: readonly LibraryImage[]) => void;
  /** Downloads at most `MAX_SAVED` images and skips those that can't be saved. */
  save: (images: readonly LibraryImage[]) => Promise<void>;
  isSaving: boolean;
  /** Actions for a generated image. */
  generated: ImageActions;
}

interface LibraryActionsOptions {
  account: string;
  owner: ImageOwner;
  photos: PhotoParts;
  likes: LibraryLikes;
  onCompose: (from: ComposePrefill) => void;
}

export function useLibraryActions({ account, owner, photos, likes: { like }, onCompose }: LibraryActionsOptions): LibraryActions {
  const client = useQueryClient();
  const ofGenerated = useImageActions(account, owner, onCompose);
  const [isSaving, setSaving] = useState(false);
  return useMemo(() => {
    const remove = removing(client, account);
    return {
      setFavorite(images, liked) {
        for (const image of images) {
          if (isFavorite(image) === liked || favoriteDisabledReason(image) !== null) continue;
          if (image.generated) ofGenerated.setFavorite(image.generated, liked);
          else void like(image, liked);
        }
      },
      remove,
      restore: restoring(client, account),
      async save(images) {
        setSaving(true);
        try {
          for (const [at, { photo, generated }] of images
            .filter((image) => saveDisabledReason(image) === null)
            .slice(0, MAX_SAVED)
            .entries()) {
            if (at > 0) await delay(DOWNLOAD_PAUSE_MS);
            if (photo) await photos.download(photo);
            else if (generated) await downloadOriginal(generated);
          }
        } catch (error) {
          toast.error('Couldn’t save everything', { detail: describeFailure(error).detail });
        }
        setSaving(false);
      },
      isSaving,
      generated: { ...ofGenerated, remove: (image) => remove([toLibraryImage(image)]) },
    };
  }, [account, client, isSaving, like, ofGenerated, photos]);
}

type Wishes = ReadonlyMap<string, boolean>;
const NO_WISHES: ReadonlyMap<string, Wishes> = new Map();

interface LibraryLikes {
  /** Applies the person's pending like. */
  withLike: (image: LibraryImage) => LibraryImage;
  /** @param image an event photo as the server returned it */
  like: (image: LibraryImage, liked: boolean) => Promise<void>;
}

/** @param eventIds of the visible photos, joined by spaces */
export function useLibraryLikes(account: string, eventIds: string): LibraryLikes {
  const client = useQueryClient();
  const [wishes, setWishes] = useState(NO_WISHES);
  const turns = useRef(new Map<string, number>());
  const read = useCallback(
    async (eventId: string) => {
      const turn = (turns.current.get(eventId) ?? 0) + 1;
      turns.current.set(eventId, turn);
      const found = await listPendingLikes(account, eventId);
      // Reads overlap; only the latest one counts.
      if (turn === turns.current.get(eventId)) setWishes((now) => new Map(now).set(eventId, found));
    },
    [account],
  );

  useEffect(() => {
    // A failed read changes nothing. The queue shows the reason.
    const renew = (eventId: string) => void read(eventId).catch((error: unknown) => console.warn('Pending likes could not be read', error));
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

  const withLike = useCallback(
    (image: LibraryImage) => {
      const liked = image.photo && wishes.get(image.photo.event_id)?.get(image.id);
      return liked === undefined || liked === null ? image : withFavorite(image, liked);
    },
    [wishes],
  );
  const like = useCallback(
    async ({ photo, event }: LibraryImage, liked: boolean) => {
      if (!photo) return;
      const { event_id: eventId, id } = photo;
      try {
        await ensureEventSelected(event);
        requireEvent();
        setWishes((now) => new Map(now).set(eventId, new Map(now.get(eventId)).set(id, liked)));
        await enqueueLike({ account, eventId, photoId: id, liked, serverLiked: photo.is_liked });
      } catch (error) {
        toast.error('Couldn’t save your like', { detail: describeFailure(error).detail });
      }
      await read(eventId);
    },
    [account, read],
  );
  return { withLike, like };
}
