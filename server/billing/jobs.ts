import { audit, type AuditEntry } from '#server/audit/audit.ts';
import { type BillingDeps, billingMailer } from '#server/billing/emails.ts';
import { findProviderInvoices, writeProviderInvoice } from '#server/billing/invoices-repository.ts';
import type { PaymentProvider, ProviderInvoice, ProviderSubscription } from '#server/billing/payment-provider.ts';
import { graceEnd, paidPlan } from '#server/billing/payment-provider.ts';
import {
  beginRead,
  deleteHandledEvents,
  endCheckout,
  type FetchedPaymentState,
  findPlanOfPrice,
  listOutOfSync,
  listUnhandledEvents,
  lockPaymentAccount,
  markEventsHandled,
  type PaymentAccount,
  queueSync,
  writePaymentState,
} from '#server/billing/payments-repository.ts';
import {
  type BillableOrganization,
  findLatestPlanRequest,
  findPlan,
  FIRST_PLAN,
  lockBillableOrganization,
  planOf,
  putOnPlan,
  settlePlanRequest,
} from '#server/billing/plans-repository.ts';
import { stripeProvider } from '#server/billing/stripe.ts';
import type { Tx } from '#server/db/types.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { uuid7 } from '#server/uuid.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Longer than the provider repeats events. */
const EVENTS_KEPT_MS = 90 * DAY_MS;

export function billingJobs(deps: BillingDeps): JobHandlers<'sync-payments' | 'review-payments'> {
  const { db, config, jobs } = deps;
  const provider = config.stripe && stripeProvider(config.stripe);
  return {
    async 'sync-payments'({ organizationId }) {
      if (provider) await syncPayments(deps, provider, organizationId);
    },
    // An event of the provider may have been lost.
    async 'review-payments'(_payload, signal) {
      if (!provider) return;
      for (const organizationId of await listOutOfSync(db)) {
        if (signal.aborted) return;
        await db.transaction((tx) => queueSync(jobs, tx, organizationId));
      }
      await deleteHandledEvents(db, new Date(Date.now() - EVENTS_KEPT_MS));
    },
  };
}

type Running = ProviderSubscription & { status: NonNullable<ProviderSubscription['status']> };
const isRunning = (subscription: ProviderSubscription): subscription is Running => subscription.status !== null;

/** With several subscriptions, a paid one takes precedence, then one that may still be paid. */
const statusPriority: Record<Running['status'], number> = { active: 0, past_due: 1, unpaid: 2 };

/**
 * Reads the payment state of an organization from the provider and applies it. Events of the provider only trigger a read, so their number and order do
 * not matter.
 * @throws {PaymentFailure} the provider did not answer; nothing has changed
 */
async function syncPayments(deps: BillingDeps, provider: PaymentProvider, organizationId: string): Promise<void> {
  const { db } = deps;
  const begun = await db.transaction(async (tx) => {
    const read = await beginRead(tx, organizationId);
    return read && { ...read, events: await listUnhandledEvents(tx, organizationId) };
  });
  if (!begun) return;
  const { customerId, read, isDeleted, events } = begun;
  let subscriptions = await provider.readSubscriptions(customerId);
  // A deleted organization must not be charged.
  const needless = isDeleted ? (subscriptions ?? []).filter(isRunning) : [];
  for (const { id } of needless) await provider.cancelSubscription(id);
  if (needless.length > 0) subscriptions = await provider.readSubscriptions(customerId);
  const invoices = subscriptions === null ? [] : await provider.readInvoices(customerId);
  await db.transaction(async (tx) => {
    const organization = await lockBillableOrganization(tx, organizationId);
    const account = await lockPaymentAccount(tx, organizationId);
    if (!organization || !account) return;
    for (const { id: subscription } of needless)
      await audit(tx, { action: 'billing.cancel_subscription', ...auditSubject(organizationId), detail: { subscription } });
    // A later read was applied already, with the same or newer results.
    if (account.readApplied < read) await applySubscriptions(deps, tx, { organization, account, subscriptions, read });
  });
  // The payment state is applied even if an invoice cannot be written.
  const known = await findProviderInvoices(
    db,
    invoices.map(({ id }) => id),
  );
  const failures: unknown[] = [];
  for (const invoice of invoices.filter((found) => isInvoiceChanged(found, known)))
    await db
      .transaction(async (tx) => {
        const organization = await lockBillableOrganization(tx, organizationId);
        const account = await lockPaymentAccount(tx, organizationId);
        if (organization && account?.readApplied === read) await applyInvoice(tx, organization, invoice);
      })
      .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  await db.transaction((tx) => markEventsHandled(tx, events));
}

interface Found {
  organization: BillableOrganization;
  account: PaymentAccount;
  /** Null: the provider knows no such customer. */
  subscriptions: ProviderSubscription[] | null;
  read: number;
}

/** No actor: changes come from the provider. */
const auditSubject = (id: string) => ({ actorId: null, subjectType: 'organization', subjectId: id, organizationId: id });

