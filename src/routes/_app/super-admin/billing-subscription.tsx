import { createFileRoute } from '@tanstack/react-router';
import { parseBillingSearch, type BillingSearch } from '#src/domains/billing/platform/billing-search.ts';
import { ManageBilling } from '#src/domains/billing/platform/manage-billing.tsx';
import { searchChange } from '#src/lib/list-query.ts';

export const Route = createFileRoute('/_app/super-admin/billing-subscription')({
  validateSearch: parseBillingSearch,
  component: BillingSubscriptionPage,
});

function BillingSubscriptionPage() {
  const navigate = Route.useNavigate();
  return (
    <ManageBilling
      search={Route.useSearch()}
      onTab={(tab) => void navigate({ search: { tab } })}
      onSearch={(change) => void navigate(searchChange<BillingSearch & { cursor?: string }>(change))}
    />
  );
}
