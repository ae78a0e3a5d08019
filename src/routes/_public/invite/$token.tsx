import { createFileRoute } from '@tanstack/react-router';
import { AccountPanel } from '#src/domains/accounts/account-panel.tsx';
import { InvitationScreen } from '#src/domains/organizations/invitation/invitation-screen.tsx';
import { useSession } from '#src/session/use-session.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const ConfirmEmailNote = lazyPart(
  async () => ({ default: (await import('#src/domains/accounts/settings/confirm-email-note.tsx')).ConfirmEmailNote }),
  { name: 'Confirming your email address' },
);

export const Route = createFileRoute('/_public/invite/$token')({ component: InvitationPage });

/** The target of the link in an invitation email. */
function InvitationPage() {
  const { token } = Route.useParams();
  const snapshot = useSession();
  const user = snapshot && { ...snapshot.user, is_verified: false };
  return (
    <AccountPanel title="Invitation">
      <InvitationScreen
        key={token}
        token={token}
        confirmEmail={
          user && <ConfirmEmailNote user={user} then="Then accept the invitation here, or open the link in the invitation email." />
        }
      />
    </AccountPanel>
  );
}
