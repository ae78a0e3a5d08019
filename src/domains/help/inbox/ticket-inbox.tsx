// All tickets, unanswered first.
import { Link } from '@tanstack/react-router';
import { type Ticket, ticketInbox, type TicketSearch } from '#src/domains/help/queries.ts';
import { ticketCategoryLabels, ticketStatusLabels } from '#src/domains/help/ticket-labels.ts';
import { formatDateTime, formatRelativeTime } from '#src/lib/format.ts';
import { nameOrEmail } from '#src/session/display-name.ts';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Breakable } from '#src/ui/breakable.tsx';
import { type Column, rowLink } from '#src/ui/data-table.tsx';
import { Inbox } from '#src/ui/icons.ts';

interface TicketInboxProps {
  search: TicketSearch;
  onSearch: (change: Partial<TicketSearch>) => void;
}

export function TicketInbox({ search, onSearch }: TicketInboxProps) {
  const list = useResourceList(ticketInbox, { search, onSearch });
  return (
    <ResourceList
      list={list}
      label="Support requests"
      nouns={['request', 'requests']}
      failed="Couldn’t load requests"
      offline="You need a connection to answer requests."
      columns={ticketColumns(search)}
      tableFrom="lg"
      filters={[
        { name: 'q', label: 'Search requests', placeholder: 'Search messages, name or email' },
        { name: 'status', label: 'Status', unset: 'Any status', options: ticketStatusLabels, counts: list.query.data?.counts },
        { name: 'category', label: 'Kind', unset: 'Any kind', options: ticketCategoryLabels },
        { name: 'sort', label: 'Order', options: sortLabels },
      ]}
      empty={{
        icon: <Inbox />,
        title: 'No requests yet',
        filtered: 'No matching requests',
        children: 'Requests from Help & Support appear here.',
      }}
    />
  );
}

type TicketSort = NonNullable<TicketSearch['sort']>;

const sortLabels: Record<TicketSort, string> = {
  waiting: 'Unanswered first',
  '-updated_at': 'Recently updated first',
  updated_at: 'Least recently updated first',
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
};

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
