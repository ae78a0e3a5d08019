import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { components } from '#openapi/api.ts';
import { Cover } from '#src/domains/events/cover.tsx';
import type { Event } from '#src/domains/events/event.ts';
import { EventFields } from '#src/domains/events/manage/form/event-fields.tsx';
import { eventFormSchema, eventValues, toUpdateRequest } from '#src/domains/events/manage/form/event-form-values.ts';
import { coverCandidatesQuery, invalidateEventLists, updateEvent } from '#src/domains/events/manage/queries.ts';
import { type EventActions, useDisabledReason } from '#src/domains/events/manage/use-event-actions.tsx';
import { formatCount, formatDateTime, pluralize } from '#src/lib/format.ts';
import { uploadedPrefix } from '#src/lib/uploaded-prefix.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { photoUrl } from '#src/shell/photo-url.ts';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { cn } from '#src/ui/cn.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Check, ImagePlus, Images, Trash2 } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';

export function EventSettingsTab({ event, actions }: { event: Event; actions: EventActions }) {
  const disabledReason = useDisabledReason(event);
  const { photos_count: photos, attendees_count: people } = event;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <EditEvent event={event} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <CoverCard event={event} onChoose={(photoId) => actions.setCover({ event, photoId })} />
        <Card title="Delete event">
          <p className="text-sm">
            {photos > 0 || people > 0
              ? `Its gallery with ${pluralize(photos, 'photo', 'photos')} will be hidden from ${people === 1 ? 'the 1 person' : `all ${formatCount(people)} people`} who joined.`
              : 'No one has joined and no photos have been taken yet.'}{' '}
            You can restore it with everything in it for 30 days. After that, it’s permanently deleted.
          </p>
          <div>
            <Button
              variant="danger"
              size="sm"
              icon={<Trash2 aria-hidden className="size-4" />}
              disabledReason={disabledReason}
              onClick={() => actions.remove({ event })}
            >
              Delete event
            </Button>
          </div>
        </Card>
      </div>
    </div>
  );
}

function EditEvent({ event }: { event: Event }) {
  const client = useQueryClient();
  return (
    <SettingsCard
      title="Edit event"
      schema={eventFormSchema}
      saved={event}
      valuesOf={eventValues}
      save={async (values, base) => {
        const body = toUpdateRequest(values, base);
        if (!body) return base;
        const saved = await updateEvent(client, event.id, body);
        void invalidateEventLists(client);
        return saved;
      }}
      disabledReason={useDisabledReason(event)}
    >
      <EventFields isNew={false} keptUntil={event.photos_kept_until} />
    </SettingsCard>
  );
}

function CoverCard({ event, onChoose }: { event: Event; onChoose: (photoId: string | null) => void }) {
  const disabledReason = useDisabledReason(event);
  const [choosing, setChoosing] = useState(false);
  const has = event.cover_photo_id !== null;
  return (
    <Card title="Cover" lead="Shown wherever the event appears.">
      <div className="relative aspect-[3/2] overflow-hidden rounded-md bg-sunken">
        <Cover event={event} sizes="22rem" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<ImagePlus aria-hidden className="size-4" />}
          disabledReason={disabledReason}
          onClick={() => setChoosing(true)}
        >
          {has ? 'Choose another photo' : 'Choose a photo'}
        </Button>
        {has && (
          <Button size="sm" variant="quiet" disabledReason={disabledReason} onClick={() => onChoose(null)}>
            Remove
          </Button>
        )}
      </div>
      {choosing && (
        <CoverPicker
          event={event}
          onClose={() => setChoosing(false)}
          onChoose={(photoId) => {
            setChoosing(false);
            if (photoId !== event.cover_photo_id) onChoose(photoId);
          }}
        />
      )}
    </Card>
  );
}

interface CoverPickerProps {
  event: Event;
  onChoose: (photoId: string) => void;
  onClose: () => void;
}

const CANDIDATES_GRID = 'grid grid-cols-3 gap-2';

/** Lets the organizer choose the cover from approved photos. */
function CoverPicker({ event, onChoose, onClose }: CoverPickerProps) {
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
    <Loading label="Loading the photos" className={CANDIDATES_GRID}>
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
      <ul className={CANDIDATES_GRID}>
        {photos.map((photo) => {
          const chosen = photo.id === event.cover_photo_id;
          return (
            <li key={photo.id}>
              <button
                type="button"
                aria-pressed={chosen}
                aria-label={`Photo by ${photo.uploader.name}, ${uploadedPrefix(photo).toLowerCase()}${formatDateTime(photo.taken_at, event.time_zone)}`}
                onClick={() => onChoose(photo.id)}
                className={cn(
                  'relative block aspect-square w-full overflow-hidden rounded-sm bg-sunken hover:brightness-110',
                  chosen && 'outline-3 outline-offset-2 outline-accent-text',
                )}
              >
                <MediaImage src={photoUrl(photo, 'thumb')} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
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
