// What the platform's people see and change of all organizations' billing.
import type { components } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import { countInvoices, invoiceOrder, listInvoiceRows } from '#server/billing/invoices-repository.ts';
import type { BillingDeps } from '#server/billing/mailer.ts';
import { requireManagesAllBilling } from '#server/billing/operations/authorize.ts';
import { requirePrintable } from '#server/billing/operations/printable.ts';
import {
  findLastEventAt,
  findPlanOfPrice,
  listCurrentPrices,
  setCurrentPrice,
} from '#server/billing/payments/payment-accounts-repository.ts';
import { priceChange, priceTaken } from '#server/billing/payments/prices.ts';
import type { PaymentProvider } from '#server/billing/payments/provider.ts';
import { changePlan, countOnPlans, findPlan, lockPlanRow, listPlans } from '#server/billing/plans-repository.ts';
import { presentPlanInUse, presentPlatformInvoice, presentSeller, presentSubscription } from '#server/billing/presenter.ts';
import { readRevenue } from '#server/billing/revenue-repository.ts';
import { lockSeller, readSeller, writeSeller } from '#server/billing/seller-repository.ts';
import { countSubscriptions, listSubscriptionRows, subscriptionOrder } from '#server/billing/subscriptions-repository.ts';
import { changedMeanwhile, matchesIfMatch } from '#server/http/etag.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { lockPlatformRights } from '#server/settings/repository.ts';

export function platformBillingCalls(deps: BillingDeps, provider: PaymentProvider | null) {
  const { db } = deps;
  return {
    async listPlans({ viewer }) {
      requireManagesAllBilling(viewer);
      const [plans, counts, prices, lastEventAt] = await Promise.all([
        listPlans(db),
        countOnPlans(db),
        listCurrentPrices(db),
        provider && findLastEventAt(db),
      ]);
      const payment = provider && {
        provider: provider.name,
        is_live: provider.isLive,
        last_event_at: lastEventAt?.toISOString() ?? null,
      };
      const inUse = plans.map((plan) => presentPlanInUse(plan, prices.get(plan.id) ?? null, counts.get(plan.id) ?? 0));
      return { status: 200, body: { plans: inUse, payment } };
    },

    async updatePlan({ viewer, path, header, body, request }) {
      requireManagesAllBilling(viewer);
      const { name, monthly_price: monthlyPrice, currency, limits } = body;
      const stated = await priceChange(deps, provider, { planId: path.planId, monthlyPrice, currency, priceId: body.price_id });
      const plan = await db.transaction(async (tx) => {
        requireManagesAllBilling(await lockPlatformRights(tx, viewer));
        const held = await lockPlanRow(tx, path.planId);
        const { id, ...row } = held;
        const priceId = (await listCurrentPrices(tx)).get(id) ?? null;
        const count = (await countOnPlans(tx)).get(id) ?? 0;
        requireVersion(header['if-match'], presentPlanInUse(held, priceId, count).version, 'this plan');
        const before = { ...row, priceId };
        const { events: maxOpenEvents, staff: maxStaff, storage_bytes: maxStorageBytes, generations: maxGenerations } = limits;
        const facts = { name: name.trim(), monthlyPrice, currency, maxOpenEvents, maxStaff, maxStorageBytes, maxGenerations };
        const after = { ...facts, priceId: stated === undefined ? priceId : stated };
        await changePlan(tx, id, facts);
        if (after.priceId !== priceId) {
          const owner = after.priceId === null ? null : await findPlanOfPrice(tx, after.priceId);
          if (owner !== null && owner !== id) throw priceTaken();
          await setCurrentPrice(tx, id, after.priceId);
        }
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
        return presentPlanInUse(await findPlan(tx, id), after.priceId, count);
      });
      return { status: 200, headers: { etag: `"${plan.version}"` }, body: plan };
    },

    async listSubscriptions({ viewer, query }) {
      requireManagesAllBilling(viewer);
      const { q, plan, storage, sort = 'name', ...page } = query;
      const filter = { q, plan, storage };
      const { rows, cursors } = await subscriptionOrder.page({ ...page, sort }, (range) => listSubscriptionRows(db, filter, range));
      return {
        status: 200,
        body: {
          items: rows.map((row) => presentSubscription(row, provider !== null)),
          ...cursors,
          total: await countSubscriptions(db, filter),
        },
      };
    },

    async listAllInvoices({ viewer, query }) {
      requireManagesAllBilling(viewer);
      const { q, state, ...page } = query;
      const filter = { q, state };
      const { rows, cursors } = await invoiceOrder.page({ ...page, sort: '-issued_at' }, (range) => listInvoiceRows(db, filter, range));
      return { status: 200, body: { items: rows.map(presentPlatformInvoice), ...cursors, total: await countInvoices(db, filter) } };
    },

    async getRevenue({ viewer }) {
      requireManagesAllBilling(viewer);
      return { status: 200, body: await readRevenue(db) };
    },

    async getSeller({ viewer }) {
      requireManagesAllBilling(viewer);
      return sellerAnswer(await readSeller(db));
    },

    async updateSeller({ viewer, header, body, request }) {
      requireManagesAllBilling(viewer);
      requirePrintable(body);
      await db.transaction(async (tx) => {
        requireManagesAllBilling(await lockPlatformRights(tx, viewer));
        const before = presentSeller(await lockSeller(tx)).version;
        requireVersion(header['if-match'], before, 'who issues the invoices');
        if (before === presentSeller(body).version) return;
        await writeSeller(tx, body);
        const subject = { subjectType: 'platform', subjectId: 'billing' };
        await audit(tx, { action: 'billing.update_seller', actorId: viewer.userId, ...subject, request });
      });
      return sellerAnswer(body);
    },
  } satisfies Partial<OperationsOf<'billing'>>;
}

function sellerAnswer(facts: components['schemas']['Seller']) {
  const body = presentSeller(facts);
  return { status: 200 as const, headers: { etag: `"${body.version}"` }, body };
}

/** @throws {Problem} 412 `changed_meanwhile` when it is another than what was read */
function requireVersion(ifMatch: string | undefined, version: string, what: string): void {
  if (!matchesIfMatch(ifMatch, `"${version}"`)) throw changedMeanwhile(what);
}
