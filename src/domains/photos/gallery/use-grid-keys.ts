// The grid by keyboard: one square has the focus; arrows, pages, Home and End move it; the space bar chooses, shift extends.
import { useCallback, useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { PhotoList } from '#src/domains/photos/photo-list.ts';
import { GAP, HEADING, keyTarget, placeOf, type Layout } from './layout.ts';
import type { ScrollTracker } from './scroll-tracker.ts';
import type { GridFrame } from './use-frame.ts';
import type { Choosing } from './use-selection.ts';

interface GridKeysOptions {
  list: PhotoList;
  layout: Layout;
  frame: GridFrame;
  tracker: ScrollTracker;
  choosing: Choosing;
}

interface Active {
  index: number;
  id: string | null;
}

export function useGridKeys({ list, layout, frame, tracker, choosing }: GridKeysOptions) {
  const [held, setHeld] = useState<Active>({ index: 0, id: null });
  const [wanted, setWanted] = useState<number | null>(null);
  // Its photo may have moved since.
  const known = held.id === null ? -1 : list.indexOf(held.id);
  const active: Active =
    known === -1 ? { index: Math.min(held.index, Math.max(0, layout.length - 1)), id: held.id } : { ...held, index: known };

  const show = (index: number) => {
    const place = placeOf(layout, index);
    if (!place) return;
    const top = frame.top + place.top;
    const { scrollY } = window;
    if (top < scrollY + frame.stick + HEADING) tracker.jump(Math.max(0, top - frame.stick - HEADING - GAP));
    else if (top + layout.square > scrollY + frame.screen - frame.foot) tracker.jump(top + layout.square + GAP - frame.screen + frame.foot);
  };

  const focus = (index: number) => {
    if (index < 0 || index >= layout.length) return;
    show(index);
    setHeld({ index, id: list.at(index)?.id ?? null });
    setWanted(index);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey) return;
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      choosing.all();
      return;
    }
    if (event.key === 'Escape' && choosing.choosing) {
      event.preventDefault();
      choosing.end();
      return;
    }
    if (event.key === ' ' && !(event.target as Element).closest('[data-choose]')) {
      event.preventDefault();
      if (event.shiftKey) choosing.extend(active.index);
      else choosing.toggle(active.index);
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    const rows = Math.floor((frame.screen - frame.stick - frame.foot - HEADING) / (layout.square + GAP));
    const target = keyTarget(event.key, active.index, layout, rows);
    if (target === null) return;
    event.preventDefault();
    if (event.shiftKey) choosing.extend(target, active.index);
    focus(target);
  };

  const onFocus = useCallback((event: FocusEvent<HTMLElement>) => {
    const square = event.target.closest<HTMLElement>('[data-index]');
    const index = Number(square?.dataset.index ?? Number.NaN);
    if (!Number.isNaN(index)) setHeld({ index, id: event.target.dataset.photo ?? null });
  }, []);

  return { active, wanted, setWanted, focus, onKeyDown, onFocus };
}
