import { Loading, Skeleton } from '#src/ui/skeleton.tsx';

/** The list before it is here: rows stand in its place. */
export function EventsListSkeleton() {
  return (
    <Loading label="Loading events" className="rounded-lg border border-line bg-surface shadow-1">
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className="flex h-24 items-center gap-3 border-t border-line px-3 first:border-t-0 lg:h-14 lg:px-4">
          <Skeleton className="size-16 shrink-0 rounded-md lg:h-10 lg:w-14" />
          <div className="grid flex-1 gap-2 lg:flex lg:items-center lg:gap-8">
            <Skeleton className="h-4 w-3/5 lg:w-1/3" />
            <Skeleton className="h-4 w-2/5 lg:w-20" />
            <Skeleton className="hidden h-4 w-28 lg:block" />
            <Skeleton className="hidden h-4 w-16 lg:block" />
            <Skeleton className="hidden h-4 w-24 lg:block" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
