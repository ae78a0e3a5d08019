// What a plan is sold at: the price at the provider, which says the same as the plan.
import type { components } from '#openapi/api.ts';
import type { BillingDeps } from '#server/billing/mailer.ts';
import { callProvider, requireProvider } from '#server/billing/payments/call-provider.ts';
import { listCurrentPrices } from '#server/billing/payments/payment-accounts-repository.ts';
import type { PaymentProvider, ProviderPrice } from '#server/billing/payments/provider.ts';
import { findPlan } from '#server/billing/plans-repository.ts';
import { Problem } from '#server/http/problem.ts';

interface PlanPrice {
  planId: components['schemas']['PlanId'];
  monthlyPrice: number;
  currency: string;
  /** Undefined: as it is. */
  priceId: string | null | undefined;
}

/**
 * What the plan's price is to be, once it was looked at. Nothing is asked of the provider where nothing about it changes.
 * @throws {Problem} 422 where the price there says something else, 409 `payments_off`, 502, 503
 */
export async function priceChange(
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

export const priceTaken = () =>
  new Problem(409, 'price_taken', 'This price is or was used by another plan. Create a separate one for this plan.');
