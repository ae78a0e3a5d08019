import type { ReactNode } from 'react';
import type { Scope } from '#src/domains/events/queries.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { formatTime } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryFailure } from '#src/shell/query-state.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
// The overview's other states: loading, nothing there, nothing found, failed, offline with its age.
import { CalendarDays, CalendarSearch, RotateCw, Search } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { EventsResult } from './use-events.ts';

export const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3';

export function EventListSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-7 w-40" />
      <CardsSkeleton cards={3} className={GRID} />
    </div>
  );
}

/** Cards of events to come. */
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

/** `action`: the one thing that fills this section. `next`: of those that are not over, where there are past ones. */
export function NoEvents({ scope, action }: { scope: Scope | 'next'; action: ReactNode }) {
  const { title, text } = emptyMessages[scope];
  return (
    <EmptyState icon={scope === 'discover' ? <CalendarSearch /> : <CalendarDays />} title={title} actions={action}>
      {text}
    </EmptyState>
  );
}

export function NothingFound({ q, onClear }: { q: string; onClear: () => void }) {
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

/** How true the list is: as of when, while the server cannot be asked, and why where it can. Silent while it is current. */
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
