// The grid: sections by time, squares in rows, of which only those near the screen exist. Height and places follow from counts, so that nothing
// moves when photos are read.
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type CSSProperties, type MouseEvent, type Ref } from 'react';
import { useMedia } from '#src/ui/use-media.ts';
import type { PhotoList } from '#src/domains/photos/photo-list.ts';
import { GAP, HEADING, indexAt, placeOf, visibleRows, type Layout, type Unit, type VisibleRows } from './layout.ts';
import type { ScrollTracker } from './scroll-tracker.ts';
import { SectionRows } from './section-rows.tsx';
import { useDragSelect } from './use-drag-select.ts';
import type { GridFrame } from './use-frame.ts';
import { useGridKeys } from './use-grid-keys.ts';
import type { Choosing } from './use-selection.ts';
import { useShownStretch } from './use-shown-stretch.ts';

export interface GridHandle {
  /** Brings a photo into view and focuses it. */
  focus(index: number): void;
}

interface PhotoGridProps {
  list: PhotoList;
  layout: Layout;
  unit: Unit;
  frame: GridFrame;
  tracker: ScrollTracker;
  choosing: Choosing;
  label: string;
  element: Ref<HTMLDivElement>;
  ref?: Ref<GridHandle>;
  onOpen: (id: string) => void;
}

export function PhotoGrid({ list, layout, unit, frame, tracker, choosing, label, element, ref, onOpen }: PhotoGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  useImperativeHandle(element, () => grid.current as HTMLDivElement);
  const shown = useShownStretch(tracker, layout, frame);
  const sections = visibleRows(layout, shown.top, shown.bottom);
  const { active, wanted, setWanted, focus, onKeyDown, onFocus } = useGridKeys({ list, layout, frame, tracker, choosing });
  useImperativeHandle(ref, () => ({ focus }));

  // The square that was asked for exists now, perhaps before its photo was read.
  useLayoutEffect(() => {
    if (wanted === null) return;
    const square = grid.current?.querySelector<HTMLElement>(`[data-index="${wanted}"] :is([data-photo], [data-unread])`);
    if (!square) return;
    const held = document.activeElement;
    const elsewhere = held !== null && held !== document.body && !grid.current?.contains(held) && !shown.quick;
    if (!elsewhere || held?.matches('[data-unread]')) square.focus({ preventScroll: true });
    if (square.hasAttribute('data-photo')) setWanted(null);
  });

  const indexOfPoint = (x: number, y: number): number => {
    const left = grid.current?.getBoundingClientRect().left ?? 0;
    const column = Math.max(0, Math.min(layout.columns - 1, Math.floor((x - left) / (layout.square + GAP))));
    return indexAt(layout, y + window.scrollY - frame.top, column);
  };
  const drag = useDragSelect({
    choosing: choosing.choosing,
    indexAt: indexOfPoint,
    onPress: choosing.toggle,
    onStrokeBegin: choosing.anchor,
    onStroke: choosing.extend,
    frame,
  });

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    const index = Number(target.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN);
    const photo = target.closest<HTMLElement>('[data-photo]');
    const chooses = target.closest('[data-choose]') !== null;
    if (Number.isNaN(index) || !(photo || chooses)) return;
    event.preventDefault();
    if (drag.swallows()) return;
    if (event.shiftKey) choosing.extend(index, active.index);
    else if (chooses || choosing.choosing || event.metaKey || event.ctrlKey) choosing.toggle(index);
    else if (photo?.dataset.photo) onOpen(photo.dataset.photo);
  };

  const mouse = useMedia('(pointer: fine)');
  const tabbable = tabStop(sections, layout, active.index, shown.eye);
  return (
    // Each square is a link; the grid moves the focus between them and hears what is done to them.
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={layout.rows}
      aria-colcount={layout.columns}
      aria-multiselectable
      aria-busy={frame.width === 0}
      data-choosing={choosing.choosing || undefined}
      className="relative touch-pan-y touch-pinch-zoom [overflow-anchor:none]"
      style={{ height: layout.height, '--square': `${layout.square}px`, '--pitch': `${layout.square + GAP}px` } as CSSProperties}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onClick={onClick}
      {...drag.handlers}
    >
      {frame.width > 0 &&
        sections.map((rows) => (
          <SectionRows
            key={rows.section.start}
            rows={rows}
            list={list}
            layout={layout}
            unit={unit}
            quick={shown.quick}
            choosing={choosing}
            mouse={mouse}
            tabbable={tabbable}
            focusable={wanted}
          />
        ))}
    </div>
  );
}

/** The one square in the tab order: the last one focused while it is near, else the first one in sight. */
function tabStop(sections: readonly VisibleRows[], layout: Layout, active: number, eye: number): number {
  const place = placeOf(layout, active);
  const near = sections.some(({ section, first, last }) => section === place?.section && place.row >= first && place.row <= last);
  return near ? active : indexAt(layout, eye + HEADING);
}

/** Calls back when the grid shows another part, or stands still. */
export function useSeen(tracker: ScrollTracker, layout: Layout, frame: GridFrame, see: (first: number, last: number) => void): void {
  const latest = useRef({ layout, frame, see });
  const [look] = useState(() => () => {
    const { layout, frame, see } = latest.current;
    const { y, quick, direction } = tracker.frame();
    if (quick || frame.width === 0 || layout.length === 0) return;
    const top = y - frame.top;
    const ahead = frame.screen * 1.25;
    const behind = frame.screen * 0.5;
    const from = top - (direction === 1 ? behind : ahead);
    const to = top + frame.screen + (direction === 1 ? ahead : behind);
    see(indexAt(layout, from), indexAt(layout, to, layout.columns - 1));
  });
  useEffect(() => {
    latest.current = { layout, frame, see };
    look();
  }, [frame, layout, look, see]);
  useEffect(() => {
    let lookedAt = 0;
    return tracker.subscribe(({ moving }) => {
      const now = performance.now();
      if (moving && now - lookedAt < 120) return;
      lookedAt = now;
      look();
    });
  }, [look, tracker]);
}
