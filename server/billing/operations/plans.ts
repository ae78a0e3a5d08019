// Plans: what an organization is on, uses and asks for.
import type { components } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import { nextMonth } from '#server/billing/credits-repository.ts';
import { type BillingDeps, billingMailer } from '#server/billing/emails.ts';
import {
  lockAnyBilling,
  lockOwnBilling,
  requireManagesAllBilling,
  requireViewablePlan,
  type RefreshViewer,
} from '#server/billing/operations/authorize.ts';
import { type PaymentProvider, subscriptionRunning } from '#server/billing/payment-provider.ts';
import { findOpenCheckout, findPaymentAccount, listCurrentPrices } from '#server/billing/payments-repository.ts';
import {
  countPlanRequests,
  findLatestPlanRequest,
  findPlan,
  findPlanRequest,
  listPlanRequestRows,
  listPlans,
  planOf,
  planRequestOrder,
  putOnPlan,
  settlePlanRequest,
  upsertPlanRequest,
} from '#server/billing/plans-repository.ts';
import { canManageBilling } from '#server/billing/policy.ts';
import { presentPayment, presentPlan, presentPlanRequest } from '#server/billing/presenter.ts';
import { readUsage } from '#server/billing/usage-repository.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

export function planCalls(
  deps: BillingDeps,
  provider: PaymentProvider | null,
  refreshViewer: RefreshViewer,
  limits: Pick<RateLimits, 'countPlanRequest'>,
) {
  const { db } = deps;
  /** By hand it is given no other plan while it pays for one: it would go on paying for that. Who takes Stripe away decides by hand again. */
  const requireNoSubscription = async (tx: Tx, id: string): Promise<void> => {
    if (provider && (await findPaymentAccount(tx, id))?.status) throw subscriptionRunning();
  };
  const mails = billingMailer(deps);
  return {
    async getBilling({ viewer, path }) {
      const { id } = await requireViewablePlan(db, path.id, viewer);
      const manages = canManageBilling(viewer, id);
      const [{ plan, since }, usage, plans, request, payment] = await Promise.all([
        planOf(db, id),
        readUsage(db, id),
        listPlans(db),
        manages ? findLatestPlanRequest(db, id) : null,
        provider && readPayment(db, provider, id, manages),
      ]);
      return {
        status: 200,
        body: {
          plan: presentPlan(plan),
          since: since?.toISOString() ?? null,
          usage,
          generations_renew_on: nextMonth(new Date()),
          request: request && presentPlanRequest(request),
          plans: plans.map(presentPlan),
          payment,
          can: { manage: manages },
        },
      };
    },

    async setPlan({ viewer, path, body, request }) {
      const plan = await db.transaction(async (tx) => {
        const organization = await lockAnyBilling(tx, path.id, viewer, refreshViewer);
        const { id } = organization;
        const before = await planOf(tx, id);
        const after = await findPlan(tx, body.plan);
        if (before.plan.id !== body.plan || before.since === null) {
          await requireNoSubscription(tx, id);
          await putOnPlan(tx, id, body.plan);
          const detail = { from: before.plan.id, to: body.plan };
          await audit(tx, { action: 'billing.set_plan', actorId: viewer.userId, ...organizationSubject(id), request, detail });
        }
        const pending = await findLatestPlanRequest(tx, id);
        if (pending?.status === 'pending' && pending.planId === body.plan) await settlePlanRequest(tx, pending.id, 'accepted');
        if (before.plan.id !== after.id) await mails.planChanged(tx, organization, before.plan, after, request);
        return after;
      });
      return { status: 200, body: presentPlan(plan) };
    },

    async requestPlan({ viewer, path, body, request }) {
      const wish = await db.transaction(async (tx) => {
        const organization = await lockOwnBilling(tx, path.id, viewer, refreshViewer);
        const { id } = organization;
        const { plan } = await planOf(tx, id);
        if (plan.id === body.plan) throw new Problem(409, 'plan_current', `Your organization is already on the ${plan.name} plan.`);
        await requireNoSubscription(tx, id);
        const pending = await findLatestPlanRequest(tx, id);
        if (pending?.status === 'pending' && pending.planId !== body.plan) throw requestPending();
        // Another message of one that waits is no other request: it is neither counted nor mailed again.
        const isNew = pending?.status !== 'pending';
        if (isNew) await limits.countPlanRequest(id, tx);
        const message = (body.message ?? '').trim();
        const requestId = await upsertPlanRequest(tx, { organizationId: id, planId: body.plan, message, requestedBy: viewer.userId });
        const detail = { plan: body.plan };
        await audit(tx, { action: 'billing.request_plan', actorId: viewer.userId, ...planRequestSubject(id, requestId), request, detail });
        const asked = { id: requestId, message, askedBy: viewer.userId };
        if (isNew) await mails.planRequested(tx, organization, asked, await findPlan(tx, body.plan), request);
        return present(tx, id, requestId);
      });
      return { status: 201, body: wish };
    },

    async withdrawPlanRequest({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        const { id } = await lockOwnBilling(tx, path.id, viewer, refreshViewer);
        const wish = await findPlanRequest(tx, id, path.requestId);
        if (!wish) throw notFound('request');
        if (wish.status === 'withdrawn') return;
        if (wish.status !== 'pending') throw requestAnswered();
        await settlePlanRequest(tx, wish.id, 'withdrawn');
        await audit(tx, { action: 'billing.withdraw_plan_request', actorId: viewer.userId, ...planRequestSubject(id, wish.id), request });
      });
      return { status: 204 };
    },

    async answerPlanRequest({ viewer, path, body, request }) {
      const answered = await db.transaction(async (tx) => {
        const organization = await lockAnyBilling(tx, path.id, viewer, refreshViewer);
        const { id } = organization;
        const wish = await findPlanRequest(tx, id, path.requestId);
        if (!wish) throw notFound('request');
        const status = body.accept ? 'accepted' : 'declined';
        if (wish.status !== 'pending' && wish.status !== status) throw requestAnswered();
        if (wish.status === 'pending') {
          const answer = (body.answer ?? '').trim();
          await settlePlanRequest(tx, wish.id, status, answer);
          if (body.accept) {
            await requireNoSubscription(tx, id);
            await putOnPlan(tx, id, wish.planId);
          }
          const action = body.accept ? 'billing.accept_plan_request' : 'billing.decline_plan_request';
          await audit(tx, { action, actorId: viewer.userId, ...planRequestSubject(id, wish.id), request, detail: { plan: wish.planId } });
          await mails.planAnswered(tx, organization, { ...wish, status, answer }, request);
        }
        return present(tx, id, wish.id);
      });
      return { status: 200, body: answered };
    },

    async listPlanRequests({ viewer, query }) {
      requireManagesAllBilling(viewer);
      const { status = 'pending', ...page } = query;
      const { rows, cursors } = await planRequestOrder.page({ ...page, sort: 'requested_at' }, (range) =>
        listPlanRequestRows(db, status, range),
      );
      return { status: 200, body: { items: rows.map(presentPlanRequest), ...cursors, total: await countPlanRequests(db, status) } };
    },
  } satisfies Partial<OperationsOf<'billing'>>;
}

