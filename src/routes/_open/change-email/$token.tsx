import { createFileRoute } from '@tanstack/react-router';
import { AccountPanel, InvalidLink, HomeLink, isCompleteToken } from '#src/domains/accounts/account-panel.tsx';
import { AnswerEmailChange } from '#src/domains/accounts/email-links.tsx';

export const Route = createFileRoute('/_open/change-email/$token')({ component: ChangeEmailPage });

/** The target of the links that both addresses get when an email address changes. */
function ChangeEmailPage() {
  const { token } = Route.useParams();
  return (
    <AccountPanel title="Change email address" lead="Confirm only if you requested this." foot={<HomeLink />}>
      {isCompleteToken(token) ? <AnswerEmailChange key={token} token={token} /> : <InvalidLink />}
    </AccountPanel>
  );
}
