// Likes of photos go by the outbox, as in their event's gallery: shown at once, delivered when there is a line.
// Doing something to what stands on a shelf, to one or to many at once.
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
import { saveOriginal } from '#src/domains/generation/results/original-file.ts';
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

/** A shelf as this account sees it: what the server says, with what was changed here laid over it. */
export function useLibrary(account: string, owner: ImageOwner, search: LibrarySearch) {
  const query = useInfiniteQuery(libraryQuery(owner, filterOf(search)));
  useRefetchOnReconnect(query);
  const asChanged = usePatchedLibrary();
  const generatedAsChanged = usePatchedImages();
  const read = useMemo(() => {
    const seen = new Set<string>();
    return (query.data?.pages ?? []).flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)));
  }, [query.data]);
  const eventIds = useMemo(() => [...new Set(read.flatMap(({ event }) => event?.id ?? []))].toSorted().join(' '), [read]);
  const likes = useLibraryLikes(account, eventIds);
  const { asWished } = likes;
  const images = useMemo(
    () =>
      read.flatMap((each) => {
        const shown = asChanged(each.id, each);
        if (!shown) return [];
        if (!shown.generated) return asWished(shown);
        const generated = generatedAsChanged(shown.id, shown.generated);
        return generated === shown.generated ? shown : generated ? { ...shown, generated } : [];
      }),
    [read, asChanged, asWished, generatedAsChanged],
  );
  const list = useMemo(() => listOf(images), [images]);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetching, isFetchNextPageError]);
  const selection = useSelection<LibraryImage>({
    list,
    max: MAX_SELECTED,
    isGone: (id) => list.indexOf(id) === -1,
    collect: (first, last) => Promise.resolve(images.slice(first, last + 1)),
    onTooMany: () => toast.info(`No more than ${MAX_SELECTED} images are selected at once`),
    onFailure: (error) => toast.error('Couldn’t load all of these images', { detail: describeFailure(error).detail }),
  });
  return { query, images, list, likes, more, selection };
}

function listOf(images: readonly LibraryImage[]): GridList<LibraryImage> {
  const places = new Map(images.map(({ id }, index) => [id, index]));
  return { length: images.length, at: (index) => images[index], indexOf: (id) => places.get(id) ?? -1 };
}

/** What was deleted or restored here and the server does not say yet. */
const overlay = createOverlay<LibraryImage>();

const usePatchedLibrary = overlay.usePatched;

/** Browsers ask before the second file, and do not keep up with hundreds. */
export const MAX_SAVED = 50;

const hide = (images: readonly LibraryImage[]) => {
  const drops = images.map(({ id }) => overlay.add(id, null));
  return () => drops.forEach((drop) => drop());
};

const imagesLabel = (count: number): string => (count === 1 ? 'Image' : pluralize(count, 'image', 'images'));

type Calls = Record<'ofImages' | 'ofPhotos', (ids: string[], eventId: string) => Promise<readonly string[]>>;

/** One call for each event, and one for what was made. Returns what was done. */
async function callPerEvent(images: readonly LibraryImage[], { ofImages, ofPhotos }: Calls): Promise<ReadonlySet<string>> {
  await ensureEventSelected(images.find(({ event }) => event !== null)?.event ?? null);
  const groups = new Map<string, string[]>();
  for (const { id, photo } of images) groups.set(photo?.event_id ?? '', [...(groups.get(photo?.event_id ?? '') ?? []), id]);
  const answers = await Promise.all([...groups].map(([eventId, ids]) => (eventId === '' ? ofImages : ofPhotos)(ids, eventId)));
  return new Set(answers.flat());
}

const removeFromCache = (client: QueryClient, ids: ReadonlySet<string>) =>
  updateCachedLibraries(client, (image) => (ids.has(image.id) ? null : image));

/** What is on the screen has changed already; everything else is read when it is looked at. */
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
    async commit(images) {
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
    commit: (images) => restoreAll(client, account, images),
    done: (_images, count) => `${imagesLabel(count)} restored`,
    failed: 'Couldn’t restore the images',
    settle: () => invalidateLater(client),
  });

export interface LibraryActions {
  setFavorite: (images: readonly LibraryImage[], wished: boolean) => void;
  remove: (images: readonly LibraryImage[]) => void;
  restore: (images: readonly LibraryImage[]) => void;
  /** Those that may be saved, no more than `MAX_SAVED`. */
  save: (images: readonly LibraryImage[]) => Promise<void>;
  isSaving: boolean;
  /** Of one that was made. */
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
      setFavorite(images, wished) {
        for (const image of images) {
          if (isFavorite(image) === wished || favoriteDisabledReason(image) !== null) continue;
          if (image.generated) ofGenerated.setFavorite(image.generated, wished);
          else void like(image, wished);
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
            else if (generated) await saveOriginal(generated);
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
