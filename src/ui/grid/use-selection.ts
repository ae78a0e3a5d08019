// Selecting many: one by one, by ranges, all. Missing items of a range are loaded first.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  isSelected,
  EMPTY_SELECTION,
  selectRange,
  selectedItems,
  toggleItem,
  pruneSelection,
  type GridItem,
  type GridList,
  type Selection,
} from './selection.ts';

export interface GridSelection<T extends GridItem> {
  selecting: boolean;
  /** Always in selection mode: a press selects, and Enter opens. */
  always: boolean;
  selected: ReadonlyMap<string, T>;
  /** The number of loaded items of a range; null if nothing is loading. */
  reading: number | null;
  isSelected(id: string): boolean;
  begin(): void;
  toggle(index: number): void;
  /** A range begins here. */
  anchor(index: number): void;
  /** Selects from the anchor, else from `from`, to this index. */
  extend(to: number, from?: number): void;
  all(): void;
  end(): void;
}

type Progress = (read: number) => void;

interface SelectionOptions<T extends GridItem> {
  list: GridList<T>;
  always?: boolean;
  /** The maximum: all selected items must be loaded, and acted on, at once. */
  max: number;
  /** Has left the list for good. */
  isGone: (id: string) => boolean;
  canSelect?: (item: T) => boolean;
  /** Loads missing items of this range, both ends included. */
  collect: (first: number, last: number, progress: Progress, signal: AbortSignal) => Promise<readonly T[]>;
  /** Loads every item, also if the list's length is not known yet. */
  collectAll?: (progress: Progress, signal: AbortSignal) => Promise<readonly T[]>;
  onTooMany: () => void;
  onFailure: (error: unknown) => void;
}

export function useSelection<T extends GridItem>(options: SelectionOptions<T>): GridSelection<T> {
  const { always = false, isGone } = options;
  const [selection, setSelection] = useState<Selection<T>>(EMPTY_SELECTION);
  const [reading, setReading] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const latest = useRef({ options, selection });
  useEffect(() => {
    latest.current = { options, selection };
  });

  const seen = pruneSelection(selection, isGone);
  if (seen !== selection) setSelection(seen);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setReading(null);
  }, []);
  useEffect(() => stop, [stop]);

  const actions = useMemo(() => {
    const canSelect = (item: T) => latest.current.options.canSelect?.(item) ?? true;

    const take = async (collect: (signal: AbortSignal) => Promise<readonly T[]>, into: (now: Selection<T>) => Selection<T>) => {
      stop();
      const abort = new AbortController();
      running.current = abort;
      try {
        const items = await collect(abort.signal);
        if (abort.signal.aborted) return;
        const { max, onTooMany } = latest.current.options;
        setSelection((now) => selectRange(into(now), items.filter(canSelect), max));
        if (items.length > max) onTooMany();
      } catch (error) {
        if (!abort.signal.aborted) latest.current.options.onFailure(error);
      } finally {
        if (running.current === abort) stop();
      }
    };
    /** Loads one item more than can be selected, which shows that there are more. */
    const between = (first: number, last: number) => (signal: AbortSignal) => {
      const { collect, max } = latest.current.options;
      return collect(first, Math.min(last, first + max), setReading, signal);
    };

    return {
      begin: () => setSelection((now) => ({ ...now, selecting: true })),
      toggle(index: number) {
        const { list, max } = latest.current.options;
        const item = list.at(index);
        if (!item) return;
        stop();
        if (canSelect(item)) setSelection((now) => toggleItem(now, item, max));
      },
      anchor(index: number) {
        const id = latest.current.options.list.at(index)?.id ?? null;
        setSelection((now) => ({ ...EMPTY_SELECTION, selecting: now.selecting, base: selectedItems(now), anchor: id }));
        latest.current.selection = { ...latest.current.selection, anchor: id };
      },
      extend(to: number, from?: number) {
        const { options, selection } = latest.current;
        const { list, max } = options;
        const index = selection.anchor === null ? -1 : list.indexOf(selection.anchor);
        const start = index === -1 ? (from ?? to) : index;
        const anchor = index === -1 ? (list.at(start)?.id ?? null) : selection.anchor;
        const [first, last] = start <= to ? [start, to] : [Math.max(to, start - max + 1), start];
        void take(between(first, last), (now) => ({ ...now, anchor }));
      },
      all() {
        const { list, collectAll } = latest.current.options;
        if (list.length === 0) return;
        const collect = collectAll ? (signal: AbortSignal) => collectAll(setReading, signal) : between(0, list.length - 1);
        void take(collect, (now) => ({ ...now, base: selectedItems(now), anchor: null }));
      },
      end() {
        stop();
        setSelection(EMPTY_SELECTION);
      },
    };
  }, [stop]);

  const selected = useMemo(() => selectedItems(selection), [selection]);
  return {
    ...actions,
    always,
    selecting: always || selection.selecting,
    selected,
    reading,
    isSelected: (id) => isSelected(selection, id),
  };
}
