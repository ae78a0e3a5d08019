import { ChoiceChips, type Chip } from '#src/ui/choice-chips.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select, type SelectOption } from '#src/ui/select.tsx';
import type { Event } from '#src/domains/events/event.ts';
import type { OrganizationEventPage } from '#src/domains/events/manage/queries.ts';
import { statusWords } from '#src/domains/events/manage/status-words.ts';
import { DEFAULT_SORT, type EventSort, type EventTime, type ListSearch } from './list-search.ts';

type Which = 'all' | 'deleted' | Event['status'];
const statuses: readonly Event['status'][] = ['draft', 'active', 'live', 'ended', 'archived'];

const times: readonly SelectOption<EventTime | 'any'>[] = [
  { value: 'any', label: 'Any time' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'now', label: 'In progress' },
  { value: 'past', label: 'Past' },
];

const sorts: readonly SelectOption<EventSort>[] = [
  { value: '-starts_at', label: 'Latest start first' },
  { value: 'starts_at', label: 'Earliest start first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-photos_count', label: 'Most photos first' },
  { value: 'photos_count', label: 'Fewest photos first' },
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
];

interface ListFiltersProps {
  search: ListSearch;
  counts: OrganizationEventPage['counts'] | undefined;
  onChange: (change: Partial<ListSearch>) => void;
}

export function ListFilters({ search, counts, onChange }: ListFiltersProps) {
  const which: Which = search.deleted ? 'deleted' : (search.status ?? 'all');
  const chips: Chip<Which>[] = [
    { value: 'all', label: 'All', count: counts?.all },
    ...statuses.map((status) => ({ value: status, label: statusWords[status].name, count: counts?.[status] })),
  ];
  if (search.deleted || (counts?.deleted ?? 0) > 0) chips.push({ value: 'deleted', label: 'Deleted', count: counts?.deleted });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchInput
          label="Search events"
          placeholder="Search name or place"
          value={search.q ?? ''}
          onSearch={(q) => onChange({ q: q || undefined })}
          className="min-w-56 flex-1 max-sm:basis-full sm:max-w-md"
        />
        {!search.deleted && (
          <Select
            aria-label="Time"
            options={times}
            value={search.time ?? 'any'}
            onChange={(time) => onChange({ time: time === 'any' ? undefined : time })}
            className="max-sm:flex-1"
          />
        )}
        <Select
          aria-label="Order"
          options={sorts}
          value={search.sort ?? DEFAULT_SORT}
          onChange={(sort) => onChange({ sort: sort === DEFAULT_SORT ? undefined : sort })}
          className="max-sm:flex-1"
        />
      </div>
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
