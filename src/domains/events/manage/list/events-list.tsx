// The events that an organization runs, with the other four states of the screen.
import { QueryFailure } from '#src/shell/query-state.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, SearchX, Trash2 } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { DataAge } from '#src/shell/data-age.tsx';
import { useRefetchOnReturn } from '#src/shell/use-refetch-on-return.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { keepListed } from '#src/domains/events/queries.ts';
import { useAsChanged } from '#src/domains/events/manage/overlay.ts';
import { organizationEventsQuery, type OrganizationEventPage } from '#src/domains/events/manage/queries.ts';
import { useEventActions } from '#src/domains/events/manage/use-event-actions.ts';
import { counted } from '#src/lib/format.ts';
import { DeletedList } from './deleted-list.tsx';
import { EventsCards } from './events-cards.tsx';
import { EventsListSkeleton } from './events-list-skeleton.tsx';
import { EventsTable } from './events-table.tsx';
import { ListFilters } from './list-filters.tsx';
import { DEFAULT_SORT, type ListSearch } from './list-search.ts';
import { isFiltered } from './list-query.ts';

/** Whether the organization has no event at all: then the list itself offers to make one. */
export function useHasNoEvents(organizationId: string | undefined, search: ListSearch): boolean {
  const { data } = useQuery({ ...organizationEventsQuery(organizationId ?? '', search), enabled: organizationId !== undefined });
  return data !== undefined && hasNone(data);
}

const hasNone = ({ counts }: OrganizationEventPage): boolean => counts.all === 0 && counts.deleted === 0;

interface EventsListProps {
  organizationId: string;
  search: ListSearch;
  /** Changes what is shown; a change of anything but the page goes back to the first. */
  onSearch: (change: Partial<ListSearch>) => void;
  /** The one action of an empty organization. */
  newButton: ReactNode;
}

export function EventsList({ organizationId, search, onSearch, newButton }: EventsListProps) {
  const query = useQuery(organizationEventsQuery(organizationId, search));
  useRefetchOnReturn(query);
  const { data, error, isPlaceholderData: busy } = query;
  const now = query.dataUpdatedAt;
  const client = useQueryClient();
  useEffect(() => {
    // Enough to open each of them at once, without a network too.
    if (data && !busy) keepListed(client, data.items, now);
  }, [client, data, busy, now]);

  if (!data && !query.isPending) {
    return (
      <QueryFailure
        error={error}
        failed="The events could not be loaded"
        offline="Managing events needs a connection."
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (data && hasNone(data)) {
    return (
      <EmptyState icon={<CalendarPlus />} title="No events yet" actions={newButton}>
        An event has a gallery and a join code. Guests scan the code, take photos, and see everyone’s while the event is on.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {/* The same ones before and after the first answer: what is being typed must outlive it. */}
      <ListFilters search={search} counts={data?.counts} onChange={onSearch} />
      {data ? <Found {...{ data, search, onSearch, newButton, busy, now }} /> : <EventsListSkeleton />}
    </div>
  );
}

interface FoundProps extends Omit<EventsListProps, 'organizationId'> {
  data: OrganizationEventPage;
  /** Another page is being read. */
  busy: boolean;
  /** When it was read. */
  now: number;
}

function Found({ data, search, onSearch, newButton, busy, now }: FoundProps) {
  const actions = useEventActions();
  const asChanged = useAsChanged();
  const wide = useMedia('(min-width: 64rem)');
  const events = data.items.map(asChanged).filter(({ deleted_at: deletedAt }) => (deletedAt !== null) === Boolean(search.deleted));
  const shared = { actions, busy, now };
  const turn = (cursor: string | null) => cursor && (() => onSearch({ cursor }));
  return (
    <>
      <DataAge at={now} />
      {events.length === 0 ? (
        <Nothing search={search} newButton={newButton} onClear={() => onSearch({ q: undefined, status: undefined, time: undefined })} />
      ) : search.deleted ? (
        <DeletedList events={events} onRestore={(event) => actions.restore({ event })} busy={busy} now={now} />
      ) : wide ? (
        <EventsTable
          events={events}
          sort={search.sort ?? DEFAULT_SORT}
          onSort={(sort) => onSearch({ sort: sort === DEFAULT_SORT ? undefined : sort })}
          {...shared}
        />
      ) : (
        <EventsCards events={events} {...shared} />
      )}
      {(events.length > 0 || data.previous_cursor) && (
        <Pagination
          label="Pages of events"
          summary={
            events.length === data.total
              ? counted(data.total, 'event', 'events')
              : `${events.length} of ${counted(data.total, 'event', 'events')}`
          }
          onPrevious={data.previous_cursor === null ? null : () => onSearch({ cursor: data.previous_cursor ?? undefined })}
          onNext={turn(data.next_cursor) || null}
          loading={busy}
        />
      )}
    </>
  );
}

function Nothing({ search, newButton, onClear }: { search: ListSearch; newButton: ReactNode; onClear: () => void }) {
  if (isFiltered(search)) {
    return (
      <EmptyState icon={<SearchX />} title="No event matches" actions={<Button onClick={onClear}>Clear search and filters</Button>}>
        Nothing has this name, place, status and time together.
      </EmptyState>
    );
  }
  if (search.deleted) {
    return (
      <EmptyState icon={<Trash2 />} title="Nothing was deleted">
        Deleted events stay here for 30 days and can be restored meanwhile.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<CalendarPlus />} title="No events now" actions={newButton}>
      All events of your organization are deleted. Restore one, or make a new one.
    </EmptyState>
  );
}
