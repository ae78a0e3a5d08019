// What the platform's people see and change of all organizations' billing.
import { audit } from '#server/audit/audit.ts';
import { countInvoices, invoiceOrder, listInvoiceRows } from '#server/billing/invoices.ts';
import type { BillingDeps } from '#server/billing/mails.ts';
import { requireManagesAllBilling } from '#server/billing/operations/authorize.ts';
import { changePlan, countOnPlans, findPlan, holdPlanRow, listPlans } from '#server/billing/plans.ts';
import { presentPlan, presentPlatformInvoice, presentSubscription } from '#server/billing/presenter.ts';
import { readRevenue } from '#server/billing/revenue.ts';
import { readSeller, writeSeller } from '#server/billing/seller.ts';
import { countSubscriptions, listSubscriptionRows, subscriptionOrder } from '#server/billing/subscriptions.ts';
import type { OperationsOf } from '#server/http/operation.ts';

export function platformBillingCalls({ db }: BillingDeps) {
  return {
    async listPlans({ viewer }) {
      requireManagesAllBilling(viewer);
      const [plans, counts] = await Promise.all([listPlans(db), countOnPlans(db)]);
      return { status: 200, body: { plans: plans.map((plan) => ({ plan: presentPlan(plan), organizations: counts.get(plan.id) ?? 0 })) } };
    },

    async updatePlan({ viewer, path, body, request }) {
      requireManagesAllBilling(viewer);
      const plan = await db.transaction(async (tx) => {
        const { id, ...before } = await holdPlanRow(tx, path.planId);
        const { name, monthly_price: monthlyPrice, currency, limits } = body;
        const { events: maxOpenEvents, staff: maxStaff, storage_bytes: maxStorageBytes, generations: maxGenerations } = limits;
        const after = { name: name.trim(), monthlyPrice, currency, maxOpenEvents, maxStaff, maxStorageBytes, maxGenerations };
        await changePlan(tx, id, after);
        const subject = { subjectType: 'plan', subjectId: id };
        const changed = Object.entries(after).filter(([key, value]) => before[key as keyof typeof before] !== value);
        if (changed.length > 0)
          await audit(tx, {
            action: 'billing.update_plan',
            actorId: viewer.userId,
            ...subject,
            request,
            detail: Object.fromEntries(changed),
          });
        return findPlan(tx, id);
      });
      return { status: 200, body: presentPlan(plan) };
    },

    async listSubscriptions({ viewer, query }) {
      requireManagesAllBilling(viewer);
      const { q, plan, sort = 'name', ...page } = query;
      const filter = { q, plan };
      const { rows, cursors } = await subscriptionOrder.page({ ...page, sort }, (range) => listSubscriptionRows(db, filter, range));
      return { status: 200, body: { items: rows.map(presentSubscription), ...cursors, total: await countSubscriptions(db, filter) } };
    },

    async listAllInvoices({ viewer, query }) {
      requireManagesAllBilling(viewer);
      const { q, state, ...page } = query;
      const filter = { q, state };
      const { rows, cursors } = await invoiceOrder.page({ ...page, sort: '-number' }, (range) => listInvoiceRows(db, filter, range));
      return { status: 200, body: { items: rows.map(presentPlatformInvoice), ...cursors, total: await countInvoices(db, filter) } };
    },

    async getRevenue({ viewer }) {
      requireManagesAllBilling(viewer);
      return { status: 200, body: await readRevenue(db) };
    },

    async getSeller({ viewer }) {
      requireManagesAllBilling(viewer);
      return { status: 200, body: await readSeller(db) };
    },

    async updateSeller({ viewer, body, request }) {
      requireManagesAllBilling(viewer);
      await db.transaction(async (tx) => {
        await writeSeller(tx, body);
        const subject = { subjectType: 'platform', subjectId: 'billing' };
        await audit(tx, { action: 'billing.update_seller', actorId: viewer.userId, ...subject, request });
      });
      return { status: 200, body };
    },
  } satisfies Partial<OperationsOf<'billing'>>;
}
