import type { components } from '#openapi/api.ts';
import { type InvoiceRow, UNNAMED_SELLER } from '#server/billing/invoices-repository.ts';
import { graceEnd, type PaymentState } from '#server/billing/payment-provider.ts';
import type { PlanRequestRow, PlanRow } from '#server/billing/plans-repository.ts';
import type { SubscriptionRow } from '#server/billing/subscriptions-repository.ts';
import { contentVersion } from '#server/http/etag.ts';
import { fullName } from '#server/viewer.ts';

type Schemas = components['schemas'];

export function presentPlan(row: PlanRow): Schemas['Plan'] {
  return {
    id: row.id,
    name: row.name,
    monthly_price: row.monthlyPrice,
    currency: row.currency,
    limits: { events: row.maxOpenEvents, staff: row.maxStaff, storage_bytes: row.maxStorageBytes, generations: row.maxGenerations },
  };
}

/** As those who change it see it. */
export function presentPlanInUse(row: PlanRow, priceId: string | null, organizations: number): Schemas['PlanInUse'] {
  const plan = presentPlan(row);
  return { plan, organizations, price_id: priceId, version: contentVersion([plan, priceId]) };
}

const sellerParts = ({ name, address, email, tax_id, payment_note }: Schemas['Seller']) => ({ name, address, email, tax_id, payment_note });

export function presentSeller(facts: Schemas['Seller']): Schemas['SellerSettings'] {
  const seller = sellerParts(facts);
  return { seller, version: contentVersion(seller) };
}

export function presentPlanRequest(row: PlanRequestRow): Schemas['PlanRequest'] {
  return {
    id: row.id,
    organization_id: row.organizationId,
    organization_name: row.organizationName,
    plan: row.planId,
    message: row.message,
    status: row.status,
    requested_by: row.requester && fullName(row.requester.firstName, row.requester.lastName),
    requested_at: row.createdAt.toISOString(),
    answer: row.answer,
    answered_at: row.settledAt?.toISOString() ?? null,
  };
}

export const invoiceNumber = ({ number, providerNumber }: Pick<InvoiceRow, 'number' | 'providerNumber'>): string =>
  providerNumber ?? `INV-${String(number).padStart(5, '0')}`;

export function presentInvoice(row: InvoiceRow, now = new Date()): Schemas['Invoice'] {
  return {
    id: row.id,
    number: invoiceNumber(row),
    status: row.status,
    is_overdue: row.status === 'open' && row.dueOn < now.toISOString().slice(0, 10),
    description: row.description,
    amount: row.amount,
    currency: row.currency,
    period_start: row.periodStart,
    period_end: row.periodEnd,
    issued_at: row.issuedAt.toISOString(),
    due_on: row.dueOn,
    paid_at: row.paidAt?.toISOString() ?? null,
    voided_at: row.voidedAt?.toISOString() ?? null,
    billed_to: { name: row.billedToName, email: row.billedToEmail },
    issued_by: row.issuedBy ?? UNNAMED_SELLER,
    provider: row.providerId === null ? null : 'stripe',
  };
}

export const presentPlatformInvoice = (row: InvoiceRow): Schemas['PlatformInvoice'] => ({
  organization_id: row.organizationId,
  invoice: presentInvoice(row),
});

export function presentPayment(account: PaymentState | null): Schemas['PaymentSubscription'] | null {
  if (account?.status == null) return null;
  const { status, planId, periodEnd, endsAt, pastDueSince } = account;
  return {
    status,
    plan: planId,
    renews_at: endsAt === null ? (periodEnd?.toISOString() ?? null) : null,
    ends_at: endsAt?.toISOString() ?? null,
    grace_ends_at: pastDueSince && graceEnd(pastDueSince).toISOString(),
  };
}

/** @param isConnected false: an earlier subscription is ignored */
export function presentSubscription(row: SubscriptionRow, isConnected: boolean): Schemas['Subscription'] {
  const { events, members, invitations, storageBytes, generations } = row;
  return {
    organization: { id: row.id, name: row.name, status: row.status },
    plan: row.plan,
    since: row.since?.toISOString() ?? null,
    invoiced_until: row.invoicedUntil,
    payment: isConnected ? presentPayment(row.payment) : null,
    usage: { events, members, invitations, storage_bytes: storageBytes, generations },
  };
}
