import * as v from 'valibot';
import { viewAs } from '#src/session/viewing.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextAreaField } from '#src/ui/form.tsx';
import type { PlatformUser } from './queries.ts';
import { userName } from './user-words.ts';

const LONGEST = 300;
const schema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(3, 'Say why.'), v.maxLength(LONGEST, `At most ${LONGEST} characters.`)),
});

/** The way to see what somebody else sees. */
export default function ViewAsForm({ user, onClose }: { user: PlatformUser; onClose: () => void }) {
  return (
    <SheetForm
      title={`View as ${userName(user)}`}
      description="You see the app as they do, for 30 minutes at most. Nothing can be changed meanwhile, and photos of yours that wait on this device are sent afterwards."
      schema={schema}
      values={{ reason: '' }}
      submitLabel="Start viewing"
      failureTitle="Viewing did not begin"
      submit={({ reason }) => viewAs(user.id, reason)}
      onDone={onClose}
      onClose={onClose}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        maxLength={LONGEST}
        help="It stands in the audit trail, and they can read it in their settings."
      />
    </SheetForm>
  );
}
