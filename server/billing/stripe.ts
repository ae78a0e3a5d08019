// Stripe as a payment provider. The library is loaded on first use: most installations never need it.
import type { Stripe } from 'stripe';
import {
  PaymentFailure,
  type PaymentProvider,
  type ProviderInvoice,
  type ProviderPrice,
  type ProviderSubscription,
} from '#server/billing/payment-provider.ts';
import type { StripeSettings } from '#server/config.ts';
import { storableText, truncateText } from '#server/http/text.ts';
import { TimeoutError, withTimeout } from '#server/with-timeout.ts';

/** A person waits for most of these calls, and none is worth more than one further try. */
const TIMEOUT_MS = 10_000;
const RETRIES = 1;
/** Between two tries, and to spare. */
const PAUSES_MS = 2_000;
/** Maximum age of a signature in seconds. */
const TOLERANCE = 300;
/** More than any customer has; the newest are first. */
const MOST = 100;

/** @param timeoutMs of each try */
export function stripeProvider({ secretKey, webhookSecret, baseUrl }: StripeSettings, timeoutMs = TIMEOUT_MS): PaymentProvider {
  let opened: Promise<Stripe> | undefined;
  // The library measures silence: an answer that comes a byte at a time would be waited for without end.
  const wholeMs = timeoutMs * (1 + RETRIES) + PAUSES_MS;
  const open = async (): Promise<Stripe> => {
    const { default: Library } = await import('stripe');
    return new Library(secretKey, {
      protocol: baseUrl.protocol === 'http:' ? 'http' : 'https',
      host: baseUrl.hostname,
      ...(baseUrl.port !== '' && { port: baseUrl.port }),
      timeout: timeoutMs,
      maxNetworkRetries: RETRIES,
      telemetry: false,
    });
  };
  const ask = async <T>(call: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await (opened ??= open());
    try {
      return await withTimeout(wholeMs, call(stripe));
    } catch (error) {
      throw failureOf(error);
    }
  };

  return {
    name: 'stripe',
    isLive: secretKey.includes('_live_'),
    // The parameters are constant, so that the idempotency key is never reused for other ones.
    createCustomer: (organizationId, after) =>
      ask(async (stripe) => {
        const metadata = { organization_id: organizationId };
        const idempotencyKey = `customer-${organizationId}${after === null ? '' : `-after-${after}`}`;
        const customer = await stripe.customers.create({ metadata }, { idempotencyKey });
        return readable(() => textOf(customer.id));
      }),
    updateCustomer: (customerId, { name, email }) =>
      ask(async (stripe) => {
        return (await orNull(stripe.customers.update(customerId, { name, ...(email !== null && { email }) }))) !== null;
      }),
    createCheckout: ({ idempotencyKey, customerId, organizationId, priceId, expiresAt, successUrl, cancelUrl }) =>
      ask(async (stripe) => {
        const metadata = { organization_id: organizationId };
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: organizationId,
            line_items: [{ price: priceId, quantity: 1 }],
            subscription_data: { metadata },
            metadata,
            expires_at: Math.floor(expiresAt.getTime() / 1000),
            success_url: successUrl,
            cancel_url: cancelUrl,
          },
          { idempotencyKey: `checkout-${idempotencyKey}` },
        );
        return readable(() => ({ id: textOf(session.id), url: textOf(session.url) }));
      }),
    expireCheckout: (sessionId) =>
      ask(async (stripe) => {
        const { status } = await stripe.checkout.sessions.retrieve(sessionId);
        if (status === 'open') await stripe.checkout.sessions.expire(sessionId);
        return status !== 'complete';
      }),
    createPortal: (customerId, returnUrl) =>
      ask(async (stripe) => {
        const session = await orNull(stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }));
        return session && readable(() => textOf(session.url));
      }),
    readSubscriptions: (customer) =>
      ask(async (stripe) => {
        const page = await orNull(stripe.subscriptions.list({ customer, status: 'all', limit: MOST }));
        return page && readable(() => page.data.flatMap((subscription) => subscriptionOf(subscription) ?? []));
      }),
    readInvoices: (customer) =>
      ask(async (stripe) => {
        const page = await stripe.invoices.list({ customer, limit: MOST });
        return readable(() => page.data.flatMap((invoice) => invoiceOf(invoice) ?? []));
      }),
    findInvoiceLink: (invoiceId) =>
      ask(async (stripe) => {
        const invoice = await orNull(stripe.invoices.retrieve(invoiceId));
        return invoice?.hosted_invoice_url ?? invoice?.invoice_pdf ?? null;
      }),
    cancelSubscription: (subscriptionId) =>
      ask(async (stripe) => {
        const subscription = await orNull(stripe.subscriptions.retrieve(subscriptionId));
        if (subscription && !['canceled', 'incomplete_expired'].includes(subscription.status))
          await stripe.subscriptions.cancel(subscriptionId);
      }),
    findPrice: (priceId) =>
      ask(async (stripe) => {
        const price = await orNull(stripe.prices.retrieve(priceId));
        return price && readable(() => priceTermsOf(price));
      }),
    async readEvent(body, signature, now) {
      const { webhooks } = await (opened ??= open());
      try {
        const event = webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE, undefined, now?.getTime());
        const { customer } = event.data.object as { customer?: string | { id: string } | null };
        return {
          id: textOf(event.id),
          type: textOf(event.type),
          customerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
        };
      } catch {
        // Any error means that the signature is not proved. The library has no single error class for that.
        return null;
      }
    },
  };
}

/**
 * Reads an answer. A proxy between may answer with JSON that is none of theirs.
 * @throws {PaymentFailure} it cannot be read
 */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError)
      throw new PaymentFailure('refused', true, 'an answer that cannot be read');
    throw error;
  }
}

/** @throws {TypeError} the answer is not one of the provider */
function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError('no text');
  return value;
}

const typeOf = (error: unknown) => (error instanceof Error && 'type' in error ? error.type : null);

/** The library throws for missing objects. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** Returns only the kind: the library's errors contain requests and answers. */
function failureOf(error: unknown): unknown {
  if (error instanceof TimeoutError) return new PaymentFailure('unavailable', false, error.message);
  const type = typeOf(error);
  if (error instanceof PaymentFailure || typeof type !== 'string' || !type.startsWith('Stripe')) return error;
  const { statusCode, code, requestId } = error as { statusCode?: number; code?: string; requestId?: string };
  const told = [type, statusCode, code, requestId].filter((part) => part !== undefined).join(' ');
  const passes = type === 'StripeConnectionError' || type === 'StripeRateLimitError' || type === 'StripeAPIError';
  return new PaymentFailure(passes ? 'unavailable' : 'refused', type !== 'StripeConnectionError', told);
}

/** Stripe's documentation of currencies: zero-decimal and three-decimal currencies. */
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
function subscriptionOf({ id, status, items, created, cancel_at: cancelAt, ...rest }: Stripe.Subscription): ProviderSubscription | null {
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

/** Null: not issued yet. Uncollectible invoices count as void. */
function invoiceOf(invoice: Stripe.Invoice): ProviderInvoice | null {
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

const priceTermsOf = ({ unit_amount: amount, currency, recurring, active }: Stripe.Price): ProviderPrice => ({
  amount: amount === null ? null : hundredths(amount, currency),
  currency: currency.toUpperCase(),
  isMonthly: recurring?.interval === 'month' && recurring.interval_count === 1 && recurring.usage_type === 'licensed',
  isActive: active,
});
