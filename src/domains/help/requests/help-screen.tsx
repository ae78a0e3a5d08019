import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownTicketsQuery, type Ticket } from '#src/domains/help/queries.ts';
import { ticketCategoryLabels, ticketStatusLabels } from '#src/domains/help/ticket-labels.ts';
import { formatRelativeTime, pluralize } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { GraduationCap, MessageCircleQuestion } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { NewRequest, type QueueFacts } from './new-request.tsx';

interface HelpScreenProps {
  account: string;
  queue: QueueFacts | undefined;
  onSent: (ticket: Ticket) => void;
}

export function HelpScreen({ account, queue, onSent }: HelpScreenProps) {
  const sendsMail = useSendsMail();
  return (
    <Page
      title="Help & Support"
      lead={`We read every request, and answer here${sendsMail ? ' and by email' : ''}.`}
      actions={
        <Link to="/dashboard/tutorials" className={buttonClass()}>
          <GraduationCap aria-hidden className="size-4" />
          Tutorials
        </Link>
      }
    >
      <NewAnswers />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <NewRequest account={account} queue={queue} onSent={onSent} />
        <RequestList />
      </div>
    </Page>
  );
}

/** New answers. On phones, the list is far below the form. */
function NewAnswers() {
  const { data } = useInfiniteQuery(ownTicketsQuery);
  const answered = data?.pages.flatMap(({ items }) => items).filter(({ unread_answers }) => unread_answers > 0) ?? [];
  const [first] = answered;
  if (!first) return null;
  return (
    <Banner
      tone="success"
      title={answered.length === 1 ? 'You have a new answer' : `You have answers to ${pluralize(answered.length, 'request', 'requests')}`}
      actions={
        <Link to="/dashboard/feedback-support" search={{ ticket: first.id }} className={buttonClass({ size: 'sm' })}>
          Read answer
        </Link>
      }
    >
      {first.excerpt}
    </Banner>
  );
}

const ROW = 'grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line py-3 first:border-t-0';

/** Own requests. Marks unread answers. */
function RequestList() {
  const query = useInfiniteQuery(ownTicketsQuery);
  useRefetchOnReconnect(query);
  const sendsMail = useSendsMail();
  return (
    <Card title="Your requests" lead={sendsMail ? 'Answers appear here and arrive by email.' : 'Answers appear here.'}>
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load your requests"
        offline="You need a connection to load your requests for the first time."
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
