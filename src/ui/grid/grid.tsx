// The virtualized grid: squares in rows, optionally under headings; only those near the screen are rendered. Positions follow from counts, so that
// nothing moves when items load. It knows ids and geometry; a callback renders the squares.
import {
  type CSSProperties,
  type MouseEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useMedia } from '#src/ui/use-media.ts';
import { type GridLabels, type RenderTile, GroupRows } from './group-rows.tsx';
import { indexAt, type Layout, placeInGrid, visibleRows, type VisibleRows } from './layout.ts';
import type { ScrollTracker } from './scroll-tracker.ts';
import type { GridItem, GridList } from './selection.ts';
import { useDragSelect } from './use-drag-select.ts';
import type { GridFrame } from './use-frame.tsx';
import { useGridKeys } from './use-grid-keys.ts';
import type { GridSelection } from './use-selection.ts';

export interface GridHandle {
  /** Scrolls an item into view and focuses it. */
  focus(index: number): void;
  /** Makes this item the keyboard position. Focuses it only if the focus would be lost with a removed item. */
  activate(id: string): void;
}

interface GridProps<T extends GridItem> {
  list: GridList<T>;
  layout: Layout;
  frame: GridFrame;
  tracker: ScrollTracker;
  selection: GridSelection<T>;
  label: string;
  words: GridLabels;
  /** Renders a square. Its link or button has `data-tile`; a mark that selects it, `data-select`. Must be stable while the output is the same. */
  tile: RenderTile<T>;
  element: Ref<HTMLDivElement>;
  ref?: Ref<GridHandle>;
  onOpen: (id: string) => void;
  /** Keys act on another item. */
  onActive?: (id: string) => void;
}

export function Grid<T extends GridItem>({ list, layout, frame, tracker, selection, label, words, tile, ...props }: GridProps<T>) {
  const { element, ref, onOpen, onActive } = props;
  const grid = useRef<HTMLDivElement>(null);
  useImperativeHandle(element, () => grid.current as HTMLDivElement);
  const shown = useVisibleRange(tracker, layout, frame);
  const groups = visibleRows(layout, shown.top, shown.bottom);
  const { active, wanted, setWanted, focus, activate, lost, handlers } = useGridKeys({
    list,
    layout,
    frame,
    tracker,
    selection,
    onOpen,
    onActive,
  });
  useImperativeHandle(ref, () => ({ focus, activate }));

  // The requested square exists now, perhaps before its item has loaded.
  useLayoutEffect(() => {
    const index = wanted ?? lost();
    if (index === null) return;
    const square = grid.current?.querySelector<HTMLElement>(`[data-index="${index}"] :is([data-tile], [data-unread])`);
    if (!square) return;
    const focused = document.activeElement;
    const elsewhere = focused !== null && focused !== document.body && !grid.current?.contains(focused) && !shown.quick;
    if (!elsewhere || focused?.matches('[data-unread]')) square.focus({ preventScroll: true });
    if (square.hasAttribute('data-tile')) setWanted(null);
  });

  const indexOfPoint = (x: number, y: number): number => {
    const left = grid.current?.getBoundingClientRect().left ?? 0;
    const column = Math.max(0, Math.min(layout.columns - 1, Math.floor((x - left) / (layout.square + layout.gap))));
    return indexAt(layout, y + window.scrollY - frame.top, column);
  };
  const drag = useDragSelect({
    selecting: selection.selecting,
    indexAt: indexOfPoint,
    onPress: selection.toggle,
    onStrokeBegin: selection.anchor,
    onStroke: selection.extend,
    frame,
  });

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    const index = Number(target.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN);
    const selects = target.closest('[data-select]') !== null;
    if (Number.isNaN(index) || !(selects || target.closest('[data-tile]'))) return;
    event.preventDefault();
    if (drag.swallows()) return;
    if (event.shiftKey) selection.extend(index, active.index);
    else if (selects || selection.selecting || event.metaKey || event.ctrlKey) selection.toggle(index);
    else {
      const id = list.at(index)?.id;
      if (id !== undefined) onOpen(id);
    }
  };

  const mouse = useMedia('(pointer: fine)');
  const tabbable = tabStop(groups, layout, active.index, shown.eye);
  return (
    // Each square is a link or a button; the grid moves the focus between them and handles their events.
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={layout.rows}
      aria-colcount={layout.columns}
      aria-multiselectable
      aria-busy={frame.width === 0}
      data-selecting={selection.selecting || undefined}
      className="relative touch-pan-y touch-pinch-zoom [overflow-anchor:none]"
      style={{ height: layout.height, '--square': `${layout.square}px`, '--pitch': `${layout.square + layout.gap}px` } as CSSProperties}
      onClick={onClick}
      onKeyDown={handlers.onKeyDown}
      onFocus={handlers.onFocus}
      onBlur={handlers.onBlur}
      {...drag.handlers}
    >
      {frame.width > 0 &&
        groups.map((rows) => (
          <GroupRows
            key={rows.group.start}
            rows={rows}
            list={list}
            layout={layout}
            words={words}
            tile={tile}
            quick={shown.quick}
            selection={selection}
            mouse={mouse}
            tabbable={tabbable}
            focusable={wanted}
          />
        ))}
    </div>
  );
}

/** The only square in the tab order: the last focused one while it is near, else the first visible one. */
function tabStop(groups: readonly VisibleRows[], layout: Layout, active: number, eye: number): number {
  const place = placeInGrid(layout, active);
  const near = groups.some(({ group, first, last }) => group === place?.group && place.row >= first && place.row <= last);
  return near ? active : indexAt(layout, eye + layout.heading);
}

/** Calls back when the grid shows another part, or scrolling ends. */
export function useOnVisibleRange(
  tracker: ScrollTracker,
  layout: Layout,
  frame: GridFrame,
  see: (first: number, last: number) => void,
): void {
  const latest = useRef({ layout, frame, see });
  const [report] = useState(() => () => {
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
    report();
  }, [frame, layout, report, see]);
  useEffect(() => {
    let lookedAt = 0;
    return tracker.subscribe(({ moving }) => {
      const now = performance.now();
      if (moving && now - lookedAt < 120) return;
      lookedAt = now;
      report();
    });
  }, [report, tracker]);
}

interface VisibleRange {
  /** From the top of the grid. */
  top: number;
  bottom: number;
  /** The top of the uncovered part, rounded to rows. */
  eye: number;
  quick: boolean;
}

/** Rendered margin in screens, ahead of the scroll direction and behind it. */
const AHEAD = 0.9;

const BEHIND = 0.4;

/** The rendered stretch of the grid: the screen and a margin, changed by whole rows only. */
function useVisibleRange(tracker: ScrollTracker, layout: Layout, frame: GridFrame): VisibleRange {
  const pitch = layout.square + layout.gap;
  // Encoded in one number, so that a render happens only when a row has passed.
  const step = useSyncExternalStore(tracker.subscribe, () => {
    const { y, quick, direction } = tracker.frame();
    return Math.floor((y - frame.top) / pitch) * 4 + (quick ? 2 : 0) + (direction === 1 ? 1 : 0);
  });
  const from = Math.floor(step / 4) * pitch;
  const down = step % 2 !== 0;
  return {
    top: from - Math.ceil((frame.screen * (down ? BEHIND : AHEAD)) / pitch) * pitch,
    bottom: from + pitch + Math.ceil((frame.screen * (1 + (down ? AHEAD : BEHIND))) / pitch) * pitch,
    eye: from + Math.ceil(frame.stick / pitch) * pitch,
    quick: (step & 2) !== 0,
  };
}
