import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';

export interface ShownSecret {
  title: string;
  description: string;
  label: string;
  secret: string;
}

/** A secret that is shown once. Its field gets the focus and is selected. */
export function SecretDialog({ title, description, label, secret, onClose }: ShownSecret & { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={`${description} It’s shown this once, so copy it now.`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <form className="grid gap-3" onSubmit={(event) => event.preventDefault()}>
        <Field label={label}>
          {(control) => (
            <Input
              {...control}
              readOnly
              value={secret}
              className="font-mono"
              spellCheck={false}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          )}
        </Field>
        <CopyButton variant="primary" label={`Copy ${label.toLowerCase()}`} text={secret} />
      </form>
    </Dialog>
  );
}
