import { createFileRoute, Link } from '@tanstack/react-router';
import { AccountPanel, textLink } from '#src/domains/accounts/account-panel.tsx';
import { ForgotPasswordForm } from '#src/domains/accounts/password-reset.tsx';
import { useSession } from '#src/session/use-session.ts';

export const Route = createFileRoute('/_public/forgot-password')({ component: ForgotPasswordPage });

function ForgotPasswordPage() {
  const session = useSession();
  return (
    <AccountPanel
      title="Forgot your password?"
      lead="Enter your account’s email address to choose a new one."
      foot={
        <Link to="/login" className={textLink}>
          Back to log in
        </Link>
      }
    >
      <ForgotPasswordForm email={session?.user.email ?? ''} />
    </AccountPanel>
  );
}
