import { guestNameSchema, NameFields, nameSchema, type NameValues } from '#src/domains/accounts/account-fields.tsx';
import { changeProfile } from '#src/domains/accounts/queries.ts';
import { isGuest } from '#src/session/display-name.ts';
import type { Snapshot } from '#src/session/store.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextField } from '#src/ui/form.tsx';

interface NameFormProps {
  user: Snapshot['user'];
  onClose: () => void;
}

export default function NameForm({ user, onClose }: NameFormProps) {
  const guest = isGuest(user);
  const { first_name, last_name } = user;
  return (
    <SheetForm<NameValues, void>
      title="Change name"
      description="Everyone at your events sees it with your photos."
      schema={guest ? guestNameSchema : nameSchema}
      values={{ first_name, last_name }}
      submitLabel="Save name"
      failureTitle="Couldn’t change your name"
      submit={(values) => changeProfile(guest ? { first_name: values.first_name } : values)}
      onDone={onClose}
      onClose={onClose}
    >
      {guest ? <TextField name="first_name" label="Name" autoComplete="nickname" /> : <NameFields />}
    </SheetForm>
  );
}
