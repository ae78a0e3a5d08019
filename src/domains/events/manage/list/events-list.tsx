// The events of an organization, or its deleted events.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type OrganizationEventPage, organizationEventsExportUrl, organizationEventsQuery } from '#src/domains/events/manage/queries.ts';
import { useConfirmedActions, usePatchedEvents } from '#src/domains/events/manage/use-event-actions.tsx';
import { cacheListedEvents } from '#src/domains/events/queries.ts';
import type { ShownEventStatus } from '#src/lib/event-status.ts';
import { clearedFilters, isFiltered, toOptions } from '#src/lib/list-query.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { eventStatusLabels } from '#src/shell/event-badge.tsx';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { type Chip, ChoiceChips } from '#src/ui/choice-chips.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CalendarPlus, SearchX, Trash2 } from '#src/ui/icons.ts';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { deletedColumns, eventColumns, eventPicture } from './event-columns.tsx';
import { eventListParameters, type EventSearch, type EventSort } from './event-search.ts';

interface EventsListProps {
  organizationId: string;
  search: EventSearch;
  /** Changes the search parameters; all but the cursor return to the first page. */
  onSearch: (change: Partial<EventSearch>) => void;
}

export function EventsList({ organizationId, search, onSearch }: EventsListProps) {
  const query = useQuery(organizationEventsQuery(organizationId, search));
  const { data, isPlaceholderData: busy, dataUpdatedAt: now } = query;
  const client = useQueryClient();
  useEffect(() => {
    // Caches each event, so that it opens at once and offline.
    if (data && !busy) cacheListedEvents(client, data.items, now);
  }, [client, data, busy, now]);

  const { actions, confirmDialog } = useConfirmedActions();
  const patched = usePatchedEvents();
  const disabledReason = useConnection() !== 'online' && NEEDS_CONNECTION;
  const isDeleted = search.deleted === true;
  const counts = data?.counts;
  return (
    <>
      {confirmDialog}
      <PagedList
        label={isDeleted ? 'Deleted events' : 'Events'}
        nouns={['event', 'events']}
        failed="Couldn’t load the events"
        offline="Managing events needs a connection."
        query={query}
        itemsOf={({ items }) => items.map(patched).filter(({ deleted_at: at }) => (at !== null) === isDeleted)}
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

const timeLabels: Record<'any' | NonNullable<EventSearch['time']>, string> = {
  any: 'Any time',
  upcoming: 'Upcoming',
  now: 'In progress',
  past: 'Past',
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
  /** Rendered after the filters. */
  children?: ReactNode;
}

function EventFilters({ search, counts, onChange, children }: EventFiltersProps) {
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
        <SearchInput
          label="Search events"
          placeholder="Search name or place"
          value={search.q ?? ''}
          onSearch={(q) => onChange({ q: q || undefined })}
        />
        {!search.deleted && (
          <Select
            aria-label="Time"
            options={toOptions(timeLabels)}
            value={search.time ?? 'any'}
            onChange={(time) => onChange({ time: time === 'any' ? undefined : time })}
          />
        )}
        <Select
          aria-label="Sort by"
          options={toOptions(sortLabels)}
          value={search.sort ?? eventListParameters.defaults.sort}
          onChange={(sort) => onChange({ sort: sort === eventListParameters.defaults.sort ? undefined : sort })}
        />
        {children}
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
