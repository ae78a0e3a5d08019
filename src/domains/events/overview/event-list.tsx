// The events of one section of the overview: what happens now first, then what is to come. With the other four states of the screen.
import { Fragment, useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { groupEvents, type EventPhase } from '#src/domains/events/phases.ts';
import type { Scope } from '#src/domains/events/queries.ts';
import { LoadMore } from '#src/shell/query-state.tsx';
import { EventCard } from './event-card.tsx';
import { EventListSkeleton, EventsFailed, FreshnessNote, GRID, NothingFound } from './states.tsx';
import type { EventsResult } from './use-events.ts';

interface EventListProps {
  events: EventsResult;
  scope: Scope;
  q: string;
  /** Of this account, by event: photos that only this phone has. */
  waiting: ReadonlyMap<string, number>;
  /** What this section is for, and the one thing to do where there is nothing. */
  empty: ReactNode;
  onClearSearch: () => void;
}

/** Above events whose time is over: those that end automatically, and those that somebody has to end. */
export const ENDING = 'Ending';
export const OVERDUE = 'Overdue';

const headings: readonly [EventPhase, string][] = [
  ['now', 'Happening now'],
  ['ending', ENDING],
  ['overdue', OVERDUE],
  ['upcoming', 'Upcoming'],
  ['past', 'Past events'],
];

export function EventList({ events, scope, q, waiting, empty, onClearSearch }: EventListProps) {
  const { items, readAt: now, cached, query } = events;
  if (!items) return query.error ? <EventsFailed query={query} /> : <EventListSkeleton />;
  const groups = groupEvents(items, now);
  return (
    <div className="grid gap-6">
      <FreshnessNote query={query} kept={cached} searched={q !== ''} />
      {items.length === 0 && (q === '' ? empty : <NothingFound q={q} onClear={onClearSearch} />)}
      <div className="grid gap-10">
        {headings.map(([group, heading]) => (
          <Fragment key={group}>
            {groups[group].length > 0 && (
              <section aria-labelledby={`events-${group}`} className="grid gap-4">
                <h2 id={`events-${group}`} className={scope === 'past' ? 'sr-only' : 'text-lg font-semibold'}>
                  {heading}
                </h2>
                <EventCards events={groups[group]} waiting={waiting} now={now} />
              </section>
            )}
          </Fragment>
        ))}
      </div>
      {!cached && query.hasNextPage && <More query={query} />}
    </div>
  );
}

interface EventCardsProps {
  events: readonly Event[];
  /** Of this account, by event: photos that only this phone has. Undefined where they are not told. */
  waiting?: ReadonlyMap<string, number>;
  now: number;
  className?: string;
}

export function EventCards({ events, waiting, now, className = GRID }: EventCardsProps) {
  return (
    <ul className={className}>
      {events.map((event) => (
        <li key={event.id} className="grid grid-cols-[minmax(0,1fr)]">
          <EventCard event={event} waiting={waiting?.get(event.id) ?? 0} now={now} />
        </li>
      ))}
    </ul>
  );
}

/** The next page comes as its place comes near; by the button where that failed, and for who does not scroll. */
function More({ query }: { query: EventsResult['query'] }) {
  const place = useRef<HTMLDivElement>(null);
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const onNear = useEffectEvent(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  });
  // Anew after each page, as after whatever else is drawn: one that fills no screen is followed by the next.
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: '400px' });
    observer.observe(place.current);
    return () => observer.disconnect();
  });
  return (
    <div ref={place}>
      <LoadMore query={query} />
    </div>
  );
}
