import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountPanel, InvalidLink, isCompleteToken, textLink } from '#src/domains/accounts/account-panel.tsx';
import { ResetPasswordForm } from '#src/domains/accounts/password-reset.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { buttonClass } from '#src/ui/button.tsx';

export const Route = createFileRoute('/_public/reset-password/$token')({ component: ResetPasswordPage });

function ResetPasswordPage() {
  const { token } = Route.useParams();
  const [done, setDone] = useState(false);
  return (
    <AccountPanel
      title="Choose a new password"
      lead="You’ll be logged out on every device."
      foot={
        <Link to="/forgot-password" className={textLink}>
          Send a new link
        </Link>
      }
    >
      {!isCompleteToken(token) ? (
        <InvalidLink />
      ) : done ? (
        <>
          <Banner tone="success" title="Your password was changed">
            <p>Log in with the new one.</p>
          </Banner>
          <Link to="/login" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Log in
          </Link>
        </>
      ) : (
        <ResetPasswordForm token={token} onDone={() => setDone(true)} />
      )}
    </AccountPanel>
  );
}
