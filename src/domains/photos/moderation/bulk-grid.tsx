// The photos of one status, to choose from: only the rows near the screen exist.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import type { Photo } from '#src/domains/photos/photo.ts';
import { BulkTile } from './bulk-tile.tsx';
import { everything, extendedTo, keyTarget, nothingSelected, toggled, type Selection } from './selection.ts';

const GAP = 8;
const WANTED_SQUARE = 168;
const FEWEST_COLUMNS = 3;
const ROWS_AHEAD = 3;
/** The bars above and below, CSS pixels: a focused square is not hidden behind them (WCAG 2.2, 2.4.11). */
const ABOVE = 72;
const BELOW = 96;

interface BulkGridProps {
  label: string;
  photos: readonly Photo[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** The one that keys act on while nothing is chosen. */
  activeId: string | null;
  onActive: (id: string) => void;
  onLook: (id: string) => void;
  onNearEnd: () => void;
}

export function BulkGrid({ label, photos, selection, onSelect, activeId, onActive, onLook, onNearEnd }: BulkGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const { width, top } = usePlace(element);
  const columns = Math.max(FEWEST_COLUMNS, Math.floor((width + GAP) / (WANTED_SQUARE + GAP)));
  const square = Math.max(1, (width - GAP * (columns - 1)) / columns);
  const rows = Math.ceil(photos.length / columns);
  const virtualizer = useWindowVirtualizer({
    count: width === 0 ? 0 : rows,
    estimateSize: () => square + GAP,
    overscan: ROWS_AHEAD,
    scrollMargin: top,
    scrollPaddingStart: ABOVE,
    scrollPaddingEnd: BELOW,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, square]);

  const active = Math.max(
    0,
    photos.findIndex((photo) => photo.id === activeId),
  );
  const [wanted, setWanted] = useState<string | null>(null);
  const shown = virtualizer.getVirtualItems();
  useEffect(() => {
    const tile = wanted === null ? null : element.current?.querySelector<HTMLElement>(`[data-photo="${wanted}"]`);
    if (!tile) return;
    tile.focus({ preventScroll: true });
    setWanted(null);
  }, [wanted, shown]);

  // A photo that was decided on leaves with the focus on it: the next one has it then.
  const hadFocus = useRef(false);
  const here = photos[active];
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body && here) setWanted(here.id);
  }, [here]);

  const nearEnd = rows > 0 && (shown.at(-1)?.index ?? -1) >= rows - 1 - ROWS_AHEAD;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd, photos.length]);

  const order = () => photos.map((photo) => photo.id);
  const pick = (id: string, event: MouseEvent) => {
    onActive(id);
    onSelect(event.shiftKey ? extendedTo(selection, order(), id) : toggled(selection, id));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') onSelect(everything(order()));
    else if (event.key === 'Escape' && selection.ids.size > 0) onSelect(nothingSelected);
    else if (event.key === 'Enter' && here) onLook(here.id);
    else {
      const target = keyTarget(event.key, active, columns, photos.length);
      const next = target === null ? undefined : photos[target];
      if (target === null || !next) return;
      if (event.shiftKey) {
        const from = selection.anchor === null && here ? toggled(selection, here.id) : selection;
        onSelect(extendedTo(from, order(), next.id));
      }
      virtualizer.scrollToIndex(Math.floor(target / columns), { align: 'auto' });
      onActive(next.id);
      setWanted(next.id);
    }
    event.preventDefault();
  };

  return (
    <div
      ref={element}
      role="grid"
      aria-label={label}
      aria-multiselectable
      aria-rowcount={rows}
      aria-colcount={columns}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={onKeyDown}
      onFocus={() => void (hadFocus.current = true)}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) hadFocus.current = false;
      }}
    >
      {shown.map((row) => (
        <div
          key={row.key}
          role="row"
          aria-rowindex={row.index + 1}
          className="absolute inset-x-0 top-0 grid"
          style={{ gap: GAP, gridTemplateColumns: `repeat(${columns}, ${square}px)`, transform: `translateY(${row.start - top}px)` }}
        >
          {photos.slice(row.index * columns, (row.index + 1) * columns).map((photo) => (
            <BulkTile
              key={photo.id}
              photo={photo}
              selected={selection.ids.has(photo.id)}
              tabbable={photos[active]?.id === photo.id}
              onPick={pick}
              onLook={onLook}
              onFocus={onActive}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The element's width and its distance from the top of the document, kept current. */
function usePlace(element: RefObject<HTMLDivElement | null>): { width: number; top: number } {
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
