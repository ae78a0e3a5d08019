import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '#src/domains/billing/billing-format.ts';
import type { PlanRequest } from '#src/domains/billing/queries.ts';
import { createDateFormat, formatCount, formatDateTime, formatFullDate, pluralize } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { type Column, DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ChartNoAxesColumn, Inbox } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { LongText } from '#src/ui/long-text.tsx';
import { Page } from '#src/ui/page.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { AllInvoices } from './all-invoices.tsx';
import type { BillingSearch, BillingTab, PlanRequestSearch } from './billing-search.ts';
import { PlanCards } from './plan-cards.tsx';
import { planRequests, plansQuery, type Revenue, revenueQuery } from './queries.ts';
import { SubscriptionList } from './subscription-list.tsx';

interface ManageBillingProps {
  search: BillingSearch;
  /** Resets the filters of the previous tab. */
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

/** Billing of all organizations. */
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

/** Shows whether Stripe is connected. The skeleton reserves its height, so the tabs below don't shift. */
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
        : `Organizations buy ${new Intl.ListFormat('en').format(sold)} and manage their subscriptions in Stripe.`}{' '}
      {lastAt === null ? 'No events received from Stripe yet.' : `Last event received ${formatDateTime(lastAt)}.`}
    </Banner>
  );
}

type Month = Revenue['months'][number];

const nameOfMonth = createDateFormat({ month: 'long', year: 'numeric' });

const revenueColumns: Column<Month>[] = [
  { head: 'Month (UTC)', part: 'title', cell: ({ month }) => nameOfMonth(`${month}T00:00:00Z`, 'UTC') },
  {
    head: 'Invoices issued',
    part: 'fact',
    cell: ({ invoices }) => formatCount(invoices),
    onCard: ({ invoices }) => pluralize(invoices, 'invoice', 'invoices'),
    end: true,
  },
  {
    head: 'Billed',
    part: 'fact',
    cell: ({ issued, currency }) => formatMoney(issued, currency),
    onCard: ({ issued, currency }) => `${formatMoney(issued, currency)} billed`,
    end: true,
  },
  {
    head: 'Paid',
    part: 'fact',
    cell: ({ paid, currency }) => formatMoney(paid, currency),
    onCard: ({ paid, currency }) => `${formatMoney(paid, currency)} paid`,
    end: true,
  },
];

function RevenueTab() {
  const query = useQuery(revenueQuery);
  useRefetchOnReconnect(query);
  return (
    <QueryState
      query={query}
      skeleton={
        <Loading label="Loading the revenue" className="grid gap-6">
          <Skeleton className="h-20 rounded-lg" />
          <Skeleton className="h-72 rounded-lg" />
        </Loading>
      }
      failed="Couldn’t load the revenue"
      offline="You need a connection to load it."
    >
      {({ months, open, recurring }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
          <dl className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {recurring.map(({ currency, amount, organizations }) => (
              <Stat
                key={currency}
                name="Monthly recurring revenue"
                value={formatMoney(amount, currency)}
                note={pluralize(organizations, 'paying organization', 'paying organizations')}
              />
            ))}
            {open.map(({ currency, amount, overdue }) => (
              <Stat
                key={currency}
                name="Outstanding"
                value={formatMoney(amount, currency)}
                note={overdue > 0 && `${formatMoney(overdue, currency)} overdue`}
              />
            ))}
          </dl>
          {months.length === 0 ? (
            <EmptyState icon={<ChartNoAxesColumn />} title="No invoices in the last 12 months">
              Monthly totals of invoices appear here.
            </EmptyState>
          ) : (
            <DataTable
              label="Revenue by month"
              columns={revenueColumns}
              items={months}
              keyOf={({ month, currency }) => month + currency}
              tableFrom="md"
            />
          )}
        </div>
      )}
    </QueryState>
  );
}

const AnswerRequest = lazyPart(() => import('./answer-request.tsx'), { name: 'the answer', close: ({ onClose }) => onClose() });

interface PlanRequestListProps {
  search: PlanRequestSearch;
  onSearch: (change: Partial<PlanRequestSearch>) => void;
}

const statusLabels: Record<PlanRequest['status'], { name: string; tone: Tone }> = {
  pending: { name: 'Pending', tone: 'info' },
  accepted: { name: 'Accepted', tone: 'success' },
  declined: { name: 'Declined', tone: 'warning' },
  withdrawn: { name: 'Withdrawn', tone: 'neutral' },
};

function PlanRequestList({ search, onSearch }: PlanRequestListProps) {
  const list = useResourceList(planRequests, { search, onSearch });
  const plans = useQuery(plansQuery).data?.plans ?? [];
  const [answered, setAnswered] = useState<PlanRequest | null>(null);
  const nameOf = (id: PlanRequest['plan']) => plans.find(({ plan }) => plan.id === id)?.plan.name ?? id;
  return (
    <>
      <ResourceList
        list={list}
        label="Plan requests"
        nouns={['request', 'requests']}
        failed="Couldn’t load the requests"
        offline="You need a connection to answer requests."
        columns={requestColumns(nameOf, list.disabledReason, setAnswered)}
        tableFrom="lg"
        filters={[{ name: 'status', label: 'Status', options: statusLabels }]}
        showsAll={false}
        empty={
          <EmptyState icon={<Inbox />} title={list.filtered ? 'No matching requests' : 'No pending requests'}>
            {!list.filtered && 'Plan requests from organizations appear here.'}
          </EmptyState>
        }
      />
      {answered && <AnswerRequest request={answered} planName={nameOf(answered.plan)} onClose={() => setAnswered(null)} />}
    </>
  );
}

const requestColumns = (
  nameOf: (id: PlanRequest['plan']) => string,
  disabledReason: string | null,
  onAnswer: (request: PlanRequest) => void,
): Column<PlanRequest>[] => [
  {
    head: 'Organization',
    part: 'title',
    cell: ({ organization_name: name, message }) => (
      <>
        <p className="line-clamp-2 font-medium">{name}</p>
        {message !== '' && <LongText className="font-normal text-ink-muted max-md:text-sm">{message}</LongText>}
      </>
    ),
    className: 'max-w-0 min-w-48',
  },
  { head: 'Plan', part: 'fact', cell: ({ plan }) => nameOf(plan) },
  {
    head: 'Requested by',
    part: 'fact',
    cell: ({ requested_by: name }) => <span className="block truncate lg:w-36">{name ?? 'Former member'}</span>,
    onCard: ({ requested_by: name }) => name ?? 'Former member',
  },
  { head: 'Since', part: 'fact', cell: ({ requested_at: at }) => formatFullDate(at) },
  { head: 'Status', part: 'fact', cell: ({ status }) => <Badge tone={statusLabels[status].tone}>{statusLabels[status].name}</Badge> },
  {
    head: 'Actions',
    part: 'action',
    below: () => true,
    cell: (request) =>
      request.status === 'pending' && (
        <Button
          size="sm"
          variant="primary"
          aria-label={`Answer ${request.organization_name}`}
          disabledReason={disabledReason}
          onClick={() => onAnswer(request)}
        >
          Answer
        </Button>
      ),
  },
];
