// The events of an organization, or its deleted events.
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { cacheListedEvents } from '#src/domains/events/event-lists.ts';
import { type OrganizationEventPage, organizationEvents } from '#src/domains/events/manage/queries.ts';
import { useConfirmedActions } from '#src/domains/events/manage/use-event-actions.tsx';
import type { ShownEventStatus } from '#src/lib/event-status.ts';
import { clearedFilters, isFiltered, toOptions } from '#src/lib/list-query.ts';
import { eventStatusLabels } from '#src/shell/event-badge.tsx';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { type Chip, ChoiceChips } from '#src/ui/choice-chips.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CalendarPlus, SearchX, Trash2 } from '#src/ui/icons.ts';
import { FilterFields, type ListFilter, ListFilters } from '#src/ui/list-filters.tsx';
import { deletedColumns, eventColumns, eventPicture } from './event-columns.tsx';
import { eventListParameters, type EventSearch, type EventSort } from './event-search.ts';

interface EventsListProps {
  organizationId: string;
  search: EventSearch;
  /** Changes the search parameters; all but the cursor return to the first page. */
  onSearch: (change: Partial<EventSearch>) => void;
}

export function EventsList({ organizationId, search, onSearch }: EventsListProps) {
  const list = useResourceList(organizationEvents, { search, onSearch }, organizationId);
  const { data, isPlaceholderData: busy, dataUpdatedAt: now } = list.query;
  const client = useQueryClient();
  useEffect(() => {
    // Caches each event, so that it opens at once and offline.
    if (data && !busy) cacheListedEvents(client, data.items, now);
  }, [client, data, busy, now]);

  const { actions, confirmDialog } = useConfirmedActions();
  const isDeleted = search.deleted === true;
  const counts = data?.counts;
  return (
    <>
      {confirmDialog}
      <ResourceList
        list={list}
        label={isDeleted ? 'Deleted events' : 'Events'}
        nouns={['event', 'events']}
        failed="Couldn’t load the events"
        offline="Managing events needs a connection."
        columns={isDeleted ? deletedColumns((event) => actions.restore({ event }), list.disabledReason, now) : eventColumns(actions, now)}
        picture={isDeleted ? undefined : eventPicture}
        tableFrom="lg"
        filters={
          <EventFilters
            search={search}
            counts={counts}
            onChange={onSearch}
            csv={<ExportCsvButton href={list.exportUrl()} query={list.query} />}
          />
        }
        showsAll={!list.filtered && counts?.all === 0 && counts.deleted === 0}
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
  /** The organization has deleted events that can be restored. */
  hasDeleted: boolean;
  onClear: () => void;
}

/** Without a button: "New event" is always beside the title. */
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

type Which = 'all' | 'deleted' | ShownEventStatus;

/** Shown last and only if any exist, so that loading the counts moves no other chip. */
const RARE: readonly Which[] = ['ending', 'overdue', 'deleted'];

const timeFilter: ListFilter<typeof eventListParameters> = {
  name: 'time',
  label: 'Time',
  unset: 'Any time',
  options: { upcoming: 'Upcoming', now: 'In progress', past: 'Past' },
};

const sortLabels: Record<EventSort, string> = {
  agenda: 'Live, then upcoming',
  '-starts_at': 'Latest start first',
  starts_at: 'Earliest start first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-photos_count': 'Most photos first',
  photos_count: 'Fewest photos first',
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
};

interface EventFiltersProps {
  search: EventSearch;
  counts: OrganizationEventPage['counts'] | undefined;
  onChange: (change: Partial<EventSearch>) => void;
  csv: ReactNode;
}

function EventFilters({ search, counts, onChange, csv }: EventFiltersProps) {
  const which: Which = search.deleted ? 'deleted' : (search.status ?? 'all');
  const names: [Which, string][] = [
    ['all', 'All'],
    ...toOptions(eventStatusLabels).map(({ value, label: { name } }): [Which, string] => [value, name]),
    ['deleted', 'Deleted'],
  ];
  const chips: Chip<Which>[] = names
    .map(([value, label]) => ({ value, label, count: counts?.[value] ?? null }))
    .filter(({ value, count }) => !RARE.includes(value) || value === which || count)
    .toSorted((one, other) => Number(RARE.includes(one.value)) - Number(RARE.includes(other.value)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ListFilters>
        <FilterFields
          list={eventListParameters}
          search={search}
          onSearch={onChange}
          filters={[
            { name: 'q', label: 'Search events', placeholder: 'Search name or place' },
            ...(search.deleted ? [] : [timeFilter]),
            { name: 'sort', label: 'Sort by', options: sortLabels },
          ]}
        />
        {csv}
      </ListFilters>
      <ChoiceChips
        legend="Status"
        options={chips}
        value={which}
        onChange={(value) =>
          onChange({
            status: value === 'all' || value === 'deleted' ? undefined : value,
            deleted: value === 'deleted' ? true : undefined,
            ...(value === 'deleted' && { time: undefined }),
          })
        }
      />
    </div>
  );
}
