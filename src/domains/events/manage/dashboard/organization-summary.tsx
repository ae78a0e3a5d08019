import { useQuery } from '@tanstack/react-query';
import { organizationOverviewQuery } from '#src/domains/events/manage/queries.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Attention } from './attention.tsx';
import { DailyActivity } from './daily-activity.tsx';
import { Figures, FiguresSkeleton } from './figures.tsx';
import { NextEvents } from './next-events.tsx';

/** How often the figures are read anew while they are looked at. */
const EVERY_MS = 30_000;

interface OrganizationSummaryProps {
  organizationId: string;
  suspended: boolean;
}

/** An organization at a glance: what waits for its people, the events at hand, figures that lead to their lists. */
export function OrganizationSummary({ organizationId, suspended }: OrganizationSummaryProps) {
  const query = useQuery({ ...organizationOverviewQuery(organizationId), refetchInterval: EVERY_MS });
  useRefetchOnReconnect(query);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <NextEvents organizationId={organizationId} suspended={suspended} />
        {query.data ? <Attention overview={query.data} /> : query.isPending && <Skeleton className="h-52 rounded-lg" />}
      </div>
      <QueryState
        query={query}
        skeleton={<FiguresSkeleton />}
        failed="Couldn’t load the figures"
        offline="Figures need a connection."
        as="part"
      >
        {(overview) => (
          <>
            <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
            <Figures overview={overview} />
            {overview.events.all + overview.photos > 0 && <DailyActivity days={overview.days} />}
          </>
        )}
      </QueryState>
    </div>
  );
}
