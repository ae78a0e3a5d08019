import { createFileRoute } from '@tanstack/react-router';
import { BillingScreen } from '#src/domains/billing/billing-screen.tsx';
import { billingQuery } from '#src/domains/billing/queries.ts';
import { OrganizationHeader } from '#src/domains/organizations/organization-header.tsx';
import { validateSearch } from '#src/lib/validate-search.ts';
import { organizationAccess } from '#src/session/guards.ts';
import { currentOrganization } from '#src/session/selection.ts';
import { useSession } from '#src/session/use-session.ts';
import { guarded } from '#src/shell/guarded.ts';
import { Page } from '#src/ui/page.tsx';

export const Route = createFileRoute('/_app/organization/billing')({
  beforeLoad: guarded(organizationAccess),
  validateSearch: validateSearch(
    ['invoice', 'checkout'],
    ({ invoice, checkout }: Record<string, unknown>): { invoice?: string; checkout?: 'done' } => ({
      ...(typeof invoice === 'string' && { invoice }),
      ...(checkout === 'done' && { checkout }),
    }),
  ),
  loader: ({ context: { queryClient, session } }) => {
    const snapshot = session.read();
    const organization = snapshot && currentOrganization(snapshot);
    if (organization) void queryClient.prefetchQuery(billingQuery(organization.id));
  },
  component: BillingPage,
});

function BillingPage() {
  const { invoice, checkout } = Route.useSearch();
  const navigate = Route.useNavigate();
  const snapshot = useSession();
  const organization = snapshot && currentOrganization(snapshot);
  if (!snapshot) return null;
  return (
    <Page title="Billing & Subscription">
      <OrganizationHeader snapshot={snapshot} organization={organization} />
      {organization && (
        <BillingScreen
          key={organization.id}
          organizationId={organization.id}
          suspended={organization.status === 'suspended'}
          invoiceId={invoice}
          onInvoice={(id) => void navigate({ search: (before) => ({ ...before, invoice: id }), resetScroll: false })}
          isAfterCheckout={checkout === 'done'}
        />
      )}
    </Page>
  );
}
