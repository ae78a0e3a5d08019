import { optionsOf } from '#src/lib/list-query.ts';
import { Input } from '#src/ui/input.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { areaWords, outcomeWords } from './log-words.ts';
import type { LogsSearch } from './logs-search.ts';

interface LogFiltersProps {
  search: LogsSearch;
  onSearch: (change: Partial<LogsSearch>) => void;
}

const LONGEST_QUESTION = 200;

export function LogFilters({ search, onSearch }: LogFiltersProps) {
  return (
    <ListFilters>
      <SearchInput
        label="Search entries"
        placeholder="Search words, addresses, ids"
        value={search.q ?? ''}
        maxLength={LONGEST_QUESTION}
        onSearch={(q) => onSearch({ q: q || undefined })}
      />
      <SearchInput
        isLandmark={false}
        label="Person"
        placeholder="Name or email of a person"
        value={search.who ?? ''}
        onSearch={(who) => onSearch({ who: who || undefined })}
      />
      <SearchInput
        isLandmark={false}
        label="Organization"
        placeholder="Organization"
        value={search.organization ?? ''}
        onSearch={(organization) => onSearch({ organization: organization || undefined })}
      />
      <Select
        aria-label="What about"
        options={[{ value: 'any' as const, label: 'Everything' }, ...optionsOf(areaWords)]}
        value={search.area ?? 'any'}
        onChange={(area) => onSearch({ area: area === 'any' ? undefined : area, action: undefined })}
      />
      <Select
        aria-label="Outcome"
        options={[
          { value: 'any' as const, label: 'Any outcome' },
          ...optionsOf(outcomeWords).map(({ value, label: { name } }) => ({ value, label: name })),
        ]}
        value={search.outcome ?? 'any'}
        onChange={(outcome) => onSearch({ outcome: outcome === 'any' ? undefined : outcome })}
      />
      <Day label="From" value={search.from} max={search.to} onDay={(from) => onSearch({ from })} />
      <Day label="To" value={search.to} min={search.from} onDay={(to) => onSearch({ to })} />
    </ListFilters>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string | undefined) => void;
}

function Day({ label, value = '', min, max, onDay }: DayProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm text-ink-muted">
      {label}
      <Input type="date" value={value} min={min} max={max} onChange={({ currentTarget }) => onDay(currentTarget.value || undefined)} />
    </label>
  );
}
