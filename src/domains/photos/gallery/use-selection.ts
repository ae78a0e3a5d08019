// Choosing many: one by one, by ranges, all. What a range holds is read first where it was not.
import { formatCount } from '#src/lib/format.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '#src/ui/toast.ts';
import { describeFailure } from '#src/shell/failure.ts';
import type { EventGallery } from '#src/domains/photos/use-gallery.ts';
import { chosenOf, isChosen, MOST_CHOSEN, NOTHING_CHOSEN, ranged, toggled, without, type Selection } from './selection.ts';

export interface Choosing {
  choosing: boolean;
  chosen: ReturnType<typeof chosenOf>;
  /** How many of a range have been read so far; null while nothing must be read. */
  reading: number | null;
  isChosen(id: string): boolean;
  begin(): void;
  toggle(index: number): void;
  /** A range begins here. */
  anchor(index: number): void;
  /** Everything from the anchor, else from `from`, to this place. */
  extend(to: number, from?: number): void;
  all(): void;
  end(): void;
}

export function useSelection({ order, reader, hidden }: Pick<EventGallery, 'order' | 'reader' | 'hidden'>): Choosing {
  const [selection, setSelection] = useState<Selection>(NOTHING_CHOSEN);
  const [reading, setReading] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const latest = useRef({ order, selection });
  useEffect(() => {
    latest.current = { order, selection };
  });

  // What is being deleted is not chosen any more.
  const seen = without(selection, hidden);
  if (seen !== selection) setSelection(seen);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setReading(null);
  }, []);
  useEffect(() => stop, [stop]);

  const take = useCallback(
    async (first: number, last: number, into: (now: Selection) => Selection) => {
      stop();
      const abort = new AbortController();
      running.current = abort;
      const end = Math.min(last, first + MOST_CHOSEN - 1);
      try {
        const items = await reader.collect(first, end, setReading, abort.signal);
        if (abort.signal.aborted) return;
        setSelection((now) => ranged(into(now), items));
        if (end < last) toast.info(`At most ${formatCount(MOST_CHOSEN)} photos can be chosen at once`);
      } catch (error) {
        if (abort.signal.aborted) return;
        toast.error('Not all of these photos could be read', { detail: describeFailure(error).detail });
      } finally {
        if (running.current === abort) stop();
      }
    },
    [reader, stop],
  );

  const actions = useMemo(
    () => ({
      begin: () => setSelection((now) => ({ ...now, choosing: true })),
      toggle(index: number) {
        const item = latest.current.order.at(index);
        if (!item) return;
        stop();
        setSelection((now) => toggled(now, item));
      },
      anchor(index: number) {
        const id = latest.current.order.at(index)?.id ?? null;
        setSelection((now) => ({ ...NOTHING_CHOSEN, choosing: now.choosing, base: chosenOf(now), anchor: id }));
        latest.current.selection = { ...latest.current.selection, anchor: id };
      },
      extend(to: number, from?: number) {
        const { order, selection } = latest.current;
        const held = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
        const start = held === -1 ? (from ?? to) : held;
        const anchor = held === -1 ? (order.at(start)?.id ?? null) : selection.anchor;
        const [first, last] = start <= to ? [start, to] : [Math.max(to, start - MOST_CHOSEN + 1), start];
        void take(first, last, (now) => ({ ...now, anchor }));
      },
      all() {
        const { order } = latest.current;
        if (order.length > 0) void take(0, order.length - 1, (now) => ({ ...now, base: chosenOf(now), anchor: null }));
      },
      end() {
        stop();
        setSelection(NOTHING_CHOSEN);
      },
    }),
    [stop, take],
  );

  const chosen = useMemo(() => chosenOf(selection), [selection]);
  return { ...actions, choosing: selection.choosing, chosen, reading, isChosen: (id) => isChosen(selection, id) };
}
