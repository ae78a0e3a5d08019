import * as v from 'valibot';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextAreaField } from '#src/ui/form.tsx';

const MAX_REASON_LENGTH = 1000;
const schema = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter a reason.'),
    v.maxLength(MAX_REASON_LENGTH, `At most ${MAX_REASON_LENGTH} characters.`),
  ),
});

interface ReasonFormProps {
  title: string;
  /** What follows, and who reads the reason. */
  description: string;
  submitLabel: string;
  destructive?: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
}

/** Why something is held or taken down. What it leads to is shown at once, and says so itself where it fails. */
export default function ReasonForm({ title, description, submitLabel, destructive, onSubmit, onClose }: ReasonFormProps) {
  return (
    <SheetForm
      title={title}
      description={description}
      schema={schema}
      values={{ reason: '' }}
      submitLabel={submitLabel}
      destructive={destructive}
      failureTitle="Couldn’t save this"
      submit={async ({ reason }) => reason}
      onDone={(reason) => {
        onClose();
        onSubmit(reason);
      }}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" maxLength={MAX_REASON_LENGTH} />
    </SheetForm>
  );
}
