import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { JoinCard } from '#src/domains/events/manage/join/join-card.tsx';
import { photosExportUrl, type EventNumbers } from '#src/domains/events/manage/queries.ts';
import type { EventActions } from '#src/domains/events/manage/use-event-actions.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Loading } from '#src/ui/skeleton.tsx';
import { NumbersSkeleton } from './detail-skeleton.tsx';
import { EventDetails } from './event-details.tsx';
import { GalleryCard } from './gallery-card.tsx';
import { Numbers } from './numbers.tsx';
import { OverdueBanner } from './overdue-banner.tsx';
import { StatusCard } from './status-card.tsx';

interface OverviewProps {
  event: Event;
  numbers: UseQueryResult<EventNumbers>;
  actions: EventActions;
  /** Another domain's part. */
  latest: ReactNode;
  /** Whether the poster stands open. */
  poster: boolean;
  onPoster: (open: boolean) => void;
}

export function Overview({ event, numbers, actions, latest, poster, onPoster }: OverviewProps) {
  // Before anything has happened there, what can be done comes first.
  const isUntouched = event.photos_count === 0 && event.attendees_count === 0;
  const figures = (
    <>
      {numbers.data ? (
        <Numbers numbers={numbers.data} zone={event.time_zone} />
      ) : numbers.error ? (
        <NumbersFailure query={numbers} />
      ) : (
        <NumbersLoading />
      )}
      {latest}
    </>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {event.paused_at && (
        <Banner tone="warning" title="The platform’s admins paused this event. Its cameras are closed.">
          {event.pause_reason}
        </Banner>
      )}
      <OverdueBanner event={event} onEnd={() => actions.setStatus({ event, status: 'ended' })} />
      {!isUntouched && figures}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <StatusCard event={event} onChange={(status) => actions.setStatus({ event, status })} />
          <GalleryCard event={event} onPublish={(published) => actions.setPublished({ event, published })} />
          {!isUntouched && (
            <Card title="Photo list" lead="Every photo with its file name, photographer, time, size and SHA-256 hash, as a CSV file.">
              <div>
                <ExportCsvButton href={photosExportUrl(event.id)} query={numbers} />
              </div>
            </Card>
          )}
          <Card title="About the event">
            <EventDetails event={event} />
          </Card>
        </div>
        <JoinCard
          event={event}
          onPolicy={(policy) => actions.setJoinPolicy({ event, policy })}
          onRenew={() => actions.renew(event)}
          poster={poster}
          onPoster={onPoster}
        />
      </div>
      {isUntouched && figures}
    </div>
  );
}

function NumbersLoading() {
  return (
    <Loading label="Loading the numbers">
      <NumbersSkeleton />
    </Loading>
  );
}

function NumbersFailure({ query }: { query: UseQueryResult<EventNumbers> }) {
  const { kind, detail, requestId } = describeFailure(query.error);
  return (
    <Banner
      tone={kind === 'offline' ? 'info' : 'warning'}
      title="Couldn’t load the numbers"
      actions={
        <Button size="sm" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {detail}
      {requestId && <span className="block font-mono text-xs select-all">Request {requestId}</span>}
    </Banner>
  );
}
