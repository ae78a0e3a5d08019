import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { platformUserQuery, invalidateUsers } from '#src/domains/platform/users/queries.ts';
import { pluralize } from '#src/lib/format.ts';
import { photosHelp } from '#src/shell/data-request-labels.ts';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { RadioField, TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { deleteRequestedAccount, requesterName, thenInvalidateDataRequests, type DataRequest } from './queries.ts';
import { RequestNote } from './request-note.tsx';

const options = [
  { value: 'keep', label: 'Keep them in their events', help: photosHelp.keep },
  { value: 'delete', label: 'Delete them', help: photosHelp.delete },
];

/** Typed by hand, so that nobody's account goes by a slip. */
const schemaFor = (word: string) =>
  v.object({
    photos: v.picklist(['keep', 'delete'], 'Choose one.'),
    confirmation: v.pipe(
      v.string(),
      v.trim(),
      v.check((typed) => typed.toLowerCase() === word.toLowerCase(), `Type ${word}`),
    ),
  });

/** The end of somebody's account, who asked for it. */
export default function DeleteAccountForm({ request, onClose }: { request: DataRequest; onClose: () => void }) {
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
        const done = await thenInvalidateDataRequests(client, deleteRequestedAccount(id, photos));
        await invalidateUsers(client);
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
