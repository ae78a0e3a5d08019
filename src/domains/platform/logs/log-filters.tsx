import { useId, useState, type ReactNode } from 'react';
import { toOptions } from '#src/lib/list-query.ts';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { Input } from '#src/ui/input.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { areaLabels, outcomeLabels } from './log-labels.ts';
import { isRangeInverted, type LogsSearch } from './logs-search.ts';

interface LogFiltersProps {
  search: LogsSearch;
  onSearch: (change: Partial<LogsSearch>) => void;
  /** Beside the search. */
  children: ReactNode;
}

const MAX_QUERY_LENGTH = 200;

/** The search, and on a phone behind one button what else narrows the list: entries are what people come for. */
export function LogFilters({ search, onSearch, children }: LogFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { who, organization, area, outcome, from, to } = search;
  const set = [who, organization, area, outcome, from, to].filter((value) => value !== undefined).length;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          className="min-w-0 flex-1 sm:max-w-md"
          label="Search entries"
          placeholder="Search text, IP or ID"
          value={search.q ?? ''}
          maxLength={MAX_QUERY_LENGTH}
          onSearch={(q) => onSearch({ q: q || undefined })}
        />
        <Button className="shrink-0 sm:hidden" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {set > 0 ? `Filters (${set})` : 'Filters'}
        </Button>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full sm:ml-4">{children}</div>
      </div>
      {/* On a desktop all of it stands in one line. */}
      <div id={id} className={cn('sm:[&_form]:!min-w-44', !isOpen && 'max-sm:hidden')}>
        <ListFilters>
          <SearchInput
            isLandmark={false}
            label="Person"
            placeholder="Person"
            value={who ?? ''}
            onSearch={(next) => onSearch({ who: next || undefined })}
          />
          <SearchInput
            isLandmark={false}
            label="Organization"
            placeholder="Organization"
            value={organization ?? ''}
            onSearch={(next) => onSearch({ organization: next || undefined })}
          />
          <Select
            aria-label="Subject"
            options={[{ value: 'any' as const, label: 'Any subject' }, ...toOptions(areaLabels)]}
            value={area ?? 'any'}
            onChange={(next) => onSearch({ area: next === 'any' ? undefined : next, action: undefined })}
          />
          <Select
            aria-label="Outcome"
            options={[
              { value: 'any' as const, label: 'Any outcome' },
              ...toOptions(outcomeLabels).map(({ value, label: { name } }) => ({ value, label: name })),
            ]}
            value={outcome ?? 'any'}
            onChange={(next) => onSearch({ outcome: next === 'any' ? undefined : next })}
          />
          <div className="flex flex-wrap gap-2 max-sm:w-full">
            <Day label="From" value={from} max={to} onDay={(day) => onSearch({ from: day })} />
            <Day label="To" value={to} min={from} onDay={(day) => onSearch({ to: day })} />
          </div>
        </ListFilters>
        {who !== undefined && (
          <p className="mt-2 text-sm text-ink-muted">What they did, and what was done to their account or membership.</p>
        )}
        {isRangeInverted(search) && (
          <p role="alert" className="mt-2 text-sm text-danger">
            “From” is after “To”. Choose an earlier date.
          </p>
        )}
      </div>
    </div>
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
    <label className="flex min-w-0 items-center gap-2 text-sm text-ink-muted max-sm:w-full">
      <span className="max-sm:w-10">{label}</span>
      <Input type="date" value={value} min={min} max={max} onChange={({ currentTarget }) => onDay(currentTarget.value || undefined)} />
    </label>
  );
}
