import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type InferOutput, maxLength, nonEmpty, object, pipe, string, trim } from 'valibot';
import type { components } from '#openapi/api.ts';
import { limits } from '#openapi/limits.ts';
import { addTicketMessage, invalidateTickets, type Ticket } from '#src/domains/help/queries.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { formatTime } from '#src/lib/format.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { useDraft } from '#src/shell/draft.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { ApiError } from '#src/transport/problem.ts';
import { cn } from '#src/ui/cn.ts';
import { Form, SubmitButton, TextAreaField } from '#src/ui/form.tsx';

type Thread = components['schemas']['TicketThread'];
type Message = Thread['messages'][number];

interface MessageListProps {
  thread: Thread;
  /** The author's name, from the reader's view. */
  authorOf: (message: Message) => string;
  /** Shown after the time. */
  renderMark?: (message: Message) => ReactNode;
  /** Alternative text, such as "Your screenshot". */
  screenshot: string;
  /** Such as "Your diagnostics". */
  diagnosticsTitle: string;
}

/** A ticket's messages, with the screenshot and diagnostics of the first one. */
export function MessageList({
  thread: { ticket, messages, diagnostics },
  authorOf,
  renderMark,
  screenshot,
  diagnosticsTitle,
}: MessageListProps) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Messages">
      {messages.map((message, index) => (
        <li
          key={message.id}
          className={cn('grid gap-2 rounded-lg border border-line p-4', message.from === 'support' ? 'bg-accent-soft' : 'bg-surface')}
        >
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-muted">
            <span className="line-clamp-2 font-medium wrap-anywhere text-ink">{authorOf(message)}</span>
            <time dateTime={message.created_at}>{formatTime(message.created_at)}</time>
            {renderMark?.(message)}
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{message.text}</p>
          {index === 0 && ticket.screenshot_url && (
            <Screenshot key={ticket.screenshot_url} url={ticket.screenshot_url} label={screenshot} />
          )}
          {index === 0 && diagnostics && (
            <details className="text-sm">
              <summary className="min-h-11 cursor-pointer content-center text-ink-muted">{diagnosticsTitle}</summary>
              <pre className="rounded-md bg-sunken p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap">{diagnostics}</pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

function Screenshot({ url, label }: { url: string; label: string }) {
  return (
    <MediaImage
      src={apiUrl(url)}
      alt={label}
      unavailable={<p className="text-sm text-ink-muted">{label} can’t be shown now.</p>}
      className="max-h-96 max-w-full justify-self-start rounded-md border border-line object-contain"
    />
  );
}

const schema = object({
  text: pipe(
    string(),
    trim(),
    nonEmpty('Enter a reply.'),
    maxLength(limits.ticketMessage, `This is longer than ${limits.ticketMessage} characters. Shorten it, or send it in two replies.`),
  ),
});

type ReplyValues = InferOutput<typeof schema>;

const EMPTY: ReplyValues = { text: '' };
const ARRIVED = 'An earlier version of this reply already arrived and is shown above. Press Send reply again to send this one too.';

interface ReplyFormProps {
  account: string;
  ticket: Ticket;
  label?: string;
  /** Side effects of the reply. */
  help?: string | false;
}

const REOPENS = 'Replying reopens the request.';

export function ReplyForm({ account, ticket, label = 'Your reply', help = ticket.status === 'closed' && REOPENS }: ReplyFormProps) {
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const draft = useDraft(`reply:${account}:${ticket.id}`, EMPTY);
  const form = useAppForm<ReplyValues>(schema, {
    defaultValues: draft.values,
    submit: async ({ text }) => {
      try {
        await addTicketMessage(ticket.id, { id: draft.id, text });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'message_differs') {
          draft.clear();
          draft.save({ text });
          void invalidateTickets(client);
        }
        throw error;
      }
      draft.clear();
      form.hook.reset(EMPTY);
      await invalidateTickets(client);
    },
    messageOf: (error) => (error instanceof ApiError && error.code === 'message_differs' ? ARRIVED : describeFailure(error).detail),
  });
  const { watch } = form.hook;
  const { save } = draft;
  useEffect(() => {
    const subscription = watch((values) => save({ ...EMPTY, ...values }));
    return () => subscription.unsubscribe();
  }, [watch, save]);
  return (
    <Form form={form} failureTitle="Couldn’t send your reply">
      <TextAreaField
        name="text"
        label={label}
        rows={4}
        help={isOnline ? help : `Can’t reach the server. Your draft is saved on this ${deviceLabel}. Send it once you’re back online.`}
      />
      <SubmitButton disabledReason={isOnline ? null : NEEDS_CONNECTION}>Send reply</SubmitButton>
    </Form>
  );
}
