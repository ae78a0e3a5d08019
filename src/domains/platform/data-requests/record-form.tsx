import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { ChoicesField, namedChoice, userChoices } from '#src/domains/platform/choices-field.tsx';
import { optionalEmailRule } from '#src/lib/email-list.ts';
import { toDataRequest, MAX_NOTE_LENGTH, dataRequestChoices, dataRequestOptions } from '#src/shell/data-request-labels.ts';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { call } from '#src/transport/call.ts';
import { RadioField, TextAreaField, TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { thenInvalidateDataRequests, type DataRequest } from './queries.ts';

const schema = v.object({
  user_id: v.pipe(v.array(namedChoice), v.length(1, 'Choose a person.')),
  wish: v.picklist(dataRequestChoices, 'Choose one.'),
  received_on: v.pipe(v.string(), v.regex(/^20\d\d-\d\d-\d\d$/, 'Choose a day.')),
  note: v.pipe(v.string(), v.trim(), v.maxLength(MAX_NOTE_LENGTH, `At most ${MAX_NOTE_LENGTH} characters.`)),
  reply_to: v.pipe(v.string(), v.trim(), optionalEmailRule),
});
type Values = v.InferOutput<typeof schema>;

/** Today in the reader's time zone. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Records a request that arrived by email or letter. */
export default function RecordForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [values] = useState((): Values => ({ user_id: [], wish: 'export', received_on: today(), note: '', reply_to: '' }));
  const sendsMail = useSendsMail();
  return (
    <SheetForm<Values, DataRequest>
      title="Record request"
      description={`For requests by email or letter. Verify the person’s identity first. They ${sendsMail ? 'get a confirmation by email and ' : ''}can withdraw the request.`}
      schema={schema}
      values={values}
      submitLabel="Record"
      failureTitle="Couldn’t record the request"
      submit={({ user_id: [person], wish, received_on, note, reply_to: replyTo }) => {
        const body = { user_id: person?.id ?? '', ...toDataRequest(wish), received_on, note, ...(replyTo && { reply_to: replyTo }) };
        return thenInvalidateDataRequests(client, call('POST /api/v1/platform/data-requests', { body }));
      }}
      onDone={() => {
        toast.success('Request recorded');
        onClose();
      }}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ChoicesField
          name="user_id"
          label="Person"
          help="Search by name or email address."
          max={1}
          search={userChoices}
          none="No matching people."
        />
        <RadioField name="wish" label="Request" columns={1} options={dataRequestOptions} />
        <TextField name="received_on" label="Received on" type="date" help="You have one month from this day to answer." />
        <TextAreaField
          name="note"
          label="Note"
          optional
          rows={4}
          maxLength={MAX_NOTE_LENGTH}
          help="What they wrote, and how you verified their identity. They can see it."
        />
        <TextField
          name="reply_to"
          label="Email address for the answer"
          type="email"
          optional
          autoComplete="off"
          help="Only for a person without an account. Everyone else gets it at their account’s address."
        />
      </div>
    </SheetForm>
  );
}
