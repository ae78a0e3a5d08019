import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailNote } from '#src/domains/accounts/settings/confirm-email-note.tsx';
import { OrganizationSummary } from '#src/domains/events/manage/dashboard/organization-summary.tsx';
import { organizationEvents, organizationOverviewQuery } from '#src/domains/events/manage/queries.ts';
import { OrganizationHeader, useCurrentOrganization } from '#src/domains/organizations/organization-header.tsx';
import { useUrgentDeviceRows } from '#src/domains/photos/delivery/urgent-devices.tsx';
import { currentOrganization } from '#src/session/selection.ts';
import { Page } from '#src/ui/page.tsx';

export const Route = createFileRoute('/_app/organization/')({
  // Not awaited: the skeleton or the cached answer shows while it loads.
  loader: ({ context: { queryClient, session } }) => {
    const snapshot = session.read();
    const organization = snapshot && currentOrganization(snapshot);
    if (!organization) return;
    void queryClient.prefetchQuery(organizationEvents.query({}, organization.id));
    void queryClient.prefetchQuery(organizationOverviewQuery(organization.id));
  },
  component: OrganizationDashboard,
});

function OrganizationDashboard() {
  const { snapshot, organization } = useCurrentOrganization();
  const devices = useUrgentDeviceRows(organization?.id);
  if (!snapshot) return null;
  return (
    <Page title="Organization Dashboard" lead={organization?.name}>
      <OrganizationHeader snapshot={snapshot} organization={organization} />
      <ConfirmEmailNote user={snapshot.user} canDismiss />
      {organization && (
        <OrganizationSummary
          key={organization.id}
          organizationId={organization.id}
          suspended={organization.status === 'suspended'}
          devices={devices}
        />
      )}
    </Page>
  );
}
