// One event of the organization: header, tabs and the other states of the screen.
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Cover } from '#src/domains/events/cover.tsx';
import { acceptsImports, eventAccessError } from '#src/domains/events/event-access.ts';
import type { Event } from '#src/domains/events/event.ts';
import { EventSettingsTab } from '#src/domains/events/manage/detail/event-settings-tab.tsx';
import { daysLeft, formatDuration } from '#src/domains/events/manage/local-time.ts';
import { Participants } from '#src/domains/events/manage/people/participants.tsx';
import { visibilityLabels } from '#src/domains/events/manage/status-labels.ts';
import { useConfirmedActions, useDisabledReason } from '#src/domains/events/manage/use-event-actions.tsx';
import { formatCount, formatWeekdayDateTime, pluralize } from '#src/lib/format.ts';
import { searchChange } from '#src/lib/list-query.ts';
import { rememberBoothOrigin } from '#src/shell/booth-origin.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { EventBadge } from '#src/shell/event-badge.tsx';
import { QueryFailure } from '#src/shell/query-state.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CalendarX, Camera, ChevronLeft, Copy, EllipsisVertical, Images, ImageUp, RotateCcw, Sparkles, Trash2 } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { ScreenState } from '#src/ui/screen-state.tsx';
import { type Tab, Tabs } from '#src/ui/tabs.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';
import type { DetailSearch, DetailTab } from './detail-search.ts';
import { DetailSkeleton, Overview } from './overview.tsx';
import type { LiveEvent } from './use-live-event.ts';

interface ManagedEventProps {
  live: LiveEvent;
  search: DetailSearch;
  onSearch: (search: DetailSearch, how?: { replace?: boolean; resetScroll?: boolean }) => void;
  /** The number of photos that wait for a decision; null if unknown. */
  pending: number | null;
  reported: number | null;
  /** Devices that may have lost photos. */
  urgentDevices: number;
  /** Content of other domains. */
  moderation: ReactNode;
  latest: ReactNode;
  delivery: ReactNode;
  sections: ReactNode;
  links: ReactNode;
  screens: ReactNode;
}

export function ManagedEvent({
  live,
  search,
  onSearch,
  pending,
  reported,
  urgentDevices,
  moderation,
  latest,
  delivery,
  sections,
  links,
  screens,
}: ManagedEventProps) {
  const { query, numbers, event } = live;
  const { actions, confirmDialog } = useConfirmedActions();
  if (query.isPending) return <DetailSkeleton />;
  const refusal = eventAccessError(query.error);
  if (refusal !== null || (event && event.relation !== 'organization')) return <ManagedEventNotFound />;
  if (!event) return <EventLoadFailed query={query} />;

  const tab = search.tab ?? 'overview';
  const tabs: Tab<DetailTab>[] = [
    { value: 'overview', label: 'Overview' },
    { value: 'moderation', label: 'Moderation', badge: <Waiting pending={pending ?? 0} reported={reported ?? 0} /> },
    { value: 'participants', label: 'Participants' },
    {
      value: 'delivery',
      label: 'Delivery',
      badge: <TabCount count={urgentDevices} words={`${pluralize(urgentDevices, 'device', 'devices')} may have lost photos`} />,
    },
    { value: 'sections', label: 'Sections' },
    { value: 'links', label: 'Links' },
    { value: 'screens', label: 'Screens' },
    { value: 'settings', label: 'Settings' },
  ];
  return (
    <Page
      title={event.name}
      slim={tab === 'moderation'}
      back={<BackToEvents deleted={event.deleted_at !== null} />}
      mark={
        <div className="relative hidden h-16 w-24 shrink-0 overflow-hidden rounded-md bg-sunken sm:block">
          <Cover event={event} sizes="6rem" />
        </div>
      }
      badge={
        event.deleted_at === null ? (
          <>
            <EventBadge event={event} />
            <Badge>{visibilityLabels[event.type].name}</Badge>
          </>
        ) : (
          <Badge tone="danger">Deleted</Badge>
        )
      }
      lead={
        <span className="line-clamp-3" title={event.location}>
          <time dateTime={event.starts_at}>{formatWeekdayDateTime(event.starts_at, event.time_zone)}</time>,{' '}
          {formatDuration(event.duration)}
          {event.location && ` · ${event.location}`}
        </span>
      }
      actions={event.deleted_at === null && <EventHeadActions event={event} onDelete={() => actions.remove({ event })} />}
    >
      {confirmDialog}
      <DataAge at={query.dataUpdatedAt} />
      {event.deleted_at !== null ? (
        <DeletedEvent event={event} onRestore={() => actions.restore({ event })} />
      ) : (
        <Tabs
          label="Event sections"
          tabs={tabs}
          value={tab}
          slim={tab === 'moderation'}
          onChange={(value) => onSearch(value === 'overview' ? {} : { tab: value })}
        >
          {tab === 'overview' && (
            <Overview
              event={event}
              numbers={numbers}
              actions={actions}
              latest={latest}
              poster={search.poster ?? false}
              onPoster={(open) => onSearch(open ? { poster: true } : {}, { replace: !open })}
            />
          )}
          {tab === 'moderation' && moderation}
          {tab === 'participants' && (
            <Participants
              event={event}
              search={search}
              onSearch={(change) => {
                const { search: changed, ...how } = searchChange(change);
                onSearch(changed(search), how);
              }}
            />
          )}
          {tab === 'delivery' && delivery}
          {tab === 'sections' && sections}
          {tab === 'links' && links}
          {tab === 'screens' && screens}
          {tab === 'settings' && <EventSettingsTab key={event.id} event={event} actions={actions} />}
        </Tabs>
      )}
    </Page>
  );
}

