import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#openapi/api.ts';
import { NoOwnEvent, OwnEvents } from '#src/domains/generation/own-events.tsx';
import { eventPhotosQuery } from '#src/domains/generation/queries.ts';
import { formatFullDate, pluralize } from '#src/lib/format.ts';
import { formatZonedDateTime } from '#src/lib/time-zone.ts';
import { uploadedPrefix } from '#src/lib/uploaded-prefix.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { photoUrl } from '#src/shell/photo-url.ts';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ChevronLeft, ChevronRight, Images } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';

type Event = components['schemas']['Event'];

interface EventPhotoPickerProps {
  onChoose: (eventId: string, photoId: string) => void;
  onClose: () => void;
}

/** Asks for the event first, then for one of its photos. */
export function EventPhotoPicker({ onChoose, onClose }: EventPhotoPickerProps) {
  const [event, setEvent] = useState<Event | null>(null);
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={event ? event.name : 'Choose an event'}
      description={event ? 'Photos you can download, latest first.' : 'Then choose a photo.'}
    >
      {event ? (
        <div className="grid gap-3">
          <Button
            size="sm"
            variant="quiet"
            className="justify-self-start"
            icon={<ChevronLeft aria-hidden className="size-4" />}
            onClick={() => setEvent(null)}
          >
            All events
          </Button>
          <EventPhotos event={event} onChoose={(photoId) => onChoose(event.id, photoId)} />
        </div>
      ) : (
        <EventChoice none="Join an event to use its photos here." allows={({ can }) => can.download} onChoose={setEvent} />
      )}
    </Sheet>
  );
}

interface EventChoiceProps {
  /** Message for an empty list. */
  none: string;
  allows: (event: Event) => boolean;
  onChoose: (event: Event) => void;
}

export function EventChoice({ none, allows, onChoose }: EventChoiceProps) {
  return (
    <OwnEvents>
      {(events) => {
        const open = events.filter(allows);
        if (open.length === 0) return <NoOwnEvent events={events}>{none}</NoOwnEvent>;
        return (
          <ul className="grid gap-2 pt-1">
            {open.map((event) => (
              <li key={event.id}>
                <button
                  type="button"
                  onClick={() => onChoose(event)}
                  className="flex min-h-11 w-full items-center gap-3 rounded-md border border-line bg-control p-3 text-left transition-colors hover:border-line-strong"
                >
                  <span className="grid min-w-0 flex-1 gap-0.5">
                    <span className="truncate text-sm font-medium">{event.name}</span>
                    <span className="text-sm text-ink-muted">
                      {formatFullDate(event.starts_at, event.time_zone)} · {pluralize(event.photos_count, 'photo', 'photos')}
                    </span>
                  </span>
                  <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
                </button>
              </li>
            ))}
          </ul>
        );
      }}
    </OwnEvents>
  );
}

function EventPhotos({ event, onChoose }: { event: Event; onChoose: (photoId: string) => void }) {
  const query = useInfiniteQuery(eventPhotosQuery(event.id));
  return (
    <QueryState query={query} skeleton={<ThumbsSkeleton label="Loading the photos" />} failed="Couldn’t load the photos">
      {({ pages }) => {
        const photos = pages.flatMap(({ items }) => items).filter(({ state, can }) => state === 'ready' && can.download);
        if (photos.length === 0 && !query.hasNextPage)
          return (
            <EmptyState icon={<Images />} title="No photos available">
              This event has no photos you can download.
            </EmptyState>
          );
        return (
          <div className="grid gap-4">
            <ThumbChoice
              items={photos.map((photo) => ({
                id: photo.id,
                src: photoUrl(photo, 'thumb'),
                label: `Photo by ${photo.uploader.name}, ${uploadedPrefix(photo).toLowerCase()}${formatZonedDateTime(photo.taken_at, event.time_zone)}`,
              }))}
              onChoose={onChoose}
            />
            <LoadMore query={query} />
          </div>
        );
      }}
    </QueryState>
  );
}

const GRID = 'grid grid-cols-3 gap-2';

interface ThumbChoiceProps {
  items: readonly { id: string; src: string; label: string; blurred?: boolean }[];
  onChoose: (id: string) => void;
}

/** A grid of thumbnails to choose one from. */
export function ThumbChoice({ items, onChoose }: ThumbChoiceProps) {
  return (
    <ul className={GRID}>
      {items.map(({ id, src, label, blurred }) => (
        <li key={id}>
          <button
            type="button"
            aria-label={label}
            onClick={() => onChoose(id)}
            className="relative block aspect-square w-full overflow-hidden rounded-sm bg-sunken hover:brightness-110"
          >
            <MediaImage
              src={src}
              alt=""
              loading="lazy"
              className="absolute inset-0 size-full object-cover"
              style={blurred ? { filter: 'blur(24px)' } : undefined}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

export function ThumbsSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className={GRID}>
      {Array.from({ length: 12 }, (_, tile) => (
        <Skeleton key={tile} className="aspect-square" />
      ))}
    </Loading>
  );
}
