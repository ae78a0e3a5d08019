// An organization's plan, usage and invoices.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatFullDate } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FileText } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { formatCalendarDay, formatMoney, formatPeriod, invoiceStatusLabel } from './billing-format.ts';
import { usePaymentPage } from './invoice-actions.ts';
import { PlansCard, UsageCard } from './plans-card.tsx';
import {
  type Billing,
  billingQuery,
  invalidateBilling,
  type Invoice,
  invoices,
  type Plan,
  type PlanRequest,
  planRequestOverlay,
  requestPlan,
  withdrawPlanRequest,
} from './queries.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const RequestPlan = lazyPart(() => import('./request-plan.tsx'), { name: 'the request', close });
const InvoiceDialog = lazyPart(() => import('./invoice-dialog.tsx'), { name: 'the invoice', close });

interface BillingScreenProps {
  organizationId: string;
  suspended: boolean;
  /** The open invoice. */
  invoiceId: string | undefined;
  onInvoice: (id: string | undefined) => void;
  /** The payment provider redirected back after checkout. */
  isAfterCheckout: boolean;
}

/** The payment provider's webhook arrives within seconds. */
const POLL_INTERVAL_MS = 2000;

const SUSPENDED = 'Your organization is suspended. You can view its plan, but not change it.';

export function BillingScreen({ organizationId, suspended, invoiceId, onInvoice, isAfterCheckout }: BillingScreenProps) {
  const query = useQuery({
    ...billingQuery(organizationId),
    refetchInterval: ({ state }) => (isAfterCheckout && state.data?.payment?.is_waiting ? POLL_INTERVAL_MS : false),
  });
  useRefetchOnReconnect(query);
  const client = useQueryClient();
  const isPaid = isAfterCheckout && query.data?.payment?.is_waiting === false;
  useEffect(() => {
    // The payment created an invoice.
    if (isPaid) void invoices.invalidate(client, organizationId);
  }, [isPaid, client, organizationId]);
  const [requested, setRequested] = useState<Plan | null>(null);
  const isOnline = useConnection() === 'online';
  const offline = isOnline ? null : NEEDS_CONNECTION;
  const disabledReason = offline ?? (suspended ? SUSPENDED : null);
  const { mutate: pay, isPending, variables } = usePaymentPage(organizationId);
  const opening = isPending ? variables : undefined;
  return (
    <QueryState
      query={query}
      skeleton={<BillingSkeleton />}
      failed="Couldn’t load the plan"
      offline="You need a connection to view your plan and invoices."
    >
      {(billing) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
          {billing.payment && (
            <PaymentNote
              billing={billing}
              payment={billing.payment}
              isAfterCheckout={isAfterCheckout}
              disabledReason={offline}
              isOpening={opening === null}
              onManage={() => pay(null)}
            />
          )}
          {billing.request && (
            <RequestNote organizationId={organizationId} billing={billing} request={billing.request} disabledReason={disabledReason} />
          )}
          <UsageCard billing={billing} />
          <PlansCard
            billing={billing}
            disabledReason={disabledReason}
            manageDisabledReason={offline}
            opening={opening}
            onRequest={setRequested}
            onPay={pay}
          />
          {billing.can.manage ? (
            <InvoicesCard organizationId={organizationId} onOpen={onInvoice} />
          ) : (
            <Banner title="You can’t view invoices">
              People who manage this organization’s settings can view invoices and request another plan.
            </Banner>
          )}
          {requested && (
            <RequestPlan organizationId={organizationId} billing={billing} plan={requested} onClose={() => setRequested(null)} />
          )}
          {invoiceId !== undefined && billing.can.manage && (
            <InvoiceDialog organizationId={organizationId} invoiceId={invoiceId} onClose={() => onInvoice(undefined)} />
          )}
        </div>
      )}
    </QueryState>
  );
}

function BillingSkeleton() {
  return (
    <Loading label="Loading the plan" className="grid gap-6">
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-80 rounded-lg" />
      <Skeleton className="h-56 rounded-lg" />
    </Loading>
  );
}

interface InvoicesCardProps {
  organizationId: string;
  onOpen: (invoiceId: string) => void;
}

function InvoicesCard({ organizationId, onOpen }: InvoicesCardProps) {
  const [cursor, setCursor] = useState<string>();
  const list = useResourceList(invoices, { search: { cursor }, onSearch: (change) => setCursor(change.cursor) }, organizationId);
  return (
    <section aria-labelledby="invoices" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="invoices" className="text-lg font-semibold">
        Invoices
      </h2>
      <ResourceList
        list={list}
        label="Invoices"
        nouns={['invoice', 'invoices']}
        failed="Couldn’t load the invoices"
        as="part"
        columns={columns(onOpen)}
        tableFrom="md"
        empty={
          <EmptyState icon={<FileText />} title="No invoices yet">
            Invoices for your plan appear here to view and download.
          </EmptyState>
        }
      />
    </section>
  );
}

