// Everybody's requests: what waits for an answer stands first.
import { useQuery } from '@tanstack/react-query';
import { listTicketsParameters } from '#openapi/lists.ts';
import { ticketCategoryLabels, ticketStatusLabels } from '#src/domains/help/requests/ticket-labels.ts';
import { formatCount } from '#src/lib/format.ts';
import { clearedFilters, isFiltered, toOptions } from '#src/lib/list-query.ts';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Inbox, SearchX } from '#src/ui/icons.ts';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { ticketInboxQuery, type TicketSearch } from './queries.ts';
import { ticketColumns } from './ticket-columns.tsx';

interface TicketInboxProps {
  search: TicketSearch;
  onSearch: (change: Partial<TicketSearch>) => void;
}

export function TicketInbox({ search, onSearch }: TicketInboxProps) {
  const query = useQuery(ticketInboxQuery(search));
  const filtered = isFiltered(listTicketsParameters, search);
  return (
    <PagedList
      label="Support requests"
      nouns={['request', 'requests']}
      failed="Fetching requests failed"
      offline="Answering requests needs a connection."
      query={query}
      columns={ticketColumns(search)}
      keyOf={({ id }) => id}
      tableFrom="lg"
      sort={search.sort ?? 'waiting'}
      onSort={(sort) => onSearch({ sort })}
      cursor={search.cursor}
      onPage={(cursor) => onSearch({ cursor })}
      filters={<Filters counts={query.data?.counts} search={search} onSearch={onSearch} />}
      showsAll={!filtered}
      empty={
        <EmptyState
          icon={filtered ? <SearchX /> : <Inbox />}
          title={filtered ? 'No matching requests' : 'No requests yet'}
          actions={filtered && <Button onClick={() => onSearch(clearedFilters(listTicketsParameters))}>Clear search and filters</Button>}
        >
          {!filtered && 'Requests from Help & Support appear here.'}
        </EmptyState>
      }
    />
  );
}

type Counts = Record<NonNullable<TicketSearch['status']>, number>;

function Filters({ counts, search, onSearch }: TicketInboxProps & { counts: Counts | undefined }) {
  return (
    <ListFilters>
      <SearchInput
        label="Search requests"
        placeholder="Search messages, name or email"
        value={search.q ?? ''}
        onSearch={(q) => onSearch({ q: q || undefined })}
      />
      <Select
        aria-label="Status"
        options={[
          { value: 'any' as const, label: 'Any status' },
          ...toOptions(ticketStatusLabels).map(({ value, label: { name } }) => ({
            value,
            label: counts?.[value] ? `${name} (${formatCount(counts[value])})` : name,
          })),
        ]}
        value={search.status ?? 'any'}
        onChange={(status) => onSearch({ status: status === 'any' ? undefined : status })}
      />
      <Select
        aria-label="Kind"
        options={[
          { value: 'any' as const, label: 'Any kind' },
          ...toOptions(ticketCategoryLabels).map(({ value, label: { name } }) => ({ value, label: name })),
        ]}
        value={search.category ?? 'any'}
        onChange={(category) => onSearch({ category: category === 'any' ? undefined : category })}
      />
      <Select
        aria-label="Order"
        options={[
          { value: 'waiting' as const, label: 'Unanswered first' },
          { value: '-updated_at' as const, label: 'Recently updated first' },
          { value: 'updated_at' as const, label: 'Least recently updated first' },
          { value: '-created_at' as const, label: 'Newest first' },
          { value: 'created_at' as const, label: 'Oldest first' },
        ]}
        value={search.sort ?? 'waiting'}
        onChange={(sort) => onSearch({ sort: sort === 'waiting' ? undefined : sort })}
      />
    </ListFilters>
  );
}
