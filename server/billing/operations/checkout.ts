// Payments through the provider: checkout and billing portal.
import type { FastifyRequest } from 'fastify';
import { audit } from '#server/audit/audit.ts';
import type { BillingDeps } from '#server/billing/emails.ts';
import { lockOwnBilling, type RefreshViewer } from '#server/billing/operations/authorize.ts';
import {
  callProvider,
  PaymentFailure,
  type PaymentProvider,
  requireProvider,
  subscriptionRunning,
} from '#server/billing/payment-provider.ts';
import {
  beginCheckout,
  checkoutEnd,
  completeCheckout,
  dropCheckout,
  findOpenCheckout,
  findPaymentAccount,
  listCurrentPrices,
  openPaymentAccount,
  type PaymentCheckout,
  queueSync,
  replaceCustomer,
} from '#server/billing/payments-repository.ts';
import { findPlan } from '#server/billing/plans-repository.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { appLink, ownPort } from '#server/mail/links.ts';

export function checkoutCalls(deps: BillingDeps, connected: PaymentProvider | null, refreshViewer: RefreshViewer) {
  const { db, jobs, config } = deps;
  const screen = (request: FastifyRequest, query = '') => appLink(config, `/organization/billing${query}`, ownPort(request, deps));
  const ofOrganization = (id: string) => ({ subjectType: 'organization', subjectId: id, organizationId: id });

  /** Prevents paying for two plans: the checkout for another plan expires before a new one opens. */
  async function closeOther(provider: PaymentProvider, { organizationId, sessionId }: PaymentCheckout): Promise<void> {
    if (sessionId === null || (await callProvider(deps, provider.expireCheckout(sessionId)))) return;
    await queueSync(jobs, db, organizationId);
    throw paymentWaiting();
  }

  async function makePage(
    provider: PaymentProvider,
    checkout: PaymentCheckout,
    facts: { name: string; email: string | null },
    request: FastifyRequest,
  ): Promise<{ id: string; url: string }> {
    const { organizationId, priceId } = checkout;
    const known = await findPaymentAccount(db, organizationId);
    // Of two who come at once, both get the same one.
    let customerId =
      known?.customerId ?? (await openPaymentAccount(db, organizationId, await provider.createCustomer(organizationId, null)));
    if (!(await provider.updateCustomer(customerId, facts))) {
      customerId = await replaceCustomer(db, organizationId, customerId, await provider.createCustomer(organizationId, customerId));
      await provider.updateCustomer(customerId, facts);
    }
    return provider.createCheckout({
      idempotencyKey: checkout.id,
      customerId,
      organizationId,
      priceId,
      expiresAt: checkoutEnd(checkout),
      successUrl: screen(request, '?checkout=done'),
      cancelUrl: screen(request),
    });
  }

  return {
    async openCheckout({ viewer, path, body, request }) {
      const provider = requireProvider(connected);
      const look = await db.transaction(async (tx) => {
        const organization = await lockOwnBilling(tx, path.id, viewer, refreshViewer);
        const { id } = organization;
        if ((await findPaymentAccount(tx, id))?.status) throw subscriptionRunning();
        const priceId = (await listCurrentPrices(tx)).get(body.plan);
        if (priceId === undefined) throw notSold((await findPlan(tx, body.plan)).name);
        return { organization, priceId, open: await findOpenCheckout(tx, id) };
      });
      const { organization, priceId, open } = look;
      const { id, name, contactEmail } = organization;
      const isFor = (one: PaymentCheckout) => one.planId === body.plan && one.priceId === priceId;
      if (open && !isFor(open)) await closeOther(provider, open);
      const checkout = await db.transaction(async (tx) => {
        await lockOwnBilling(tx, id, viewer, refreshViewer);
        const now = await findOpenCheckout(tx, id);
        if (now && isFor(now)) return now;
        // Someone else opened another checkout in the meantime.
        if (now && now.id !== open?.id) throw checkoutReplaced();
        await audit(tx, {
          action: 'billing.open_checkout',
          actorId: viewer.userId,
          ...ofOrganization(id),
          request,
          detail: { plan: body.plan },
        });
        return beginCheckout(tx, id, body.plan, priceId);
      });
      if (checkout.url !== null) return { status: 201, body: { url: checkout.url } };
      const made = makePage(provider, checkout, { name, email: contactEmail }, request).catch(async (error: unknown) => {
        // A received answer is final for this idempotency key; without an answer, the same key finds a checkout that may exist.
        if (error instanceof PaymentFailure && error.isAnswered) await dropCheckout(db, checkout.id);
        throw error;
      });
      const page = await callProvider(deps, made);
      if (await completeCheckout(db, checkout.id, page)) return { status: 201, body: { url: page.url } };
      await callProvider(deps, provider.expireCheckout(page.id));
      throw checkoutReplaced();
    },

    async openBillingPortal({ viewer, path, request }) {
      const provider = requireProvider(connected);
      const customerId = await db.transaction(async (tx) => {
        const { id } = await lockOwnBilling(tx, path.id, viewer, refreshViewer, { evenSuspended: true });
        const account = await findPaymentAccount(tx, id);
        if (!account) throw noPaymentAccount();
        await audit(tx, { action: 'billing.open_portal', actorId: viewer.userId, ...ofOrganization(id), request });
        return account.customerId;
      });
      const url = await callProvider(deps, provider.createPortal(customerId, screen(request)));
      if (url === null) throw noPaymentAccount();
      return { status: 201, body: { url } };
    },
  } satisfies Partial<OperationsOf<'billing'>>;
}

const noPaymentAccount = () => new Problem(409, 'no_payment_account', 'Your organization doesn’t have a paid plan yet.');
const notSold = (plan: string) => new Problem(409, 'plan_not_sold', `The ${plan} plan isn’t for sale here. Request it instead.`);
const paymentWaiting = () =>
  new Problem(409, 'payment_waiting', 'Someone just paid for another plan. We’re waiting for the payment provider to confirm.');
const checkoutReplaced = () => new Problem(409, 'checkout_replaced', 'Someone just opened checkout for another plan. Try again.');
