import type { BillingDeps } from '#server/billing/emails.ts';
import type { RefreshViewer } from '#server/billing/operations/authorize.ts';
import { checkoutCalls } from '#server/billing/operations/checkout.ts';
import { invoiceCalls } from '#server/billing/operations/invoices.ts';
import { paymentEventCalls } from '#server/billing/operations/payment-events.ts';
import { planCalls } from '#server/billing/operations/plans.ts';
import { platformBillingCalls } from '#server/billing/operations/platform-billing.ts';
import { stripeProvider } from '#server/billing/stripe.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

export function billingOperations(
  deps: BillingDeps,
  refreshViewer: RefreshViewer,
  limits: Pick<RateLimits, 'countPlanRequest'>,
): OperationsOf<'billing'> {
  const provider = deps.config.stripe && stripeProvider(deps.config.stripe);
  return {
    ...planCalls(deps, provider, refreshViewer, limits),
    ...invoiceCalls(deps, provider, refreshViewer),
    ...checkoutCalls(deps, provider, refreshViewer),
    ...paymentEventCalls(deps, provider),
    ...platformBillingCalls(deps, provider),
  };
}
