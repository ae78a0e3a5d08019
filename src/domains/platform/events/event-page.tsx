// One event of any organization, with its photos to be looked at.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBytes, formatCount, formatDateTime } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Banner } from '#src/ui/banner.tsx';
import { ArrowLeft } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';
import { PlatformEventMenu, EventState } from './event-columns.tsx';
import { PAUSE_DESCRIPTION } from './event-labels.ts';
import { InspectedPhotos } from './inspected-photos.tsx';
import { platformEventOverlay, platformEventQuery } from './queries.ts';
import { usePlatformEventActions } from './use-platform-event-actions.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const ReasonForm = lazyPart(() => import('./reason-form.tsx'), { name: 'the reason', close });
const DeleteForm = lazyPart(() => import('./delete-form.tsx'), { name: 'the reason', close });
const RetentionForm = lazyPart(() => import('./retention-form.tsx'), { name: 'the day', close });

export function PlatformEventPage({ id }: { id: string }) {
  const query = useQuery(platformEventQuery(id));
  useRefetchOnReconnect(query);
  const asChanged = platformEventOverlay.usePatched();
  const holds = usePlatformEventActions();
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
            actions={holds}
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
            <InspectedPhotos event={read} actions={holds} disabledReason={disabledReason} />
          </div>
        )}
      </QueryState>
      {event && open === 'pause' && (
        <ReasonForm
          title={`Pause ${event.name}`}
          description={PAUSE_DESCRIPTION}
          submitLabel="Pause"
          onSubmit={(reason) => holds.pause({ event, reason })}
          onClose={() => setOpen(null)}
        />
      )}
      {event && open === 'delete' && <DeleteForm event={event} actions={holds} onClose={() => setOpen(null)} />}
      {event && open === 'retention' && <RetentionForm event={event} actions={holds} onClose={() => setOpen(null)} />}
    </Page>
  );
}
