// The platform at a glance: what waits for its super administrators, who asks to come in, and how it is.
import { useQuery } from '@tanstack/react-query';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Page } from '#src/ui/page.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { HealthList } from './health-list.tsx';
import { PlatformAttention } from './platform-attention.tsx';
import { PlatformFigures } from './platform-figures.tsx';
import { platformOverviewQuery } from './queries.ts';

/** How often it is read anew while it is looked at. */
const EVERY_MS = 30_000;

export function PlatformDashboard() {
  const query = useQuery({ ...platformOverviewQuery, refetchInterval: EVERY_MS });
  useRefetchOnReconnect(query);
  return (
    <Page title="Admin Panel" lead="Tasks and system health">
      <QueryState query={query} skeleton={<DashboardSkeleton />} failed="Couldn’t load the overview">
        {(overview) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
            <PlatformAttention overview={overview} />
            <PlatformFigures overview={overview} />
            <section aria-label="Health" className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <h2 className="text-lg font-semibold">Health</h2>
              <HealthList />
            </section>
          </div>
        )}
      </QueryState>
    </Page>
  );
}

function DashboardSkeleton() {
  return (
    <Loading label="Loading the overview" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Skeleton className="h-52 rounded-lg" />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {Array.from({ length: 8 }, (_, tile) => (
          <Skeleton key={tile} className="h-20 rounded-lg" />
        ))}
      </div>
    </Loading>
  );
}
