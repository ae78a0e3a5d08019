// What billing needs of a payment provider: nothing of a provider's own types goes past this.
import type { components } from '#openapi/api.ts';

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

/** One that was issued: drafts are not told. */
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

export interface ProviderEvent {
  id: string;
  type: string;
  /** Whom it is about, where it says so. */
  customerId: string | null;
}

export interface CheckoutOrder {
  /** Told again, what was made for it before is answered. */
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
   * Of one organization the same one, however often it is asked for.
   * @param after the customer whose place it takes, because the provider knows that one no more; null: the first
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
  /** Where an invoice is read and paid, by whoever has the link; null: nowhere. */
  findInvoiceLink(invoiceId: string): Promise<string | null>;
  /** At once. Of one that has ended it changes nothing. */
  cancelSubscription(subscriptionId: string): Promise<void>;
  findPrice(priceId: string): Promise<ProviderPrice | null>;
  /** @returns null where the signature is not the provider's, or too old */
  readEvent(body: string, signature: string, now?: Date): Promise<ProviderEvent | null>;
}

/**
 * What a provider's call ended in. It says nothing that the provider wrote: messages repeat parts of keys.
 * `unavailable`: it passes. `refused`: it was understood, and not done.
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
