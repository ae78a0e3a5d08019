// One event and its photos. The platform can inspect each photo and take it down with a reason.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, formatDateTime } from '#src/lib/format.ts';
import { placeholder } from '#src/lib/thumbhash.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ArrowLeft, Images, Trash2 } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';
import { EventState, PlatformEventMenu } from './event-columns.tsx';
import {
  PAUSE_DESCRIPTION,
  photoStatusLabels,
  type PlatformEvent,
  type PlatformEventActions,
  platformEventQuery,
  platformEvents,
  type PlatformPhoto,
  platformPhotoOverlay,
  platformPhotosQuery,
  platformPhotoUrl,
  usePlatformEventActions,
} from './queries.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();

const ReasonForm = lazyPart(async () => ({ default: (await import('./event-forms.tsx')).ReasonForm }), { name: 'the reason', close });

const DeleteForm = lazyPart(async () => ({ default: (await import('./event-forms.tsx')).DeleteForm }), { name: 'the reason', close });

const RetentionForm = lazyPart(async () => ({ default: (await import('./event-forms.tsx')).RetentionForm }), { name: 'the day', close });

export function PlatformEventPage({ id }: { id: string }) {
  const query = useQuery(platformEventQuery(id));
  useRefetchOnReconnect(query);
  const asChanged = platformEvents.overlay.usePatched();
  const actions = usePlatformEventActions();
  const isOnline = useConnection() === 'online';
  const disabledReason = isOnline ? null : NEEDS_CONNECTION;
  const [open, setOpen] = useState<'pause' | 'delete' | 'retention' | null>(null);
  const event = query.data && asChanged(id, query.data);
  return (
    <Page
      title={event?.name ?? 'Event'}
      lead={
        event && (
          <Link
            to="/super-admin/users"
            search={{ tab: 'organizations', q: event.organization.name, organization: event.organization.id }}
            className="hover:underline"
          >
            {event.organization.name}
          </Link>
        )
      }
      back={
        <Link to="/super-admin/event-management" className="inline-flex items-center gap-1 text-sm text-ink-muted hover:underline">
          <ArrowLeft aria-hidden className="size-4" />
          Event Management
        </Link>
      }
      badge={event && <EventState event={event} />}
      actions={
        event && (
          <PlatformEventMenu
            event={event}
            actions={actions}
            disabledReason={disabledReason}
            onPause={() => setOpen('pause')}
            onDelete={() => setOpen('delete')}
            onRetention={() => setOpen('retention')}
          />
        )
      }
    >
      <QueryState
        query={query}
        failed="Couldn’t load the event"
        offline="You need a connection to view events."
        skeleton={
          <Loading label="Loading the event" className="grid gap-6">
            <Skeleton className="h-20 rounded-lg" />
            <Skeleton className="h-96 rounded-lg" />
          </Loading>
        }
      >
        {(read) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            {event?.removal_reason && (
              <Banner tone="danger" title="Removed by the platform. Its organization can’t restore it.">
                {event.removal_reason}
              </Banner>
            )}
            {event?.paused_at && (
              <Banner tone="warning" title="Paused. Cameras are closed.">
                {event.pause_reason}
              </Banner>
            )}
            <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
              <Stat
                name="Starts"
                value={<span className="text-base">{formatDateTime(read.starts_at, read.time_zone)}</span>}
                note={read.location}
              />
              <Stat name="Photos" value={formatCount(read.photos_count)} note={formatBytes(read.photos_bytes)} />
              <Stat
                name="Pending"
                value={formatCount(read.pending_count)}
                note={`${formatCount(read.unreadable_count)} damaged`}
                strong={read.pending_count > 0}
              />
              <Stat
                name="Participants"
                value={formatCount(read.attendees_count)}
                note={read.type === 'private' ? 'Private event' : 'Public event'}
              />
            </dl>
            <InspectedPhotos event={read} actions={actions} disabledReason={disabledReason} />
          </div>
        )}
      </QueryState>
      {event && open === 'pause' && (
        <ReasonForm
          title={`Pause ${event.name}`}
          description={PAUSE_DESCRIPTION}
          submitLabel="Pause"
          onSubmit={(reason) => actions.pause({ event, reason })}
          onClose={() => setOpen(null)}
        />
      )}
      {event && open === 'delete' && <DeleteForm event={event} actions={actions} onClose={() => setOpen(null)} />}
      {event && open === 'retention' && <RetentionForm event={event} actions={actions} onClose={() => setOpen(null)} />}
    </Page>
  );
}

const GRID = 'grid grid-cols-3 gap-2 sm:grid-cols-4 lg:grid-cols-6';

interface InspectedPhotosProps {
  event: PlatformEvent;
  actions: PlatformEventActions;
  /** Why nothing can be changed now. */
  disabledReason: string | null;
}

