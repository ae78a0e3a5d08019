import { createFileRoute } from '@tanstack/react-router';
import { BillingScreen } from '#src/domains/billing/billing-screen.tsx';
import { billingQuery } from '#src/domains/billing/queries.ts';
import { CreditStatement } from '#src/domains/generation/credits/credit-statement.tsx';
import { parseStatementSearch, statementSearchKeys, type StatementSearch } from '#src/domains/generation/credits/statement-search.ts';
import { OrganizationHeader } from '#src/domains/organizations/organization-header.tsx';
import { searchChange } from '#src/lib/list-query.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { organizationAccess } from '#src/session/guards.ts';
import { currentOrganization } from '#src/session/selection.ts';
import { useSession } from '#src/session/use-session.ts';
import { guarded } from '#src/shell/guarded.ts';
import { Page } from '#src/ui/page.tsx';
import { Tabs } from '#src/ui/tabs.tsx';

type BillingSearch = StatementSearch & { invoice?: string; checkout?: 'done'; tab?: 'credits' };

export const Route = createFileRoute('/_app/organization/billing')({
  beforeLoad: guarded(organizationAccess),
  validateSearch: validateSearch(
    ['invoice', 'checkout', 'tab', ...statementSearchKeys],
    ({ invoice, checkout, tab, ...raw }: Record<string, unknown>): BillingSearch => ({
      ...parseStatementSearch(raw),
      ...(tab === 'credits' && { tab }),
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
  const { invoice, checkout, tab = 'plan', ...credits } = Route.useSearch();
  const navigate = Route.useNavigate();
  const snapshot = useSession();
  const organization = snapshot && currentOrganization(snapshot);
  if (!snapshot) return null;
  return (
    <Page title="Billing & Subscription">
      <OrganizationHeader snapshot={snapshot} organization={organization} />
      {organization && (
        <Tabs
          label="Billing & Subscription"
          tabs={[
            { value: 'plan', label: 'Plan and invoices' },
            { value: 'credits', label: 'Credits' },
          ]}
          value={tab}
          onChange={(next) => void navigate({ search: next === 'plan' ? {} : { tab: next }, resetScroll: false })}
        >
          {tab === 'credits' ? (
            <CreditStatement
              key={organization.id}
              owner={organization.id}
              search={credits}
              onSearch={(change) => void navigate(searchChange<BillingSearch>(change))}
            />
          ) : (
            <BillingScreen
              key={organization.id}
              organizationId={organization.id}
              suspended={organization.status === 'suspended'}
              invoiceId={invoice}
              onInvoice={(id) => void navigate({ search: (before) => ({ ...before, invoice: id }), resetScroll: false })}
              isAfterCheckout={checkout === 'done'}
            />
          )}
        </Tabs>
      )}
    </Page>
  );
}
