import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { components } from '#openapi/api.ts';
import type { Event } from '#src/domains/events/event.ts';
import { coverCandidatesQuery } from '#src/domains/events/manage/queries.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { cn } from '#src/ui/cn.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Check, Images } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';

interface CoverPickerProps {
  event: Event;
  onChoose: (photoId: string) => void;
  onClose: () => void;
}

const GRID = 'grid grid-cols-3 gap-2';

/** Approved photos to choose the cover from. */
export function CoverPicker({ event, onChoose, onClose }: CoverPickerProps) {
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title="Choose a cover" description="From approved photos, latest first.">
      <Candidates event={event} onChoose={onChoose} />
    </Sheet>
  );
}

function Candidates({ event, onChoose }: Omit<CoverPickerProps, 'onClose'>) {
  const query = useInfiniteQuery(coverCandidatesQuery(event.id));
  return (
    <QueryState
      query={query}
      skeleton={<CandidatesSkeleton />}
      failed="Couldn’t load the photos"
      offline="Choosing a cover needs a connection."
    >
      {({ pages }) => <Choice photos={pages.flatMap((page) => page.items)} more={query} event={event} onChoose={onChoose} />}
    </QueryState>
  );
}

function CandidatesSkeleton() {
  return (
    <Loading label="Loading the photos" className={GRID}>
      {Array.from({ length: 12 }, (_, tile) => (
        <Skeleton key={tile} className="aspect-square" />
      ))}
    </Loading>
  );
}

interface ChoiceProps extends Omit<CoverPickerProps, 'onClose'> {
  photos: readonly components['schemas']['Photo'][];
  more: ComponentProps<typeof LoadMore>['query'];
}

function Choice({ photos: all, more, event, onChoose }: ChoiceProps) {
  const photos = all.filter(({ state }) => state === 'ready');
  if (photos.length === 0) {
    return (
      <EmptyState icon={<Images />} title="No photos to choose from yet">
        The cover is one of the event’s photos. Come back when some have been approved.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4 pt-1">
      <ul className={GRID}>
        {photos.map((photo) => {
          const chosen = photo.id === event.cover_photo_id;
          return (
            <li key={photo.id}>
              <button
                type="button"
                aria-pressed={chosen}
                aria-label={`Photo by ${photo.uploader.name}, ${formatDateTime(photo.taken_at, event.time_zone)}`}
                onClick={() => onChoose(photo.id)}
                className={cn(
                  'relative block aspect-square w-full overflow-hidden rounded-sm bg-sunken hover:brightness-110',
                  chosen && 'outline-3 outline-offset-2 outline-accent-text',
                )}
              >
                <MediaImage
                  src={apiUrl(`/api/v1/event/${event.id}/photos/${photo.id}/thumb`)}
                  alt=""
                  loading="lazy"
                  className="absolute inset-0 size-full object-cover"
                />
                {chosen && (
                  <span aria-hidden className="absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-accent text-on-accent">
                    <Check className="size-4" />
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <LoadMore query={more} />
    </div>
  );
}
