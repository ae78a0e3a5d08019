import * as v from 'valibot';
import { viewAs } from '#src/session/viewing.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextAreaField } from '#src/ui/form.tsx';
import type { PlatformUser } from './queries.ts';
import { userName } from './user-words.ts';

const LONGEST = 300;
const schema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(3, 'Enter a reason.'), v.maxLength(LONGEST, `At most ${LONGEST} characters.`)),
});

/** The way to see what somebody else sees. */
export default function ViewAsForm({ user, onClose }: { user: PlatformUser; onClose: () => void }) {
  return (
    <SheetForm
      title={`View as ${userName(user)}`}
      description="You’ll see the app as they do, for up to 30 minutes. You can’t change anything, and your photos waiting on this device upload afterwards."
      schema={schema}
      values={{ reason: '' }}
      submitLabel="Start viewing"
      failureTitle="Couldn’t start viewing"
      submit={({ reason }) => viewAs(user.id, reason)}
      onDone={onClose}
      onClose={onClose}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        maxLength={LONGEST}
        help="Recorded in the audit log and shown to them in their settings."
      />
    </SheetForm>
  );
}
