// Organizations with their plan, usage and last billed day.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCalendarDay } from '#src/domains/billing/billing-format.ts';
import type { Plan } from '#src/domains/billing/queries.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, formatFullDate, pluralize } from '#src/lib/format.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { ifSendsMail } from '#src/shell/sends-mail.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { Building2, FileText } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Select } from '#src/ui/select.tsx';
import type { SubscriptionSearch } from './billing-search.ts';
import { invalidatePlatformBilling, type PlanInUse, plansQuery, setOrganizationPlan, type Subscription, subscriptions } from './queries.ts';

const IssueInvoice = lazyPart(() => import('./issue-invoice.tsx'), { name: 'the invoice', close: ({ onClose }) => onClose() });

interface SubscriptionListProps {
  search: SubscriptionSearch;
  onSearch: (change: Partial<SubscriptionSearch>) => void;
}

export function SubscriptionList({ search, onSearch }: SubscriptionListProps) {
  const list = useResourceList(subscriptions, { search, onSearch });
  const plans = useQuery(plansQuery).data?.plans ?? [];
  const client = useQueryClient();
  const [billed, setBilled] = useState<Subscription | null>(null);
  const nameOf = (id: Subscription['plan']) => plans.find(({ plan }) => plan.id === id)?.plan.name ?? id;
  const changePlan = optimisticMutation<{ row: Subscription; plan: Subscription['plan'] }>({
    item: ({ row }) => `subscription:${row.organization.id}`,
    apply: ({ row, plan }) => subscriptions.overlay.add(row.organization.id, { plan }),
    send: ({ row, plan }) => setOrganizationPlan(row.organization.id, plan),
    applyRevert: ({ row }) => subscriptions.overlay.add(row.organization.id, { plan: row.plan }),
    revert: ({ row }) => setOrganizationPlan(row.organization.id, row.plan),
    done: ({ row, plan }) => `${row.organization.name} is on ${nameOf(plan)}${ifSendsMail('. Admins are notified by email')}`,
    failed: 'Couldn’t change the plan',
    settle: () => invalidatePlatformBilling(client),
  });
  return (
    <>
      <ResourceList
        list={list}
        label="Organizations"
        nouns={['organization', 'organizations']}
        failed="Couldn’t load organizations"
        offline="You need a connection to change plans."
        columns={subscriptionColumns({
          plans,
          disabledReason: list.disabledReason,
          onPlan: (row, plan) => changePlan({ row, plan }),
          onBill: setBilled,
        })}
        tableFrom="lg"
        filters={[
          { name: 'q', label: 'Search organizations', placeholder: 'Search name or email' },
          {
            name: 'plan',
            label: 'Plan',
            unset: 'Any plan',
            options: Object.fromEntries(plans.map(({ plan, organizations }) => [plan.id, `${plan.name} (${organizations})`])),
            className: 'sm:w-36',
          },
          { name: 'storage', label: 'Storage', unset: 'Any storage', options: { full: 'Storage full' } },
        ]}
        empty={{
          icon: <Building2 />,
          title: 'No organizations yet',
          filtered: 'No matching organizations',
          children: 'Organizations appear here with their plan once they register.',
        }}
      />
      {billed && (
        <IssueInvoice
          subscription={billed}
          plan={plans.find(({ plan }) => plan.id === billed.plan)?.plan}
          onClose={() => setBilled(null)}
        />
      )}
    </>
  );
}

/** Approved, and on a plan that costs something or billed before. The server refuses what isn't approved. */
export const hasToInvoice = ({ organization, invoiced_until: until }: Subscription, plan: Plan | undefined): boolean =>
  organization.status !== 'pending' && (until !== null || (plan?.monthly_price ?? 0) > 0);

interface SubscriptionColumnOptions {
  plans: readonly PlanInUse[];
  disabledReason: string | null;
  onPlan: (row: Subscription, plan: Subscription['plan']) => void;
  onBill: (row: Subscription) => void;
}

