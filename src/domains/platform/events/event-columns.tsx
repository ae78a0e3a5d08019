import { Link } from '@tanstack/react-router';
import { isRunning } from '#src/lib/event-status.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { pluralize, formatCount, formatFullDate, formatDateTime } from '#src/lib/format.ts';
import { EventBadge } from '#src/shell/event-badge.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { rowLink, type Column } from '#src/ui/data-table.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Building2, CalendarClock, CircleStop, EllipsisVertical, Pause, Play, RotateCcw, Trash2 } from '#src/ui/icons.ts';
import { NoValue } from '#src/ui/stat.tsx';
import type { PlatformEvent, PlatformEventActions, PlatformEventSearch } from './queries.ts';

type PlatformEventSort = NonNullable<PlatformEventSearch['sort']>;

export interface EventColumnOptions {
  actions: PlatformEventActions;
  /** Why nothing can be changed now. */
  disabledReason: string | null;
  onPause: (event: PlatformEvent) => void;
  onDelete: (event: PlatformEvent) => void;
  onRetention: (event: PlatformEvent) => void;
  /** Filters the list by organization. */
  onOrganization: (id: string) => void;
}

export const platformEventColumns = (options: EventColumnOptions): Column<PlatformEvent, PlatformEventSort>[] => [
  {
    head: 'Event',
    part: 'title',
    cell: ({ id, name, organization }) => (
      <span className="grid grid-cols-[minmax(0,1fr)] py-1">
        <Link to="/super-admin/event-management/$id" params={{ id }} className={rowLink}>
          <span className="line-clamp-2" title={name}>
            {name}
          </span>
        </Link>
        <span className="truncate text-sm font-normal text-ink-muted" title={organization.name}>
          {organization.name}
        </span>
      </span>
    ),
    sort: ['name', '-name'],
    className: 'max-w-0 min-w-56 wrap-anywhere',
  },
  {
    head: 'Status',
    part: 'fact',
    cell: (event) => (
      <span className="grid justify-items-start gap-1">
        <EventState event={event} />
        {reasonOf(event) && (
          <span className="line-clamp-2 text-sm whitespace-normal text-ink-muted" title={reasonOf(event)}>
            {reasonOf(event)}
          </span>
        )}
      </span>
    ),
    className: 'min-w-44',
  },
  {
    head: 'Start',
    part: 'fact',
    cell: ({ starts_at: at, time_zone: zone }) => (
      <time dateTime={at} title={formatDateTime(at, zone)}>
        {formatFullDate(at, zone)}
      </time>
    ),
    sort: ['-starts_at', 'starts_at'],
  },
  {
    head: 'Photos',
    part: 'fact',
    cell: ({ photos_count: photos, photos_bytes: bytes }) => (
      <span className="grid">
        {formatCount(photos)}
        {bytes > 0 && <span className="text-sm text-ink-muted">{formatBytes(bytes)}</span>}
      </span>
    ),
    onCard: ({ photos_count: photos, photos_bytes: bytes }) =>
      pluralize(photos, 'photo', 'photos') + (bytes > 0 ? `, ${formatBytes(bytes)}` : ''),
    sort: ['-photos_count', 'photos_count'],
    end: true,
  },
  {
    head: 'Needs review',
    part: 'fact',
    cell: (event) => reviewSummary(event) ?? <NoValue words="Nothing to review" />,
    onCard: reviewSummary,
  },
  { head: 'Actions', part: 'action', cell: (event) => <PlatformEventMenu event={event} {...options} /> },
];

/** Why the platform removed or paused it. */
const reasonOf = ({ deleted_at: deletedAt, removal_reason: removal, pause_reason: pause }: PlatformEvent): string | undefined =>
  (deletedAt === null ? pause : removal) ?? undefined;

export function EventState({ event }: { event: PlatformEvent }) {
  const { deleted_at: deletedAt, restorable_until: until, paused_at: pausedAt, time_zone: zone, organization } = event;
  if (deletedAt !== null)
    return (
      <span className="grid justify-items-start gap-1">
        <Badge tone="danger">
          {event.removal_reason === null ? 'Deleted' : 'Removed'} {formatFullDate(deletedAt, zone)}
        </Badge>
        {until && <span className="text-sm text-ink-muted">Kept until {formatFullDate(until, zone)}</span>}
      </span>
    );
  return (
    <span className="grid justify-items-start gap-1">
      <span className="flex flex-wrap gap-1">
        <EventBadge event={event} />
        {pausedAt && <Badge tone="danger">Paused</Badge>}
        {organization.status === 'suspended' && <Badge tone="warning">Organization suspended</Badge>}
      </span>
    </span>
  );
}

/** Null if no photos need a review. */
function reviewSummary({ pending_count: pending, unreadable_count: unreadable }: PlatformEvent): string | null {
  const parts = [pending > 0 && `${formatCount(pending)} pending`, unreadable > 0 && `${formatCount(unreadable)} damaged`].filter(Boolean);
  return parts.join(', ') || null;
}

/** Actions for one event. The event's own page leaves out navigation. */
export function PlatformEventMenu({
  event,
  actions,
  disabledReason,
  onPause,
  onDelete,
  onRetention,
  onOrganization,
}: Omit<EventColumnOptions, 'onOrganization'> & Partial<EventColumnOptions> & { event: PlatformEvent }) {
  const isOpen = isRunning(event);
  const cannotEnd = isOpen || event.status === 'ended' ? disabledReason : 'Only open events can be ended.';
  return (
    <DropdownMenu
      trigger={<IconButton label={`Actions for ${event.name}`} size="sm" icon={<EllipsisVertical aria-hidden className="size-5" />} />}
    >
      {onOrganization && (
        <MenuItem icon={<Building2 aria-hidden />} onSelect={() => onOrganization(event.organization.id)}>
          All events of this organization
        </MenuItem>
      )}
      {event.deleted_at === null ? (
        <>
          {onOrganization && <MenuSeparator />}
          {event.paused_at === null ? (
            <MenuItem icon={<Pause aria-hidden />} disabledReason={disabledReason} onSelect={() => onPause(event)}>
              Pause with a reason
            </MenuItem>
          ) : (
            <MenuItem icon={<Play aria-hidden />} disabledReason={disabledReason} onSelect={() => actions.resume({ event })}>
              Resume
            </MenuItem>
          )}
          <MenuItem
            icon={event.status === 'ended' ? <Play aria-hidden /> : <CircleStop aria-hidden />}
            disabledReason={cannotEnd}
            onSelect={() => actions.setOpen({ event })}
          >
            {event.status === 'ended' ? 'Reopen' : 'End'}
          </MenuItem>
          <MenuItem icon={<Trash2 aria-hidden />} danger disabledReason={disabledReason} onSelect={() => onDelete(event)}>
            Delete with a reason
          </MenuItem>
        </>
      ) : (
        <>
          <MenuItem
            icon={<RotateCcw aria-hidden />}
            disabledReason={disabledReason}
            onSelect={() => actions.setRetention({ event, to: { deleted_at: null, restorable_until: null, removal_reason: null } })}
          >
            Restore
          </MenuItem>
          <MenuItem icon={<CalendarClock aria-hidden />} disabledReason={disabledReason} onSelect={() => onRetention(event)}>
            Change retention
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}
