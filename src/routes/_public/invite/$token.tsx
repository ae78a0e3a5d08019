import { createFileRoute } from '@tanstack/react-router';
import { AccountPanel } from '#src/domains/accounts/account-panel.tsx';
import { InvitationScreen } from '#src/domains/organizations/invitation/invitation-screen.tsx';

export const Route = createFileRoute('/_public/invite/$token')({ component: InvitationPage });

/** What the link in an invitation's mail leads to. */
function InvitationPage() {
  const { token } = Route.useParams();
  return (
    <AccountPanel title="Invitation">
      <InvitationScreen key={token} token={token} />
    </AccountPanel>
  );
}
