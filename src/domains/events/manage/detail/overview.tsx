import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { JoinCard } from '#src/domains/events/manage/join/join-card.tsx';
import { endTime, formatDuration, formatTimeZone } from '#src/domains/events/manage/local-time.ts';
import { type EventNumbers, photosExportUrl, organizationEvents } from '#src/domains/events/manage/queries.ts';
import {
  describeStatusStep,
  downloadsLabels,
  downloadsOf,
  guestAccessLabels,
  isMainStep,
  sortStatusSteps,
  statusLabels,
} from '#src/domains/events/manage/status-labels.ts';
import { type EventActions, useDisabledReason } from '#src/domains/events/manage/use-event-actions.tsx';
import { phaseOf } from '#src/domains/events/phases.ts';
import { eventEnd, shownStatus } from '#src/lib/event-status.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, formatDateTime, formatRelativeTime, formatWeekdayDateTime, pluralize, type TimeZone } from '#src/lib/format.ts';
import { formatShortRelativeTime } from '#src/lib/short-relative-time.ts';
import { CheckCard } from '#src/shell/check-card.tsx';
import { EventBadge } from '#src/shell/event-badge.tsx';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';
import { useNow } from '#src/ui/use-now.ts';

interface OverviewProps {
  event: Event;
  numbers: UseQueryResult<EventNumbers>;
  actions: EventActions;
  /** Content of another domain. */
  latest: ReactNode;
  /** Whether the poster dialog is open. */
  poster: boolean;
  onPoster: (open: boolean) => void;
}

export function Overview({ event, numbers, actions, latest, poster, onPoster }: OverviewProps) {
  // For an unused event the actions come before the figures.
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
          <GalleryCard
            event={event}
            onPublish={(published) => actions.setPublished({ event, published })}
            onReveal={() => actions.reveal({ event })}
          />
          {!isUntouched && (
            <Card title="Photo list" lead="Every photo with its file name, photographer, time, size and SHA-256 hash, as a CSV file.">
              <div className="grid justify-items-start gap-3">
                <ExportCsvButton href={photosExportUrl(event.id)} query={numbers} />
                <p className="text-sm text-ink-muted">
                  Before a memory card is erased, compare it with the list. <CheckCard />
                </p>
              </div>
            </Card>
          )}
          <Card title="Event details">
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
    <Loading label="Loading statistics">
      <NumbersSkeleton />
    </Loading>
  );
}

