// The interface to a payment provider. No type of a specific provider is used outside of its implementation (stripe.ts).
import type { components } from '#openapi/api.ts';
import type { paymentAccounts } from '#server/db/schema/billing.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/http/problem.ts';

type Schemas = components['schemas'];

export interface ProviderSubscription {
  id: string;
  /** Null: nothing is bought by it, yet or any more. */
  status: Schemas['PaymentStatus'] | null;
  priceId: string;
  createdAt: Date;
  periodEnd: Date;
  /** When it ends without being renewed. */
  endsAt: Date | null;
}

/** An issued invoice; drafts are excluded. */
export interface ProviderInvoice {
  id: string;
  number: string;
  status: Schemas['InvoiceStatus'];
  description: string;
  /** In hundredths of the currency. */
  amount: number;
  currency: string;
  /** Days, as `2026-12-01`; the last one is in it. */
  periodStart: string;
  periodEnd: string;
  dueOn: string;
  issuedAt: Date;
  paidAt: Date | null;
  voidedAt: Date | null;
  billedTo: { name: string | null; email: string | null };
  issuedBy: string | null;
}

export interface ProviderPrice {
  /** In hundredths of the currency. */
  amount: number | null;
  currency: string;
  isMonthly: boolean;
  isActive: boolean;
}

interface ProviderEvent {
  id: string;
  type: string;
  /** The customer that the event names, if any. */
  customerId: string | null;
}

interface CheckoutOrder {
  /** A repeated call with the same key returns the first result. */
  idempotencyKey: string;
  customerId: string;
  organizationId: string;
  priceId: string;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

export interface PaymentProvider {
  /** What people know it by. */
  name: Schemas['PaymentProviderName'];
  /** Whether money moves. */
  isLive: boolean;
  /**
   * Idempotent per organization.
   * @param after the former customer, which the provider no longer knows; null: the first one
   */
  createCustomer(organizationId: string, after: string | null): Promise<string>;
  /** @returns false when the provider knows no such customer, as after a change of keys */
  updateCustomer(customerId: string, facts: { name: string; email: string | null }): Promise<boolean>;
  createCheckout(order: CheckoutOrder): Promise<{ id: string; url: string }>;
  /** @returns false when it can't be any more, as when it was paid */
  expireCheckout(sessionId: string): Promise<boolean>;
  /** Where people change how they pay, change plans and cancel; null: the provider knows no such customer. */
  createPortal(customerId: string, returnUrl: string): Promise<string | null>;
  /** Null: the provider knows no such customer. */
  readSubscriptions(customerId: string): Promise<ProviderSubscription[] | null>;
  readInvoices(customerId: string): Promise<ProviderInvoice[]>;
  /** URL to view and pay an invoice, for anyone who has it; null if there is none. */
  findInvoiceLink(invoiceId: string): Promise<string | null>;
  /** At once. Of one that has ended it changes nothing. */
  cancelSubscription(subscriptionId: string): Promise<void>;
  findPrice(priceId: string): Promise<ProviderPrice | null>;
  /** @returns null where the signature is not the provider's, or too old */
  readEvent(body: string, signature: string, now?: Date): Promise<ProviderEvent | null>;
}

/**
 * A failed call of a provider. It excludes the provider's messages, which can contain parts of keys. `unavailable`: temporary. `refused`: understood
 * and rejected.
 */
export class PaymentFailure extends Error {
  override name = 'PaymentFailure';
  readonly kind: 'unavailable' | 'refused';
  /** Whether the provider answered: then nothing was made. */
  readonly isAnswered: boolean;

  constructor(kind: PaymentFailure['kind'], isAnswered: boolean, told: string) {
    super(`the payment provider ${kind === 'refused' ? 'refused' : 'was not available'}: ${told}`);
    this.kind = kind;
    this.isAnswered = isAnswered;
  }
}

type Account = typeof paymentAccounts.$inferSelect;
export type PaymentState = Pick<Account, 'status' | 'planId' | 'periodEnd' | 'endsAt' | 'pastDueSince'>;

/** Grace period after a failed payment, during which the provider retries. */
const GRACE_DAYS = 14;

export const graceEnd = (pastDueSince: Date): Date => new Date(pastDueSince.getTime() + GRACE_DAYS * 24 * 3600 * 1000);

/** The plan that its payments give it now; null: none. */
export function paidPlan({ status, planId, pastDueSince }: PaymentState, now: Date): Account['planId'] {
  if (status === 'active') return planId;
  return status === 'past_due' && pastDueSince !== null && now < graceEnd(pastDueSince) ? planId : null;
}

/** @throws {Problem} 409 `payments_off` */
export function requireProvider(provider: PaymentProvider | null): PaymentProvider {
  if (!provider) throw new Problem(409, 'payments_off', 'No payment provider is connected. Billing is manual.');
  return provider;
}

export const subscriptionRunning = () =>
  new Problem(
    409,
    'subscription_running',
    'This organization pays through the payment provider. Change or cancel the plan in the billing portal.',
  );

/**
 * Turns failures of the provider into answers and logs the details.
 * @throws {Problem} 503 `payment_provider_unavailable`, 502 `payment_provider_refused`
 */
export async function callProvider<T>({ log }: Pick<Deps, 'log'>, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    log.warn({ err: error }, 'a call of the payment provider failed');
    throw problemOf(error);
  }
}

const problemOf = ({ kind }: PaymentFailure) =>
  kind === 'unavailable'
    ? new Problem(
        503,
        'payment_provider_unavailable',
        'We can’t reach the payment provider right now. You weren’t charged. Try again in a moment.',
        {
          headers: { 'retry-after': '10' },
        },
      )
    : new Problem(
        502,
        'payment_provider_refused',
        'The payment provider didn’t accept this. You weren’t charged. Please contact the platform’s admins.',
      );
