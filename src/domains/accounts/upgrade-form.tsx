import { useState } from 'react';
import { canUsePasskeys } from '#src/lib/passkey-support.ts';
import { upgradeGuest } from '#src/session/guests.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { Button } from '#src/ui/button.tsx';
import { Form, SubmitButton } from '#src/ui/form.tsx';
import { EmailField, NameFields, NewPasswordField } from './account-fields.tsx';
import { registrationFailure } from './registration-failure.ts';
import { upgradeByPasskeySchema, upgradeSchema, type UpgradeValues } from './schemas.ts';

interface UpgradeFormProps {
  /** What the guest was called: their name begins with it. */
  name: string;
  /** The address that was invited. */
  email?: string;
  onDone: () => void;
}

/** Makes a guest a full account. */
export function UpgradeForm({ name, email = '', onDone }: UpgradeFormProps) {
  const [first = '', ...last] = name.split(' ');
  const [byPasskey, setByPasskey] = useState(false);
  const form = useAppForm<UpgradeValues>(byPasskey ? upgradeByPasskeySchema : upgradeSchema, {
    defaultValues: { first_name: first, last_name: last.join(' '), email, password: '' },
    fieldByCode: { email_taken: 'email', weak_password: 'password' },
    messageOf: registrationFailure,
    submit: async ({ password, ...person }) => {
      if (byPasskey) await (await import('#src/session/passkeys.ts')).upgradeGuestWithPasskey(person);
      else await upgradeGuest({ ...person, password });
      onDone();
    },
  });
  return (
    <Form form={form} failureTitle="Couldn’t create your account">
      <NameFields />
      <EmailField />
      {byPasskey ? (
        <p className="text-sm text-ink-muted">
          Your browser creates a passkey when you continue. Then you log in with your fingerprint, face or PIN.
        </p>
      ) : (
        <NewPasswordField />
      )}
      <SubmitButton>{byPasskey ? 'Create account with a passkey' : 'Create account'}</SubmitButton>
      {canUsePasskeys() && (
        <Button
          variant="quiet"
          size="lg"
          // The field left must not show its error between press and release: the button would move away from under the pointer.
          onMouseDown={(pressed) => pressed.preventDefault()}
          onClick={() => setByPasskey(!byPasskey)}
        >
          {byPasskey ? 'Use a password instead' : 'Use a passkey instead of a password'}
        </Button>
      )}
    </Form>
  );
}
