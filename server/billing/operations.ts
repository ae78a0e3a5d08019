import type { BillingDeps } from '#server/billing/mails.ts';
import type { RightsNow } from '#server/billing/operations/authorize.ts';
import { invoiceCalls } from '#server/billing/operations/invoice-calls.ts';
import { planCalls } from '#server/billing/operations/plan-calls.ts';
import { platformBillingCalls } from '#server/billing/operations/platform-calls.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

export function billingOperations(
  deps: BillingDeps,
  rightsNow: RightsNow,
  limits: Pick<RateLimits, 'countPlanRequest'>,
): OperationsOf<'billing'> {
  return { ...planCalls(deps, rightsNow, limits), ...invoiceCalls(deps, rightsNow), ...platformBillingCalls(deps) };
}
