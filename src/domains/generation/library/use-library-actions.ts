// Doing something to what stands on a shelf, to one or to many at once.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ComposePrefill } from '#src/domains/generation/compose-prefill.ts';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import {
  updateCachedLibraries,
  deleteImages,
  deleteEventPhotos,
  invalidateImages,
  restoreImages,
  restoreEventPhotos,
} from '#src/domains/generation/queries.ts';
import { saveOriginal } from '#src/domains/generation/results/original-file.ts';
import { useImageActions, type ImageActions } from '#src/domains/generation/results/use-image-actions.ts';
import { delay } from '#src/lib/delay.ts';
import { pluralize } from '#src/lib/format.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { ensureEventSelected } from '#src/session/selection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { DOWNLOAD_PAUSE_MS } from '#src/ui/download-file.ts';
import { toast } from '#src/ui/toast.ts';
import {
  favoriteDisabledReason,
  isFavorite,
  saveDisabledReason,
  toLibraryImage,
  type PhotoParts,
  type LibraryImage,
} from './library-image.ts';
import type { LibraryLikes } from './use-library-likes.ts';

/** What was deleted or restored here and the server does not say yet. */
const overlay = createOverlay<LibraryImage>();

export const usePatchedLibrary = overlay.usePatched;

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