const subscriptionColumns = ({
  plans,
  disabledReason,
  onPlan,
  onBill,
}: SubscriptionColumnOptions): Column<Subscription, NonNullable<SubscriptionSearch['sort']>>[] => [
  {
    head: 'Organization',
    part: 'title',
    cell: ({ organization: { id, name, status } }) => (
      <span className="flex flex-wrap items-center gap-2">
        <Link
          to="/super-admin/users"
          search={{ tab: 'organizations', q: name, organization: id }}
          title={name}
          className="line-clamp-2 hover:underline"
        >
          {name}
        </Link>
        {status !== 'active' && <Badge tone="warning">{status === 'pending' ? 'Waiting for approval' : 'Suspended'}</Badge>}
      </span>
    ),
    sort: ['name', '-name'],
    className: 'max-w-0 min-w-48',
  },
  {
    head: 'Plan',
    part: 'fact',
    cell: (row) => (
      <span className="grid justify-items-start gap-1.5 py-1">
        <Select
          aria-label={`Plan for ${row.organization.name}`}
          size="sm"
          options={
            plans.length === 0 ? [{ value: row.plan, label: row.plan }] : plans.map(({ plan }) => ({ value: plan.id, label: plan.name }))
          }
          value={row.plan}
          disabledReason={disabledReason ?? (row.payment ? 'Paid through Stripe. The organization changes it there.' : null)}
          onChange={(plan) => onPlan(row, plan)}
          className="w-40"
        />
        {row.payment && <PaymentBadge payment={row.payment} />}
      </span>
    ),
  },
  {
    head: 'Since',
    part: 'fact',
    cell: ({ since }) => (since === null ? 'Registration' : formatFullDate(since)),
    onCard: ({ since }) => (since === null ? 'Since registration' : `Since ${formatFullDate(since)}`),
  },
  { head: 'Usage', part: 'fact', cell: (row) => <Usage row={row} plan={plans.find(({ plan }) => plan.id === row.plan)?.plan} /> },
  {
    head: 'Billed until',
    part: 'fact',
    cell: ({ invoiced_until: until }) => (until === null ? 'Never' : formatCalendarDay(until)),
    onCard: ({ invoiced_until: until }) => (until === null ? 'Never billed' : `Billed until ${formatCalendarDay(until)}`),
  },
  {
    head: 'Actions',
    part: 'action',
    cell: (row) =>
      hasToInvoice(row, plans.find(({ plan }) => plan.id === row.plan)?.plan) && (
        <Button
          size="sm"
          icon={<FileText aria-hidden className="size-4" />}
          aria-label={`Issue an invoice to ${row.organization.name}`}
          disabledReason={disabledReason}
          onClick={() => onBill(row)}
        >
          Invoice
        </Button>
      ),
  },
];

function PaymentBadge({ payment: { status, ends_at: endsAt, grace_ends_at: until } }: { payment: NonNullable<Subscription['payment']> }) {
  if (status === 'unpaid') return <Badge tone="danger">Unpaid (Stripe)</Badge>;
  if (status === 'past_due') return <Badge tone="warning">Payment failed{until !== null && `, plan until ${formatFullDate(until)}`}</Badge>;
  if (endsAt !== null) return <Badge tone="neutral">Canceled, until {formatFullDate(endsAt)}</Badge>;
  return <Badge tone="success">Paid through Stripe</Badge>;
}

/** Usage of the plan's limits. Marks reached limits. */
function Usage({ row: { usage }, plan }: { row: Subscription; plan: Plan | undefined }) {
  const { events, members, invitations, storage_bytes: bytes, generations } = usage;
  const limits = plan?.limits;
  const formatUsage = (used: number, most: number | null | undefined, format: (amount: number) => string) =>
    most === null || most === undefined ? format(used) : `${format(used)} of ${format(most)}`;
  const isFull = (used: number, most: number | null | undefined) => typeof most === 'number' && used >= most;
  const full =
    isFull(events, limits?.events) ||
    isFull(members + invitations, limits?.staff) ||
    isFull(bytes, limits?.storage_bytes) ||
    isFull(generations, limits?.generations);
  return (
    <span className="grid gap-0.5 py-1 text-sm">
      <span className="flex flex-wrap items-center gap-2">
        {formatUsage(bytes, limits?.storage_bytes, formatBytes)}
        {full && <Badge tone="warning">Full</Badge>}
      </span>
      <span className="text-ink-muted">
        {formatUsage(events, limits?.events, formatCount)} {(limits?.events ?? events) === 1 ? 'event' : 'events'} ·{' '}
        {formatUsage(members + invitations, limits?.staff, formatCount)} staff
      </span>
      <span className="text-ink-muted">
        {limits?.generations === null || !limits
          ? pluralize(generations, 'image this month', 'images this month')
          : `${formatCount(generations)} of ${pluralize(limits.generations, 'image', 'images')} this month`}
      </span>
    </span>
  );
}
