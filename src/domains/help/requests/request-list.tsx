import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pluralize, formatRelativeTime } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { MessageCircleQuestion } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { ownTicketsQuery, type Ticket } from './queries.ts';
import { ticketCategoryLabels, ticketStatusLabels } from './ticket-labels.ts';

const ROW = 'grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line py-3 first:border-t-0';

/** One's own, with what has been answered and not read yet. */
export function RequestList() {
  const query = useInfiniteQuery(ownTicketsQuery);
  useRefetchOnReconnect(query);
  const sendsMail = useSendsMail();
  return (
    <Card title="Your requests" lead={sendsMail ? 'Answers appear here and arrive by email.' : 'Answers appear here.'}>
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load your requests"
        offline="You need a connection to load them for the first time."
        skeleton={<RowsSkeleton label="Loading your requests" rows={3} row={ROW} lines={['h-5 w-40', 'h-4 w-full', 'h-4 w-24']} />}
      >
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return (
            <>
              <DataAge at={query.dataUpdatedAt} failed={query.isError} />
              {items.length === 0 ? (
                <EmptyState icon={<MessageCircleQuestion />} title="No requests yet" className="py-6">
                  Your requests and our answers appear here.
                </EmptyState>
              ) : (
                <ul className="grid grid-cols-[minmax(0,1fr)]">
                  {items.map((ticket) => (
                    <li key={ticket.id} className={ROW}>
                      <Request ticket={ticket} />
                    </li>
                  ))}
                </ul>
              )}
              <LoadMore query={query} />
            </>
          );
        }}
      </QueryState>
    </Card>
  );
}

function Request({ ticket }: { ticket: Ticket }) {
  const { name, tone } = ticketStatusLabels[ticket.status];
  const { unread_answers: unread } = ticket;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{name}</Badge>
        {unread > 0 && <Badge tone="warning">{unread === 1 ? 'New answer' : pluralize(unread, 'new answer', 'new answers')}</Badge>}
      </p>
      <Link
        to="/dashboard/feedback-support"
        search={{ ticket: ticket.id }}
        className="flex min-h-11 items-center font-medium wrap-anywhere hover:underline"
      >
        <span className="line-clamp-2">{ticket.excerpt}</span>
      </Link>
      <p className="text-sm text-ink-muted">
        {ticketCategoryLabels[ticket.category].name} · {formatRelativeTime(ticket.updated_at)}
      </p>
    </>
  );
}