function InspectedPhotos({ event, actions, disabledReason }: InspectedPhotosProps) {
  const query = useInfiniteQuery(platformPhotosQuery(event.id));
  const asChanged = platformPhotoOverlay.usePatched();
  const [opened, setOpened] = useState<PlatformPhoto | null>(null);
  const [takingDown, setTakingDown] = useState<PlatformPhoto | null>(null);
  const sendsMail = useSendsMail();
  return (
    <section aria-label="Photos" className="grid gap-3">
      <h2 className="text-lg font-semibold">Photos</h2>
      <p className="text-sm text-ink-muted">All photos, including pending and rejected ones. Your view is recorded in the audit log.</p>
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load the photos"
        offline="You need a connection to view photos."
        skeleton={
          <Loading label="Loading the photos" className={GRID}>
            {Array.from({ length: 12 }, (_, tile) => (
              <Skeleton key={tile} className="aspect-square" />
            ))}
          </Loading>
        }
      >
        {({ pages }) => {
          const photos = pages.flatMap(({ items }) => items).flatMap((photo) => asChanged(photo.id, photo) ?? []);
          return photos.length === 0 ? (
            <EmptyState icon={<Images />} title="No photos">
              No one has taken photos at this event, or they were deleted.
            </EmptyState>
          ) : (
            <div className="grid gap-4">
              <ul aria-label={`Photos of ${event.name}`} className={GRID}>
                {photos.map((photo) => (
                  <li key={photo.id}>
                    <Square event={event} photo={photo} onOpen={() => setOpened(photo)} />
                  </li>
                ))}
              </ul>
              <LoadMore query={query} />
            </div>
          );
        }}
      </QueryState>
      {opened && (
        <Dialog
          open
          onOpenChange={(open) => open || setOpened(null)}
          title={photoLabel(opened, event)}
          description={[photoStatusLabels[opened.status], sizeOf(opened), formatBytes(opened.bytes)].filter(Boolean).join(' · ')}
          footer={
            <Button
              variant="danger"
              icon={<Trash2 aria-hidden className="size-4" />}
              disabledReason={disabledReason}
              // The photo stays open below the form: a second press would otherwise reach another photo.
              onClick={() => setTakingDown(opened)}
            >
              Take down
            </Button>
          }
        >
          <div className="grid min-h-40 place-items-center rounded-sm bg-sunken">
            {opened.state === 'ready' ? (
              <MediaImage
                src={platformPhotoUrl(event.id, opened.id, 'preview')}
                alt={photoLabel(opened, event)}
                className="max-h-[60vh] w-full object-contain"
              />
            ) : (
              <p className="p-6 text-ink-muted">{unavailableMessages[opened.state]}</p>
            )}
          </div>
        </Dialog>
      )}
      {takingDown && (
        <ReasonForm
          title="Take down photo"
          description={`It’s removed from all galleries immediately and deleted within an hour.${sendsMail ? ' The photographer and the organization get the reason by email.' : ''}`}
          submitLabel="Take down"
          onSubmit={(reason) => {
            setOpened(null);
            actions.takeDown({ eventId: event.id, photo: takingDown, reason });
          }}
          onClose={() => setTakingDown(null)}
        />
      )}
    </section>
  );
}

const photoLabel = ({ uploader, taken_at: at }: PlatformPhoto, { time_zone: zone }: PlatformEvent): string =>
  `Photo by ${uploader.name}, ${formatDateTime(at, zone)}`;
const sizeOf = ({ width, height }: PlatformPhoto): string | null => (width && height ? `${width} × ${height}` : null);
const unavailableMessages = { processing: 'This photo is still processing.', unreadable: 'This photo is damaged.' } as const;

function Square({ event, photo, onOpen }: { event: PlatformEvent; photo: PlatformPhoto; onOpen: () => void }) {
  const words = photoLabel(photo, event);
  const { state, status, thumbhash } = photo;
  return (
    <button
      type="button"
      aria-label={status === 'approved' ? words : `${words}, ${photoStatusLabels[status].toLowerCase()}`}
      onClick={onOpen}
      className="relative block aspect-square w-full overflow-hidden rounded-sm bg-sunken bg-cover bg-center hover:brightness-110"
      style={thumbhash ? { backgroundImage: `url(${placeholder(thumbhash)})` } : undefined}
    >
      {state === 'ready' && (
        <MediaImage
          src={platformPhotoUrl(event.id, photo.id, 'thumb')}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {state !== 'ready' && (
        <span className="absolute inset-0 grid place-items-center p-1 text-center text-xs text-ink-muted">
          {state === 'unreadable' ? 'Damaged' : 'Processing'}
        </span>
      )}
      {status !== 'approved' && (
        <Badge tone={status === 'pending' ? 'warning' : 'danger'} className="absolute top-1 left-1">
          {photoStatusLabels[status]}
        </Badge>
      )}
    </button>
  );
}
