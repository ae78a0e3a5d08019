import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { PendingApproval } from '#src/domains/organizations/pending-approval.tsx';
import { forceRefresh } from '#src/session/actions.ts';
import { isPendingAdmin, landingFor } from '#src/session/guards.ts';
import { useSession } from '#src/session/use-session.ts';
import { PublicLayout } from '#src/shell/layouts.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const ConfirmEmailNote = lazyPart(
  async () => ({ default: (await import('#src/domains/accounts/settings/confirm-email-note.tsx')).ConfirmEmailNote }),
  { name: 'Confirming your email address' },
);

export const Route = createFileRoute('/_bare/pending-approval')({
  beforeLoad: ({ context }) => {
    const snapshot = context.session.read();
    const waiting = snapshot && isPendingAdmin(snapshot) ? snapshot.user.organizations[0] : undefined;
    if (!waiting) throw redirect({ to: snapshot ? landingFor(snapshot) : '/login', replace: true });
    return { organizationId: waiting.id };
  },
  component: PendingApprovalPage,
});

function PendingApprovalPage() {
  const { organizationId } = Route.useRouteContext();
  const user = useSession()?.user;
  const router = useRouter();
  // The session is still "pending": after its renewal the guard above redirects.
  const moveOn = async () => {
    await forceRefresh();
    await router.invalidate();
  };
  return (
    <PublicLayout>
      <PendingApproval
        organizationId={organizationId}
        email={user?.email ?? ''}
        confirmEmail={user && <ConfirmEmailNote user={user} />}
        onDecided={() => void moveOn()}
      />
    </PublicLayout>
  );
}
