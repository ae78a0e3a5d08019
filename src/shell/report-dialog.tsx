// Reports a photo to the organization. Loaded on demand: a report needs a connection anyway.
import { useId } from 'react';
import * as v from 'valibot';
import type { components } from '#openapi/api.ts';
import { toOptions } from '#src/lib/list-query.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { reportReasons } from '#src/shell/report-reasons.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Form, RadioField, TextAreaField, TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';

const MAX_TEXT = 1000;
const MAX_CONTACT = 200;

const schema = v.pipe(
  v.object({
    reason: v.picklist(['in_photo', 'not_here', 'other']),
    text: v.pipe(v.string(), v.trim(), v.maxLength(MAX_TEXT, `Use at most ${MAX_TEXT} characters.`)),
    contact: v.pipe(v.string(), v.trim(), v.maxLength(MAX_CONTACT, `Use at most ${MAX_CONTACT} characters.`)),
  }),
  v.forward(
    v.partialCheck([['reason'], ['text']], ({ reason, text }) => reason !== 'other' || text !== '', 'Say what is wrong with the photo.'),
    ['text'],
  ),
);
type Values = v.InferOutput<typeof schema>;

export interface ReportDialogProps {
  /** Whether to ask for a contact: visitors have no account. */
  asksContact?: boolean;
  send: (report: { reason: components['schemas']['ReportReason']; text: string; contact: string }) => Promise<unknown>;
  onClose: () => void;
}

const options = toOptions(reportReasons);

export default function ReportDialog({ asksContact, send, onClose }: ReportDialogProps) {
  const id = useId();
  const offline = useConnection() !== 'online';
  const form = useAppForm<Values>(schema, {
    defaultValues: { reason: 'in_photo', text: '', contact: '' },
    submit: async (values) => {
      await send(values);
      toast.success('Photo reported', { detail: 'The organization looks at it and decides.' });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Report this photo"
      description="Only the organization sees your report."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" loading={form.submitting} disabledReason={offline && NEEDS_CONNECTION}>
            Report
          </Button>
        </>
      }
    >
      <Form form={form} id={id} failureTitle="Couldn’t report the photo">
        <RadioField name="reason" label="What is wrong?" options={options} columns={1} />
        <TextAreaField name="text" label="Details" maxLength={MAX_TEXT} help="Required for “Something else”." />
        {asksContact && (
          <TextField
            name="contact"
            label="How to reach you"
            optional
            autoComplete="email"
            maxLength={MAX_CONTACT}
            help="For example your email address."
          />
        )}
      </Form>
    </Dialog>
  );
}
