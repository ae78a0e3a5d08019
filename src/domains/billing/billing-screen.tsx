// An organization's plan, what it uses of it, other plans, and its invoices.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Banner } from '#src/ui/banner.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { InvoicesCard } from './invoices-card.tsx';
import { PaymentNote } from './payment-note.tsx';
import { PlansCard } from './plans-card.tsx';
import { billingQuery, invalidateInvoices, type Plan } from './queries.ts';
import { RequestNote } from './request-note.tsx';
import { UsageCard } from './usage-card.tsx';
import { usePaymentPage } from './use-hosted-page.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const RequestPlan = lazyPart(() => import('./request-plan.tsx'), { name: 'the request', close });
const InvoiceDialog = lazyPart(() => import('./invoice-dialog.tsx'), { name: 'the invoice', close });

interface BillingScreenProps {
  organizationId: string;
  suspended: boolean;
  /** The invoice that is open. */
  invoiceId: string | undefined;
  onInvoice: (id: string | undefined) => void;
  /** Somebody came back from paying. */
  isAfterCheckout: boolean;
}

/** What the payment provider tells comes within seconds. */
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
    // With the payment came its invoice.
    if (isPaid) void invalidateInvoices(client, organizationId);
  }, [isPaid, client, organizationId]);
  const [wanted, setWanted] = useState<Plan | null>(null);
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
            onRequest={setWanted}
            onPay={pay}
          />
          {billing.can.manage ? (
            <InvoicesCard organizationId={organizationId} onOpen={onInvoice} />
          ) : (
            <Banner title="You can’t view invoices">
              People who manage this organization’s settings can view invoices and request another plan.
            </Banner>
          )}
          {wanted && <RequestPlan organizationId={organizationId} billing={billing} plan={wanted} onClose={() => setWanted(null)} />}
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