const organizationSubject = (id: string) => ({ subjectType: 'organization', subjectId: id, organizationId: id });
const planRequestSubject = (organizationId: string, id: string) => ({ subjectType: 'plan_request', subjectId: id, organizationId });

async function present(db: Queryable, organizationId: string, id: string) {
  const wish = await findPlanRequest(db, organizationId, id);
  if (!wish) throw new Error('a plan request vanished while its organization was locked');
  return presentPlanRequest(wish);
}

/** @param manages otherwise only the provider's name is included */
async function readPayment(
  db: Queryable,
  { name: provider }: PaymentProvider,
  organizationId: string,
  manages: boolean,
): Promise<components['schemas']['BillingPayment']> {
  if (!manages) return { provider, plans: [], subscription: null, is_waiting: false, has_account: false };
  const [account, checkout, prices] = await Promise.all([
    findPaymentAccount(db, organizationId),
    findOpenCheckout(db, organizationId),
    listCurrentPrices(db),
  ]);
  const subscription = presentPayment(account);
  return {
    provider,
    plans: [...prices.keys()],
    subscription,
    is_waiting: subscription === null && typeof checkout?.sessionId === 'string',
    has_account: account !== null,
  };
}

const requestPending = () =>
  new Problem(409, 'plan_request_pending', 'Your organization already has a pending request. Withdraw that one first.');
const requestAnswered = () => new Problem(409, 'plan_request_answered', 'This request has already been answered or withdrawn.');
