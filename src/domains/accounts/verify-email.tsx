import { useMutation } from '@tanstack/react-query';
import { describeFailure } from '#src/shell/failure.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';

/** A button, as programs that look at links in mails before people do must not confirm anything. */
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
