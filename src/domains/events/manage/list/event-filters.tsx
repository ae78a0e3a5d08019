import type { ReactNode } from 'react';
import type { OrganizationEventPage } from '#src/domains/events/manage/queries.ts';
import type { ShownEventStatus } from '#src/lib/event-status.ts';
import { toOptions } from '#src/lib/list-query.ts';
import { eventStatusLabels } from '#src/shell/event-badge.tsx';
import { ChoiceChips, type Chip } from '#src/ui/choice-chips.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { eventListParameters, type EventSearch, type EventSort } from './event-search.ts';

type Which = 'all' | 'deleted' | ShownEventStatus;

/** Shown only where there are any, behind the others: what appears with the counts moves none of them. */
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
  /** Behind the filters. */
  children?: ReactNode;
}

export function EventFilters({ search, counts, onChange, children }: EventFiltersProps) {
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
          aria-label="Order"
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
