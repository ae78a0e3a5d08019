import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useState, useSyncExternalStore } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { canUsePasskeys } from '#src/lib/passkey-support.ts';
import { resumeGuest } from '#src/session/guests.ts';
import { login } from '#src/session/sign-in.ts';
import type { Snapshot } from '#src/session/store.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { OrphanedPhotos } from '#src/shell/orphaned-photos.tsx';
import { NetworkError } from '#src/transport/problem.ts';
import type { GuestKey } from '#src/transport/session-db.ts';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { CheckboxField, Form, SubmitButton, TextField } from '#src/ui/form.tsx';
import { KeyRound, Lock, UserRound } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toast.ts';
import { EmailField, loginSchema, type LoginValues } from './account-fields.tsx';
import { textLink } from './account-panel.tsx';
import { deviceLeftovers, endOtherSessions } from './queries.ts';

const LoginCode = lazyPart(() => import('./security/login-code-form.tsx'), { name: 'the form', close: ({ onBack }) => onBack() });

interface LoginFormProps {
  /** Prefilled from the expired session. */
  email?: string;
  /** Logging in also joins an event. */
  joins?: boolean;
  onDone: (snapshot: Snapshot) => void;
}

export function LoginForm({ email = '', joins = false, onDone }: LoginFormProps) {
  const [challenge, setChallenge] = useState<string | null>(null);
  const leftovers = useSyncExternalStore(deviceLeftovers.subscribe, deviceLeftovers.read).data ?? NO_LEFTOVERS;
  const form = useAppForm<LoginValues>(loginSchema, {
    defaultValues: { email, password: '', remember_me: true, end_other_sessions: false },
    submit: async ({ end_other_sessions: _others, ...credentials }) => {
      const answer = await login(credentials);
      if ('user' in answer) finish(answer);
      else setChallenge(answer.challenge);
    },
    messageOf: (error) =>
      error instanceof NetworkError && leftovers.waiting.length > 0
        ? `${error.message} Check your connection, then try again. Photos waiting on this ${deviceLabel} are safe.`
        : null,
  });
  /** Runs after every login method. */
  function finish(snapshot: Snapshot): void {
    if (form.hook.getValues('end_other_sessions')) void logOutOthers();
    onDone(snapshot);
  }
  if (challenge !== null) return <LoginCode challenge={challenge} onDone={finish} onBack={() => setChallenge(null)} />;
  return (
    <>
      <OtherAccountPhotos {...leftovers} />
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
      {leftovers.orphaned + leftovers.guests.length > 0 && <OtherAccountNotice guests={leftovers.guests} onDone={onDone} />}
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

/** The route has tried to read them before. */
const NO_LEFTOVERS: DeviceLeftovers = { waiting: [], orphaned: 0, guests: [] };

interface OtherAccounts {
  waiting: readonly { account: string; email: string; count: number }[];
  guests: readonly GuestKey[];
}

function OtherAccountPhotos({ waiting, guests }: OtherAccounts) {
  return waiting.map(({ account, email, count }) => (
    <p key={account} className="flex gap-3 rounded-lg bg-hover p-4 text-sm">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
      <span>
        {count === 1 ? '1 photo is' : `${count} photos are`} waiting on this {deviceLabel} for <b className="font-medium">{email}</b>.{' '}
        {guests.some((guest) => guest.account === account) ? 'Continue under that name' : 'Log in with that account'} to upload{' '}
        {count === 1 ? 'it' : 'them'}.
      </span>
    </p>
  ));
}

function OtherAccountNotice({ guests, onDone }: Pick<OtherAccounts, 'guests'> & { onDone: (snapshot: Snapshot) => void }) {
  return (
    <>
      <OrphanedPhotos />
      <ResumeGuestButtons guests={guests} onDone={onDone} />
    </>
  );
}

/** Guests have no password: the key stored on this device logs them in. */
function ResumeGuestButtons({ guests, onDone }: ComponentProps<typeof OtherAccountNotice>) {
  const resume = useMutation({ mutationFn: resumeGuest, onSuccess: onDone });
  if (guests.length === 0) return null;
  return (
    <div className="grid gap-3 border-b border-line pb-6">
      {guests.map((guest) => (
        <Button
          key={guest.key}
          size="lg"
          className="w-full"
          icon={<UserRound aria-hidden className="size-5" />}
          loading={resume.isPending && resume.variables.key === guest.key}
          onClick={() => resume.mutate(guest)}
        >
          Continue as {guest.name} (no account)
        </Button>
      ))}
      {resume.error && (
        <p role="alert" className="text-sm text-danger">
          {describeFailure(resume.error).detail}
        </p>
      )}
    </div>
  );
}

interface PasskeyLoginProps {
  /** Logging in also joins an event. */
  joins: boolean;
  rememberMe: () => boolean;
  onDone: (snapshot: Snapshot) => void;
}

/** Logs in without email or password: the passkey identifies the account. */
function PasskeyLogin({ joins, rememberMe, onDone }: PasskeyLoginProps) {
  const enter = useMutation({
    mutationFn: async () => (await import('#src/session/passkeys.ts')).loginWithPasskey(rememberMe()),
    onSuccess: onDone,
  });
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button
        size="lg"
        className="w-full"
        icon={<KeyRound aria-hidden className="size-5" />}
        loading={enter.isPending}
        onClick={() => enter.mutate()}
      >
        {joins ? 'Log in with a passkey and join' : 'Log in with a passkey'}
      </Button>
      {enter.error && (
        <p role="alert" className="text-sm text-danger">
          {describeFailure(enter.error).detail}
        </p>
      )}
    </div>
  );
}
