import * as v from 'valibot';
import type { Event } from '#src/domains/events/event.ts';
import { useJoinEvent } from './use-join-event.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { Form, SubmitButton, TextField, useAppForm } from '#src/ui/form.tsx';
import { codeFrom } from './code.ts';
import { joinFailure } from './refusal.ts';

const schema = v.object({
  code: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter the code from your invitation.'),
    v.check((text) => codeFrom(text) !== null, 'This is no event code. It has at least 4 letters or digits.'),
  ),
});

interface JoinDialogProps {
  onClose: () => void;
  onJoined: (event: Event) => void;
}

/** Joins an event by its code. */
export default function JoinDialog({ onClose, onJoined }: JoinDialogProps) {
  const join = useJoinEvent();
  const form = useAppForm(schema, {
    defaultValues: { code: '' },
    submit: async ({ code }) => onJoined(await join.mutateAsync(codeFrom(code) ?? code)),
    messageOf: joinFailure,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Join an event"
      description="The code stands on the invitation, or on a sign at the venue. Pasting its link works too."
    >
      <Form form={form} failureTitle="You haven’t joined yet">
        <TextField
          name="code"
          label="Event code"
          placeholder="GARDEN-08"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono tracking-widest uppercase placeholder:tracking-widest"
        />
        <SubmitButton>Join</SubmitButton>
      </Form>
    </Dialog>
  );
}
