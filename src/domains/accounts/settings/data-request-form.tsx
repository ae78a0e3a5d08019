import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { createDataRequest, invalidateOwnDataRequests, type OwnDataRequest } from '#src/domains/accounts/queries.ts';
import { optionalEmailRule } from '#src/lib/email-list.ts';
import { toDataRequest, MAX_NOTE_LENGTH, dataRequestChoices, dataRequestOptions } from '#src/shell/data-request-labels.ts';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { RadioField, TextAreaField, TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';

const schema = v.object({
  wish: v.picklist(dataRequestChoices, 'Choose a request type.'),
  note: v.pipe(v.string(), v.trim(), v.maxLength(MAX_NOTE_LENGTH, `At most ${MAX_NOTE_LENGTH} characters.`)),
  reply_to: v.pipe(v.string(), v.trim(), optionalEmailRule),
});
type Values = v.InferOutput<typeof schema>;

const EMPTY: Values = { wish: 'export', note: '', reply_to: '' };

interface DataRequestFormProps {
  /** Guests have no email address, so the form asks for one. */
  isGuest: boolean;
  onClose: () => void;
}

/** Asks platform admins for an export or a deletion. */
export default function DataRequestForm({ isGuest, onClose }: DataRequestFormProps) {
  const client = useQueryClient();
  const sendsMail = useSendsMail();
  return (
    <SheetForm<Values, OwnDataRequest>
      title="Request help with your data"
      description={`We’ll answer ${sendsMail ? 'by email' : 'here'} within a month. Until then, you can withdraw the request.`}
      schema={schema}
      values={EMPTY}
      submitLabel="Send request"
      failureTitle="Couldn’t send the request"
      submit={async ({ wish, note, reply_to: replyTo }) => {
        const created = await createDataRequest({ ...toDataRequest(wish), note, ...(isGuest && replyTo && { reply_to: replyTo }) });
        await invalidateOwnDataRequests(client);
        return created;
      }}
      onDone={() => {
        toast.success('Request sent');
        onClose();
      }}
      onClose={onClose}
    >
      <RadioField name="wish" label="Request" columns={1} options={dataRequestOptions} />
      {isGuest && (
        <TextField
          name="reply_to"
          label="Your email address"
          type="email"
          autoComplete="email"
          help="You’re using the app without an account, so we’ll answer at this address."
        />
      )}
      <TextAreaField
        name="note"
        label="Message"
        optional
        rows={4}
        maxLength={MAX_NOTE_LENGTH}
        help="Why you can’t do it yourself, and anything else we should know."
      />
    </SheetForm>
  );
}
