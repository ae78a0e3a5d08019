import { Link } from '@tanstack/react-router';
import type { Ticket } from '#src/domains/help/requests/queries.ts';
import { ticketCategoryLabels, ticketStatusLabels } from '#src/domains/help/requests/ticket-labels.ts';
import { formatRelativeTime, formatDateTime } from '#src/lib/format.ts';
import { nameOrEmail } from '#src/session/display-name.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Breakable } from '#src/ui/breakable.tsx';
import { rowLink, type Column } from '#src/ui/data-table.tsx';
import type { TicketSearch } from './queries.ts';

type TicketSort = NonNullable<TicketSearch['sort']>;

/** @param search of the list, which stands again on the way back */
export const ticketColumns = (search: TicketSearch): Column<Ticket, TicketSort>[] => [
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
