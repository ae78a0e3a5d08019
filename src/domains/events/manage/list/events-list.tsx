// The events that an organization runs, or those that it deleted.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, SearchX, Trash2 } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useAsChanged } from '#src/domains/events/manage/overlay.ts';
import { organizationEventsFile, organizationEventsQuery, type OrganizationEventPage } from '#src/domains/events/manage/queries.ts';
import { useEventActions } from '#src/domains/events/manage/use-event-actions.ts';
import { keepListed } from '#src/domains/events/queries.ts';
import { clearedOf, isFiltered } from '#src/lib/list-query.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { deletedColumns, eventColumns, eventPicture } from './event-columns.tsx';
import { EventFilters } from './event-filters.tsx';
import { eventList, type EventSearch } from './event-search.ts';

/** Whether the organization has no event at all: then the list itself offers to make one. */
export function useHasNoEvents(organizationId: string | undefined, search: EventSearch): boolean {
  const { data } = useQuery({ ...organizationEventsQuery(organizationId ?? '', search), enabled: organizationId !== undefined });
  return data !== undefined && hasNone(data);
}

const hasNone = ({ counts }: OrganizationEventPage): boolean => counts.all === 0 && counts.deleted === 0;

interface EventsListProps {
  organizationId: string;
  search: EventSearch;
  /** Changes what is shown; a change of anything but the page goes back to the first. */
  onSearch: (change: Partial<EventSearch>) => void;
  /** The one action of an empty organization. */
  newButton: ReactNode;
}

export function EventsList({ organizationId, search, onSearch, newButton }: EventsListProps) {
  const query = useQuery(organizationEventsQuery(organizationId, search));
  const { data, isPlaceholderData: busy, dataUpdatedAt: now } = query;
  const client = useQueryClient();
  useEffect(() => {
    // Enough to open each of them at once, without a network too.
    if (data && !busy) keepListed(client, data.items, now);
  }, [client, data, busy, now]);

  const actions = useEventActions();
  const asChanged = useAsChanged();
  const whyNot = useConnection() !== 'online' && NEEDS_CONNECTION;
  const isDeleted = search.deleted === true;
  return (
    <PagedList
      label={isDeleted ? 'Deleted events' : 'Events'}
      nouns={['event', 'events']}
      failed="The events could not be loaded"
      offline="Managing events needs a connection."
      query={query}
      itemsOf={({ items }) => items.map(asChanged).filter(({ deleted_at: at }) => (at !== null) === isDeleted)}
      columns={isDeleted ? deletedColumns((event) => actions.restore({ event }), whyNot, now) : eventColumns(actions, now)}
      keyOf={({ id }) => id}
      picture={isDeleted ? undefined : eventPicture}
      tableFrom="lg"
      sort={search.sort ?? eventList.defaults.sort}
      onSort={(sort) => onSearch({ sort: sort === eventList.defaults.sort ? undefined : sort })}
      cursor={search.cursor}
      onPage={(cursor) => onSearch({ cursor })}
      filters={
        <EventFilters search={search} counts={data?.counts} onChange={onSearch}>
          <ExportCsvButton href={organizationEventsFile(organizationId, search)} query={query} />
        </EventFilters>
      }
      none={
        data &&
        hasNone(data) && (
          <EmptyState icon={<CalendarPlus />} title="No events yet" actions={newButton}>
            An event has a gallery and a join code. Guests scan the code, take photos, and see everyone’s while the event is on.
          </EmptyState>
        )
      }
      empty={<Nothing search={search} newButton={newButton} onClear={() => onSearch(clearedOf(eventList))} />}
    />
  );
}

function Nothing({ search, newButton, onClear }: { search: EventSearch; newButton: ReactNode; onClear: () => void }) {
  if (isFiltered(eventList, search)) {
    return (
      <EmptyState icon={<SearchX />} title="No event matches" actions={<Button onClick={onClear}>Clear search and filters</Button>}>
        Try other words, or clear the filters.
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
