import { Link } from '@tanstack/react-router';
import { Cover } from '#src/domains/events/cover.tsx';
import { formatEventDay, formatEventHours, type Event } from '#src/domains/events/event.ts';
import { daysLeft, formatDuration } from '#src/domains/events/manage/local-time.ts';
import { joinPolicyLabels } from '#src/domains/events/manage/status-labels.ts';
import type { EventActions } from '#src/domains/events/manage/use-event-actions.ts';
import { pluralize, formatTimeOfDay, formatCount, formatTime } from '#src/lib/format.ts';
import { EventBadge } from '#src/shell/event-badge.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { rowLink, type Column } from '#src/ui/data-table.tsx';
import { Camera, Images, MapPin, RotateCcw, Users } from '#src/ui/icons.ts';
import { EventMenu } from './event-menu.tsx';
import type { EventSort } from './event-search.ts';

type EventColumn = Column<Event, EventSort>;

export const eventPicture = (event: Event) => <Cover event={event} sizes="4rem" />;

/** Pressing anywhere in the row opens the event. */
const title: EventColumn = {
  head: 'Event',
  part: 'title',
  cell: ({ id, name }) => (
    <Link to="/organization/events/$id" params={{ id }} className={rowLink}>
      {name}
    </Link>
  ),
  sort: ['name', '-name'],
  className: 'min-w-56',
};

const photos: EventColumn = {
  head: 'Photos',
  part: 'fact',
  cell: (event) => formatCount(event.photos_count),
  icon: Images,
  sort: ['-photos_count', 'photos_count'],
  end: true,
};

export const eventColumns = (actions: EventActions, now: number): EventColumn[] => [
  title,
  { head: 'Status', part: 'fact', cell: (event) => <EventBadge event={event} />, width: 'w-14' },
  {
    head: 'Start',
    part: 'line',
    cell: (event) => (
      <time dateTime={event.starts_at}>
        {formatEventDay(event, now)}
        <span className="block text-xs text-ink-muted">{formatTimeOfDay(event.starts_at, event.time_zone)}</span>
      </time>
    ),
    onCard: (event) => (
      <>
        <time dateTime={event.starts_at}>
          {formatEventDay(event, now)}, {formatEventHours(event)}
        </time>{' '}
        <span className="whitespace-nowrap">({formatDuration(event.duration)})</span>
      </>
    ),
    sort: ['-starts_at', 'starts_at'],
  },
  { head: 'Duration', cell: ({ duration }) => formatDuration(duration), width: 'w-14' },
  {
    head: 'Place',
    part: 'line',
    cell: ({ location }) =>
      location && (
        <span className="block truncate" title={location}>
          {location}
        </span>
      ),
    icon: MapPin,
    className: 'hidden max-w-40 xl:table-cell',
  },
  photos,
  { head: 'People', part: 'fact', cell: (event) => formatCount(event.attendees_count), icon: Users, end: true },
  {
    head: 'Who can join',
    part: 'fact',
    cell: (event) => joinPolicyLabels[event.join_policy].short,
    className: 'text-ink-muted',
  },
  // On a phone the camera of what is on is one tap away: whoever runs an event takes photos at it too.
  {
    head: 'Camera',
    part: 'line',
    cell: () => null,
    onCard: ({ id, name, can }) =>
      can.capture && (
        <Link
          to="/event/$id"
          params={{ id }}
          aria-label={`Camera of ${name}`}
          className={buttonClass({ variant: 'primary', size: 'sm', className: 'relative z-10 mt-1' })}
        >
          <Camera aria-hidden className="size-4" />
          Camera
        </Link>
      ),
    className: 'hidden',
  },
  { head: 'Actions', part: 'action', cell: (event) => <EventMenu event={event} actions={actions} /> },
];

/** What the platform removed it alone restores: why, in the place of the days that are left. */
const Removed = ({ event }: { event: Event }) => (
  <span className="grid min-w-56 py-1">
    <span>
      {event.deleted_at && <time dateTime={event.deleted_at}>{formatTime(event.deleted_at, event.time_zone)}</time>}, removed by the
      platform
    </span>
    <span title={event.removal_reason ?? undefined} className="line-clamp-2 text-sm whitespace-normal text-ink-muted">
      {event.removal_reason}
    </span>
  </span>
);

/** When, and for how long it can be restored. */
function Deletion({ event, now, lead }: { event: Event; now: number; lead?: string }) {
  if (event.removal_reason) return <Removed event={event} />;
  return (
    event.deleted_at && (
      <>
        {lead}
        <time dateTime={event.deleted_at}>{formatTime(event.deleted_at, event.time_zone)}</time>, {daysLeft(event, now)}
      </>
    )
  );
}

/** Of events that were deleted in the last 30 days. */
export const deletedColumns = (onRestore: (event: Event) => void, disabledReason: string | false, now: number): EventColumn[] => [
  title,
  {
    head: 'Deleted',
    part: 'line',
    cell: (event) => <Deletion event={event} now={now} />,
    onCard: (event) => <Deletion event={event} now={now} lead="Deleted " />,
    width: 'w-40',
  },
  { ...photos, icon: undefined, onCard: (event) => pluralize(event.photos_count, 'photo', 'photos') },
  {
    head: 'Actions',
    part: 'action',
    cell: (event) =>
      !event.removal_reason && (
        <Button
          size="sm"
          aria-label={`Restore ${event.name}`}
          icon={<RotateCcw aria-hidden className="size-4" />}
          disabledReason={disabledReason}
          onClick={() => onRestore(event)}
        >
          Restore
        </Button>
      ),
  },
];
