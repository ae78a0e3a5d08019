import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '#openapi/api.ts';
import { forceRefresh } from '#src/session/actions.ts';
import { useSession } from '#src/session/use-session.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { textLink } from './account-panel.tsx';

type Answer = components['schemas']['AnswerEmailChangeRequest']['answer'];

/** Confirms or rejects an email change. Needs a click, so link scanners in mail programs trigger neither. */
export function AnswerEmailChange({ token }: { token: string }) {
  const isLoggedIn = useSession() !== null;
  const answering = useMutation({
    mutationFn: async (answer: Answer) => {
      const { state } = unwrap(await api.POST('/api/v1/auth/email-change/answer', { body: { token, answer } }));
      if (state === 'changed' && isLoggedIn) await forceRefresh();
      return state;
    },
  });
  if (answering.data) return <Outcome state={answering.data} />;
  return (
    <>
      <div className="grid gap-3">
        <Button
          variant="primary"
          size="lg"
          loading={answering.isPending && answering.variables === 'confirm'}
          onClick={() => answering.mutate('confirm')}
        >
          Confirm change
        </Button>
        <Button size="lg" loading={answering.isPending && answering.variables === 'refuse'} onClick={() => answering.mutate('refuse')}>
          I didn’t request this
        </Button>
      </div>
      {answering.isError && (
        <Banner tone="danger" title="Couldn’t complete the change">
          <p>{describeFailure(answering.error).detail}</p>
        </Banner>
      )}
    </>
  );
}

function Outcome({ state }: components['schemas']['EmailChangeOutcome']) {
  if (state === 'changed')
    return (
      <Banner tone="success" title="Your email address was changed">
        From now on, log in with your new email address.
      </Banner>
    );
  if (state === 'waiting')
    return (
      <Banner tone="success" title="Confirmed">
        One more step: open the link we sent to your other address.
      </Banner>
    );
  return (
    <Banner tone="success" title="The change was canceled">
      <p>The email address hasn’t changed.</p>
      <p className="mt-2">
        If this is your account and you didn’t request the change, someone may know your password.{' '}
        <Link to="/forgot-password" className={textLink}>
          Choose a new password
        </Link>
      </p>
    </Banner>
  );
}

/** Needs a click, so link scanners in mail programs don't confirm the address. */
export function VerifyEmail({ token }: { token: string }) {
  const verify = useMutation({
    mutationFn: async () => unwrap(await api.POST('/api/v1/auth/verify-email', { body: { token } })),
  });
  if (verify.isSuccess)
    return (
      <Banner tone="success" title="Your email address is confirmed">
        If this was the first time, we logged out your other devices and removed any passkeys and two-factor authentication added before.
        You can add them again in settings.
      </Banner>
    );
  return (
    <>
      <Button variant="primary" size="lg" loading={verify.isPending} onClick={() => verify.mutate()}>
        Confirm email address
      </Button>
      {verify.isError && (
        <Banner tone="danger" title="Couldn’t confirm your email address">
          <p>{describeFailure(verify.error).detail}</p>
        </Banner>
      )}
    </>
  );
}
