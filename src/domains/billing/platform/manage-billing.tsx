import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#src/lib/format.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Page } from '#src/ui/page.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { AllInvoices } from './all-invoices.tsx';
import type { BillingSearch, BillingTab } from './billing-search.ts';
import { PlanCards } from './plan-cards.tsx';
import { PlanRequestList } from './plan-request-list.tsx';
import { plansQuery } from './queries.ts';
import { RevenueTab } from './revenue-tab.tsx';
import { SubscriptionList } from './subscription-list.tsx';

interface ManageBillingProps {
  search: BillingSearch;
  /** Another list begins without what the one before was asked for. */
  onTab: (tab: BillingTab) => void;
  onSearch: (change: Partial<BillingSearch>) => void;
}

const tabs = [
  { value: 'subscriptions' as const, label: 'Organizations' },
  { value: 'invoices' as const, label: 'Invoices' },
  { value: 'requests' as const, label: 'Plan requests' },
  { value: 'plans' as const, label: 'Plans' },
  { value: 'revenue' as const, label: 'Revenue' },
];

/** What organizations pay for, over all of them. */
export function ManageBilling({ search, onTab, onSearch }: ManageBillingProps) {
  return (
    <Page title="Manage Billing" lead="Plans and invoices for all organizations.">
      <ProviderNote />
      <Tabs
        label="Manage Billing"
        tabs={tabs}
        value={search.tab ?? 'subscriptions'}
        onChange={(tab) => onTab(tab === 'subscriptions' ? undefined : tab)}
      >
        {search.tab === undefined && <SubscriptionList search={search} onSearch={onSearch} />}
        {search.tab === 'invoices' && <AllInvoices search={search} onSearch={(change) => onSearch({ ...change, tab: 'invoices' })} />}
        {search.tab === 'requests' && <PlanRequestList search={search} onSearch={(change) => onSearch({ ...change, tab: 'requests' })} />}
        {search.tab === 'plans' && <PlanCards />}
        {search.tab === 'revenue' && <RevenueTab />}
      </Tabs>
    </Page>
  );
}

/** Whether organizations pay by themselves. Its room is kept until that is known: the tabs below do not move under the finger. */
function ProviderNote() {
  const { data, isPending } = useQuery(plansQuery);
  if (isPending) return <Skeleton className="h-29 rounded-lg sm:h-19" />;
  if (!data) return null;
  const { payment, plans } = data;
  if (!payment) {
    return (
      <Banner title="Manual billing">No payment provider is connected. Assign plans, issue invoices and mark them as paid yourself.</Banner>
    );
  }
  const sold = plans.filter(({ price_id: price }) => price !== null).map(({ plan }) => plan.name);
  const { is_live: isLive, last_event_at: lastAt } = payment;
  return (
    <Banner
      tone={isLive ? 'info' : 'warning'}
      title={isLive ? 'Stripe is connected' : 'Stripe is connected in test mode. No real payments are made.'}
    >
      {sold.length === 0
        ? 'No plans are for sale yet. Add their Stripe prices under Plans.'
        : `Organizations buy ${new Intl.ListFormat('en').format(sold)} at Stripe, and manage their subscription there.`}{' '}
      {lastAt === null ? 'No events received from Stripe yet.' : `Last event received ${formatDateTime(lastAt)}.`}
    </Banner>
  );
}
