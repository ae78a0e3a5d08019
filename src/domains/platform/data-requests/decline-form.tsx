import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextAreaField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { declineDataRequest, requesterName, thenInvalidateDataRequests, type DataRequest } from './queries.ts';
import { RequestNote } from './request-note.tsx';

const MAX_REASON_LENGTH = 1000;
const schema = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter a reason.'),
    v.maxLength(MAX_REASON_LENGTH, `At most ${MAX_REASON_LENGTH} characters.`),
  ),
});

/** A request that is not followed. The reason is sent at once, and cannot be taken back. */
export default function DeclineForm({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const client = useQueryClient();
  const name = requesterName(request.person);
  const sendsMail = useSendsMail();
  return (
    <SheetForm
      title={`Decline the request from ${name}`}
      description={`They see the reason ${sendsMail ? 'by email and ' : ''}in their settings, and can ask again.`}
      schema={schema}
      values={{ reason: '' }}
      submitLabel="Decline"
      failureTitle="Couldn’t decline the request"
      submit={({ reason }) => thenInvalidateDataRequests(client, declineDataRequest(request.id, reason))}
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
