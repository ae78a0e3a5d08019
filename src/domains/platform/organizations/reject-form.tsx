import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { useSendsMail, ifSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { call } from '#src/transport/call.ts';
import { TextAreaField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { type PlatformOrganization, platformOrganizations } from './queries.ts';

const MAX_REASON_LENGTH = 1000;
const schema = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Describe what they need to change.'),
    v.maxLength(MAX_REASON_LENGTH, `At most ${MAX_REASON_LENGTH} characters.`),
  ),
});

interface RejectFormProps {
  organization: PlatformOrganization['organization'];
  onClose: () => void;
}

/** Rejects an application. Rejecting again replaces the reason. */
export default function RejectForm({ organization, onClose }: RejectFormProps) {
  const client = useQueryClient();
  const sendsMail = useSendsMail();
  return (
    <SheetForm
      title={`Reject ${organization.name}`}
      description={`Its admins see the reason${sendsMail ? ' by email and' : ''} in the app. They can correct their application and resubmit it.`}
      schema={schema}
      values={{ reason: organization.rejection_reason ?? '' }}
      submitLabel="Reject"
      failureTitle="Couldn’t reject the organization"
      submit={async ({ reason }) => {
        await call('POST /api/v1/organizations/{id}/reject', { path: { id: organization.id }, body: { reason } });
        await platformOrganizations.invalidate(client);
      }}
      onDone={() => {
        toast.success(`${organization.name} rejected${ifSendsMail('. Its admins are notified by email')}`);
        onClose();
      }}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" maxLength={MAX_REASON_LENGTH} help="Describe what they need to change." />
    </SheetForm>
  );
}
