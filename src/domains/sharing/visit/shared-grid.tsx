import { memo, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount, type TimeZone } from '#src/lib/format.ts';
import { placeholder } from '#src/lib/thumbhash.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { cn } from '#src/ui/cn.ts';
import { Grid, type GridHandle, useOnVisibleRange } from '#src/ui/grid/grid.tsx';
import { type GridLabels, type RenderTile, TILE_CLASS, TileCheckbox, type TileState } from '#src/ui/grid/group-rows.tsx';
import { type Geometry, layoutOf } from '#src/ui/grid/layout.ts';
import { createScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridList } from '#src/ui/grid/selection.ts';
import { GridMargins, useFrame } from '#src/ui/grid/use-frame.tsx';
import type { GridSelection } from '#src/ui/grid/use-selection.ts';
import { Heart, MessageSquareText } from '#src/ui/icons.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { type SharedPhoto, sharedPhotoUrl } from './queries.ts';
import { describeSharedPhoto } from './shared-photo.ts';
import type { Picks } from './use-picks.ts';

const GEOMETRY: Geometry = { gap: 3, heading: 0, size: 240, minColumns: 2 };
const words: GridLabels = { loading: (index) => `Photo ${formatCount(index + 1)}` };

interface SharedGridProps {
  token: string;
  zone: TimeZone;
  list: GridList<SharedPhoto>;
  picks: Picks;
  /** Null if photos can only be picked. */
  selection: GridSelection<SharedPhoto> | null;
  /** The index of the last one near the screen. */
  onSee: (last: number) => void;
  onOpen: (id: string) => void;
  ref: Ref<GridHandle>;
}

export function SharedGrid({ token, zone, list, picks, selection, onSee, onOpen, ref }: SharedGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const margins = useRef<HTMLDivElement>(null);
  const [tracker] = useState(createScrollTracker);
  useEffect(() => tracker.start(), [tracker]);
  const frame = useFrame(element, margins);
  const { length } = list;
  const layout = useMemo(() => layoutOf(length === 0 ? [] : [{ start: 0, count: length }], frame.width, GEOMETRY), [length, frame.width]);
  const see = useMemo(() => (_first: number, last: number) => onSee(last), [onSee]);
  useOnVisibleRange(tracker, layout, frame, see);
  const takesPicks = picks.limit !== null;
  const canSelect = selection !== null;
  const noteOf = picks.picks;
  const tile = useMemo<RenderTile<SharedPhoto>>(
    () => (photo, state) => (
      <SharedTile
        token={token}
        zone={zone}
        photo={photo}
        takesPicks={takesPicks}
        canSelect={canSelect}
        note={noteOf.get(photo.id) ?? null}
        {...state}
      />
    ),
    [token, zone, takesPicks, canSelect, noteOf],
  );
  return (
    <div className="[--stick:calc(3.5rem+var(--safe-top))] [--under:0px]">
      <GridMargins ref={margins} />
      <Grid
        ref={ref}
        element={element}
        list={list}
        layout={layout}
        frame={frame}
        tracker={tracker}
        selection={useGridSelection(list, picks, selection)}
        label="Photos"
        words={words}
        tile={tile}
        onOpen={onOpen}
      />
    </div>
  );
}

/** While nothing is being selected, the grid's selection picks photos: by the heart, the space bar, or a long press. */
function useGridSelection(
  list: GridList<SharedPhoto>,
  { picks, toggle, limit }: Picks,
  selection: GridSelection<SharedPhoto> | null,
): GridSelection<SharedPhoto> {
  const latest = useRef({ list, toggle });
  useEffect(() => {
    latest.current = { list, toggle };
  });
  const picking = useMemo<GridSelection<SharedPhoto>>(
    () => ({
      selecting: false,
      always: false,
      selected: new Map<string, SharedPhoto>(),
      reading: null,
      isSelected: (id) => picks.has(id),
      begin: () => undefined,
      toggle(index) {
        const photo = latest.current.list.at(index);
        if (photo && limit !== null) latest.current.toggle(photo.id);
      },
      anchor: () => undefined,
      extend: () => undefined,
      all: () => undefined,
      end: () => undefined,
    }),
    [picks, limit],
  );
  if (selection === null) return picking;
  return selection.selecting || limit === null ? selection : { ...selection, isSelected: picking.isSelected, toggle: picking.toggle };
}

interface SharedTileProps extends TileState {
  token: string;
  zone: TimeZone;
  photo: SharedPhoto;
  takesPicks: boolean;
  canSelect: boolean;
  /** Null if it is not picked. */
  note: string | null;
}

const FILL = 'absolute inset-0 size-full object-cover';

/** A grid cell. The grid handles its events by delegation. */
const SharedTile = memo(function SharedTile({
  token,
  zone,
  photo,
  takesPicks,
  canSelect,
  note,
  tabbable,
  selected,
  selecting,
  mouse,
}: SharedTileProps) {
  const picked = note !== null;
  const label = describeSharedPhoto(photo, zone);
  return (
    <>
      <a
        href={`?photo=${photo.id}`}
        data-tile
        data-photo={photo.id}
        aria-label={picked ? `${label}, picked` : label}
        tabIndex={tabbable ? 0 : -1}
        className={cn(TILE_CLASS, 'transition-[inset]', selecting && selected && 'inset-3 rounded-sm')}
      >
        {photo.thumbhash && <img src={placeholder(photo.thumbhash)} alt="" draggable={false} className={FILL} />}
        {photo.state === 'ready' ? (
          <MediaImage src={sharedPhotoUrl(token, photo, 'thumb')} alt="" loading="lazy" className={FILL} />
        ) : (
          <Skeleton className="absolute inset-0 !rounded-none" />
        )}
      </a>
      {canSelect && (selecting || (mouse && !takesPicks)) && <TileCheckbox label={label} checked={selected} always={selecting} />}
      {takesPicks && !selecting && (
        <button
          type="button"
          data-select
          tabIndex={-1}
          aria-pressed={picked}
          aria-label={`Pick: ${label}`}
          className="absolute right-0 bottom-0 z-10 grid size-11 place-items-center text-white"
        >
          <span className={cn('grid size-8 place-items-center rounded-full', picked ? 'bg-black/65' : 'bg-black/45')}>
            <Heart aria-hidden className={cn('size-4.5', picked && 'fill-current text-[#ff6b81]')} />
          </span>
        </button>
      )}
      {note && (
        <span aria-hidden className="absolute bottom-2 left-2 grid size-7 place-items-center rounded-full bg-black/65 text-white">
          <MessageSquareText className="size-4" />
        </span>
      )}
    </>
  );
});
