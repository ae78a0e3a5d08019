import { Loading, Skeleton } from '#src/ui/skeleton.tsx';

/** The skeleton of a page while the session or the screen's code is loading. */
export function PendingScreen() {
  return (
    <Loading label="Loading" className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-6 sm:px-6 sm:py-8">
      <div className="grid gap-3">
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-5 w-72 max-w-full" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Skeleton className="h-40 rounded-lg" />
        <Skeleton className="h-40 rounded-lg" />
        <Skeleton className="h-40 rounded-lg max-sm:hidden" />
      </div>
    </Loading>
  );
}
