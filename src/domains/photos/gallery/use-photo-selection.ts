import type { FeedItem } from '#src/domains/photos/feed.ts';
import type { GalleryModel } from '#src/domains/photos/use-gallery.ts';
import { formatCount } from '#src/lib/format.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { useSelection, type GridSelection } from '#src/ui/grid/use-selection.ts';
import { toast } from '#src/ui/toast.ts';

/** More are not selected at once: they would have to be read, and deleted, at once. */
export const MAX_SELECTED = 2_000;

/** Only what the server has can be selected: what waits on this phone has its own place, the queue. */
const isStored = (item: FeedItem): boolean => item.kind === 'stored';
const onTooMany = () => toast.info(`At most ${formatCount(MAX_SELECTED)} photos can be selected at once`);
const onFailure = (error: unknown) => toast.error('Not all of these photos could be read', { detail: describeFailure(error).detail });

export function usePhotoSelection({ order, reader, hidden }: GalleryModel): GridSelection<FeedItem> {
  return useSelection<FeedItem>({
    list: order,
    max: MAX_SELECTED,
    // What is being deleted is not selected any more.
    isGone: (id) => hidden.has(id),
    canSelect: isStored,
    collect: reader.collect,
    onTooMany,
    onFailure,
  });
}
