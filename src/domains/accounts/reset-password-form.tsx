import { useAppForm } from '#src/shell/app-form.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Form, SubmitButton } from '#src/ui/form.tsx';
import { NewPasswordField } from './account-fields.tsx';
import { newPasswordSchema, type NewPasswordValues } from './schemas.ts';

interface ResetPasswordFormProps {
  /** What the link in the mail ended with. */
  token: string;
  onDone: () => void;
}

export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const form = useAppForm<NewPasswordValues>(newPasswordSchema, {
    defaultValues: { password: '' },
    fieldByCode: { weak_password: 'password' },
    submit: async ({ password }) => {
      unwrap(await api.POST('/api/v1/auth/reset-password', { body: { token, password } }));
      onDone();
    },
  });
  return (
    <Form form={form} failureTitle="Couldn’t change your password">
      <NewPasswordField label="New password" />
      <SubmitButton>Save password</SubmitButton>
    </Form>
  );
}
