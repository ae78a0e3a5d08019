// Separate from the page, because the router shows these before the page's chunk loads.
import { cn } from '#src/ui/cn.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';

export const FRAME = 'overflow-hidden rounded-xl border border-line bg-surface shadow-2';

/** The page's column; on a phone the actions are at the bottom. */
export const COLUMN =
  'safe-x mx-auto flex w-full max-w-md flex-1 flex-col gap-5 pt-1 pb-[max(--spacing(5),var(--safe-bottom))] sm:justify-center sm:pb-28';

export function JoinPending() {
  return (
    <div className={COLUMN}>
      <Loading label="Looking up the event" className={FRAME}>
        <div className="grid gap-3 bg-hover px-6 pt-7 pb-6">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-8 w-4/5" />
        </div>
        <div className="grid gap-3 px-6 pt-5 pb-6">
          <Skeleton className="h-5 w-56 max-w-full" />
          <Skeleton className="h-5 w-32" />
        </div>
      </Loading>
    </div>
  );
}
export function EventStripSkeleton() {
  return (
    <Loading label="Looking up the event" className={cn(FRAME, 'grid gap-3 bg-hover px-5 py-4')}>
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-5 w-48" />
    </Loading>
  );
}
