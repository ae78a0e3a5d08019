// Keyboard control of the grid: one square has the focus; arrows, Page Up and Down, Home and End move it; the space bar selects, Shift extends.
import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { keyTarget, placeInGrid, type Layout } from './layout.ts';
import type { ScrollTracker } from './scroll-tracker.ts';
import type { GridItem, GridList } from './selection.ts';
import type { GridFrame } from './use-frame.tsx';
import type { GridSelection } from './use-selection.ts';

interface GridKeysOptions<T extends GridItem> {
  list: GridList<T>;
  layout: Layout;
  frame: GridFrame;
  tracker: ScrollTracker;
  selection: GridSelection<T>;
  onOpen: (id: string) => void;
  onActive: ((id: string) => void) | undefined;
}

interface Active {
  index: number;
  id: string | null;
}

export function useGridKeys<T extends GridItem>(options: GridKeysOptions<T>) {
  const { list, layout, frame, tracker, selection, onOpen, onActive } = options;
  const [stored, setStored] = useState<Active>({ index: 0, id: null });
  const [wanted, setWanted] = useState<number | null>(null);
  /** The focused item, also after its square was removed. */
  const focused = useRef<string | null>(null);
  // Its item may have moved since.
  const known = stored.id === null ? -1 : list.indexOf(stored.id);
  const active: Active =
    known === -1 ? { index: Math.min(stored.index, Math.max(0, layout.length - 1)), id: stored.id } : { ...stored, index: known };

  const setActive = (index: number, id: string | null) => {
    setStored({ index, id });
    if (id !== null) onActive?.(id);
  };

  const show = (index: number) => {
    const place = placeInGrid(layout, index);
    if (!place) return;
    const { gap, heading, square } = layout;
    const top = frame.top + place.top;
    const { scrollY } = window;
    if (top < scrollY + frame.stick + heading) tracker.jump(Math.max(0, top - frame.stick - heading - gap));
    else if (top + square > scrollY + frame.screen - frame.foot) tracker.jump(top + square + gap - frame.screen + frame.foot);
  };

  const focus = (index: number) => {
    if (index < 0 || index >= layout.length) return;
    show(index);
    setActive(index, list.at(index)?.id ?? null);
    setWanted(index);
  };

  const activate = (id: string) => setActive(Math.max(0, list.indexOf(id)), id);

  /** The item to focus, because the focused one left the list. */
  const lost = (): number | null => {
    if (focused.current === null || document.activeElement !== document.body) return null;
    const id = list.at(active.index)?.id;
    return id === undefined || id === focused.current ? null : active.index;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey) return;
    const onTile = (event.target as Element).closest('[data-tile], [data-unread]') !== null;
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.all();
      return;
    }
    if (event.key === 'Escape' && selection.selecting) {
      event.preventDefault();
      selection.end();
      return;
    }
    if (event.key === ' ' && onTile) {
      event.preventDefault();
      if (event.shiftKey) selection.extend(active.index);
      else selection.toggle(active.index);
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    const id = list.at(active.index)?.id;
    if (event.key === 'Enter' && selection.always && onTile && id !== undefined) {
      event.preventDefault();
      onOpen(id);
      return;
    }
    const rows = Math.floor((frame.screen - frame.stick - frame.foot - layout.heading) / (layout.square + layout.gap));
    const target = keyTarget(event.key, active.index, layout, rows);
    if (target === null) return;
    event.preventDefault();
    if (event.shiftKey) selection.extend(target, active.index);
    focus(target);
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const square = event.target.closest<HTMLElement>('[data-index]');
    const index = Number(square?.dataset.index ?? Number.NaN);
    if (Number.isNaN(index)) return;
    const id = list.at(index)?.id ?? null;
    focused.current = id;
    if (index !== active.index || id !== active.id) setActive(index, id);
  };

  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    // Without a related element, the focused square itself may have been removed.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) focused.current = null;
  };

  return { active, wanted, setWanted, focus, activate, lost, handlers: { onKeyDown, onFocus, onBlur } };
}
