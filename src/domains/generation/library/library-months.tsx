import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { libraryMonthsQuery } from '#src/domains/generation/queries.ts';
import { createDateFormat } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { ChevronsUpDown } from '#src/ui/icons.ts';
import { filterOf, type LibrarySearch } from './library-search.ts';

interface LibraryMonthsProps {
  owner: ImageOwner;
  search: LibrarySearch;
  /** Time of the first visible image. */
  seen: string | undefined;
  onSearch: (change: Partial<LibrarySearch>) => void;
}

/** Month navigation beside the library, and a link back to the newest images. Hidden for searches and short time ranges. */
export function LibraryMonths({ owner, search, seen, onSearch }: LibraryMonthsProps) {
  const { q, from, ...filter } = filterOf({ ...search, month: undefined });
  const { data: months = [] } = useQuery({ ...libraryMonthsQuery(owner, filter), enabled: q === undefined && from === undefined });
  const { month } = search;
  const jump = (chosen: string | undefined) => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    onSearch({ month: chosen });
  };
  const shown = seen?.slice(0, 7) ?? month ?? months[0];
  return (
    <>
      {month !== undefined && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-sm text-ink-muted">From {monthLabel(month)} back.</p>
          <Button size="sm" onClick={() => jump(undefined)}>
            Back to newest
          </Button>
        </div>
      )}
      {q === undefined && from === undefined && months.length > 1 && shown !== undefined && (
        <MonthRail months={months} shown={shown} onJump={(chosen) => jump(chosen === months[0] ? undefined : chosen)} />
      )}
    </>
  );
}

const HANDLE = 44;
const SHOWN_MS = 1_400;
const formatMonth = createDateFormat({ month: 'long', year: 'numeric' });

const monthLabel = (month: string): string => formatMonth(`${month}-01T00:00:00Z`, 'UTC');

interface MonthRailProps {
  /** Newest first; at least two. */
  months: readonly string[];
  /** The month of the visible images. */
  shown: string;
  onJump: (month: string) => void;
}

function MonthRail({ months, shown, onJump }: MonthRailProps) {
  const track = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const last = months.length - 1;
  // A month without images falls back to the next older one.
  const found = months.findIndex((month) => month <= shown);
  const place = dragged ?? (found === -1 ? last : found);
  useShowWhileScrolling(track);

  const placeAt = (clientY: number): number => {
    const box = track.current?.getBoundingClientRect();
    if (!box) return place;
    const fraction = (clientY - box.top - HANDLE / 2) / (box.height - HANDLE);
    return Math.round(Math.max(0, Math.min(1, fraction)) * last);
  };
  const jump = (to: number) => {
    const month = months[Math.max(0, Math.min(last, to))];
    if (month !== undefined && month !== shown) onJump(month);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(placeAt(event.clientY));
  };
  const onPointerUp = () => {
    if (dragged !== null) jump(dragged);
    setDragged(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: place + 1, ArrowRight: place + 1, ArrowUp: place - 1, ArrowLeft: place - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    jump(to);
  };
  const topOf = (index: number) => `calc((100% - ${HANDLE}px) * ${index / last})`;
  const words = monthLabel(months[place] ?? shown);
  return (
    <div
      ref={track}
      className="group/scrubber fixed top-20 right-0 bottom-20 z-[18] w-11 touch-none select-none max-md:pointer-events-none max-md:opacity-0 max-md:transition-opacity data-awake:opacity-100 has-focus-visible:opacity-100 data-dragging:opacity-100 md:w-12"
      data-dragging={dragged !== null || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={({ clientY }) => dragged !== null && setDragged(placeAt(clientY))}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDragged(null)}
    >
      <div
        role="slider"
        tabIndex={0}
        aria-label="Jump to date"
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={place}
        aria-valuetext={words}
        className="absolute right-0 flex w-11 items-center justify-end outline-none group-data-awake/scrubber:pointer-events-auto group-data-dragging/scrubber:pointer-events-auto md:pointer-events-auto"
        style={{ height: HANDLE, top: topOf(place) }}
        onKeyDown={onKeyDown}
      >
        <span
          aria-hidden
          className={cn(
            'pointer-events-none absolute right-12 rounded-full bg-ink px-3 py-1.5 text-sm font-medium whitespace-nowrap text-canvas tabular-nums shadow-2 md:right-9',
            dragged === null ? 'opacity-0 group-hover/scrubber:opacity-100 in-focus-visible:opacity-100' : 'opacity-100',
          )}
        >
          {words}
        </span>
        <span className="grid h-11 w-9 place-items-center rounded-l-full bg-raised text-ink-muted shadow-2 ring-1 ring-line in-focus-visible:ring-2 in-focus-visible:ring-accent-text md:h-9 md:w-7">
          <ChevronsUpDown aria-hidden className="size-5 md:size-4" />
        </span>
      </div>
    </div>
  );
}

/** On phones, the rail is visible during scrolling and for a moment afterwards. */
function useShowWhileScrolling(track: { current: HTMLElement | null }): void {
  useEffect(() => {
    let hide: ReturnType<typeof setTimeout> | undefined;
    const wake = () => {
      track.current?.toggleAttribute('data-awake', true);
      clearTimeout(hide);
      hide = setTimeout(() => track.current?.toggleAttribute('data-awake', false), SHOWN_MS);
    };
    window.addEventListener('scroll', wake, { passive: true });
    return () => {
      clearTimeout(hide);
      window.removeEventListener('scroll', wake);
    };
  }, [track]);
}
