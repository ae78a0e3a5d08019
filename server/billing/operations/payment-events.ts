// What the payment provider tells. It is kept before it is answered, and handled by a job: told twice, it is one; and a crash in between loses nothing.
import type { BillingDeps } from '#server/billing/mailer.ts';
import { findOrganizationOfCustomer, insertPaymentEvent } from '#server/billing/payments/payment-accounts-repository.ts';
import type { PaymentProvider } from '#server/billing/payments/provider.ts';
import { queueSync } from '#server/billing/payments/queue.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';

/** After which something may stand otherwise here. */
const RELEVANT_EVENT_TYPES = new Set([
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
]);

export function paymentEventCalls({ db, jobs }: BillingDeps, provider: PaymentProvider | null) {
  return {
    async receivePaymentEvent({ header, request }) {
      if (!provider) throw notFound('payment provider');
      const body = Buffer.isBuffer(request.body) ? request.body.toString() : '';
      const event = await provider.readEvent(body, header['stripe-signature'] ?? '');
      if (!event) throw new Problem(400, 'bad_signature', 'The payment provider did not sign this, or not lately.');
      const { id, type, customerId } = event;
      await db.transaction(async (tx) => {
        const organizationId = customerId === null ? null : await findOrganizationOfCustomer(tx, customerId);
        const isHandled = organizationId === null || !RELEVANT_EVENT_TYPES.has(type);
        const isNew = await insertPaymentEvent(tx, { id, type, organizationId, handledAt: isHandled ? new Date() : null });
        if (isNew && !isHandled) await queueSync(jobs, tx, organizationId);
      });
      return { status: 200, body: { received: true } };
    },
  } satisfies Partial<OperationsOf<'billing'>>;
}