async function applySubscriptions(deps: BillingDeps, tx: Tx, { organization, account, subscriptions, read }: Found): Promise<void> {
  const { id } = organization;
  const now = new Date();
  // For example after a change of API keys: no subscription is found, but the paid period continues to its end.
  if (subscriptions === null && account.periodEnd && account.periodEnd > now)
    return writePaymentState(tx, id, { ...account, readApplied: read });
  // At most one; of several, the newest with the best status.
  const [current, ...others] = (subscriptions ?? [])
    .filter(isRunning)
    .toSorted((a, b) => statusPriority[a.status] - statusPriority[b.status] || b.createdAt.getTime() - a.createdAt.getTime());
  const standing = await paymentStateOf(tx, account, current, read, now);
  await writePaymentState(tx, id, standing);
  if (current) await endCheckout(tx, id);
  for (const change of changesOf(account, standing)) await audit(tx, { ...auditSubject(id), ...change });
  if (others.length > 0 && account.subscriptionId !== standing.subscriptionId)
    await audit(tx, { action: 'billing.pay_twice', ...auditSubject(id), outcome: 'failed', detail: { subscriptions: 1 + others.length } });

  const { plan } = await planOf(tx, id);
  const paid = paidPlan(standing, now);
  // A plan set by an admin stays.
  const wanted = paid ?? (account.planId === plan.id ? FIRST_PLAN : plan.id);
  const mails = billingMailer(deps);
  if (standing.status === 'past_due' && account.status !== 'past_due' && standing.pastDueSince)
    await mails.paymentMissed(tx, organization, plan, graceEnd(standing.pastDueSince));
  if (wanted === plan.id) return;
  await putOnPlan(tx, id, wanted);
  await audit(tx, { action: 'billing.set_plan', ...auditSubject(id), detail: { from: plan.id, to: wanted } });
  const wish = await findLatestPlanRequest(tx, id);
  if (wish?.status === 'pending' && wish.planId === wanted) await settlePlanRequest(tx, wish.id, 'accepted');
  await mails.planChanged(tx, organization, plan, await findPlan(tx, wanted));
}

async function paymentStateOf(
  tx: Tx,
  before: PaymentAccount,
  current: ProviderSubscription | undefined,
  readApplied: number,
  now: Date,
): Promise<FetchedPaymentState> {
  // Preserves the last paid plan, which identifies the plan that ends.
  if (!current) return { subscriptionId: null, status: null, planId: null, periodEnd: null, endsAt: null, pastDueSince: null, readApplied };
  const known = before.subscriptionId === current.id ? before.planId : null;
  const { id, status, priceId, periodEnd, endsAt } = current;
  return {
    subscriptionId: id,
    status,
    planId: (await findPlanOfPrice(tx, priceId)) ?? known,
    periodEnd,
    endsAt,
    pastDueSince: status === 'past_due' ? (before.pastDueSince ?? now) : null,
    readApplied,
  };
}

function changesOf(before: PaymentAccount, after: FetchedPaymentState): Pick<AuditEntry, 'action' | 'outcome' | 'detail'>[] {
  const { subscriptionId, status, planId: plan, endsAt } = after;
  if (subscriptionId === null)
    return before.subscriptionId === null ? [] : [{ action: 'billing.end_subscription', detail: { plan: before.planId } }];
  const isNew = before.subscriptionId !== subscriptionId;
  return [
    ...(isNew ? [{ action: 'billing.begin_subscription' as const, detail: { plan } }] : []),
    ...(isNew && plan === null ? [{ action: 'billing.find_unknown_price' as const, outcome: 'failed' as const }] : []),
    ...(status !== 'active' && status !== before.status
      ? [{ action: 'billing.miss_payment' as const, outcome: 'failed' as const, detail: { plan, status } }]
      : []),
    ...(status === 'active' && !isNew && before.status !== 'active'
      ? [{ action: 'billing.recover_payment' as const, detail: { plan } }]
      : []),
    ...(endsAt && (isNew || !before.endsAt)
      ? [{ action: 'billing.schedule_cancellation' as const, detail: { plan, at: endsAt.toISOString() } }]
      : []),
    ...(!endsAt && !isNew && before.endsAt ? [{ action: 'billing.keep_subscription' as const, detail: { plan } }] : []),
  ];
}

function isInvoiceChanged({ id, status, amount }: ProviderInvoice, known: Awaited<ReturnType<typeof findProviderInvoices>>): boolean {
  const before = known.get(id);
  return before?.status !== status || before.amount !== amount;
}

async function applyInvoice(
  tx: Tx,
  { id: organizationId, name, contactEmail }: BillableOrganization,
  found: ProviderInvoice,
): Promise<void> {
  const { id: providerId, number, billedTo, issuedBy, ...facts } = found;
  const known = await findProviderInvoices(tx, [providerId]);
  if (!isInvoiceChanged(found, known)) return;
  const id = known.get(providerId)?.id ?? uuid7();
  await writeProviderInvoice(tx, {
    ...facts,
    id,
    organizationId,
    providerId,
    providerNumber: number,
    billedToName: billedTo.name ?? name,
    billedToEmail: billedTo.email ?? contactEmail,
    issuedBy: issuedBy === null ? null : { name: issuedBy.slice(0, 120), address: '', email: '', tax_id: '', payment_note: '' },
  });
  const detail = { number, status: facts.status, amount: facts.amount, currency: facts.currency };
  await audit(tx, { action: 'billing.record_invoice', actorId: null, subjectType: 'invoice', subjectId: id, organizationId, detail });
}
