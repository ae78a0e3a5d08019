import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useEventZone } from '#src/domains/photos/labels.ts';
import type { PhotoList } from '#src/domains/photos/photo-list.ts';
import { cn } from '#src/ui/cn.ts';
import { indexAt, type Layout } from '#src/ui/grid/layout.ts';
import type { ScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridFrame } from '#src/ui/grid/use-frame.tsx';
import { ChevronsUpDown } from '#src/ui/icons.ts';
import { markLabel, momentLabel, type Unit } from './time-groups.ts';

const HANDLE = 44;
const MARK_APART = 30;
const SHOWN_MS = 1_400;

export interface ScrubberProps {
  list: PhotoList;
  layout: Layout;
  unit: Unit;
  frame: GridFrame;
  tracker: ScrollTracker;
}

export default function Scrubber({ list, layout, unit, frame, tracker }: ScrubberProps) {
  const zone = useEventZone();
  const track = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const [dragging, setDragging] = useState(false);
  const visible = frame.screen - frame.stick - frame.foot;
  const length = visible - HANDLE;
  const range = Math.max(1, layout.height + frame.top - frame.stick - visible);
  const place = useCallback(
    (y: number) => Math.max(0, Math.min(1, (y - frame.top + frame.stick) / range)) * length,
    [frame, length, range],
  );
  const eyeIndex = useCallback((y: number) => indexAt(layout, y - frame.top + frame.stick + layout.heading), [frame, layout]);

  useLayoutEffect(() => {
    const put = ({ y }: { y: number }) => handle.current?.style.setProperty('translate', `0 ${place(y)}px`);
    put(tracker.frame());
    let hide: ReturnType<typeof setTimeout> | undefined;
    const stop = tracker.subscribe((now) => {
      put(now);
      track.current?.toggleAttribute('data-awake', true);
      clearTimeout(hide);
      if (now.moving) return;
      setIndex(eyeIndex(now.y));
      hide = setTimeout(() => track.current?.toggleAttribute('data-awake', false), SHOWN_MS);
    });
    return () => {
      stop();
      clearTimeout(hide);
    };
  }, [eyeIndex, tracker, place]);

  const pending = useRef<number | null>(null);
  useEffect(() => () => cancelAnimationFrame(pending.current ?? 0), []);
  const goTo = (clientY: number, grip: number) => {
    const fraction = Math.max(0, Math.min(1, (clientY - grip - frame.stick) / length));
    cancelAnimationFrame(pending.current ?? 0);
    // Scrolls like a fling: the grid loads nothing until it rests.
    pending.current = requestAnimationFrame(() => {
      const y = Math.max(0, Math.round(fraction * range + frame.top - frame.stick));
      tracker.scrollTo(fraction === 0 ? 0 : y);
      setIndex(eyeIndex(y));
    });
  };
  const grip = useRef(HANDLE / 2);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = handle.current?.getBoundingClientRect();
    const onHandle = box && event.clientY >= box.top && event.clientY <= box.bottom;
    grip.current = onHandle ? event.clientY - box.top : HANDLE / 2;
    setDragging(true);
    handle.current?.focus({ preventScroll: true });
    if (!onHandle) goTo(event.clientY, grip.current);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => dragging && goTo(event.clientY, grip.current);
  const onPointerEnd = () => setDragging(false);

  const onKeyDown = (event: KeyboardEvent) => {
    const y = keyY(event.key, { layout, frame, now: window.scrollY, range });
    if (y === null) return;
    event.preventDefault();
    // A pending animation frame of a drag must not override this.
    cancelAnimationFrame(pending.current ?? 0);
    tracker.scrollTo(Math.max(0, y));
  };

  const moment = momentLabel(unit, list.timeAt(index), zone);
  return (
    <div
      ref={track}
      className="group/scrubber fixed right-0 z-[18] w-11 touch-none select-none max-md:pointer-events-none max-md:opacity-0 max-md:transition-opacity data-awake:opacity-100 has-focus-visible:opacity-100 data-dragging:opacity-100 md:w-16"
      style={{ top: frame.stick, height: visible }}
      data-dragging={dragging || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
    >
      <Marks layout={layout} unit={unit} place={(top) => place(top + frame.top - frame.stick) + HANDLE / 2} dragging={dragging} />
      <div
        ref={handle}
        role="slider"
        tabIndex={0}
        aria-label="Jump to date"
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, layout.length - 1)}
        aria-valuenow={Math.min(index, Math.max(0, layout.length - 1))}
        aria-valuetext={moment}
        className="absolute right-0 flex w-11 items-center justify-end outline-none group-data-awake/scrubber:pointer-events-auto group-data-dragging/scrubber:pointer-events-auto md:pointer-events-auto"
        style={{ height: HANDLE }}
        onKeyDown={onKeyDown}
      >
        <span
          className={cn(
            'pointer-events-none absolute right-12 rounded-full bg-ink px-3 py-1.5 text-sm font-medium whitespace-nowrap text-canvas tabular-nums shadow-2 md:right-9',
            dragging ? 'opacity-100' : 'opacity-0 in-focus-visible:opacity-100',
          )}
          aria-hidden
        >
          {moment}
        </span>
        <span className="grid h-11 w-9 place-items-center rounded-l-full bg-raised text-ink-muted shadow-2 ring-1 ring-line in-focus-visible:ring-2 in-focus-visible:ring-accent-text md:h-9 md:w-7">
          <ChevronsUpDown aria-hidden className="size-5 md:size-4" />
        </span>
      </div>
    </div>
  );
}

