import { useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { useEventZone } from '#src/domains/photos/labels.ts';
import type { FeedItem } from '#src/domains/photos/photo-list.ts';
import type { GalleryModel } from '#src/domains/photos/use-gallery.ts';
import { pluralize, formatCount, type TimeZone } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { Grid, useOnVisibleRange, type GridHandle } from '#src/ui/grid/grid.tsx';
import type { GridLabels, RenderTile } from '#src/ui/grid/group-rows.tsx';
import { layoutOf } from '#src/ui/grid/layout.ts';
import type { ScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import { GridMargins, useFrame } from '#src/ui/grid/use-frame.tsx';
import type { GridSelection } from '#src/ui/grid/use-selection.ts';
import { ArrowUp } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { AT_TOP_PX, useNewPhotoCount, useScrollAnchor } from './scroll-anchor.ts';
import type { ScrubberProps } from './scrubber.tsx';
import { Tile } from './tile.tsx';
import { GEOMETRY, groupCount, groupRuns, groupTitle, type Unit, unitFor } from './time-groups.ts';

/** Without its file, which a device that never showed a long gallery does not have offline, there is none. */
const Scrubber = lazyPart<ScrubberProps>(() => import('./scrubber.tsx').catch(() => ({ default: () => null })), { name: 'the scrubber' });

/** The scrubber is shown above this height of the grid, in screens. */
const SCRUBBER_FROM = 4;

export interface BodyHandle {
  /** Scrolls to a photo and focuses it, after loading what is needed to find it. */
  focus(photoId: string): void;
}

interface GalleryBodyProps {
  gallery: GalleryModel;
  tracker: ScrollTracker;
  selection: GridSelection<FeedItem>;
  label: string;
  /** The key of the history entry, and the gallery's key. */
  entry: string;
  of: string;
  openId: string | null;
  onOpen: (id: string) => void;
  ref: Ref<BodyHandle>;
}

export function GalleryBody({ gallery, tracker, selection, label, entry, of, openId, onOpen, ref }: GalleryBodyProps) {
  const { order: list, shape, reader, hold, locate } = gallery;
  const element = useRef<HTMLDivElement>(null);
  const margins = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const frame = useFrame(element, margins);
  const zone = useEventZone();
  const unit = useUnit(gallery, tracker, zone);
  const groups = useMemo(() => groupRuns(list.runs, unit, zone), [list, unit, zone]);
  const layout = useMemo(() => layoutOf(groups, frame.width, GEOMETRY), [groups, frame.width]);
  // Margin for the scrubber. It stays once set, because the margin itself makes the grid shorter.
  const [isLong, setLong] = useState(false);
  if (!isLong && frame.width > 0 && layout.height >= frame.screen * SCRUBBER_FROM) setLong(true);
  const anchoring = useScrollAnchor({ list, layout, frame, tracker, entry, of, openId, locate });
  const arrived = useNewPhotoCount(anchoring);
  const see = useMemo(() => (first: number, last: number) => reader.see(first, last), [reader]);
  useOnVisibleRange(tracker, layout, frame, see);
  const isCounted = shape.data !== undefined;
  const words = useMemo<GridLabels>(
    () => ({
      heading: ({ start, count }) => ({ title: groupTitle(unit, start, zone), count: groupCount(count, isCounted) }),
      loading: (index) => `Photo ${formatCount(index + 1)}, loading`,
    }),
    [unit, zone, isCounted],
  );
  useEffect(() => tracker.subscribe(({ moving }) => hold(moving)), [hold, tracker]);

  useImperativeHandle(ref, () => ({
    focus(photoId) {
      // If the photo is not found, the focus stays.
      locate(photoId).then(
        (index) => index !== null && grid.current?.focus(index),
        () => undefined,
      );
    },
  }));

  return (
    <div className={cn(isLong && 'md:mr-9')}>
      <GridMargins ref={margins} />
      <Grid
        ref={grid}
        element={element}
        list={list}
        layout={layout}
        frame={frame}
        tracker={tracker}
        selection={selection}
        label={label}
        words={words}
        tile={tile}
        onOpen={onOpen}
      />
      {isLong && <Scrubber list={list} layout={layout} unit={unit} frame={frame} tracker={tracker} />}
      {arrived > 0 && (
        <div role="status" className="pointer-events-none fixed inset-x-0 top-[calc(var(--stick)+3.25rem)] z-20 flex justify-center">
          <Button
            variant="primary"
            className="pointer-events-auto !rounded-full shadow-2"
            icon={<ArrowUp aria-hidden className="size-4" />}
            onClick={anchoring.toTop}
          >
            {pluralize(arrived, 'new photo', 'new photos')}
          </Button>
        </div>
      )}
      {shape.data && <p className="px-4 py-6 text-center text-sm text-ink-muted">{pluralize(list.length, 'photo', 'photos')}</p>}
    </div>
  );
}

const tile: RenderTile<FeedItem> = (item, state) => <Tile item={item} {...state} />;

/** The unit is chosen again once the number of photos grows by this factor, and only at the top, where the list moves anyway. */
const GROWN = 3;

/** The unit of the headings. It stays the same while the person scrolls. */
function useUnit({ order, shape }: GalleryModel, tracker: ScrollTracker, zone: TimeZone): Unit {
  const [chosen, setChosen] = useState<{ unit: Unit; length: number; isKnown: boolean } | null>(null);
  const isKnown = shape.data !== undefined;
  const atTop = tracker.frame().y < AT_TOP_PX;
  if (!chosen || chosen.isKnown !== isKnown || (order.length > chosen.length * GROWN && atTop)) {
    const next = { unit: unitFor(order.runs, shape.data?.resolution ?? 'minute', zone), length: order.length, isKnown };
    setChosen(next);
    return next.unit;
  }
  return chosen.unit;
}
