import { maxLength, nonEmpty, object, pipe, string, trim } from 'valibot';
import { formatCount } from '#src/lib/format.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { Form, SubmitButton, TextAreaField } from '#src/ui/form.tsx';
import { MAX_REASON_LENGTH } from './preset-reasons.ts';

const schema = object({
  reason: pipe(string(), trim(), nonEmpty('Enter a reason.'), maxLength(MAX_REASON_LENGTH, `Use at most ${MAX_REASON_LENGTH} characters.`)),
});

export interface ReasonDialogProps {
  /** The number of photos to reject; 0 if closed. */
  count: number;
  onReason: (reason: string) => void;
  onClose: () => void;
}

/** A custom reason. */
export default function ReasonDialog({ count, onReason, onClose }: ReasonDialogProps) {
  return (
    <Dialog
      open={count > 0}
      onOpenChange={(open) => open || onClose()}
      title={count > 1 ? `Reject ${formatCount(count)} photos` : 'Reject this photo'}
      description="Only the photographer and your organization see the reason."
    >
      <ReasonForm onReason={onReason} />
    </Dialog>
  );
}

function ReasonForm({ onReason }: { onReason: (reason: string) => void }) {
  const form = useAppForm(schema, { defaultValues: { reason: '' }, submit: async ({ reason }) => Promise.resolve(onReason(reason)) });
  return (
    <Form form={form} failureTitle="Couldn’t reject the photo">
      <TextAreaField
        name="reason"
        label="Reason"
        maxLength={MAX_REASON_LENGTH}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <SubmitButton>Reject</SubmitButton>
    </Form>
  );
}
