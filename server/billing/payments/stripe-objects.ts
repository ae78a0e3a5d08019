// What Stripe's objects say, in our words. Pure.
import type { Stripe } from 'stripe';
import type { ProviderInvoice, ProviderPrice, ProviderSubscription } from '#server/billing/payments/provider.ts';
import { truncateText, storableText } from '#server/http/text.ts';

/** By Stripe's documentation of currencies: whose amounts have no decimals, and three. */
const WITHOUT_DECIMALS = /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/;
const WITH_THREE = /^(bhd|jod|kwd|omr|tnd)$/;

/** Amounts are counted in the smallest unit there, and in hundredths here. */
function hundredths(amount: number, currency: string): number {
  if (WITHOUT_DECIMALS.test(currency)) return amount * 100;
  return WITH_THREE.test(currency) ? Math.round(amount / 10) : amount;
}

/** As the database takes it. */
const storableOrNull = (text: string | null): string | null => (text === null ? null : storableText(text));

const fromUnixSeconds = (seconds: number): Date => new Date(seconds * 1000);
const atOrNull = (seconds: number | null | undefined): Date | null => (typeof seconds === 'number' ? fromUnixSeconds(seconds) : null);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

const statuses: Partial<Record<string, ProviderSubscription['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
};

/** Null: everything was taken out of it, so nothing is paid for. */
export function subscriptionOf({
  id,
  status,
  items,
  created,
  cancel_at: cancelAt,
  ...rest
}: Stripe.Subscription): ProviderSubscription | null {
  const [item] = items.data;
  if (!item) return null;
  const periodEnd = fromUnixSeconds(item.current_period_end);
  return {
    id,
    status: statuses[status] ?? null,
    priceId: item.price.id,
    createdAt: fromUnixSeconds(created),
    periodEnd,
    endsAt: atOrNull(cancelAt) ?? (rest.cancel_at_period_end ? periodEnd : null),
  };
}

const statusesOfInvoices: Partial<Record<string, ProviderInvoice['status']>> = { open: 'open', paid: 'paid' };

/** Null: it was not issued yet. What is written off counts as void. */
export function invoiceOf(invoice: Stripe.Invoice): ProviderInvoice | null {
  const { id, number, status, currency, status_transitions: when, lines } = invoice;
  if (number === null || status === null || status === 'draft') return null;
  const [line] = lines.data;
  const issuedAt = atOrNull(when.finalized_at) ?? fromUnixSeconds(invoice.created);
  const start = fromUnixSeconds(line?.period.start ?? invoice.period_start);
  const end = fromUnixSeconds(line?.period.end ?? invoice.period_end);
  const lastDay = new Date(end.getTime() - 24 * 3600 * 1000);
  return {
    id,
    number: storableText(number),
    status: statusesOfInvoices[status] ?? 'void',
    description: truncateText(storableText(line?.description ?? invoice.description ?? 'Subscription'), 200),
    amount: hundredths(invoice.total, currency),
    currency: currency.toUpperCase(),
    periodStart: dayOf(start),
    periodEnd: dayOf(lastDay < start ? start : lastDay),
    dueOn: dayOf(atOrNull(invoice.due_date) ?? issuedAt),
    issuedAt,
    paidAt: status === 'paid' ? (atOrNull(when.paid_at) ?? issuedAt) : null,
    voidedAt: atOrNull(when.voided_at) ?? atOrNull(when.marked_uncollectible_at),
    billedTo: { name: storableOrNull(invoice.customer_name), email: storableOrNull(invoice.customer_email) },
    issuedBy: storableOrNull(invoice.account_name),
  };
}

export const priceTermsOf = ({ unit_amount: amount, currency, recurring, active }: Stripe.Price): ProviderPrice => ({
  amount: amount === null ? null : hundredths(amount, currency),
  currency: currency.toUpperCase(),
  isMonthly: recurring?.interval === 'month' && recurring.interval_count === 1 && recurring.usage_type === 'licensed',
  isActive: active,
});
