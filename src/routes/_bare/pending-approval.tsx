import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { PendingApproval } from '#src/domains/organizations/pending-approval.tsx';
import { refreshAnew } from '#src/session/actions.ts';
import { isPendingAdmin } from '#src/session/guards.ts';
import { landingFor } from '#src/session/landing.ts';
import { PublicLayout } from '#src/shell/public-layout.tsx';

export const Route = createFileRoute('/_bare/pending-approval')({
  beforeLoad: ({ context }) => {
    const snapshot = context.session.read();
    const waiting = snapshot && isPendingAdmin(snapshot) ? snapshot.user.organizations[0] : undefined;
    if (!waiting) throw redirect({ to: snapshot ? landingFor(snapshot) : '/login', replace: true });
    return { organizationId: waiting.id, email: snapshot?.user.email ?? '' };
  },
  component: PendingApprovalPage,
});

function PendingApprovalPage() {
  const { organizationId, email } = Route.useRouteContext();
  const router = useRouter();
  // The session still says "pending": it is renewed, then the guard above leads on.
  const moveOn = async () => {
    await refreshAnew();
    await router.invalidate();
  };
  return (
    <PublicLayout>
      <PendingApproval organizationId={organizationId} email={email} onDecided={() => void moveOn()} />
    </PublicLayout>
  );
}
