// Bulk actions on the selected photos.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FeedItem } from '#src/domains/photos/photo-list.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import type { GalleryModel } from '#src/domains/photos/use-gallery.ts';
import { startDownload } from '#src/domains/photos/viewer/download.ts';
import { pluralize } from '#src/lib/format.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { DOWNLOAD_PAUSE_MS } from '#src/ui/download-file.ts';
import type { GridSelection } from '#src/ui/grid/use-selection.ts';
import { toast } from '#src/ui/toast.ts';

const storedOf = (selected: ReadonlyMap<string, FeedItem>): Photo[] =>
  [...selected.values()].flatMap((item) => (item.kind === 'stored' ? [item.photo] : []));

/** Loaded on demand: deciding needs a connection anyway. */
const importDecisions = () => import('#src/domains/photos/moderation/send-decisions.ts');

type Busy = 'like' | 'download' | 'decide';

export function useBulkActions(gallery: GalleryModel, selection: GridSelection<FeedItem>, eventId: string, account: string) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<Busy | null>(null);
  /** The progress of a bulk download. */
  const [downloaded, setDownloaded] = useState<{ count: number; of: number } | null>(null);
  const download = useRef<AbortController | null>(null);
  useEffect(() => () => download.current?.abort(), []);
  const { selected, end } = selection;
  const { reader, withPendingLike, order } = gallery;
  // Uses the current photos; `order` changes when they may have changed.
  const bulk = useMemo<BulkActions>(
    () => bulkActions(order.length === 0 ? [] : storedOf(selected).map((photo) => withPendingLike(reader.photo(photo.id) ?? photo))),
    [withPendingLike, selected, order, reader],
  );

  const { moderates } = bulk;
  useEffect(() => {
    // In advance, so that a decision is sent as soon as it is made. If that fails, the decision says so.
    if (moderates) importDecisions().catch(() => undefined);
  }, [moderates]);

  const runAs = async (what: Busy, work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      toast.error('Couldn’t complete the action', { detail: describeFailure(error).detail });
    } finally {
      setBusy(null);
    }
  };

  return {
    bulk,
    busy,
    downloaded,
    like: () =>
      runAs('like', async () => {
        const { photos, liked } = bulk.like;
        for (const photo of photos) await gallery.setLiked(photo.id, liked);
      }),
    download: () =>
      runAs('download', async () => {
        const photos = bulk.download;
        const { signal } = (download.current = new AbortController());
        try {
          for (const [number, photo] of photos.entries()) {
            setDownloaded({ count: number, of: photos.length });
            if (number > 0) await new Promise((resolve) => setTimeout(resolve, DOWNLOAD_PAUSE_MS));
            if (signal.aborted) return;
            await startDownload(photo);
          }
        } finally {
          setDownloaded(null);
        }
      }),
    stopDownload: () => download.current?.abort(),
    remove() {
      const left = bulk.all.length - bulk.remove.length;
      gallery.remove(bulk.remove);
      end();
      if (left > 0) toast.info(`You can’t delete ${pluralize(left, 'of these photos', 'of these photos')}`);
    },
    decide: (to: 'approved' | 'rejected') =>
      runAs('decide', async () => {
        const { decideTogether } = await importDecisions();
        const photos = to === 'approved' ? bulk.approve : bulk.reject;
        await decideTogether({ client, eventId, account }, photos, to, { end, run: (undo) => void runAs('decide', undo) });
      }),
  };
}

/** Downloaded one by one; more as one ZIP file. Browsers ask before the second file, and fail with hundreds. */
export const MAX_DOWNLOADS = 50;

interface BulkActions {
  all: readonly Photo[];
  /** The photos whose like would change, and the new value. */
  like: { photos: readonly Photo[]; liked: boolean };
  download: readonly Photo[];
  remove: readonly Photo[];
  approve: readonly Photo[];
  reject: readonly Photo[];
  /** Whether this person can moderate at least one of them. */
  moderates: boolean;
}

/** @param selected the cached photos with pending likes */
function bulkActions(selected: readonly Photo[]): BulkActions {
  const likable = selected.filter(({ can }) => can.like);
  // If no photo can be liked, the action stays "like".
  const liked = likable.length === 0 || likable.some(({ is_liked }) => !is_liked);
  const decidable = selected.filter(({ can }) => can.moderate);
  return {
    all: selected,
    like: { photos: likable.filter(({ is_liked }) => is_liked !== liked), liked },
    download: selected.filter(({ can, state }) => can.download && state !== 'processing'),
    remove: selected.filter(({ can }) => can.delete),
    approve: decidable.filter(({ status }) => status !== 'approved'),
    reject: decidable.filter(({ status }) => status !== 'rejected'),
    moderates: decidable.length > 0,
  };
}
