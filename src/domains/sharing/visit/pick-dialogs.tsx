import { useId } from 'react';
import * as v from 'valibot';
import { useAppForm } from '#src/shell/app-form.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Form, TextAreaField, TextField } from '#src/ui/form.tsx';
import type { Picks } from './use-picks.ts';

const nameSchema = v.object({
  name: v.pipe(
    v.string(),
    v.check((name) => name.trim() !== '', 'Enter your name.'),
  ),
});
const MAX_NOTE = 500;
const noteSchema = v.object({ note: v.pipe(v.string(), v.maxLength(MAX_NOTE, `Use at most ${MAX_NOTE} characters.`)) });

/** Asks the visitor's name before the first pick. */
export function NameDialog({ picks: { giveName, endNaming } }: { picks: Picks }) {
  const id = useId();
  const offline = useConnection() !== 'online';
  const form = useAppForm<v.InferOutput<typeof nameSchema>>(nameSchema, {
    defaultValues: { name: '' },
    submit: async ({ name }) => {
      await giveName(name.trim());
      endNaming(true);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || endNaming(false)}
      title="Who is picking?"
      description="Your name tells the photographer whose picks these are."
      footer={
        <>
          <Button onClick={() => endNaming(false)}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" loading={form.submitting} disabledReason={offline && NEEDS_CONNECTION}>
            Start picking
          </Button>
        </>
      }
    >
      <Form form={form} id={id} failureTitle="Couldn’t save your name">
        <TextField name="name" label="Your name" maxLength={100} autoComplete="name" />
      </Form>
    </Dialog>
  );
}

interface NoteDialogProps {
  note: string;
  onSave: (note: string) => void;
  onClose: () => void;
}

/** The note of a pick, for the photographer. */
export function NoteDialog({ note, onSave, onClose }: NoteDialogProps) {
  const id = useId();
  const form = useAppForm<v.InferOutput<typeof noteSchema>>(noteSchema, {
    defaultValues: { note },
    submit: (values) => {
      onSave(values.note.trim());
      onClose();
      return Promise.resolve();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Note for the photographer"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary">
            Save note
          </Button>
        </>
      }
    >
      <Form form={form} id={id} failureTitle="Couldn’t save the note">
        <TextAreaField name="note" label="Note" optional maxLength={MAX_NOTE} help="For example: crop closer, or black and white." />
      </Form>
    </Dialog>
  );
}