/** Photos that wait for a decision, on themselves or on reports of them. */
export function Waiting({ pending, reported }: { pending: number; reported: number }) {
  if (pending + reported === 0) return null;
  const parts = [pending > 0 && `${formatCount(pending)} pending`, reported > 0 && `${formatCount(reported)} reported`];
  return <TabCount count={pending + reported} words={parts.filter(Boolean).join(', ')} />;
}

/** The number of items to look at, with its meaning for screen readers; nothing for none. */
function TabCount({ count, words }: { count: number; words: string }) {
  if (count === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-semibold text-on-accent tabular-nums">
      <span aria-hidden>{formatCount(count)}</span>
      <span className="sr-only"> {words}</span>
    </span>
  );
}

function BackToEvents({ deleted }: { deleted: boolean }) {
  return (
    <Link
      to="/organization/events"
      search={deleted ? { deleted: true } : {}}
      className="-ml-1 inline-flex min-h-8 justify-self-start items-center gap-1 rounded-sm pr-2 text-sm font-medium text-ink-muted hover:text-ink touch:min-h-11"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {deleted ? 'Deleted events' : 'Event Management'}
    </Link>
  );
}

/** Wording from docs/product.md, Calls and errors. */
function ManagedEventNotFound() {
  useDocumentTitle('Event not found');
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <ScreenState
        as="page"
        icon={<CalendarX />}
        title="Event not found"
        actions={
          <Link to="/organization/events" className={buttonClass({ variant: 'primary' })}>
            Go to events
          </Link>
        }
      >
        It may have been permanently deleted, or it belongs to another organization.
      </ScreenState>
    </div>
  );
}

function EventLoadFailed({ query }: { query: LiveEvent['query'] }) {
  useDocumentTitle('Event');
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] px-4 py-6 sm:px-6 sm:py-8">
      <BackToEvents deleted={false} />
      <QueryFailure
        as="page"
        error={query.error}
        failed="Couldn’t load the event"
        offline="Managing an event needs a connection."
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    </div>
  );
}

/** A deleted event and the option to restore it. */
function DeletedEvent({ event, onRestore }: { event: Event; onRestore: () => void }) {
  const offline = useConnection() !== 'online';
  if (event.removal_reason)
    return (
      <ScreenState icon={<Trash2 />} title="Removed by the platform">
        <span className="grid gap-3 wrap-anywhere">
          <span className="whitespace-pre-line">{event.removal_reason}</span>
          <span>
            The event, its gallery and its {pluralize(event.photos_count, 'photo', 'photos')} are hidden from everyone. Only the platform’s
            admins can restore it.
          </span>
        </span>
      </ScreenState>
    );
  return (
    <ScreenState
      icon={<Trash2 />}
      title="This event is deleted"
      actions={
        <Button
          variant="primary"
          icon={<RotateCcw aria-hidden className="size-4" />}
          disabledReason={offline && NEEDS_CONNECTION}
          onClick={onRestore}
        >
          Restore
        </Button>
      }
    >
      The event, its gallery and its {pluralize(event.photos_count, 'photo', 'photos')} are hidden from everyone.
      {event.deleted_at && ` You can restore everything (${daysLeft(event)}).`}
    </ScreenState>
  );
}

/** Links to the event and actions on the event as a whole. */
function EventHeadActions({ event, onDelete }: { event: Event; onDelete: () => void }) {
  const navigate = useNavigate();
  const disabledReason = useDisabledReason(event);
  const params = { id: event.id };
  return (
    <>
      {(event.can.capture || acceptsImports(event)) && (
        <Link to="/event/$id" params={params} className={buttonClass()}>
          {event.can.capture ? <Camera aria-hidden className="size-4" /> : <ImageUp aria-hidden className="size-4" />}
          {event.can.capture ? 'Camera' : 'Import photos'}
        </Link>
      )}
      <Link to="/event/$id/gallery" params={params} className={buttonClass()}>
        <Images aria-hidden className="size-4" />
        Gallery
      </Link>
      <DropdownMenu
        trigger={<IconButton label="More actions" variant="secondary" icon={<EllipsisVertical aria-hidden className="size-5" />} />}
      >
        {event.can.capture && (
          <MenuItem icon={<ImageUp aria-hidden />} onSelect={() => void navigate({ to: '/event/$id', params })}>
            Import photos
          </MenuItem>
        )}
        {event.can.capture && (
          <MenuItem
            icon={<Sparkles aria-hidden />}
            onSelect={() => {
              rememberBoothOrigin();
              void navigate({ to: '/fullscreen-image-generation', search: { event: event.id } });
            }}
          >
            Photo booth
          </MenuItem>
        )}
        <MenuItem
          icon={<Copy aria-hidden />}
          disabledReason={disabledReason}
          onSelect={() => void navigate({ to: '/organization/events', search: { new: true, from: event.id } })}
        >
          Duplicate
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} danger disabledReason={disabledReason} onSelect={onDelete}>
          Delete
        </MenuItem>
      </DropdownMenu>
    </>
  );
}
