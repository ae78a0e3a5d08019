// The photos of one status, for selection.
import { memo, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { describePhoto, useEventZone } from '#src/domains/photos/labels.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { formatCount } from '#src/lib/format.ts';
import { placeholder } from '#src/lib/thumbhash.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { photoUrl } from '#src/shell/photo-url.ts';
import { cn } from '#src/ui/cn.ts';
import { Grid, type GridHandle, useOnVisibleRange } from '#src/ui/grid/grid.tsx';
import type { GridLabels, RenderTile, TileState } from '#src/ui/grid/group-rows.tsx';
import { type Geometry, layoutOf } from '#src/ui/grid/layout.ts';
import { createScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridList } from '#src/ui/grid/selection.ts';
import { GridMargins, useFrame } from '#src/ui/grid/use-frame.tsx';
import type { GridSelection } from '#src/ui/grid/use-selection.ts';
import { Check, Maximize2 } from '#src/ui/icons.ts';
import { OriginalMark } from './moderation-picture.tsx';

const GEOMETRY: Geometry = { gap: 3, heading: 0, size: 176, minColumns: 3 };
const words: GridLabels = { loading: (index) => `Photo ${formatCount(index + 1)}` };

interface BulkGridProps {
  label: string;
  list: GridList<Photo>;
  selection: GridSelection<Photo>;
  ref: Ref<GridHandle>;
  onActive: (id: string) => void;
  onPreview: (id: string) => void;
  onNearEnd: () => void;
}

export function BulkGrid({ label, list, selection, ref, onActive, onPreview, onNearEnd }: BulkGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const margins = useRef<HTMLDivElement>(null);
  const [tracker] = useState(createScrollTracker);
  useEffect(() => tracker.start(), [tracker]);
  const frame = useFrame(element, margins);
  const { length } = list;
  const layout = useMemo(() => layoutOf(length === 0 ? [] : [{ start: 0, count: length }], frame.width, GEOMETRY), [length, frame.width]);
  const see = useMemo(
    () => (_first: number, last: number) => {
      if (last >= length - 1) onNearEnd();
    },
    [length, onNearEnd],
  );
  useOnVisibleRange(tracker, layout, frame, see);
  const tile = useMemo<RenderTile<Photo>>(
    () =>
      (photo, { selected, tabbable }) => <BulkTile photo={photo} selected={selected} tabbable={tabbable} onPreview={onPreview} />,
    [onPreview],
  );
  return (
    <div className="[--stick:calc(7rem+var(--safe-top))] [--under:calc(5rem+var(--safe-bottom))] sm:[--under:0px]">
      <GridMargins ref={margins} />
      <Grid
        ref={ref}
        element={element}
        list={list}
        layout={layout}
        frame={frame}
        tracker={tracker}
        selection={selection}
        label={label}
        words={words}
        tile={tile}
        onOpen={onPreview}
        onActive={onActive}
      />
    </div>
  );
}

interface BulkTileProps extends Pick<TileState, 'selected' | 'tabbable'> {
  photo: Photo;
  onPreview: (id: string) => void;
}

const FILL = 'absolute inset-0 size-full object-cover';

/** Pressing selects, Enter opens the preview; the grid handles both. */
const BulkTile = memo(function BulkTile({ photo, selected, tabbable, onPreview }: BulkTileProps) {
  return (
    <div className="absolute inset-0 overflow-hidden bg-sunken select-none [-webkit-touch-callout:none]">
      {photo.thumbhash && <img src={placeholder(photo.thumbhash)} alt="" draggable={false} className={FILL} />}
      {photo.state === 'ready' && <MediaImage src={photoUrl(photo, 'thumb')} alt="" className={FILL} />}
      {photo.state === 'processing' && <TileMessage>Processing</TileMessage>}
      {photo.state === 'unreadable' && <TileMessage>Damaged file</TileMessage>}
      <button
        type="button"
        aria-label={describePhoto(photo, useEventZone())}
        tabIndex={tabbable ? 0 : -1}
        data-tile
        data-photo={photo.id}
        className={cn(
          'absolute inset-0 transition-colors focus-visible:outline-none',
          'focus-visible:shadow-[inset_0_0_0_3px_var(--accent-text),inset_0_0_0_6px_var(--canvas)]',
          selected && 'bg-black/35 ring-4 ring-accent ring-inset',
        )}
      />
      <span
        aria-hidden
        className={cn(
          'pointer-events-none absolute top-2 left-2 grid size-6 place-items-center rounded-full border-2 border-white shadow-1',
          selected ? 'bg-accent text-on-accent' : 'bg-black/35 text-transparent',
        )}
      >
        <Check strokeWidth={3} className="size-3.5" />
      </span>
      <PhotoCaption photo={photo} />
      <button
        type="button"
        tabIndex={-1}
        aria-label="View photo"
        onClick={() => onPreview(photo.id)}
        className="absolute top-0 right-0 grid size-11 place-items-center text-white opacity-0 transition-opacity group-hover:opacity-100 group-focus-within:opacity-100 touch:opacity-100"
      >
        <span className="grid size-7 place-items-center rounded-full bg-black/60">
          <Maximize2 aria-hidden className="size-4" />
        </span>
      </button>
    </div>
  );
});

/** The photographer, and the reason of a rejection. */
function PhotoCaption({ photo }: { photo: Photo }) {
  const why = photo.status === 'rejected' ? (photo.rejection_reason ?? 'No reason given') : null;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-x-0 bottom-0 grid bg-linear-to-t from-black/85 via-black/60 to-transparent px-2 pt-6 pb-1.5 text-xs text-white"
    >
      <OriginalMark photo={photo} />
      <span className="truncate font-medium">{photo.uploader.name}</span>
      {why && <span className="line-clamp-2">{why}</span>}
    </span>
  );
}

const TileMessage = ({ children }: { children: string }) => (
  <span className="absolute inset-0 grid place-content-center p-2 text-center text-xs text-ink-muted">{children}</span>
);
