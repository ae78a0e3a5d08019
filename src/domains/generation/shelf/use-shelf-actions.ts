// Doing something to what stands on a shelf, to one or to many at once.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ComposeFrom } from '#src/domains/generation/compose-from.ts';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import {
  changeShelves,
  deleteImages,
  deletePhotosOf,
  imagesAreStale,
  restoreImages,
  restorePhotosOf,
} from '#src/domains/generation/queries.ts';
import { saveOriginal } from '#src/domains/generation/results/read-original.ts';
import { useImageActions, type ImageActions } from '#src/domains/generation/results/use-image-actions.ts';
import { counted } from '#src/lib/format.ts';
import { pause } from '#src/lib/pause.ts';
import { RefusedHere } from '#src/lib/refused-here.ts';
import { selectFor } from '#src/session/selection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { DOWNLOAD_PAUSE_MS } from '#src/ui/download-file.ts';
import { toast } from '#src/ui/toast.ts';
import { favouriteRefusal, isFavourite, saveRefusal, shelved, type PhotoParts, type ShelfImage } from './shelf-image.ts';
import type { ShelfLikes } from './use-shelf-likes.ts';

/** What was deleted or restored here and the server does not say yet. */
const overlay = createOverlay<ShelfImage>();

export const useShelfAsChanged = overlay.useAsChanged;

/** Browsers ask before the second file, and do not keep up with hundreds. */
export const MOST_SAVED = 50;

const hide = (images: readonly ShelfImage[]) => {
  const drops = images.map(({ id }) => overlay.lay(id, null));
  return () => drops.forEach((drop) => drop());
};

const imagesWords = (count: number): string => (count === 1 ? 'Image' : counted(count, 'image', 'images'));

type Calls = Record<'ofImages' | 'ofPhotos', (ids: string[], eventId: string) => Promise<readonly string[]>>;

/** One call for each event, and one for what was made. Returns what was done. */
async function callFor(images: readonly ShelfImage[], { ofImages, ofPhotos }: Calls): Promise<ReadonlySet<string>> {
  await selectFor(images.find(({ event }) => event !== null)?.event ?? null);
  const groups = new Map<string, string[]>();
  for (const { id, photo } of images) groups.set(photo?.event_id ?? '', [...(groups.get(photo?.event_id ?? '') ?? []), id]);
  const answers = await Promise.all([...groups].map(([eventId, ids]) => (eventId === '' ? ofImages : ofPhotos)(ids, eventId)));
  return new Set(answers.flat());
}

const dropFrom = (client: QueryClient, ids: ReadonlySet<string>) => changeShelves(client, (image) => (ids.has(image.id) ? null : image));

/** What is on the screen has changed already; everything else is read when it is looked at. */
const later = (client: QueryClient) => client.invalidateQueries({ queryKey: ['generation'], refetchType: 'none' });

async function restoreAll(client: QueryClient, account: string, images: readonly ShelfImage[]): Promise<number> {
  const done = await callFor(images, { ofImages: restoreImages, ofPhotos: (ids, eventId) => restorePhotosOf(account, eventId, ids) });
  if (done.size === 0) throw new RefusedHere('Deleted images can be restored for 30 days, by the person who deleted them.');
  await imagesAreStale(client);
  return done.size;
}

const removing = (client: QueryClient, account: string) =>
  optimisticMutation<readonly ShelfImage[], number>({
    item: () => 'shelf',
    apply: hide,
    async commit(images) {
      const done = await callFor(images, { ofImages: deleteImages, ofPhotos: (ids, eventId) => deletePhotosOf(account, eventId, ids) });
      dropFrom(client, done);
      const refused = images.length - done.size;
      if (refused > 0) toast.warning(`${counted(refused, 'image was', 'images were')} not deleted`);
      return done.size;
    },
    revert: (images) => restoreAll(client, account, images),
    done: (_images, count) => `${imagesWords(count)} deleted`,
    failed: 'Couldn’t delete the images',
    settle: () => later(client),
  });

const restoring = (client: QueryClient, account: string) =>
  optimisticMutation<readonly ShelfImage[], number>({
    item: () => 'shelf',
    apply: hide,
    commit: (images) => restoreAll(client, account, images),
    done: (_images, count) => `${imagesWords(count)} restored`,
    failed: 'Couldn’t restore the images',
    settle: () => later(client),
  });

export interface ShelfActions {
  favourite: (images: readonly ShelfImage[], wished: boolean) => void;
  remove: (images: readonly ShelfImage[]) => void;
  restore: (images: readonly ShelfImage[]) => void;
  /** Those that may be saved, no more than `MOST_SAVED`. */
  save: (images: readonly ShelfImage[]) => Promise<void>;
  isSaving: boolean;
  /** Of one that was made. */
  generated: ImageActions;
}

interface ShelfOf {
  account: string;
  owner: ImageOwner;
  photos: PhotoParts;
  likes: ShelfLikes;
  onCompose: (from: ComposeFrom) => void;
}

export function useShelfActions({ account, owner, photos, likes: { like }, onCompose }: ShelfOf): ShelfActions {
  const client = useQueryClient();
  const ofGenerated = useImageActions(account, owner, onCompose);
  const [isSaving, setSaving] = useState(false);
  return useMemo(() => {
    const remove = removing(client, account);
    return {
      favourite(images, wished) {
        for (const image of images) {
          if (isFavourite(image) === wished || favouriteRefusal(image) !== null) continue;
          if (image.generated) ofGenerated.favourite(image.generated, wished);
          else void like(image, wished);
        }
      },
      remove,
      restore: restoring(client, account),
      async save(images) {
        setSaving(true);
        try {
          for (const [at, { photo, generated }] of images
            .filter((image) => saveRefusal(image) === null)
            .slice(0, MOST_SAVED)
            .entries()) {
            if (at > 0) await pause(DOWNLOAD_PAUSE_MS);
            if (photo) await photos.download(photo);
            else if (generated) await saveOriginal(generated);
          }
        } catch (error) {
          toast.error('Couldn’t save everything', { detail: describeFailure(error).detail });
        }
        setSaving(false);
      },
      isSaving,
      generated: { ...ofGenerated, remove: (image) => remove([shelved(image)]) },
    };
  }, [account, client, isSaving, like, ofGenerated, photos]);
}
