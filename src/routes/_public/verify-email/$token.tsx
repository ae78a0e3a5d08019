import { createFileRoute } from '@tanstack/react-router';
import { AccountPanel, InvalidLink, HomeLink, isCompleteToken } from '#src/domains/accounts/account-panel.tsx';
import { VerifyEmail } from '#src/domains/accounts/email-links.tsx';

export const Route = createFileRoute('/_public/verify-email/$token')({ component: VerifyEmailPage });

function VerifyEmailPage() {
  const { token } = Route.useParams();
  return (
    <AccountPanel title="Confirm your email address" lead="This confirms that our messages reach you." foot={<HomeLink />}>
      {isCompleteToken(token) ? <VerifyEmail token={token} /> : <InvalidLink />}
    </AccountPanel>
  );
}
