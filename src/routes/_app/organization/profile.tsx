import { createFileRoute } from '@tanstack/react-router';
import { OrganizationHeader } from '#src/domains/organizations/organization-header.tsx';
import { OwnMembership } from '#src/domains/organizations/own/own-membership.tsx';
import { landingFor, organizationAccess } from '#src/session/guards.ts';
import { currentOrganization } from '#src/session/selection.ts';
import { useSession } from '#src/session/use-session.ts';
import { guarded } from '#src/shell/guarded.ts';
import { Page } from '#src/ui/page.tsx';

export const Route = createFileRoute('/_app/organization/profile')({
  beforeLoad: guarded(organizationAccess),
  component: OwnMembershipPage,
});

function OwnMembershipPage() {
  const navigate = Route.useNavigate();
  const { session } = Route.useRouteContext();
  const snapshot = useSession();
  if (!snapshot) return null;
  const organization = currentOrganization(snapshot);
  const leave = () => {
    const now = session.read();
    if (now) void navigate({ to: landingFor(now), replace: true });
  };
  return (
    <Page title="Profile" width="text">
      <OrganizationHeader snapshot={snapshot} organization={organization} />
      {organization && <OwnMembership key={organization.id} organization={organization} user={snapshot.user} onLeft={leave} />}
    </Page>
  );
}
