import * as v from 'valibot';
import { Dialog } from '#src/ui/dialog.tsx';
import { Form, SubmitButton, TextField, useAppForm } from '#src/ui/form.tsx';
import type { Event } from './event.ts';
import { joinFailure } from './join-words.ts';
import { useJoinEvent } from './queries.ts';

const schema = v.object({
  code: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter the code from your invitation.'),
    v.minLength(4, 'A code has at least 4 characters.'),
    v.maxLength(32, 'A code has at most 32 characters.'),
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
    submit: async ({ code }) => onJoined(await join.mutateAsync(code)),
    messageOf: joinFailure,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Join an event"
      description="The code stands on the invitation, or on a sign at the venue."
    >
      <Form form={form} failureTitle="You have not joined yet">
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
