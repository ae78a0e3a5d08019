// Receives the payment provider's events (webhook). The job `sync-payments` applies them.
import type { BillingDeps } from '#server/billing/emails.ts';
import type { PaymentProvider } from '#server/billing/payment-provider.ts';
import { findOrganizationOfCustomer, insertPaymentEvent, queueSync } from '#server/billing/payments-repository.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';

/** Types of events that may change the payment state. */
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

/** Events are stored before they are acknowledged and handled by a job: a repeated event is handled once, and a crash in between loses nothing. */
export function paymentEventCalls({ db, jobs }: BillingDeps, provider: PaymentProvider | null) {
  return {
    async receivePaymentEvent({ header, request }) {
      if (!provider) throw notFound('payment provider');
      const body = Buffer.isBuffer(request.body) ? request.body.toString() : '';
      const event = await provider.readEvent(body, header['stripe-signature'] ?? '');
      if (!event) throw new Problem(400, 'bad_signature', 'The signature is missing, invalid or expired.');
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
