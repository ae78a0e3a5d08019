// The overview's other states: loading, nothing there, nothing found, failed, offline with its age.
import { QueryFailure } from '#src/shell/query-state.tsx';
import { formatTime } from '#src/lib/format.ts';
import { CalendarDays, CalendarSearch, CloudOff, RotateCw, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Scope } from '#src/domains/events/queries.ts';
import { useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import type { Events } from './use-events.ts';

export const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3';

export function EventListSkeleton() {
  return (
    <Loading label="Loading events" className="grid gap-4">
      <Skeleton className="h-7 w-40" />
      <div className={GRID}>
        {[1, 2, 3].map((place) => (
          <div key={place} className="flex overflow-hidden rounded-lg border border-line bg-surface sm:flex-col">
            <Skeleton className="w-28 shrink-0 !rounded-none sm:aspect-[3/2] sm:w-auto" />
            <div className="grid flex-1 gap-3 p-4">
              <Skeleton className="h-5 w-20" />
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="mb-1 h-8 w-32" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

const emptyWords: Record<Scope, { title: string; text: string }> = {
  mine: {
    title: 'No events yet',
    text: 'Join an event with the code from its invitation. Then you can take photos there and see everyone’s in its gallery.',
  },
  discover: {
    title: 'Nothing to discover now',
    text: 'Public events of other organizations stand here, with their galleries. An event that is not public opens by its code.',
  },
  past: {
    title: 'No past events',
    text: 'Events stay here when they are over, with their galleries and your photos.',
  },
};

/** `action`: the one thing that fills this section. */
export function NoEvents({ scope, action }: { scope: Scope; action: ReactNode }) {
  const { title, text } = emptyWords[scope];
  return (
    <EmptyState icon={scope === 'discover' ? <CalendarSearch /> : <CalendarDays />} title={title} actions={action}>
      {text}
    </EmptyState>
  );
}

export function NothingFound({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <EmptyState icon={<Search />} title="Nothing found" actions={<Button onClick={onClear}>Clear the search</Button>}>
      No event here has <b className="font-medium wrap-anywhere text-ink">{q}</b> in its name, its place or its organization.
    </EmptyState>
  );
}

export function EventsFailed({ query }: { query: Events['query'] }) {
  return (
    <QueryFailure
      error={query.error}
      failed="The events could not be loaded"
      offline="This list is not on this phone yet."
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

/** How true the list is: as of when, while the server cannot be asked. Silent while it is current. */
export function FreshnessNote({ query, kept, searched }: { query: Events['query']; kept: boolean; searched: boolean }) {
  const connected = useConnection() === 'online';
  const { error, dataUpdatedAt, isFetchNextPageError } = query;
  if (connected && (!error || isFetchNextPageError)) return null;
  const failure = error && describeFailure(error);
  if (failure && failure.kind !== 'offline') {
    return (
      <Banner
        tone="warning"
        title={
          kept
            ? `The ${searched ? 'search' : 'list'} could not be loaded: these are the events this phone knows`
            : `Not brought up to date since ${formatTime(dataUpdatedAt)}`
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
    <p role="status" className="flex items-center gap-2 text-sm text-ink-muted">
      <CloudOff aria-hidden className="size-4 shrink-0" />
      {kept &&
        (searched
          ? 'Offline. Searched among the events this phone knows.'
          : 'Offline. These are the events you have opened on this phone.')}
      {!kept && `Offline · Updated ${formatTime(dataUpdatedAt)}`}
    </p>
  );
}
