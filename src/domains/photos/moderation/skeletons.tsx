import { Loading, Skeleton } from '#src/ui/skeleton.tsx';

/** The view in the URL. */
const moderationViews = ['queue', 'waiting', 'approved', 'rejected', 'reported'] as const;
export type ModerationView = (typeof moderationViews)[number];

export const moderationViewOf = (value: unknown): ModerationView => moderationViews.find((view) => view === value) ?? 'queue';

const SQUARES = 18;

export function DeckSkeleton() {
  return (
    <Loading label="Loading the next photos" className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-6">
      <div className="grid content-start gap-3">
        <Skeleton className="h-[max(20rem,calc(100dvh-20rem))] !rounded-xl" />
        <div className="flex h-12 gap-1 overflow-hidden sm:h-14">
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} className="aspect-square h-full shrink-0" />
          ))}
        </div>
        <Skeleton className="h-12" />
      </div>
      <Skeleton className="hidden h-96 lg:block" />
    </Loading>
  );
}

export function BulkSkeleton() {
  return (
    <Loading label="Loading photos" className="grid grid-cols-3 gap-[3px] pt-14 sm:grid-cols-[repeat(auto-fill,minmax(160px,1fr))]">
      {Array.from({ length: SQUARES }, (_, index) => (
        <Skeleton key={index} className="aspect-square !rounded-none" />
      ))}
    </Loading>
  );
}

/** Shown while the moderation chunk loads. */
export function ModerationSkeleton({ view }: { view: ModerationView }) {
  return (
    <div className="grid gap-3">
      <div className="flex gap-1.5 overflow-hidden py-1">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-8 w-24 shrink-0 !rounded-full touch:h-11" />
        ))}
      </div>
      {view === 'queue' ? <DeckSkeleton /> : <BulkSkeleton />}
    </div>
  );
}