function NumbersFailure({ query }: { query: UseQueryResult<EventNumbers> }) {
  const { kind, detail, requestId } = describeFailure(query.error);
  return (
    <Banner
      tone={kind === 'offline' ? 'info' : 'warning'}
      title="Couldn’t load statistics"
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

/** The status and the steps the server allows, each with its consequence. */
function StatusCard({ event, onChange }: { event: Event; onChange: (status: Event['status']) => void }) {
  const disabledReason = useDisabledReason(event);
  const phase = phaseOf(event, useNow());
  const isPastEnd = phase === 'ending' || phase === 'overdue';
  const changing = organizationEvents.overlay.useIsPending(event.id)('status');
  return (
    <Card title="Status" actions={<EventBadge event={event} />}>
      <p className="text-sm">
        {isPastEnd ? 'Past its scheduled end. People can still join and take photos.' : statusLabels[event.status].meaning}
        {changing && <span className="text-ink-muted"> Saving…</span>}
      </p>
      {event.next_statuses.length > 0 && (
        <ul className="grid divide-y divide-line border-t border-line">
          {sortStatusSteps(event.status, event.next_statuses).map((status) => {
            const { action, consequence } = describeStatusStep(event.status, status);
            return (
              <li key={status} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
                <p id={`step-${status}`} className="min-w-0 flex-1 basis-60 text-sm text-ink-muted">
                  {consequence}
                </p>
                <Button
                  size="sm"
                  variant={isMainStep(event.status, status) ? 'primary' : 'secondary'}
                  disabledReason={disabledReason}
                  aria-describedby={`step-${status}`}
                  onClick={() => onChange(status)}
                >
                  {action}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {!event.can.manage && event.next_statuses.length === 0 && <p className="text-sm text-ink-muted">{disabledReason}</p>}
    </Card>
  );
}

interface GalleryCardProps {
  event: Event;
  onPublish: (published: boolean) => void;
  onReveal: () => void;
}

/** Who sees the gallery. The buttons appear only if the gallery does not open automatically, or at a set time. */
export function GalleryCard({ event, onPublish, onReveal }: GalleryCardProps) {
  const now = useNow();
  const disabledReason = useDisabledReason(event);
  const changing = organizationEvents.overlay.useIsPending(event.id)('published_at');
  const { auto_gallery: auto, published_at: publishedAt } = event;
  const open = auto || publishedAt !== null;
  const isDraft = event.status === 'draft';
  const reveal = event.reveals_at !== null && Date.parse(event.reveals_at) > now ? event.reveals_at : null;
  const state = !open ? 'Not published' : reveal ? 'Scheduled' : isDraft ? 'Not open yet' : auto ? 'Open' : 'Published';
  return (
    <Card title="Gallery" actions={<Badge tone={open && !isDraft && !reveal ? 'success' : 'neutral'}>{state}</Badge>}>
      <p className="text-sm">
        {reveal
          ? `${open ? 'Opens by itself' : 'Stays closed until you publish it, and at least until'} ${formatWeekdayDateTime(reveal, event.time_zone)}. Until then guests see only their own photos. Your organization sees all photos.`
          : galleryDescription(event)}
      </p>
      {reveal && (
        <div>
          <Button size="sm" disabledReason={disabledReason} onClick={onReveal}>
            {open ? 'Reveal now' : 'Remove the time'}
          </Button>
        </div>
      )}
      {!auto && (
        <div>
          <Button
            size="sm"
            variant={open ? 'secondary' : 'primary'}
            disabledReason={disabledReason ?? (changing && 'Saving…')}
            onClick={() => onPublish(!open)}
          >
            {open ? 'Unpublish gallery' : 'Publish gallery'}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Only the organization sees a draft; a gallery stays open after its event. */
function galleryDescription({
  status,
  auto_gallery: auto,
  published_at: publishedAt,
  require_approval: approval,
  time_zone: zone,
}: Event): string {
  const once = approval ? 'you approve them' : 'they’re uploaded';
  if (!auto && publishedAt === null)
    return 'Until you publish it, photographers see only their own photos and guests see none. Your organization sees all photos.';
  if (status === 'draft') return `Opens with the event. Guests then see photos as soon as ${once}.`;
  if (status === 'ended' || status === 'archived')
    return `Guests who joined can still see it. Photos that arrive late appear as soon as ${once}.`;
  if (auto) return `Guests see photos as soon as ${once}.`;
  return `Guests can see approved photos${publishedAt ? ` since ${formatWeekdayDateTime(publishedAt, zone)}` : ''}.`;
}

function EventDetails({ event }: { event: Event }) {
  const { starts_at: start, duration, time_zone: zone, type, description } = event;
  return (
    <>
      {description && <p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]">{description}</p>}
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name="Begins">{formatWeekdayDateTime(start, zone)}</Fact>
        <Fact name="Ends">
          {formatWeekdayDateTime(endTime(start, duration), zone)}
          <span className="block text-ink-muted">
            {formatDuration(duration)}
            {event.ends_automatically && '. Closes automatically 6 hours later.'}
          </span>
        </Fact>
        <Fact name="Time zone">
          {formatTimeZone(Date.parse(start), zone)}
          {zone === null && <span className="block text-ink-muted">Shown in your time zone, because the event has none.</span>}
        </Fact>
        <Fact name="Place">{event.location || '—'}</Fact>
        <Fact name="Visibility">
          {type === 'public' ? 'Public. Members of other organizations can find it.' : 'Private. Only for people who join.'}
        </Fact>
        <Fact name="New photos">{event.require_approval ? 'Need approval' : 'Shown right away'}</Fact>
        <Fact name="Guests">{guestAccessLabels[event.guest_access].name}</Fact>
        <Fact name="Downloads">{downloadsLabels[downloadsOf(event)].name}</Fact>
        <Fact name="Photos are kept">{retentionWords(event)}</Fact>
        <Fact name="Organization">{event.organization_name}</Fact>
      </dl>
    </>
  );
}

function retentionWords({
  photo_retention_days: days,
  photo_retention_scope: scope,
  photos_kept_until: until,
  time_zone: zone,
}: Event): string {
  if (days === null) return 'Forever';
  const what = scope === 'originals' ? 'Originals ' : '';
  if (until !== null) return `${what}${what ? 'until' : 'Until'} ${formatWeekdayDateTime(until, zone)}`;
  return `${what}${what ? 'for ' : ''}${pluralize(days, 'day', 'days')} after the event`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** The figures of the event. They change during the event, without a live region. */
/** @param zone the event's time zone */
export function Numbers({ numbers, zone }: { numbers: EventNumbers; zone: TimeZone }) {
  const { photos, approved, pending, rejected, unreadable, likes, bytes, participants, photographers, last_photo_at: last } = numbers;
  const of = [
    `by ${pluralize(photographers, 'person', 'people')} (with your organization)`,
    `${formatCount(approved)} approved`,
    rejected > 0 && `${formatCount(rejected)} rejected`,
    unreadable > 0 && `${formatCount(unreadable)} damaged`,
  ].filter(Boolean);
  if (photos + participants + likes + pending + rejected + unreadable === 0) {
    return (
      <section aria-label="Statistics">
        <p className="text-ink-muted">No one has joined and no photos have been taken yet.</p>
      </section>
    );
  }
  return (
    <section aria-label="Statistics">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        <Stat name="Photos" value={formatCount(photos)} note={photos > 0 && of.join(', ')} />
        <Stat name="Pending" value={formatCount(pending)} note="to review" strong={pending > 0} />
        <Stat name="People joined" value={formatCount(participants)} note="without your organization" />
        <Stat name="Likes" value={formatCount(likes)} />
        <Stat name="Originals" value={formatBytes(bytes)} />
        <Stat name="Last photo" value={last ? <Moment at={last} zone={zone} /> : '—'} note={!last && 'None yet'} />
      </dl>
    </section>
  );
}

/** A relative time that stays current, with the exact time as its tooltip. */
function Moment({ at, zone }: { at: string; zone: TimeZone }) {
  const now = useNow();
  const moment = Date.parse(at);
  return (
    <time dateTime={at} title={formatDateTime(at, zone)}>
      {formatShortRelativeTime(moment, Math.max(now, moment))}
    </time>
  );
}

/** Warns organizers about an event that still accepts photos after its end. */
export function OverdueBanner({ event, onEnd }: { event: Event; onEnd: () => void }) {
  const now = useNow();
  const disabledReason = useDisabledReason(event);
  const shown = shownStatus(event, now);
  if (shown !== 'ending' && shown !== 'overdue') return null;
  return (
    <Banner
      tone="warning"
      title={`This event was due to end ${formatRelativeTime(eventEnd(event), now)}`}
      actions={
        <Button size="sm" disabledReason={disabledReason} onClick={onEnd}>
          End event
        </Button>
      }
    >
      People can still join and take photos.{shown === 'ending' && ' It closes automatically 6 hours after its end.'}
    </Banner>
  );
}

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

/** Rendered inside `Loading`. */
function NumbersSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {Array.from({ length: 6 }, (_, tile) => (
        <Skeleton key={tile} className="h-24 rounded-lg" />
      ))}
    </div>
  );
}
