// The events of one section of the overview, current events first, and the other states of the screen.
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Cover } from '#src/domains/events/cover.tsx';
import type { Scope } from '#src/domains/events/event-lists.ts';
import { type Event, eventEntryRoute, formatEventDay, formatEventHours } from '#src/domains/events/event.ts';
import { type EventPhase, groupEvents } from '#src/domains/events/phases.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { formatTime, pluralize } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { EventBadge } from '#src/shell/event-badge.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { LoadMore, QueryFailure } from '#src/shell/query-state.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CalendarDays, CalendarSearch, Camera, Images, RotateCw, Search, Smartphone } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { EventsResult } from './use-events.ts';

interface EventListProps {
  events: EventsResult;
  scope: Scope;
  q: string;
  /** The number of waiting photos of this account by event. */
  waiting: ReadonlyMap<string, number>;
  /** The empty state of this section. */
  empty: ReactNode;
  onClearSearch: () => void;
}

/** Headings for events past their end: those that end automatically, and those that an organizer must end. */
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
  /** The number of waiting photos of this account by event; undefined to hide them. */
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

/** Loads the next page when the end of the list comes near. The button covers failures and people who do not scroll. */
function More({ query }: { query: EventsResult['query'] }) {
  const place = useRef<HTMLDivElement>(null);
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const onNear = useEffectEvent(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  });
  // Observes again after each render: if a page does not fill the screen, the next one loads.
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

interface EventCardProps {
  event: Event;
  /** The number of this account's photos that exist only on this phone. */
  waiting: number;
  now: number;
}

/** A card that links to the event's camera and gallery. */
export function EventCard({ event, waiting, now }: EventCardProps) {
  const { id, name, can } = event;
  return (
    <article className="relative flex overflow-hidden rounded-lg border border-line bg-surface shadow-1 transition-shadow focus-within:shadow-2 hover:shadow-2 sm:flex-col">
      <div className="relative w-28 shrink-0 overflow-hidden bg-sunken sm:aspect-[3/2] sm:w-auto">
        <Cover event={event} />
      </div>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-2 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <EventBadge event={event} />
          <span className="min-w-0 truncate text-sm text-ink-muted" title={event.organization_name}>
            {event.organization_name}
          </span>
        </div>
        <h3 className="line-clamp-2 leading-snug font-semibold">
          <Link to={eventEntryRoute(event)} params={{ id }} title={name} className="after:absolute after:inset-0 after:rounded-lg">
            {name}
          </Link>
        </h3>
        <p className="text-sm text-ink-muted">
          <time dateTime={event.starts_at}>
            {formatEventDay(event, now)},{' '}
            <span className={event.duration > 24 ? undefined : 'whitespace-nowrap'}>{formatEventHours(event)}</span>
          </time>
          {event.location && (
            <span className="block truncate" title={event.location}>
              {event.location}
            </span>
          )}
        </p>
        <p className="text-sm text-ink-muted tabular-nums">
          {event.photos_count === 0 ? 'No photos yet' : pluralize(event.photos_count, 'photo', 'photos')}
          {event.attendees_count > 0 && ` · ${pluralize(event.attendees_count, 'participant', 'participants')}`}
        </p>
        {waiting > 0 && (
          <p>
            <Badge tone="info" icon={<Smartphone aria-hidden />}>
              {pluralize(waiting, 'photo', 'photos')} waiting on this {deviceLabel}
            </Badge>
          </p>
        )}
        <p className="mt-1 flex gap-2">
          {can.capture && (
            <span aria-hidden className={buttonClass({ variant: 'primary', size: 'sm', className: 'pointer-events-none' })}>
              <Camera className="size-4" />
              Camera
            </span>
          )}
          <Link
            to="/event/$id/gallery"
            params={{ id }}
            aria-label={`Gallery of ${name}`}
            className={buttonClass({ size: 'sm', className: 'relative' })}
          >
            <Images aria-hidden className="size-4" />
            Gallery
          </Link>
        </p>
      </div>
    </article>
  );
}

const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3';

export function EventListSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-7 w-40" />
      <CardsSkeleton cards={3} className={GRID} />
    </div>
  );
}

export function CardsSkeleton({ cards, className }: { cards: number; className: string }) {
  return (
    <RowsSkeleton
      label="Loading events"
      rows={cards}
      className={className}
      row="flex overflow-hidden rounded-lg border border-line bg-surface sm:flex-col"
      picture="w-28 !rounded-none sm:aspect-[3/2] sm:w-auto"
      body="gap-3 p-4"
      lines={['h-5 w-20', 'h-5 w-4/5', 'h-4 w-3/5', 'mb-1 h-8 w-32']}
    />
  );
}

const emptyMessages: Record<Scope | 'next', { title: string; text: string }> = {
  mine: {
    title: 'No events yet',
    text: 'Join an event with the code from your invitation to take photos and see everyone’s in the gallery.',
  },
  next: {
    title: 'No upcoming events',
    text: 'Join an event with the code from its invitation. Your past events stay here with their galleries.',
  },
  discover: {
    title: 'Nothing to discover yet',
    text: 'Public events from other organizations appear here. To join a private event, enter its code.',
  },
  past: {
    title: 'No past events',
    text: 'When an event is over, you’ll find it here, with its gallery and your photos.',
  },
};

/** `action`: the main action of the section. `next`: there are past events, but no upcoming ones. */
export function NoEvents({ scope, action }: { scope: Scope | 'next'; action: ReactNode }) {
  const { title, text } = emptyMessages[scope];
  return (
    <EmptyState icon={scope === 'discover' ? <CalendarSearch /> : <CalendarDays />} title={title} actions={action}>
      {text}
    </EmptyState>
  );
}

function NothingFound({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <EmptyState icon={<Search />} title="Nothing found" actions={<Button onClick={onClear}>Clear search</Button>}>
      No event name, place or organization matches <b className="font-medium wrap-anywhere text-ink">{q}</b>.
    </EmptyState>
  );
}

export function EventsFailed({ query }: { query: EventsResult['query'] }) {
  return (
    <QueryFailure
      error={query.error}
      failed="Couldn’t load the events"
      offline={`This list hasn’t been loaded on this ${deviceLabel} yet.`}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

/** Shows the age of the list while offline, and the error if refreshing failed. Empty while the list is current. */
export function FreshnessNote({ query, kept, searched }: { query: EventsResult['query']; kept: boolean; searched: boolean }) {
  const { error, dataUpdatedAt, isFetchNextPageError } = query;
  const failure = error && describeFailure(error);
  if (failure && failure.kind !== 'offline' && !isFetchNextPageError) {
    return (
      <Banner
        tone="warning"
        title={
          kept
            ? `Couldn’t load the ${searched ? 'search' : 'list'}. Showing events saved on this ${deviceLabel}.`
            : `Couldn’t refresh. Last updated ${formatTime(dataUpdatedAt)}`
        }
        actions={
          <Button
            size="sm"
            loading={query.isFetching}
            icon={<RotateCw aria-hidden className="size-4" />}
            onClick={() => void query.refetch()}
          >
            Try again
          </Button>
        }
      >
        {failure.detail}
      </Banner>
    );
  }
  return (
    <DataAge at={dataUpdatedAt} failed={failure !== null && !isFetchNextPageError}>
      {kept &&
        (searched
          ? `. Showing matches from events saved on this ${deviceLabel}.`
          : `. Showing events you’ve opened on this ${deviceLabel}.`)}
    </DataAge>
  );
}
