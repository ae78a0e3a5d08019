// The virtualised grid: only the rows near the screen exist, however many photos an event has.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import type { FeedItem } from '#src/domains/photos/feed.ts';
import { GAP, gridLayout, keyTarget } from './layout.ts';
import { Tile } from './tile.tsx';

export interface GridHandle {
  /** Brings a photo's tile into view and focuses it. */
  focus(id: string): void;
}

interface PhotoGridProps {
  items: readonly FeedItem[];
  label: string;
  ref?: Ref<GridHandle>;
  onOpen: (id: string) => void;
  /** The last rows have come into view. */
  onNearEnd: () => void;
}

const ROWS_AHEAD = 4;
/** What stands over the grid at its ends, CSS pixels: a focused square is not hidden below it (WCAG 2.2, 2.4.11). */
const HEADER = 64;
const BOTTOM_BAR = 72;

export function PhotoGrid({ items, label, ref, onOpen, onNearEnd }: PhotoGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const { width, top } = usePlace(element);
  const { columns, square } = gridLayout(width);
  const rows = Math.ceil(items.length / columns);
  const virtualizer = useWindowVirtualizer({
    count: width === 0 ? 0 : rows,
    estimateSize: () => square + GAP,
    overscan: ROWS_AHEAD,
    scrollMargin: top,
    scrollPaddingStart: HEADER,
    scrollPaddingEnd: BOTTOM_BAR,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, square]);

  const [activeId, setActiveId] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const activeIndex = Math.max(
    0,
    items.findIndex((item) => item.id === activeId),
  );

  const focus = (id: string) => {
    const index = items.findIndex((item) => item.id === id);
    if (index === -1) return;
    virtualizer.scrollToIndex(Math.floor(index / columns), { align: 'auto' });
    setActiveId(id);
    setWanted(id);
  };
  useImperativeHandle(ref, () => ({ focus }));

  const shownRows = virtualizer.getVirtualItems();
  const lastShown = shownRows.at(-1)?.index ?? -1;
  useEffect(() => {
    if (wanted === null) return;
    const tile = element.current?.querySelector<HTMLElement>(`[data-photo="${wanted}"]`);
    if (!tile) return;
    tile.focus({ preventScroll: true });
    setWanted(null);
  }, [wanted, shownRows]);

  const nearEnd = rows > 0 && lastShown >= rows - 1 - ROWS_AHEAD;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd, items.length]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, activeIndex, columns, items.length);
    if (target === null) return;
    event.preventDefault();
    const item = items[target];
    if (item) focus(item.id);
  };

  return (
    // Each tile is a link; the grid only moves the focus between them.
    <div
      ref={element}
      role="grid"
      aria-label={label}
      aria-rowcount={rows}
      aria-colcount={columns}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      {shownRows.map((row) => (
        <div
          key={row.key}
          role="row"
          aria-rowindex={row.index + 1}
          className="absolute inset-x-0 top-0 grid"
          style={{ gap: GAP, gridTemplateColumns: `repeat(${columns}, ${square}px)`, transform: `translateY(${row.start - top}px)` }}
        >
          {items.slice(row.index * columns, (row.index + 1) * columns).map((item) => (
            <div key={item.id} role="gridcell">
              <Tile item={item} tabbable={items[activeIndex]?.id === item.id} onOpen={onOpen} onFocus={setActiveId} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The element's width and its distance from the top of the document, kept current. */
function usePlace(element: React.RefObject<HTMLDivElement | null>): { width: number; top: number } {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    const measure = () => {
      const box = measured.getBoundingClientRect();
      const next = { width: box.width, top: Math.round(box.top + window.scrollY) };
      setPlace((now) => (now.width === next.width && now.top === next.top ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return place;
}