const columns = (onOpen: InvoicesCardProps['onOpen']): Column<Invoice>[] => [
  {
    head: 'Invoice',
    part: 'title',
    cell: ({ number, description }) => (
      <>
        <p className="font-medium">{number}</p>
        <p className="truncate font-normal text-ink-muted max-md:text-sm" title={description}>
          {description}
        </p>
      </>
    ),
    className: 'max-w-0 min-w-56',
  },
  { head: 'Period', part: 'fact', cell: formatPeriod },
  {
    head: 'Due',
    part: 'fact',
    cell: ({ due_on: due }) => formatCalendarDay(due),
    onCard: ({ due_on: due }) => `Due ${formatCalendarDay(due)}`,
  },
  {
    head: 'Status',
    part: 'fact',
    cell: (invoice) => <Badge tone={invoiceStatusLabel(invoice).tone}>{invoiceStatusLabel(invoice).name}</Badge>,
  },
  { head: 'Amount', part: 'fact', cell: ({ amount, currency }) => formatMoney(amount, currency), end: true },
  {
    head: 'Actions',
    part: 'action',
    cell: (invoice) => (
      <Button size="sm" aria-label={`View invoice ${invoice.number}`} onClick={() => onOpen(invoice.id)}>
        View
      </Button>
    ),
  },
];

interface PaymentNoteProps {
  billing: Billing;
  payment: NonNullable<Billing['payment']>;
  /** The payment provider redirected back. Only the server knows whether the payment succeeded. */
  isAfterCheckout: boolean;
  disabledReason: string | null;
  isOpening: boolean;
  onManage: () => void;
}

const LOST_NOTHING = 'You won’t lose anything.';

/** Payment problems, cancellations and a finished checkout. Null otherwise. */
export function PaymentNote({
  billing,
  payment: { subscription, is_waiting: isWaiting },
  isAfterCheckout,
  disabledReason,
  isOpening,
  onManage,
}: PaymentNoteProps) {
  const manage = (
    <Button size="sm" variant="primary" loading={isOpening} disabledReason={disabledReason} onClick={onManage}>
      Manage billing
    </Button>
  );
  if (!subscription) {
    if (!isAfterCheckout || !isWaiting) return null;
    return (
      <Banner title="Waiting for the payment provider">
        This page updates automatically once your payment is confirmed. If you didn’t pay, you weren’t charged.
      </Banner>
    );
  }
  const name = billing.plans.find(({ id }) => id === subscription.plan)?.name;
  const plan = name === undefined ? 'your plan' : `the ${name} plan`;
  const { status, ends_at: endsAt, grace_ends_at: until } = subscription;
  if (status === 'past_due' && until !== null && billing.plan.id === subscription.plan) {
    return (
      <Banner tone="warning" title="Your last payment failed" actions={manage}>
        We’ll retry the payment, and you keep {plan} until {formatFullDate(until)}. Please check your payment method. Without a payment by
        then, your organization moves to the Free plan. {LOST_NOTHING}
      </Banner>
    );
  }
  if (status !== 'active') {
    return (
      <Banner tone="danger" title="Your plan hasn’t been paid" actions={manage}>
        Your organization is on the Free plan until the open invoice for {plan} is paid. {LOST_NOTHING}
      </Banner>
    );
  }
  if (endsAt !== null) {
    return (
      <Banner title={`Canceled. You keep ${plan} until ${formatFullDate(endsAt)}.`} actions={manage}>
        Then your organization moves to the Free plan. {LOST_NOTHING} You can renew until that day.
      </Banner>
    );
  }
  return isAfterCheckout ? <Banner tone="success" title={`Thank you! You’re on ${plan}.`} /> : null;
}

interface RequestNoteProps {
  organizationId: string;
  billing: Billing;
  request: PlanRequest;
  disabledReason: string | null;
}

/** The plan request and its answer. */
function RequestNote({ organizationId, billing, request: saved, disabledReason }: RequestNoteProps) {
  const client = useQueryClient();
  const request = planRequestOverlay.usePatched()(saved.id, saved);
  const name = billing.plans.find(({ id }) => id === saved.plan)?.name ?? saved.plan;
  const withdraw = optimisticMutation<{ request: PlanRequest }>({
    item: () => `plan-request:${organizationId}`,
    apply: () => planRequestOverlay.add(saved.id, null),
    send: () => withdrawPlanRequest(organizationId, saved.id),
    // Undo creates a new request.
    revert: () => requestPlan(organizationId, { plan: saved.plan, message: saved.message }),
    done: () => `Request for ${name} withdrawn`,
    failed: 'Couldn’t withdraw the request',
    settle: () => invalidateBilling(client, organizationId),
  });
  if (!request) return null;
  if (request.status === 'pending') {
    return (
      <Banner
        title={`You requested the ${name} plan`}
        actions={
          <Button size="sm" disabledReason={disabledReason} onClick={() => withdraw({ request })}>
            Withdraw request
          </Button>
        }
      >
        Sent on {formatFullDate(request.requested_at)}
        {request.requested_by !== null && ` by ${request.requested_by}`}. We’ll answer here.
        {request.message !== '' && <span className="block [overflow-wrap:anywhere]">“{request.message}”</span>}
      </Banner>
    );
  }
  if (request.status === 'declined') {
    return (
      <Banner tone="warning" title={`Your request for the ${name} plan was declined`}>
        {request.answer || 'No reason was given.'} You can request it again.
      </Banner>
    );
  }
  if (request.answer !== '' && request.plan === billing.plan.id) {
    return (
      <Banner tone="success" title={`You’re on the ${name} plan`}>
        {request.answer}
      </Banner>
    );
  }
  return null;
}
