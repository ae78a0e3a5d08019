// The events that an organization runs, or those that it deleted.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePatchedEvents } from '#src/domains/events/manage/overlay.ts';
import { organizationEventsExportUrl, organizationEventsQuery } from '#src/domains/events/manage/queries.ts';
import { useConfirmedActions } from '#src/domains/events/manage/use-confirmed-actions.tsx';
import { cacheListedEvents } from '#src/domains/events/queries.ts';
import { clearedFilters, isFiltered } from '#src/lib/list-query.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CalendarPlus, SearchX, Trash2 } from '#src/ui/icons.ts';
import { deletedColumns, eventColumns, eventPicture } from './event-columns.tsx';
import { EventFilters } from './event-filters.tsx';
import { eventListParameters, type EventSearch } from './event-search.ts';

interface EventsListProps {
  organizationId: string;
  search: EventSearch;
  /** Changes what is shown; a change of anything but the page goes back to the first. */
  onSearch: (change: Partial<EventSearch>) => void;
}

export function EventsList({ organizationId, search, onSearch }: EventsListProps) {
  const query = useQuery(organizationEventsQuery(organizationId, search));
  const { data, isPlaceholderData: busy, dataUpdatedAt: now } = query;
  const client = useQueryClient();
  useEffect(() => {
    // Enough to open each of them at once, without a network too.
    if (data && !busy) cacheListedEvents(client, data.items, now);
  }, [client, data, busy, now]);

  const { actions, question } = useConfirmedActions();
  const asChanged = usePatchedEvents();
  const disabledReason = useConnection() !== 'online' && NEEDS_CONNECTION;
  const isDeleted = search.deleted === true;
  const counts = data?.counts;
  return (
    <>
      {question}
      <PagedList
        label={isDeleted ? 'Deleted events' : 'Events'}
        nouns={['event', 'events']}
        failed="Couldn’t load the events"
        offline="Managing events needs a connection."
        query={query}
        itemsOf={({ items }) => items.map(asChanged).filter(({ deleted_at: at }) => (at !== null) === isDeleted)}
        columns={isDeleted ? deletedColumns((event) => actions.restore({ event }), disabledReason, now) : eventColumns(actions, now)}
        keyOf={({ id }) => id}
        picture={isDeleted ? undefined : eventPicture}
        tableFrom="lg"
        sort={search.sort ?? eventListParameters.defaults.sort}
        onSort={(sort) => onSearch({ sort: sort === eventListParameters.defaults.sort ? undefined : sort })}
        cursor={search.cursor}
        onPage={(cursor) => onSearch({ cursor })}
        filters={
          <EventFilters search={search} counts={counts} onChange={onSearch}>
            <ExportCsvButton href={organizationEventsExportUrl(organizationId, search)} query={query} />
          </EventFilters>
        }
        showsAll={!isFiltered(eventListParameters, search) && !isDeleted && counts?.all === 0 && counts.deleted === 0}
        empty={
          <NoEventsFound
            search={search}
            hasDeleted={(counts?.deleted ?? 0) > 0}
            onClear={() => onSearch(clearedFilters(eventListParameters))}
          />
        }
      />
    </>
  );
}

interface NoEventsFoundProps {
  search: EventSearch;
  /** Some were deleted, and can be restored. */
  hasDeleted: boolean;
  onClear: () => void;
}

/** A new event is made by the button beside the title, which is there whatever the list holds. */
function NoEventsFound({ search, hasDeleted, onClear }: NoEventsFoundProps) {
  if (isFiltered(eventListParameters, search)) {
    return (
      <EmptyState icon={<SearchX />} title="No matching events" actions={<Button onClick={onClear}>Clear search and filters</Button>}>
        Try a different search, or clear the filters.
      </EmptyState>
    );
  }
  if (search.deleted) {
    return (
      <EmptyState icon={<Trash2 />} title="No deleted events">
        You can restore deleted events for 30 days.
      </EmptyState>
    );
  }
  return hasDeleted ? (
    <EmptyState icon={<CalendarPlus />} title="No active events">
      All your organization’s events have been deleted. Restore one or create a new one.
    </EmptyState>
  ) : (
    <EmptyState icon={<CalendarPlus />} title="No events yet">
      An event has a gallery and a join code. People scan the code, take photos, and see everyone’s while the event is on. Start with “New
      event”.
    </EmptyState>
  );
}
