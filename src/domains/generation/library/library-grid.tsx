import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { GeneratedPicture } from '#src/domains/generation/results/generated-picture.tsx';
import { formatCount } from '#src/lib/format.ts';
import { placeholder } from '#src/lib/thumbhash.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { cn } from '#src/ui/cn.ts';
import { Grid, useOnVisibleRange } from '#src/ui/grid/grid.tsx';
import { DamagedTile, type GridLabels, type RenderTile, TILE_CLASS, TileCheckbox, type TileState } from '#src/ui/grid/group-rows.tsx';
import { type Geometry, indexAt, layoutOf } from '#src/ui/grid/layout.ts';
import { createScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridList } from '#src/ui/grid/selection.ts';
import { GridMargins, useFrame } from '#src/ui/grid/use-frame.tsx';
import type { GridSelection } from '#src/ui/grid/use-selection.ts';
import { EyeOff, Heart, Send, Sparkles } from '#src/ui/icons.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { describeLibraryImage, isFavorite, type LibraryImage, type PhotoParts, timeLeft } from './library-image.ts';

const GEOMETRY: Geometry = { gap: 3, heading: 0, size: 200, minColumns: 3 };
const words: GridLabels = { loading: (index) => `Image ${formatCount(index + 1)}` };

interface LibraryGridProps {
  list: GridList<LibraryImage>;
  photos: PhotoParts;
  selection: GridSelection<LibraryImage>;
  onOpen: (id: string) => void;
  onNearEnd: () => void;
  /** Called when the first visible image changes. */
  onSee: (image: LibraryImage | undefined) => void;
}

export function LibraryGrid({ list, photos, selection, onOpen, onNearEnd, onSee }: LibraryGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const margins = useRef<HTMLDivElement>(null);
  const [tracker] = useState(createScrollTracker);
  useEffect(() => tracker.start(), [tracker]);
  const frame = useFrame(element, margins);
  const { length } = list;
  const tile = useMemo<RenderTile<LibraryImage>>(
    () => (image, state) => <LibraryTile image={image} photos={photos} {...state} />,
    [photos],
  );
  const layout = useMemo(() => layoutOf(length === 0 ? [] : [{ start: 0, count: length }], frame.width, GEOMETRY), [length, frame.width]);
  const see = useMemo(() => (_first: number, last: number) => void (last >= length - 1 && onNearEnd()), [length, onNearEnd]);
  useOnVisibleRange(tracker, layout, frame, see);
  useEffect(() => {
    const look = () => frame.width > 0 && length > 0 && onSee(list.at(indexAt(layout, tracker.frame().y - frame.top)));
    look();
    return tracker.subscribe(({ moving }) => void (moving || look()));
  }, [frame, layout, length, list, onSee, tracker]);
  return (
    <div className="[--stick:0px] [--under:0px]">
      <GridMargins ref={margins} />
      <Grid
        element={element}
        list={list}
        layout={layout}
        frame={frame}
        tracker={tracker}
        selection={selection}
        label="Images"
        words={words}
        tile={tile}
        onOpen={onOpen}
      />
    </div>
  );
}

interface LibraryTileProps extends TileState {
  image: LibraryImage;
  photos: PhotoParts;
}

const FILL = 'absolute inset-0 size-full object-cover';
const statusLabels = { pending: 'Pending', rejected: 'Rejected' };

interface Chip {
  Icon: typeof Send;
  words: string;
}

/** What sets a photo apart. The posted copy of a generated image, which looks like the image itself, names its event. */
function chipOf({ photo, event }: LibraryImage): Chip | null {
  if (!photo) return null;
  if (photo.status !== 'approved') return { Icon: EyeOff, words: statusLabels[photo.status] };
  return photo.source === 'generated' ? { Icon: Send, words: `In ${event?.name ?? 'an event'}` } : null;
}

/** A grid cell. The grid handles its events by delegation. */
export const LibraryTile = memo(function LibraryTile({ image, photos, tabbable, selected, selecting, mouse }: LibraryTileProps) {
  const left = timeLeft(image);
  const label = [describeLibraryImage(image, photos), left].filter((words) => words !== null).join(', ');
  const { photo, generated } = image;
  return (
    <>
      <a
        href={`?image=${image.id}`}
        data-tile
        data-photo={image.id}
        aria-label={label}
        tabIndex={tabbable ? 0 : -1}
        className={cn(TILE_CLASS, 'transition-[inset]', selected && 'inset-3 rounded-sm')}
      >
        {photo && <PhotoPicture photo={photo} photos={photos} chip={left === null ? chipOf(image) : null} />}
        {generated && <GeneratedPicture image={generated} />}
        {(generated ?? photo?.source === 'generated') && (
          <span aria-hidden className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-black/65 text-white">
            <Sparkles className="size-3.5" />
          </span>
        )}
        {left !== null && (
          <span aria-hidden className="absolute inset-x-0 bottom-0 truncate bg-black/65 px-2 py-1 text-xs text-white tabular-nums">
            {left}
          </span>
        )}
        {left === null && isFavorite(image) && (
          <span aria-hidden className="absolute right-2 bottom-2 text-white">
            <Heart className="size-4 fill-current text-[#ff6b81]" />
          </span>
        )}
      </a>
      {(mouse || selecting) && <TileCheckbox label={label} checked={selected} always={selecting} />}
    </>
  );
});

interface PhotoPictureProps {
  photo: NonNullable<LibraryImage['photo']>;
  photos: PhotoParts;
  chip: Chip | null;
}

function PhotoPicture({ photo, photos, chip }: PhotoPictureProps) {
  if (photo.state === 'unreadable') return <DamagedTile />;
  return (
    <>
      {photo.thumbhash && <img src={placeholder(photo.thumbhash)} alt="" draggable={false} className={FILL} />}
      {photo.state === 'ready' ? (
        <MediaImage src={photos.url(photo, 'thumb')} alt="" loading="lazy" className={FILL} />
      ) : (
        <Skeleton className="absolute inset-0 !rounded-none" />
      )}
      {chip && (
        <span className="absolute bottom-1.5 left-1.5 inline-flex max-w-[calc(100%-2.5rem)] items-center gap-1 rounded-full bg-black/65 px-1.5 py-0.5 text-xs font-medium text-white">
          <chip.Icon aria-hidden className="size-3 shrink-0" />
          <span className="truncate">{chip.words}</span>
        </span>
      )}
    </>
  );
}
