import { useState } from 'react';
import type { components } from '#openapi/api.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { NO_MAIL_MESSAGE } from '#src/shell/sends-mail.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Form, SubmitButton } from '#src/ui/form.tsx';
import {
  EmailField,
  forgotPasswordSchema,
  type ForgotPasswordValues,
  NewPasswordField,
  newPasswordSchema,
  type NewPasswordValues,
} from './account-fields.tsx';

interface Sent {
  email: string;
  delivery: components['schemas']['MailQueued']['delivery'];
}

/** Requests a reset link. The answer never reveals whether the account exists. */
export function ForgotPasswordForm({ email = '' }: { email?: string }) {
  const [sent, setSent] = useState<Sent | null>(null);
  const form = useAppForm<ForgotPasswordValues>(forgotPasswordSchema, {
    defaultValues: { email },
    submit: async (values) => {
      const { delivery } = unwrap(await api.POST('/api/v1/auth/forgot-password', { body: values }));
      setSent({ email: values.email, delivery });
    },
  });
  return (
    <>
      <Form form={form} failureTitle="Couldn’t send the link">
        <EmailField />
        <SubmitButton>{sent ? 'Resend link' : 'Send link'}</SubmitButton>
      </Form>
      {sent && <SentNote {...sent} />}
    </>
  );
}

function SentNote({ email, delivery }: Sent) {
  return (
    <Banner
      tone={delivery === 'smtp' ? 'success' : 'warning'}
      title={delivery === 'smtp' ? 'Check your email' : 'Get your link from an admin'}
    >
      <p>
        If there’s an account for <b className="font-medium break-all">{email}</b>, a link to choose a new password{' '}
        {delivery === 'smtp' ? 'is on its way' : 'was created'}. It works once, within an hour.
      </p>
      {delivery === 'file' && <p className="mt-2">{NO_MAIL_MESSAGE}</p>}
    </Banner>
  );
}

interface ResetPasswordFormProps {
  /** From the emailed link. */
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
