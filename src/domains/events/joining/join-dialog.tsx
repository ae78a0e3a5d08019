import * as v from 'valibot';
import type { Event } from '#src/domains/events/event.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { Form, SubmitButton, TextField } from '#src/ui/form.tsx';
import { parseJoinCode } from './join-code.ts';
import { joinErrorMessage } from './join-state.ts';
import { useJoinEvent } from './use-join-event.ts';

const schema = v.object({
  code: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter the code from your invitation.'),
    v.check((text) => parseJoinCode(text) !== null, 'That’s not an event code. Codes have at least 4 letters or digits.'),
  ),
});

interface JoinDialogProps {
  onClose: () => void;
  onJoined: (event: Event) => void;
}

export default function JoinDialog({ onClose, onJoined }: JoinDialogProps) {
  const join = useJoinEvent();
  const form = useAppForm(schema, {
    defaultValues: { code: '' },
    submit: async ({ code }) => onJoined(await join.mutateAsync(parseJoinCode(code) ?? code)),
    messageOf: joinErrorMessage,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Join an event"
      description="Find the code on the event poster or your invitation. You can also paste the link."
    >
      <Form form={form} failureTitle="Couldn’t join the event">
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
