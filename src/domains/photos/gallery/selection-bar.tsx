import type { FeedItem } from '#src/domains/photos/photo-list.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import type { GalleryModel } from '#src/domains/photos/use-gallery.ts';
import { formatCount, pluralize } from '#src/lib/format.ts';
import { originalWords } from '#src/lib/original.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { canSharePhotos } from '#src/ui/export-photos.ts';
import { type GridSelection, useSelection } from '#src/ui/grid/use-selection.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CheckCheck, CircleStop, Download, Heart, HeartOff, Link2, Sparkles, Trash2, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toast.ts';
import { WordedIconButton } from '#src/ui/worded-icon-button.tsx';
import { MAX_DOWNLOADS, useBulkActions } from './use-bulk-actions.ts';

const ModeratorActions = lazyPart(() => import('./moderator-actions.tsx'), { name: 'the approval buttons' });

interface SelectionBarProps {
  gallery: GalleryModel;
  selection: GridSelection<FeedItem>;
  eventId: string;
  account: string;
  /** Views a public event without having joined. */
  isVisitor: boolean;
  /** Offers several photos as one file, or to the share sheet of a phone. */
  onDownload: (photos: readonly Photo[]) => void;
  /** Moves photos to a section. */
  onMove: (photoIds: string[]) => void;
  /** Changes photos in one style. */
  onRestyle: (photoIds: string[]) => void;
  /** Shares photos by a gallery link; null for people outside of the organization. */
  onCreateLink: ((photoIds: string[]) => void) | null;
}

export function SelectionBar({
  gallery,
  selection,
  eventId,
  account,
  isVisitor,
  onDownload,
  onMove,
  onRestyle,
  onCreateLink,
}: SelectionBarProps) {
  const { bulk, busy, downloaded, like, download, stopDownload, remove, decide } = useBulkActions(gallery, selection, eventId, account);
  const offline = useConnection() !== 'online';
  const { length } = bulk.all;
  const nothing = length === 0 && 'Select photos first.';
  const downloadReason =
    bulk.download.length === 0 && (bulk.all.map(originalWords).find(Boolean)?.refusal ?? 'The organizer has turned downloads off.');
  const needsLine = offline && NEEDS_CONNECTION;
  const likes = bulk.like.liked;
  return (
    <div
      role="toolbar"
      aria-label="Selected photos"
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && selection.end()}
      className="flex min-w-0 flex-1 items-center max-md:flex-wrap"
    >
      <IconButton label="Cancel" icon={<X aria-hidden className="size-5" />} onClick={selection.end} />
      <p role="status" className="min-w-0 flex-1 truncate px-1 text-sm font-medium tabular-nums">
        {downloaded
          ? `${formatCount(downloaded.count)} of ${formatCount(downloaded.of)} downloaded`
          : selection.reading === null
            ? `${formatCount(length)} selected`
            : `${formatCount(selection.reading)}… loading`}
      </p>
      <WordedIconButton label={selectAllLabel(gallery.order.length)} word="All" icon={CheckCheck} onClick={selection.all} />
      {/* Below the number on a phone, where there is no room beside it. */}
      <div className="flex md:gap-1 max-md:grid max-md:w-full max-md:grid-cols-4">
        {!isVisitor && (
          <WordedIconButton
            label={likes ? 'Like' : 'Unlike'}
            loading={busy === 'like'}
            disabledReason={nothing || (bulk.like.photos.length === 0 && 'Only people who joined this event can like its photos.')}
            icon={likes ? Heart : HeartOff}
            onClick={() => void like()}
          />
        )}
        <WordedIconButton
          label={downloaded ? 'Stop download' : 'Download'}
          word={downloaded !== null && 'Stop'}
          disabledReason={!downloaded && (nothing || downloadReason || needsLine)}
          icon={downloaded ? CircleStop : Download}
          onClick={() => {
            if (downloaded) return stopDownload();
            if (bulk.download.length > (canSharePhotos() ? 1 : MAX_DOWNLOADS)) onDownload(bulk.download);
            else void download();
          }}
        />
        <WordedIconButton
          label="Restyle"
          disabledReason={nothing || downloadReason || needsLine}
          icon={Sparkles}
          onClick={() => onRestyle(bulk.download.map(({ id }) => id))}
        />
        {onCreateLink && (
          <WordedIconButton
            label="Create link"
            word="Link"
            disabledReason={nothing || needsLine}
            icon={Link2}
            onClick={() => onCreateLink(bulk.all.map(({ id }) => id))}
          />
        )}
        {bulk.remove.length > 0 && <WordedIconButton label="Delete" disabledReason={needsLine} icon={Trash2} onClick={remove} />}
        {bulk.moderates && !offline && <ModeratorActions {...{ bulk, busy, onMove }} onDecide={(to) => void decide(to)} />}
      </div>
    </div>
  );
}

const selectAllLabel = (length: number): string =>
  length > MAX_SELECTED ? `Select the first ${formatCount(MAX_SELECTED)}` : `Select all ${pluralize(length, 'photo', 'photos')}`;

/** A limit, because the selected photos must be loaded and deleted together. */
const MAX_SELECTED = 2_000;

/** Only stored photos can be selected; waiting ones belong to the queue. */
const isStored = (item: FeedItem): boolean => item.kind === 'stored';
const onTooMany = () => toast.info(`You can select up to ${formatCount(MAX_SELECTED)} photos`);
const onFailure = (error: unknown) => toast.error('Couldn’t load all photos', { detail: describeFailure(error).detail });

export function usePhotoSelection({ order, reader, hidden }: GalleryModel): GridSelection<FeedItem> {
  return useSelection<FeedItem>({
    list: order,
    max: MAX_SELECTED,
    // Photos being deleted leave the selection.
    isGone: (id) => hidden.has(id),
    canSelect: isStored,
    collect: reader.collect,
    onTooMany,
    onFailure,
  });
}
