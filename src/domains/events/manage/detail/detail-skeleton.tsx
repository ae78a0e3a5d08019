import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';

/** An event before it is here. */
export function DetailSkeleton() {
  useDocumentTitle('Event');
  return (
    <Loading label="Loading the event" className="mx-auto grid w-full max-w-6xl gap-6 px-4 py-6 sm:px-6 sm:py-8">
      <Skeleton className="h-5 w-36" />
      <div className="flex items-center gap-4">
        <Skeleton className="hidden h-16 w-24 rounded-md sm:block" />
        <div className="grid flex-1 gap-3">
          <Skeleton className="h-8 w-72 max-w-full" />
          <Skeleton className="h-5 w-56 max-w-full" />
        </div>
      </div>
      <Skeleton className="h-11 w-full max-w-md" />
      <NumbersSkeleton />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-64 rounded-lg" />
      </div>
    </Loading>
  );
}

/** Tiles of numbers to come; stands in a `Loading`. */
export function NumbersSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {Array.from({ length: 6 }, (_, tile) => (
        <Skeleton key={tile} className="h-24 rounded-lg" />
      ))}
    </div>
  );
}