interface MarksProps {
  layout: Layout;
  unit: Unit;
  /** Maps an offset in the grid to the track. */
  place: (top: number) => number;
  dragging: boolean;
}

/** Labels of groups, spaced to avoid overlap. */
function Marks({ layout, unit, place, dragging }: MarksProps) {
  const zone = useEventZone();
  const marks = apart(layout.groups, ({ top }) => place(top));
  return (
    <div
      aria-hidden
      className={cn(
        'pointer-events-none absolute inset-0 transition-opacity',
        dragging ? 'opacity-100' : 'opacity-0 md:group-hover/scrubber:opacity-100',
      )}
    >
      {marks.map(({ start, top }) => (
        <span
          key={start}
          className="absolute right-8 -translate-y-1/2 rounded-full bg-[color-mix(in_oklab,var(--raised)_88%,transparent)] px-2 text-xs leading-5 whitespace-nowrap text-ink tabular-nums shadow-1 max-md:right-10"
          style={{ top: place(top) }}
        >
          {markLabel(unit, start, zone)}
        </span>
      ))}
    </div>
  );
}

function apart<T>(marks: readonly T[], place: (mark: T) => number): T[] {
  const visibleMarks: T[] = [];
  let last = -Infinity;
  for (const mark of marks) {
    const at = place(mark);
    if (at - last < MARK_APART) continue;
    visibleMarks.push(mark);
    last = at;
  }
  return visibleMarks;
}

/** The scroll position for a key, or null. Page keys move by group. */
function keyY(key: string, { layout, frame, now, range }: { layout: Layout; frame: GridFrame; now: number; range: number }): number | null {
  const screen = frame.screen - frame.stick - frame.foot - layout.heading;
  const eye = now - frame.top + frame.stick;
  const groupY = (top: number | undefined) => (top === undefined ? null : top + frame.top - frame.stick);
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return now + screen;
    case 'ArrowUp':
    case 'ArrowLeft':
      return now - screen;
    case 'PageDown':
      return groupY(layout.groups.find(({ top }) => top > eye + 1)?.top) ?? range + frame.top;
    case 'PageUp':
      return groupY(layout.groups.findLast(({ top }) => top < eye - 1)?.top) ?? 0;
    case 'Home':
      return 0;
    case 'End':
      return range + frame.top;
    default:
      return null;
  }
}
