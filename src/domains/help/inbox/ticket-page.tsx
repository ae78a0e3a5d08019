import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageList, ReplyForm } from '#src/domains/help/conversation.tsx';
import { invalidateTickets, setTicketStatus, type Ticket, ticketQuery, type TicketSearch } from '#src/domains/help/queries.ts';
import { ticketCategoryLabels, ticketStatusLabels } from '#src/domains/help/ticket-labels.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { nameOrEmail } from '#src/session/display-name.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { ChevronLeft } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';

interface TicketPageProps {
  /** The viewer's id. */
  account: string;
  id: string;
  /** The list's filters, restored by the back link. */
  search: TicketSearch;
}

/** Optimistic patches, by the ticket's id. */
const ticketOverlay = createOverlay<Ticket>();

/** A ticket with its conversation and the reply form, for support. */
export function TicketPage({ account, id, search }: TicketPageProps) {
  const query = useQuery(ticketQuery(id));
  useRefetchOnReconnect(query);
  const asChanged = ticketOverlay.usePatched();
  const sendsMail = useSendsMail();
  const read = query.data?.ticket;
  const ticket = read && (asChanged(id, read) ?? read);
  return (
    <Page
      title={ticket ? `${ticketCategoryLabels[ticket.category].name} from ${nameOrEmail(ticket.person)}` : 'Request'}
      width="text"
      back={
        <Link
          to="/super-admin/users"
          search={{ ...search, tab: 'tickets' }}
          className="inline-flex min-h-11 items-center gap-1 text-sm text-ink-muted hover:text-ink"
        >
          <ChevronLeft aria-hidden className="size-4" />
          Support requests
        </Link>
      }
      badge={ticket && <Badge tone={ticketStatusLabels[ticket.status].tone}>{ticketStatusLabels[ticket.status].name}</Badge>}
      lead={ticket && <Requester ticket={ticket} />}
      actions={ticket && <StatusButtons ticket={ticket} isOwn={ticket.person.id === account} />}
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load this request"
        offline="You need a connection to load it for the first time."
        skeleton={<RowsSkeleton label="Loading the request" rows={3} row="py-3" lines={['h-4 w-40', 'h-5 w-full', 'h-5 w-2/3']} />}
      >
        {(thread) => (
          <>
            <DataAge at={query.dataUpdatedAt} failed={query.isError} />
            <MessageList
              thread={thread}
              authorOf={({ from, author }) => (from === 'support' ? `${author}, support` : author || nameOrEmail(thread.ticket.person))}
              screenshot="Their screenshot"
              diagnosticsTitle="Their diagnostics"
            />
            {thread.ticket.unread_answers > 0 && <p className="text-sm text-ink-muted">The last answer hasn’t been read yet.</p>}
            {thread.ticket.person.id === account ? (
              <Banner title="This is your own request">Someone else answers it. To add to it, go to Help & Support.</Banner>
            ) : (
              <Card title="Reply">
                <ReplyForm account={account} ticket={thread.ticket} help={replyHelp(thread.ticket, sendsMail)} />
              </Card>
            )}
          </>
        )}
      </QueryState>
    </Page>
  );
}

const replyHelp = ({ person: { email } }: Ticket, sendsMail: boolean): string =>
  email === null
    ? 'They see it under Help & Support, with your first name. People without an account have no email address.'
    : `They see it under Help & Support${sendsMail ? ' and by email' : ''}, with your first name.`;

function Requester({ ticket: { person, created_at: at } }: { ticket: Ticket }) {
  return (
    <>
      {person.email === null ? (
        'No account'
      ) : (
        <Link to="/super-admin/users" search={{ q: person.email }} className="underline">
          {person.email}
        </Link>
      )}
      , <time dateTime={at}>{formatDateTime(at)}</time>
    </>
  );
}

interface Change {
  ticket: Ticket;
  status: Ticket['status'];
}

const statusMessages: Record<Ticket['status'], string> = {
  open: 'Request reopened',
  answered: 'Request marked as answered',
  closed: 'Request closed',
};

function StatusButtons({ ticket, isOwn }: { ticket: Ticket; isOwn: boolean }) {
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const change = optimisticMutation<Change>({
    item: () => `ticket:${ticket.id}`,
    apply: ({ status }) => ticketOverlay.add(ticket.id, { status }),
    send: ({ status }) => setTicketStatus(ticket.id, status),
    applyRevert: (changed) => ticketOverlay.add(ticket.id, { status: changed.ticket.status }),
    revert: (changed) => setTicketStatus(ticket.id, changed.ticket.status),
    done: ({ status }) => statusMessages[status],
    failed: 'Couldn’t change the request',
    settle: () => invalidateTickets(client),
  });
  const disabledReason = isOnline ? (isOwn ? 'You can close and reopen your own request under Help & Support.' : null) : NEEDS_CONNECTION;
  return (
    <>
      <Button
        disabledReason={disabledReason ?? (ticket.status !== 'open' && `This request is already ${ticket.status}.`)}
        onClick={() => change({ ticket, status: 'answered' })}
      >
        Mark as answered
      </Button>
      {ticket.status === 'closed' ? (
        <Button disabledReason={disabledReason} onClick={() => change({ ticket, status: 'open' })}>
          Reopen request
        </Button>
      ) : (
        <Button disabledReason={disabledReason} onClick={() => change({ ticket, status: 'closed' })}>
          Close request
        </Button>
      )}
    </>
  );
}
