import * as v from 'valibot';
import { startImpersonation } from '#src/session/impersonation.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextAreaField } from '#src/ui/form.tsx';
import { type PlatformUser, userName } from './queries.ts';

const MAX_REASON_LENGTH = 300;
const schema = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(3, 'Enter a reason.'),
    v.maxLength(MAX_REASON_LENGTH, `At most ${MAX_REASON_LENGTH} characters.`),
  ),
});

/** Starts an impersonation with a reason. */
export default function ImpersonateForm({ user, onClose }: { user: PlatformUser; onClose: () => void }) {
  return (
    <SheetForm
      title={`View as ${userName(user)}`}
      description="You’ll see the app as they do, for up to 30 minutes. You can’t change anything, and your photos waiting on this device upload afterwards."
      schema={schema}
      values={{ reason: '' }}
      submitLabel="Start viewing"
      failureTitle="Couldn’t start viewing"
      submit={({ reason }) => startImpersonation(user.id, reason)}
      onDone={onClose}
      onClose={onClose}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        maxLength={MAX_REASON_LENGTH}
        help="Recorded in the audit log and shown to them in their settings."
      />
    </SheetForm>
  );
}
