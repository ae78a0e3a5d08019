// All tickets, unanswered first.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listTicketsParameters } from '#openapi/lists.ts';
import { type Ticket, ticketInboxQuery, type TicketSearch } from '#src/domains/help/queries.ts';
import { ticketCategoryLabels, ticketStatusLabels } from '#src/domains/help/ticket-labels.ts';
import { formatCount, formatDateTime, formatRelativeTime } from '#src/lib/format.ts';
import { clearedFilters, isFiltered, toOptions } from '#src/lib/list-query.ts';
import { nameOrEmail } from '#src/session/display-name.ts';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Breakable } from '#src/ui/breakable.tsx';
import { Button } from '#src/ui/button.tsx';
import { type Column, rowLink } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Inbox, SearchX } from '#src/ui/icons.ts';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';

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
      failed="Couldn’t load requests"
      offline="You need a connection to answer requests."
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

type TicketSort = NonNullable<TicketSearch['sort']>;

/** @param search the list's filters, restored by the back link */
const ticketColumns = (search: TicketSearch): Column<Ticket, TicketSort>[] => [
  {
    head: 'Request',
    part: 'title',
    cell: ({ id, excerpt }) => (
      <Link to="/super-admin/users" search={{ ...search, tab: 'tickets', ticket: id }} className={rowLink}>
        <span className="line-clamp-2">{excerpt}</span>
      </Link>
    ),
    className: 'max-w-0 min-w-64',
  },
  {
    head: 'From',
    part: 'fact',
    cell: ({ person }) => <From person={person} />,
    onCard: ({ person }) => nameOrEmail(person),
  },
  { head: 'Kind', part: 'fact', cell: ({ category }) => ticketCategoryLabels[category].name },
  {
    head: 'Status',
    part: 'fact',
    cell: ({ status }) => <Badge tone={ticketStatusLabels[status].tone}>{ticketStatusLabels[status].name}</Badge>,
  },
  {
    head: 'Updated',
    part: 'fact',
    cell: ({ updated_at: at }) => (
      <time dateTime={at} title={formatDateTime(at)}>
        {formatRelativeTime(at)}
      </time>
    ),
    sort: ['-updated_at', 'updated_at'],
  },
];

function From({ person }: Pick<Ticket, 'person'>) {
  const { id, name, email } = person;
  return (
    <span className="grid py-1 lg:w-48">
      <span className="truncate" title={name}>
        <Link to="/super-admin/users" search={{ user: id }} className="relative hover:underline">
          {nameOrEmail(person)}
        </Link>
      </span>
      {name !== '' && (
        <span className="line-clamp-2 text-sm wrap-anywhere whitespace-normal text-ink-muted" title={email ?? undefined}>
          <Breakable>{email ?? 'No account'}</Breakable>
        </span>
      )}
    </span>
  );
}
