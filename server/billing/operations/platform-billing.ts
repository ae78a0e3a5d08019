// Billing of all organizations, for super admins.
import type { components } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import type { BillingDeps } from '#server/billing/emails.ts';
import {
  countInvoices,
  invoiceOrder,
  listInvoiceRows,
  lockSeller,
  readRevenue,
  readSeller,
  writeSeller,
} from '#server/billing/invoices-repository.ts';
import { requireManagesAllBilling } from '#server/billing/operations/authorize.ts';
import { requirePrintable } from '#server/billing/operations/invoices.ts';
import { callProvider, type PaymentProvider, type ProviderPrice, requireProvider } from '#server/billing/payment-provider.ts';
import { findLastEventAt, findPlanOfPrice, listCurrentPrices, setCurrentPrice } from '#server/billing/payments-repository.ts';
import { changePlan, countOnPlans, findPlan, listPlans, lockPlanRow } from '#server/billing/plans-repository.ts';
import { presentPlanInUse, presentPlatformInvoice, presentSeller, presentSubscription } from '#server/billing/presenter.ts';
import { countSubscriptions, listSubscriptionRows, subscriptionOrder } from '#server/billing/subscriptions-repository.ts';
import { changedMeanwhile, matchesIfMatch } from '#server/http/etag.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
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

/** @throws {Problem} 412 `changed_meanwhile` if the caller read another version */
function requireVersion(ifMatch: string | undefined, version: string, what: string): void {
  if (!matchesIfMatch(ifMatch, `"${version}"`)) throw changedMeanwhile(what);
}

interface PlanPrice {
  planId: components['schemas']['PlanId'];
  monthlyPrice: number;
  currency: string;
  /** Undefined: as it is. */
  priceId: string | null | undefined;
}

/**
 * Validates a change of the plan's price. The provider is not called if the price does not change.
 * @throws {Problem} 422 if the provider's price differs, 409 `payments_off`, 502, 503
 */
async function priceChange(
  deps: BillingDeps,
  provider: PaymentProvider | null,
  { planId, monthlyPrice, currency, priceId }: PlanPrice,
): Promise<string | null | undefined> {
  const [plan, prices] = await Promise.all([findPlan(deps.db, planId), listCurrentPrices(deps.db)]);
  const before = prices.get(planId) ?? null;
  const after = priceId === undefined ? before : priceId;
  if (after === null) return after;
  const isSame = after === before && plan.monthlyPrice === monthlyPrice && plan.currency === currency;
  // Without a provider nothing is sold: what the plan costs is changed freely.
  if (isSame || (after === before && !provider)) return after;
  const price = await callProvider(deps, requireProvider(provider).findPrice(after));
  const why = priceMismatch(price, monthlyPrice, currency);
  if (why === null) return after;
  throw new Problem(422, 'invalid_request', `You can’t use this price: it ${why}.`, {
    errors: [{ field: 'body.price_id', message: why }],
  });
}

function priceMismatch(price: ProviderPrice | null, monthlyPrice: number, currency: string): string | null {
  if (!price) return 'doesn’t exist at the payment provider';
  if (!price.isActive) return 'is archived at the payment provider';
  if (!price.isMonthly) return 'isn’t paid monthly';
  if (price.amount === monthlyPrice && price.currency === currency) return null;
  const said = price.amount === null ? 'no fixed amount' : `${(price.amount / 100).toFixed(2)} ${price.currency}`;
  return `says ${said} at the payment provider, the plan ${(monthlyPrice / 100).toFixed(2)} ${currency}`;
}

const priceTaken = () => new Problem(409, 'price_taken', 'Another plan uses or used this price. Create a separate price for this plan.');
