import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { components } from '#openapi/api.ts';
import { MessageList, ReplyForm } from '#src/domains/help/conversation.tsx';
import { markTicketRead, sendScreenshot, setTicketStatus, ticketQuery, invalidateTickets, type Ticket } from '#src/domains/help/queries.ts';
import { ticketCategoryLabels, ticketStatusLabels } from '#src/domains/help/ticket-labels.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { ApiError } from '#src/transport/problem.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { ChevronLeft, SearchX } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { ScreenState } from '#src/ui/screen-state.tsx';
import { toast } from '#src/ui/toast.ts';
import { ScreenshotPicker } from './screenshot-picker.tsx';

type Thread = components['schemas']['TicketThread'];

const POLL_INTERVAL_MS = 30_000;

/** A request with its conversation. Marks shown answers as read. */
export function RequestThread({ account, id }: { account: string; id: string }) {
  // New answers appear while the page is open.
  const query = useQuery({ ...ticketQuery(id), refetchInterval: POLL_INTERVAL_MS });
  useRefetchOnReconnect(query);
  const ticket = query.data?.ticket;
  return (
    <Page
      title={ticket ? ticketCategoryLabels[ticket.category].name : 'Request'}
      width="text"
      back={
        <Link to="/dashboard/feedback-support" className="inline-flex min-h-11 items-center gap-1 text-sm text-ink-muted hover:text-ink">
          <ChevronLeft aria-hidden className="size-4" />
          Help & Support
        </Link>
      }
      badge={ticket && <Badge tone={ticketStatusLabels[ticket.status].tone}>{ticketStatusLabels[ticket.status].name}</Badge>}
      actions={ticket && <StatusButton ticket={ticket} />}
    >
      {isMissing(query.error) ? (
        <RequestMissing />
      ) : (
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
              <Messages thread={thread} />
              <Card title="Reply">
                <ReplyForm account={account} ticket={thread.ticket} />
              </Card>
              {thread.ticket.screenshot_url === null && <AddScreenshot ticket={thread.ticket} />}
            </>
          )}
        </QueryState>
      )}
    </Page>
  );
}

/** No such ticket for this person, or a malformed id. */
const isMissing = (error: Error | null) => error instanceof ApiError && [400, 404, 422].includes(error.status);

function RequestMissing() {
  return (
    <ScreenState
      announce="at-once"
      icon={<SearchX />}
      title="Request not found"
      actions={
        <Link to="/dashboard/feedback-support" className={buttonClass({ variant: 'primary' })}>
          Go to Help & Support
        </Link>
      }
    >
      Check the link, and that you’re logged in with the account that sent the request.
    </ScreenState>
  );
}

function StatusButton({ ticket }: { ticket: Ticket }) {
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const isClosed = ticket.status === 'closed';
  const change = useMutation({
    mutationFn: (status: Ticket['status']) => setTicketStatus(ticket.id, status),
    onSuccess: async (_answer, status) => {
      await invalidateTickets(client);
      if (status !== 'closed') return;
      toast.success('Request closed', { action: { label: 'Undo', onClick: () => change.mutate('open') } });
    },
    onError: (error) => toast.error('Couldn’t change the request', { detail: describeFailure(error).detail }),
  });
  return (
    <Button
      loading={change.isPending}
      disabledReason={!isOnline && NEEDS_CONNECTION}
      onClick={() => change.mutate(isClosed ? 'open' : 'closed')}
    >
      {isClosed ? 'Reopen request' : 'Close request'}
    </Button>
  );
}

function Messages({ thread }: { thread: Thread }) {
  const { ticket, messages } = thread;
  const client = useQueryClient();
  // New answers stay marked while the page is open.
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  const answers = messages.filter(({ from }) => from === 'support');
  const fresh = answers.slice(answers.length - ticket.unread_answers).filter(({ id }) => !unread.has(id));
  if (fresh.length > 0) setUnread(new Set([...unread, ...fresh.map(({ id }) => id)]));
  const reported = useRef<string | null>(null);
  const last = messages.at(-1)?.id;
  useEffect(() => {
    if (ticket.unread_answers === 0 || last === undefined || reported.current === last) return;
    reported.current = last;
    markTicketRead(ticket.id, last).then(
      () => invalidateTickets(client),
      (error: unknown) => console.warn('Could not mark the answers as read', error),
    );
  }, [client, ticket.id, ticket.unread_answers, last]);
  return (
    <MessageList
      thread={thread}
      authorOf={({ from, author }) => (from === 'support' ? `${author}, support` : 'You')}
      renderMark={({ id }) => unread.has(id) && <Badge tone="warning">New</Badge>}
      screenshot="Your screenshot"
      diagnosticsTitle="Your diagnostics"
    />
  );
}

function AddScreenshot({ ticket }: { ticket: Ticket }) {
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const [file, setFile] = useState<File | null>(null);
  const add = useMutation({
    mutationFn: (picture: File) => sendScreenshot(ticket.id, picture),
    onSuccess: async () => {
      await invalidateTickets(client);
      toast.success('Screenshot added');
    },
    onError: (error) => toast.error('Couldn’t send the screenshot', { detail: describeFailure(error).detail }),
  });
  return (
    <Card title="Add a screenshot">
      <ScreenshotPicker file={file} onFile={setFile} />
      {file && (
        <Button
          variant="primary"
          loading={add.isPending}
          disabledReason={!isOnline && NEEDS_CONNECTION}
          onClick={() => add.mutate(file)}
          className="justify-self-start"
        >
          Add screenshot
        </Button>
      )}
    </Card>
  );
}
