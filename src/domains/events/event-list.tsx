// The events one may enter: live ones first, then what is to come, then what was. With the other four faces of the screen.
import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { describeFailure } from '#src/shell/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FailedState } from '#src/ui/failed-state.tsx';
import { OfflineState } from '#src/ui/offline-state.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { EventCard } from './event-card.tsx';
import { groupEvents, type Event, type Group } from './event.ts';

interface EventListProps {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Event[] }>>;
  /** The one thing to do where there is nothing. */
  joinButton: ReactNode;
}

const headings: readonly [Group, string][] = [
  ['now', 'Happening now'],
  ['upcoming', 'Upcoming'],
  ['past', 'Past'],
];

const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3';

export function EventList({ query, joinButton }: EventListProps) {
  const { data, error } = query;
  const now = query.dataUpdatedAt;
  const groups = useMemo(() => groupEvents(data?.pages.flatMap((page) => page.items) ?? [], now), [data, now]);
  if (query.isPending) return <EventListSkeleton />;
  if (!data) {
    const failure = describeFailure(error);
    const again = { onRetry: () => void query.refetch(), retrying: query.isFetching };
    return failure.kind === 'offline' ? (
      <OfflineState {...again}>{failure.detail} The list of your events is not on this phone yet.</OfflineState>
    ) : (
      <FailedState title="The events could not be loaded" detail={failure.detail} requestId={failure.requestId} {...again} />
    );
  }
  if (data.pages.every((page) => page.items.length === 0)) {
    return (
      <EmptyState icon={<CalendarDays />} title="No events yet" actions={joinButton}>
        Join an event with the code from its invitation. Then you can take photos there and see everyone’s in its gallery.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-10">
      {headings.map(
        ([group, heading]) =>
          groups[group].length > 0 && (
            <section key={group} aria-labelledby={`events-${group}`} className="grid gap-4">
              <h2 id={`events-${group}`} className="text-lg font-semibold">
                {heading}
              </h2>
              <ul className={GRID}>
                {groups[group].map((event) => (
                  <li key={event.id} className="grid grid-cols-[minmax(0,1fr)]">
                    <EventCard event={event} now={now} />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      {query.hasNextPage && (
        <div className="grid justify-items-center gap-2">
          {query.isFetchNextPageError && <p className="text-sm text-danger">{describeFailure(error).detail}</p>}
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

function EventListSkeleton() {
  return (
    <Loading label="Loading your events" className="grid gap-4">
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
