import { Link } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { canUsePasskeys } from '#src/lib/passkey-support.ts';
import { login } from '#src/session/sign-in.ts';
import type { Snapshot } from '#src/session/store.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { NetworkError } from '#src/transport/problem.ts';
import { cn } from '#src/ui/cn.ts';
import { CheckboxField, Form, SubmitButton, TextField } from '#src/ui/form.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toast.ts';
import { EmailField } from './account-fields.tsx';
import { textLink } from './account-panel.tsx';
import { OtherAccountNotice, OtherAccountPhotos } from './other-account-notice.tsx';
import { endOtherSessions, deviceLeftovers } from './queries.ts';
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
  const left = useDeviceLeftovers();
  const form = useAppForm<LoginValues>(loginSchema, {
    defaultValues: { email, password: '', remember_me: true, end_other_sessions: false },
    submit: async ({ end_other_sessions: _others, ...credentials }) => {
      const answer = await login(credentials);
      if ('user' in answer) finish(answer);
      else setChallenge(answer.challenge);
    },
    messageOf: (error) =>
      error instanceof NetworkError && left && left.waiting.length > 0
        ? `${error.message} Check your connection, then try again. Photos waiting on this ${deviceLabel} are safe.`
        : null,
  });
  /** However they logged in. */
  function finish(snapshot: Snapshot): void {
    if (form.hook.getValues('end_other_sessions')) void logOutOthers();
    onDone(snapshot);
  }
  if (challenge !== null) return <LoginCode challenge={challenge} onDone={finish} onBack={() => setChallenge(null)} />;
  if (!left) return <div aria-hidden className="h-96" />;
  return (
    <>
      <OtherAccountPhotos {...left} />
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
      {left.orphaned + left.guests.length > 0 && <OtherAccountNotice guests={left.guests} onDone={onDone} />}
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

type DeviceLeftovers = NonNullable<ReturnType<typeof deviceLeftovers.read>['data']>;

const EMPTY: DeviceLeftovers = { waiting: [], orphaned: 0, guests: [] };
/** The form waits no longer than this for what stands above it, and would have to move for what comes later. */
const READ_TIMEOUT_MS = 300;

/** What others left on this phone; null for the moment in which it is read. */
function useDeviceLeftovers(): DeviceLeftovers | null {
  const { data, error } = useSyncExternalStore(deviceLeftovers.subscribe, deviceLeftovers.read);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), READ_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);
  return data ?? (error || isLate ? EMPTY : null);
}
