import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { platformUsers, platformUserQuery } from '#src/domains/platform/users/queries.ts';
import { formatFullDate, pluralize } from '#src/lib/format.ts';
import { photosHelp } from '#src/shell/data-request-labels.ts';
import { ifSendsMail, useSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { call } from '#src/transport/call.ts';
import { Banner } from '#src/ui/banner.tsx';
import { RadioField, TextAreaField, TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { type DataRequest, replyAddress, requesterName, thenInvalidateDataRequests } from './queries.ts';

const exportSchema = v.object({ access: v.picklist(['login', 'link'], 'Choose one.') });

const login = { value: 'login', label: 'Log in', help: 'Only they can download it, after logging in.' };
const link = {
  value: 'link',
  label: 'Link without login',
  help: 'Works for a week. Anyone with the email can download everything, without a password or code.',
};

/** Sends the person a link to their data export. */
export function SendExport({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const client = useQueryClient();
  const { person } = request;
  const sendsMail = useSendsMail();
  const canLogIn = person.email !== null && person.state === 'active';
  return (
    <SheetForm<v.InferOutput<typeof exportSchema>, DataRequest>
      title={`Send ${requesterName(person)} their data`}
      description={`They ${sendsMail ? `get an email at ${replyAddress(request)} and` : ''} download it themselves. You don’t see any of it.`}
      schema={exportSchema}
      values={{ access: canLogIn ? 'login' : 'link' }}
      submitLabel={sendsMail ? 'Send email' : 'Create message'}
      failureTitle="Couldn’t send the data"
      submit={({ access }) =>
        thenInvalidateDataRequests(
          client,
          call('POST /api/v1/platform/data-requests/{requestId}/export', { path: { requestId: request.id }, body: { access } }),
        )
      }
      onDone={() => {
        toast.success(`${requesterName(person)} can download their data`, {
          detail: ifSendsMail(`An email goes to ${replyAddress(request)}.`, 'The message is in the server’s data folder, under “mail”.'),
        });
        onClose();
      }}
      onClose={onClose}
    >
      <RequestNote request={request} />
      {!sendsMail && (
        <Banner tone="warning" title="Email isn’t set up">
          The message is saved in the server’s data folder, under “mail”. Deliver it yourself.
        </Banner>
      )}
      <RadioField name="access" label="Access" columns={1} options={canLogIn ? [login, link] : [link]} />
      {!canLogIn && (
        <p className="text-sm text-ink-muted">
          {person.email === null ? 'They have no account to log in to.' : 'Their account is suspended, so they can’t log in.'}
        </p>
      )}
    </SheetForm>
  );
}

/** The original request, shown above the form. */
function RequestNote({ request: { note, by_letter: byLetter, asked_at: at } }: { request: DataRequest }) {
  return (
    <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-muted">
      {byLetter ? 'Received by email or letter on' : 'Requested in the app on'} {formatFullDate(at)}
      {note === '' ? '.' : `: “${note}”`}
    </p>
  );
}

const options = [
  { value: 'keep', label: 'Keep them in their events', help: photosHelp.keep },
  { value: 'delete', label: 'Delete them', help: photosHelp.delete },
];

/** Requires typed confirmation, to prevent deletion by mistake. */
const schemaFor = (word: string) =>
  v.object({
    photos: v.picklist(['keep', 'delete'], 'Choose one.'),
    confirmation: v.pipe(
      v.string(),
      v.trim(),
      v.check((typed) => typed.toLowerCase() === word.toLowerCase(), `Type ${word}`),
    ),
  });

/** Deletes the account of a person who asked for it. */
export function DeleteAccountForm({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const client = useQueryClient();
  const { id, person } = request;
  const word = person.email ?? 'delete';
  const sendsMail = useSendsMail();
  const [schema] = useState(() => schemaFor(word));
  const { data } = useQuery(platformUserQuery(person.id));
  return (
    <SheetForm<v.InferOutput<typeof schema>, DataRequest>
      title={`Delete the account of ${requesterName(person)}`}
      description="Their name, email address and memberships are erased, and they’re logged out on all devices."
      schema={schema}
      values={{ photos: request.photos ?? 'keep', confirmation: '' }}
      submitLabel="Delete account"
      destructive
      failureTitle="Couldn’t delete the account"
      submit={async ({ photos }) => {
        const done = await thenInvalidateDataRequests(
          client,
          call('POST /api/v1/platform/data-requests/{requestId}/deletion', { path: { requestId: id }, body: { photos } }),
        );
        await platformUsers.invalidate(client);
        return done;
      }}
      onDone={() => {
        toast.success(`Account of ${requesterName(person)} deleted`);
        onClose();
      }}
      onClose={onClose}
    >
      <Banner tone="warning" title="You can’t undo this">
        The account can’t be restored.{sendsMail && ' They’ll be notified by email.'}
      </Banner>
      <RequestNote request={request} />
      <RadioField
        name="photos"
        label={data ? `Their ${pluralize(data.photos, 'photo', 'photos')}` : 'Their photos'}
        columns={1}
        options={options}
      />
      <TextField name="confirmation" label={`Type ${word} to confirm`} autoComplete="off" autoCapitalize="none" spellCheck={false} />
    </SheetForm>
  );
}

const MAX_REASON_LENGTH = 1000;

const declineSchema = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter a reason.'),
    v.maxLength(MAX_REASON_LENGTH, `At most ${MAX_REASON_LENGTH} characters.`),
  ),
});

/** Declines a request. The reason is sent immediately and can't be undone. */
export function DeclineForm({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const client = useQueryClient();
  const name = requesterName(request.person);
  const sendsMail = useSendsMail();
  return (
    <SheetForm
      title={`Decline the request from ${name}`}
      description={`They see the reason ${sendsMail ? 'by email and ' : ''}in their settings, and can ask again.`}
      schema={declineSchema}
      values={{ reason: '' }}
      submitLabel="Decline"
      failureTitle="Couldn’t decline the request"
      submit={({ reason }) =>
        thenInvalidateDataRequests(
          client,
          call('POST /api/v1/platform/data-requests/{requestId}/decline', { path: { requestId: request.id }, body: { reason } }),
        )
      }
      onDone={() => {
        toast.success(`Request from ${name} declined`);
        onClose();
      }}
      onClose={onClose}
    >
      <RequestNote request={request} />
      <TextAreaField
        name="reason"
        label="Reason"
        maxLength={MAX_REASON_LENGTH}
        help="The law allows few reasons. State which one applies, and what they can do."
      />
    </SheetForm>
  );
}
