import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { login } from '#src/session/actions.ts';
import type { Snapshot } from '#src/session/store.ts';
import { CheckboxField, Form, SubmitButton, TextField, useAppForm } from '#src/ui/form.tsx';
import { waitingAccountsQuery } from './queries.ts';
import { loginSchema, type LoginValues } from './schemas.ts';

interface LoginFormProps {
  /** The address of a session that ended, to save typing. */
  email?: string;
  /** Signing in is also joining an event. */
  joins?: boolean;
  onDone: (snapshot: Snapshot) => void;
}

export function LoginForm({ email = '', joins = false, onDone }: LoginFormProps) {
  const form = useAppForm<LoginValues>(loginSchema, {
    defaultValues: { email, password: '', remember_me: true },
    submit: async (values) => onDone(await login(values)),
  });
  return (
    <>
      <WaitingPhotos />
      <Form form={form} failureTitle="You could not be signed in">
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
        <CheckboxField name="remember_me" label="Stay signed in on this device for 30 days" />
        <SubmitButton>{joins ? 'Sign in and join' : 'Sign in'}</SubmitButton>
      </Form>
    </>
  );
}

/** Photos that were taken before a sign-out are not lost: they wait for their account. */
function WaitingPhotos() {
  const { data: waiting = [] } = useQuery(waitingAccountsQuery);
  return waiting.map(({ account, email, count }) => (
    <p key={account} className="flex gap-3 rounded-lg bg-hover p-4 text-sm">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
      <span>
        {count === 1 ? '1 photo waits' : `${count} photos wait`} on this phone for <b className="font-medium">{email}</b>. Signing in with
        that account sends {count === 1 ? 'it' : 'them'}.
      </span>
    </p>
  ));
}
