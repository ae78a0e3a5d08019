import { useQueryClient } from '@tanstack/react-query';
import {
  changePasswordSchema,
  type ChangePasswordValues,
  firstPasswordSchema,
  NewPasswordField,
} from '#src/domains/accounts/account-fields.tsx';
import { passkeysQuery, sessionsQuery } from '#src/domains/accounts/queries.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';

const provePasskey = async () => (await import('#src/session/passkeys.ts')).reauthenticateWithPasskey();

const EMPTY: ChangePasswordValues = { current_password: '', password: '' };

interface ChangePasswordFormProps {
  /** If false, the form sets the first password and asks for a passkey. */
  hasPassword: boolean;
  onClose: () => void;
}

export default function ChangePasswordForm({ hasPassword, onClose }: ChangePasswordFormProps) {
  const client = useQueryClient();
  return (
    <SheetForm
      title={hasPassword ? 'Change password' : 'Set a password'}
      description="You’ll stay logged in here and be logged out on all other devices. Photos waiting on them stay there."
      schema={hasPassword ? changePasswordSchema : firstPasswordSchema}
      values={EMPTY}
      submitLabel={hasPassword ? 'Change password' : 'Set password'}
      failureTitle="Couldn’t change your password"
      fieldByCode={{ wrong_password: 'current_password', weak_password: 'password' }}
      submit={async ({ current_password, password }) => {
        const proof = hasPassword ? { current_password } : { passkey: await provePasskey() };
        return unwrap(await api.PUT('/api/v1/auth/password', { body: { password, ...proof } }));
      }}
      onDone={() => {
        void client.invalidateQueries(sessionsQuery);
        void client.invalidateQueries(passkeysQuery);
        toast.success(hasPassword ? 'Password changed' : 'Password set');
        onClose();
      }}
      onClose={onClose}
    >
      <div className="grid gap-5">
        {hasPassword && <TextField name="current_password" label="Current password" type="password" autoComplete="current-password" />}
        <NewPasswordField label="New password" />
      </div>
    </SheetForm>
  );
}
