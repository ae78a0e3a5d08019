import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextAreaField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { AskedNote } from './asked-note.tsx';
import { declineDataRequest, askerName, thenDataRequestsAreStale, type DataRequest } from './queries.ts';

const LONGEST = 1000;
const schema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a reason.'), v.maxLength(LONGEST, `At most ${LONGEST} characters.`)),
});

/** A request that is not followed. The reason is sent at once, and cannot be taken back. */
export default function DeclineForm({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const client = useQueryClient();
  const name = askerName(request.person);
  const sendsMail = useSendsMail();
  return (
    <SheetForm
      title={`Decline the request from ${name}`}
      description={`They see the reason ${sendsMail ? 'by email and ' : ''}in their settings, and can ask again.`}
      schema={schema}
      values={{ reason: '' }}
      submitLabel="Decline"
      failureTitle="Couldn’t decline the request"
      submit={({ reason }) => thenDataRequestsAreStale(client, declineDataRequest(request.id, reason))}
      onDone={() => {
        toast.success(`Request from ${name} declined`);
        onClose();
      }}
      onClose={onClose}
    >
      <AskedNote request={request} />
      <TextAreaField
        name="reason"
        label="Reason"
        maxLength={LONGEST}
        help="The law allows few reasons. State which one applies, and what they can do."
      />
    </SheetForm>
  );
}
