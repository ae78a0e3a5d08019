// Stripe behind the port of `provider.ts`. The library is loaded when it is first needed: most installations never do.
import type { Stripe } from 'stripe';
import { PaymentFailure, type PaymentProvider } from '#server/billing/payments/provider.ts';
import { invoiceOf, priceTermsOf, subscriptionOf } from '#server/billing/payments/stripe-objects.ts';
import type { StripeSettings } from '#server/stripe-settings.ts';

/** A person waits for most of these calls, and none is worth more than one further try. */
const TIMEOUT_MS = 10_000;
const RETRIES = 1;
/** How old what was signed may be, in seconds. */
const TOLERANCE = 300;
/** More than anybody has; the newest come first. */
const MOST = 100;

/** @param timeoutMs of each try */
export function stripeProvider({ secretKey, webhookSecret, baseUrl }: StripeSettings, timeoutMs = TIMEOUT_MS): PaymentProvider {
  let opened: Promise<Stripe> | undefined;
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
      return await call(stripe);
    } catch (error) {
      throw failureOf(error);
    }
  };

  return {
    name: 'stripe',
    isLive: secretKey.includes('_live_'),
    // What is sent is always the same, so that the key is never used for something else.
    createCustomer: (organizationId) =>
      ask(async (stripe) => {
        const metadata = { organization_id: organizationId };
        return (await stripe.customers.create({ metadata }, { idempotencyKey: `customer-${organizationId}` })).id;
      }),
    updateCustomer: (customerId, { name, email }) =>
      ask(async (stripe) => {
        await stripe.customers.update(customerId, { name, ...(email !== null && { email }) });
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
        if (session.url === null) throw new PaymentFailure('refused', true, 'a checkout without an address');
        return { id: session.id, url: session.url };
      }),
    expireCheckout: (sessionId) =>
      ask(async (stripe) => {
        const { status } = await stripe.checkout.sessions.retrieve(sessionId);
        if (status === 'open') await stripe.checkout.sessions.expire(sessionId);
        return status !== 'complete';
      }),
    createPortal: (customerId, returnUrl) =>
      ask(async (stripe) => (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })).url),
    readSubscriptions: (customer) =>
      ask(async (stripe) => (await stripe.subscriptions.list({ customer, status: 'all', limit: MOST })).data.map(subscriptionOf)),
    readInvoices: (customer) =>
      ask(async (stripe) => (await stripe.invoices.list({ customer, limit: MOST })).data.flatMap((invoice) => invoiceOf(invoice) ?? [])),
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
        return price && priceTermsOf(price);
      }),
    async readEvent(body, signature, now) {
      const { webhooks } = await (opened ??= open());
      try {
        const event = webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE, undefined, now?.getTime());
        const { customer } = event.data.object as { customer?: string | { id: string } | null };
        return { id: event.id, type: event.type, customerId: typeof customer === 'string' ? customer : (customer?.id ?? null) };
      } catch {
        // Whatever is wrong with it, nothing proves that it is theirs. The library has no one error for that.
        return null;
      }
    },
  };
}

const typeOf = (error: unknown) => (error instanceof Error && 'type' in error ? error.type : null);

/** What is not there is told by an error. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** By its kind alone: the library's errors hold what was sent and answered. */
function failureOf(error: unknown): unknown {
  const type = typeOf(error);
  if (error instanceof PaymentFailure || typeof type !== 'string' || !type.startsWith('Stripe')) return error;
  const { statusCode, code, requestId } = error as { statusCode?: number; code?: string; requestId?: string };
  const told = [type, statusCode, code, requestId].filter((part) => part !== undefined).join(' ');
  const passes = type === 'StripeConnectionError' || type === 'StripeRateLimitError' || type === 'StripeAPIError';
  return new PaymentFailure(passes ? 'unavailable' : 'refused', type !== 'StripeConnectionError', told);
}
