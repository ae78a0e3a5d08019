// A gallery with photos in it: the grid, the way through time beside it, and what arrives above while one looks further down.
import { ArrowUp } from 'lucide-react';
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { Button } from '#src/ui/button.tsx';
import type { EventGallery } from '#src/domains/photos/use-gallery.ts';
import { counted } from '#src/lib/format.ts';
import { AT_TOP_PX } from './scroll-anchor.ts';
import { groupRuns, layoutOf, unitFor, type Unit } from './layout.ts';
import type { ScrollTracker } from './scroll-tracker.ts';
import { PhotoGrid, useSeen, type GridHandle } from './photo-grid.tsx';
import { Scrubber } from './scrubber.tsx';
import { useScrollAnchor, useArrived } from './use-scroll-anchor.ts';
import { useFrame } from './use-frame.ts';
import type { Choosing } from './use-selection.ts';

export interface BodyHandle {
  /** Brings a photo into view and focuses it, after reading what must be read to find it. */
  focus(photoId: string): void;
}

interface GalleryBodyProps {
  gallery: EventGallery;
  tracker: ScrollTracker;
  choosing: Choosing;
  label: string;
  /** The entry of the history, and what is looked at. */
  entry: string;
  of: string;
  openId: string | null;
  onOpen: (id: string) => void;
  ref: Ref<BodyHandle>;
}

export function GalleryBody({ gallery, tracker, choosing, label, entry, of, openId, onOpen, ref }: GalleryBodyProps) {
  const { order: list, shape, reader, hold, locate } = gallery;
  const element = useRef<HTMLDivElement>(null);
  const margins = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const frame = useFrame(element, margins);
  const unit = useUnit(gallery, tracker);
  const groups = useMemo(() => groupRuns(list.runs, unit), [list, unit]);
  const layout = useMemo(() => layoutOf(groups, frame.width), [groups, frame.width]);
  const anchoring = useScrollAnchor({ list, layout, frame, tracker, entry, of, openId, locate });
  const arrived = useArrived(anchoring);
  const see = useMemo(() => (first: number, last: number) => reader.see(first, last), [reader]);
  useSeen(tracker, layout, frame, see);
  useEffect(() => tracker.subscribe(({ moving }) => hold(moving)), [hold, tracker]);

  useImperativeHandle(ref, () => ({
    focus(photoId) {
      // Not found: the focus stays where it is.
      locate(photoId).then(
        (index) => index !== null && grid.current?.focus(index),
        () => undefined,
      );
    },
  }));

  return (
    <div className="md:mr-9">
      <div
        ref={margins}
        aria-hidden
        className="pointer-events-none invisible fixed inset-y-0 left-0 border-y-[0px] border-t-(length:--stick) border-b-(length:--under)"
      />
      <PhotoGrid
        ref={grid}
        element={element}
        list={list}
        layout={layout}
        unit={unit}
        frame={frame}
        tracker={tracker}
        choosing={choosing}
        label={label}
        onOpen={onOpen}
      />
      {frame.width > 0 && <Scrubber list={list} layout={layout} unit={unit} frame={frame} tracker={tracker} />}
      {arrived > 0 && (
        <div role="status" className="pointer-events-none fixed inset-x-0 top-[calc(var(--stick)+3.25rem)] z-20 flex justify-center">
          <Button
            variant="primary"
            className="pointer-events-auto !rounded-full shadow-2"
            icon={<ArrowUp aria-hidden className="size-4" />}
            onClick={anchoring.toTop}
          >
            {counted(arrived, 'new photo', 'new photos')}
          </Button>
        </div>
      )}
      {shape.data && <p className="px-4 py-6 text-center text-sm text-ink-muted">{counted(list.length, 'photo', 'photos')}</p>}
    </div>
  );
}

/** So many times as many photos as when the headings were chosen, and they are chosen anew: at the top only, where things move anyway. */
const GROWN = 3;

/** What a heading stands for. It stays while one looks around, however many photos come. */
function useUnit({ order, shape }: EventGallery, tracker: ScrollTracker): Unit {
  const [held, setHeld] = useState<{ unit: Unit; length: number; known: boolean } | null>(null);
  const known = shape.data !== undefined;
  const atTop = tracker.frame().y < AT_TOP_PX;
  if (!held || held.known !== known || (order.length > held.length * GROWN && atTop)) {
    const next = { unit: unitFor(order.runs, shape.data?.resolution ?? 'minute'), length: order.length, known };
    setHeld(next);
    return next.unit;
  }
  return held.unit;
}
