import { Link } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { canUsePasskeys } from '#src/lib/passkey-support.ts';
import { login } from '#src/session/sign-in.ts';
import type { Snapshot } from '#src/session/store.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { cn } from '#src/ui/cn.ts';
import { CheckboxField, Form, SubmitButton, TextField } from '#src/ui/form.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toast.ts';
import { EmailField } from './account-fields.tsx';
import { textLink } from './account-panel.tsx';
import { OfOthers } from './of-others.tsx';
import { endOtherSessions, leftHere } from './queries.ts';
import { loginSchema, type LoginValues } from './schemas.ts';
import { PasskeyLogin } from './security/passkey-login.tsx';

const LoginCode = lazyPart(() => import('./security/login-code-form.tsx'), { name: 'the form', close: ({ onBack }) => onBack() });

interface LoginFormProps {
  /** The address of a session that ended, to save typing. */
  email?: string;
  /** Signing in is also joining an event. */
  joins?: boolean;
  onDone: (snapshot: Snapshot) => void;
}

export function LoginForm({ email = '', joins = false, onDone }: LoginFormProps) {
  const [challenge, setChallenge] = useState<string | null>(null);
  const form = useAppForm<LoginValues>(loginSchema, {
    defaultValues: { email, password: '', remember_me: true, end_other_sessions: false },
    submit: async ({ end_other_sessions: _others, ...credentials }) => {
      const answer = await login(credentials);
      if ('user' in answer) finish(answer);
      else setChallenge(answer.challenge);
    },
  });
  /** However they logged in. */
  function finish(snapshot: Snapshot): void {
    if (form.hook.getValues('end_other_sessions')) void logOutOthers();
    onDone(snapshot);
  }
  if (challenge !== null) return <LoginCode challenge={challenge} onDone={finish} onBack={() => setChallenge(null)} />;
  return (
    <>
      <Form form={form} failureTitle="You couldn’t log in">
        <EmailField />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
        <CheckboxField name="remember_me" label="Stay logged in on this device for 30 days" />
        <CheckboxField name="end_other_sessions" label="Log out all my other devices" />
        <SubmitButton>{joins ? 'Log in and join' : 'Log in'}</SubmitButton>
        <Link to="/forgot-password" className={cn(textLink, 'flex min-h-11 items-center justify-self-center text-sm')}>
          Forgot password?
        </Link>
      </Form>
      {canUsePasskeys() && <PasskeyLogin joins={joins} rememberMe={() => form.hook.getValues('remember_me')} onDone={finish} />}
      <LeftHere onDone={onDone} />
    </>
  );
}

async function logOutOthers(): Promise<void> {
  try {
    await endOtherSessions();
    toast.success('Logged out on all other devices');
  } catch (error) {
    toast.error('Couldn’t log out your other devices', { detail: describeFailure(error).detail });
  }
}

/**
 * What others left on this phone. Its code comes with the form: after a logout without a connection it could not be loaded. Below the form,
 * which does not move when it comes.
 */
function LeftHere({ onDone }: Pick<LoginFormProps, 'onDone'>) {
  const { data } = useSyncExternalStore(leftHere.subscribe, leftHere.read);
  if (!data || data.waiting.length + data.gone + data.guests.length === 0) return null;
  return <OfOthers waiting={data.waiting} guests={data.guests} onDone={onDone} />;
}
