// What it means for an organization how its subscription at the payment provider stands. Pure.
import type { paymentAccounts } from '#server/db/schema/billing.ts';

type Account = typeof paymentAccounts.$inferSelect;
export type PaymentState = Pick<Account, 'status' | 'planId' | 'periodEnd' | 'endsAt' | 'pastDueSince'>;

/** A plan stays so long after a payment failed. The provider tries again meanwhile. */
const GRACE_DAYS = 14;

export const graceEnd = (pastDueSince: Date): Date => new Date(pastDueSince.getTime() + GRACE_DAYS * 24 * 3600 * 1000);

/** The plan that its payments give it now; null: none. */
export function paidPlan({ status, planId, pastDueSince }: PaymentState, now: Date): Account['planId'] {
  if (status === 'active') return planId;
  return status === 'past_due' && pastDueSince !== null && now < graceEnd(pastDueSince) ? planId : null;
}
