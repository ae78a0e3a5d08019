import { Link, useNavigate } from '@tanstack/react-router';
import { Cover } from '#src/domains/events/cover.tsx';
import { type Event, formatEventDay, formatEventHours } from '#src/domains/events/event.ts';
import { daysLeft, formatDuration } from '#src/domains/events/manage/local-time.ts';
import { describeStatusStep, joinPolicyLabels, sortStatusSteps, visibilityLabels } from '#src/domains/events/manage/status-labels.ts';
import { type EventActions, useDisabledReason } from '#src/domains/events/manage/use-event-actions.tsx';
import { formatCount, formatTime, formatTimeOfDay, pluralize } from '#src/lib/format.ts';
import { EventBadge } from '#src/shell/event-badge.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { type Column, rowLink } from '#src/ui/data-table.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Camera, CircleDot, Copy, EllipsisVertical, Images, MapPin, RotateCcw, Trash2, Users } from '#src/ui/icons.ts';
import type { EventSort } from './event-search.ts';

type EventColumn = Column<Event, EventSort>;

export const eventPicture = (event: Event) => <Cover event={event} sizes="4rem" />;

/** The whole row links to the event. */
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

export const eventColumns = (actions: EventMenuProps['actions'], now: number): EventColumn[] => [
  title,
  { head: 'Status', part: 'fact', cell: (event) => <EventBadge event={event} />, width: 'w-14' },
  {
    head: 'Start',
    part: 'line',
    cell: (event) => (
      <time dateTime={event.starts_at}>
        {formatEventDay(event, now)}
        <span className="block text-xs whitespace-nowrap text-ink-muted">
          {formatTimeOfDay(event.starts_at, event.time_zone)} · {formatDuration(event.duration)}
        </span>
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
  { head: 'Participants', part: 'fact', cell: (event) => formatCount(event.attendees_count), icon: Users, end: true },
  { head: 'Visibility', part: 'fact', cell: ({ type }) => visibilityLabels[type].name, width: 'w-14' },
  {
    head: 'Who can join',
    part: 'fact',
    cell: (event) => joinPolicyLabels[event.join_policy].short,
    className: 'text-ink-muted',
  },
  // One-tap access to the camera on phones: organizers take photos too.
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

/** Only the platform can restore it: shows the reason instead of the remaining days. */
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

/** The time of the deletion and the remaining time to restore. */
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

/** Columns for events deleted in the last 30 days. */
export const deletedColumns = (onRestore: (event: Event) => void, disabledReason: string | null, now: number): EventColumn[] => [
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

interface EventMenuProps {
  event: Event;
  actions: Pick<EventActions, 'setStatus' | 'remove'>;
}

/** Actions on one event of the list. */
function EventMenu({ event, actions }: EventMenuProps) {
  const navigate = useNavigate({ from: '/organization/events/' });
  const disabledReason = useDisabledReason(event);
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={`Actions for ${event.name}`}
          size="sm"
          icon={<EllipsisVertical aria-hidden className="size-5" />}
          className="z-10"
        />
      }
    >
      <MenuItem icon={<Images aria-hidden />} onSelect={() => void navigate({ to: '/event/$id/gallery', params: { id: event.id } })}>
        Open gallery
      </MenuItem>
      <MenuItem
        icon={<Copy aria-hidden />}
        disabledReason={disabledReason}
        onSelect={() => void navigate({ to: '/organization/events', search: (now) => ({ ...now, new: true, from: event.id }) })}
      >
        Duplicate
      </MenuItem>
      {event.next_statuses.length > 0 && <MenuSeparator />}
      {sortStatusSteps(event.status, event.next_statuses).map((status) => (
        <MenuItem
          key={status}
          icon={<CircleDot aria-hidden />}
          disabledReason={disabledReason}
          onSelect={() => actions.setStatus({ event, status })}
        >
          {describeStatusStep(event.status, status).action}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} danger disabledReason={disabledReason} onSelect={() => actions.remove({ event })}>
        <span className="grid">
          Delete
          <span className="text-xs text-ink-muted">{deletionNote(event)}</span>
        </span>
      </MenuItem>
    </DropdownMenu>
  );
}

/** Lists the content that a deletion hides. */
function deletionNote({ photos_count: photos, attendees_count: participants }: Event): string {
  const parts = [
    photos > 0 && pluralize(photos, 'photo', 'photos'),
    participants > 0 && pluralize(participants, 'participant', 'participants'),
  ].filter(Boolean);
  return parts.length > 0 ? `With ${parts.join(' and ')}. Can be restored for 30 days` : 'Can be restored for 30 days';
}
