import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { useSendsMail, whereMailed } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextAreaField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { organizationsAreStale, rejectOrganization, type PlatformOrganization } from './queries.ts';

const LONGEST = 1000;
const schema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.nonEmpty('Say what they should correct.'), v.maxLength(LONGEST, `At most ${LONGEST} characters.`)),
});

interface RejectFormProps {
  organization: PlatformOrganization['organization'];
  onClose: () => void;
}

/** An application turned down. Rejecting again replaces the reason. */
export default function RejectForm({ organization, onClose }: RejectFormProps) {
  const client = useQueryClient();
  const sendsMail = useSendsMail();
  return (
    <SheetForm
      title={`Reject ${organization.name}`}
      description={`Its admins read the reason${sendsMail ? ', by email and' : ''} on their screen. They can correct their application, which then waits for a new decision.`}
      schema={schema}
      values={{ reason: organization.rejection_reason ?? '' }}
      submitLabel="Reject"
      failureTitle="The organization was not rejected"
      submit={async ({ reason }) => {
        await rejectOrganization(organization.id, reason);
        await organizationsAreStale(client);
      }}
      onDone={() => {
        toast.success(`${organization.name} is rejected${whereMailed('. Its admins are told by email')}`);
        onClose();
      }}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" maxLength={LONGEST} help="Say what they should correct." />
    </SheetForm>
  );
}
