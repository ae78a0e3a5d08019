import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { maxLength, nonEmpty, object, pipe, string, trim, type InferOutput } from 'valibot';
import { limits } from '#openapi/limits.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { useDraft } from '#src/shell/draft.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { ApiError } from '#src/transport/problem.ts';
import { Form, SubmitButton, TextAreaField } from '#src/ui/form.tsx';
import { addTicketMessage, invalidateTickets, type Ticket } from './queries.ts';

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
  /** "Your reply". */
  label?: string;
  /** What sending it does besides. */
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
    const kept = watch((values) => save({ ...EMPTY, ...values }));
    return () => kept.unsubscribe();
  }, [watch, save]);
  return (
    <Form form={form} failureTitle="Couldn’t send your reply">
      <TextAreaField
        name="text"
        label={label}
        rows={4}
        help={isOnline ? help : `Can’t reach the server. Your draft stays on this ${deviceLabel}; send it once you have a connection.`}
      />
      <SubmitButton disabledReason={isOnline ? null : NEEDS_CONNECTION}>Send reply</SubmitButton>
    </Form>
  );
}
