import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { boolean, type InferOutput, maxLength, nonEmpty, object, optional, picklist, pipe, string, trim } from 'valibot';
import { limits } from '#openapi/limits.ts';
import { createTicket, invalidateTickets, sendScreenshot, type Ticket } from '#src/domains/help/queries.ts';
import { ticketCategoryLabels } from '#src/domains/help/ticket-labels.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { failedCalls } from '#src/lib/failure-log.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { pluralize } from '#src/lib/format.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { type Connection, NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { useDraft } from '#src/shell/draft.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { isInstalled } from '#src/shell/install.ts';
import { ApiError } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form, RadioField, SubmitButton, SwitchField, TextAreaField, useFieldValue } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { ScreenshotPicker } from './screenshot-picker.tsx';

const schema = object({
  category: picklist(['problem', 'question', 'idea']),
  message: pipe(
    string(),
    trim(),
    nonEmpty('Enter a message.'),
    maxLength(limits.ticketMessage, `This is longer than ${limits.ticketMessage} characters. Shorten it, or send it in two requests.`),
  ),
  with_diagnostics: boolean(),
  /** The file name of the screenshot. Drafts don't store its bytes. */
  screenshot: optional(string()),
});

type RequestValues = InferOutput<typeof schema>;

const EMPTY: RequestValues = { category: 'problem', message: '', with_diagnostics: true };
const ARRIVED =
  'An earlier version of this request already arrived. You’ll find it under “Your requests”. Add your changes there, or press Send request again to send this as a new one.';

interface NewRequestProps {
  account: string;
  queue: QueueFacts | undefined;
  onSent: (ticket: Ticket) => void;
}

/** Stores a draft until the server has received the request. */
export function NewRequest({ account, queue, onSent }: NewRequestProps) {
  const client = useQueryClient();
  const connection = useConnection();
  const draft = useDraft(`request:${account}`, EMPTY);
  const [file, setFile] = useState<File | null>(null);
  const { data: storage = null } = useQuery({
    queryKey: ['help', 'storage'],
    queryFn: async () => (await navigator.storage?.estimate?.()) ?? null,
    staleTime: 0,
  });
  const diagnostics = diagnosticsText({ connection, queue, storage, installed: isInstalled() });
  const form = useAppForm<RequestValues>(schema, {
    defaultValues: draft.values,
    submit: async ({ category, message, with_diagnostics }) => {
      const ticket = await createTicket({ id: draft.id, category, message, ...(with_diagnostics && { diagnostics }) }).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.code === 'ticket_differs') renewDraftId();
          throw error;
        },
      );
      if (file) {
        // The request has arrived: the screenshot can be added on its page.
        await sendScreenshot(ticket.id, file).catch((error: unknown) =>
          toast.error('Couldn’t send the screenshot', {
            detail: `${describeFailure(error).detail} You can add it to the request.`,
            duration: 10_000,
          }),
        );
      }
      draft.clear();
      setFile(null);
      form.hook.reset(EMPTY);
      void invalidateTickets(client);
      toast.success('Request sent');
      onSent(ticket);
    },
    messageOf: (error) => (error instanceof ApiError && error.code === 'ticket_differs' ? ARRIVED : describeFailure(error).detail),
  });
  const { watch, setValue } = form.hook;
  const { save } = draft;
  /** Gives the draft a new id. */
  const renewDraftId = () => {
    draft.clear();
    draft.save(form.hook.getValues());
  };
  useEffect(() => {
    const subscription = watch((values) => save({ ...EMPTY, ...values }));
    return () => subscription.unsubscribe();
  }, [watch, save]);
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setValue('screenshot', chosen?.name);
  };
  return (
    <Card title="New request" lead="Report a problem, ask a question or share an idea.">
      <Form form={form} failureTitle="Couldn’t send your request">
        <RadioField
          name="category"
          label="Type"
          columns={1}
          options={Object.entries(ticketCategoryLabels).map(([value, { name, help }]) => ({ value, label: name, help }))}
        />
        <TextAreaField
          name="message"
          label="Message"
          rows={6}
          help="What did you do, what happened, and what did you expect? Never send us your password."
        />
        <ScreenshotPicker file={file} lost={draft.values.screenshot} onFile={choose} />
        <div className="grid gap-3">
          <SwitchField name="with_diagnostics" label="Include diagnostics" help="Helps us find the cause. We only send this:" />
          <Diagnostics text={diagnostics} />
        </div>
        <SubmitButton disabledReason={connection === 'online' ? null : NEEDS_CONNECTION}>Send request</SubmitButton>
      </Form>
      {connection !== 'online' && (
        <Banner title={connection === 'offline' ? 'You’re offline' : 'Can’t reach the server'}>
          You can keep writing. Your draft is saved on this {deviceLabel}. Send it once you’re back online.
        </Banner>
      )}
    </Card>
  );
}

/** Shows the diagnostics before they are sent. */
function Diagnostics({ text }: { text: string }) {
  const isSent = useFieldValue('with_diagnostics') === true;
  return isSent ? (
    <div role="group" aria-label="Diagnostics" className="rounded-md border border-line bg-sunken p-3">
      <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">{text}</pre>
    </div>
  ) : (
    <p className="text-sm text-ink-muted">Not included. We only send your message and screenshot.</p>
  );
}

/** Numbers of the upload queue for the diagnostics. */
export interface QueueFacts {
  waiting: number;
  needsAttention: number;
}

interface DiagnosticFacts {
  connection: Connection;
  /** Undefined while loading. */
  queue: QueueFacts | undefined;
  /** Null if the browser has no estimate. */
  storage: StorageEstimate | null;
  installed: boolean;
}

const MAX_FAILURES = 12;
/** The contract's limit. */
const MAX_LENGTH = 6000;

const connectionLabels: Record<Connection, string> = {
  online: 'yes',
  offline: 'no, the device has no network',
  unreachable: 'no, the server didn’t respond',
};

/** The entry script's name, which is unique for each build. */
function appVersion(): string {
  const entry = [...document.scripts].find(({ src }) => /\/assets\/[\w-]+\.js$/.test(src));
  return entry ? entry.src.replace(/^.*\/assets\/|\.js$/g, '') : 'development';
}

function diagnosticsText({ connection, queue, storage, installed }: DiagnosticFacts): string {
  const { innerWidth, innerHeight, devicePixelRatio } = window;
  const failures = failedCalls().slice(-MAX_FAILURES);
  return [
    `App version: ${appVersion()}${installed ? ', installed' : ''}`,
    `Browser: ${navigator.userAgent}`,
    `Language: ${navigator.language}, time zone ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`,
    `Screen: ${innerWidth} × ${innerHeight}, device pixel ratio ${devicePixelRatio}`,
    `Online: ${connectionLabels[connection]}`,
    `Storage: ${storage ? `${formatBytes(storage.usage ?? 0)} used of ${formatBytes(storage.quota ?? 0)}` : 'unknown'}`,
    queue
      ? `Queue: ${pluralize(queue.waiting, 'photo', 'photos')} waiting, ${queue.needsAttention} of them need attention`
      : 'Queue: unknown',
    failures.length === 0 ? 'Recent failures: none' : 'Recent failures:',
    ...failures.map(({ at, call, outcome, requestId }) => `  ${at} ${call} ${outcome}${requestId ? `, request ${requestId}` : ''}`),
  ]
    .join('\n')
    .slice(0, MAX_LENGTH);
}
