import { pluralize, createDateFormat, formatCount } from '#src/lib/format.ts';
import type { Credits } from './generation.ts';

const dayAndMonth = createDateFormat({ day: 'numeric', month: 'long' });

const creditsLeft = ({ limit, used, reserved }: Credits): number => (limit === null ? Infinity : Math.max(0, limit - used - reserved));

/** "12 of 100 credits left this month, renews December 1". */
export function creditsLabel(credits: Credits): string {
  if (credits.limit === null) return `${pluralize(credits.used, 'credit', 'credits')} used this month, no limit`;
  // The month is UTC's, whatever the clock of whoever reads.
  return `${formatCount(creditsLeft(credits))} of ${pluralize(credits.limit, 'credit', 'credits')} left this month, renews ${dayAndMonth(credits.renews_on, 'UTC')}`;
}

/** Why this cannot be paid now; null: it can. */
export function creditsDisabledReason(credits: Credits | undefined, cost: number): string | null {
  if (!credits || creditsLeft(credits) >= cost) return null;
  const left = creditsLeft(credits);
  const has = left === 0 ? 'No credits left' : `Only ${pluralize(left, 'credit', 'credits')} left`;
  return `${has} this month. They renew on ${dayAndMonth(credits.renews_on, 'UTC')}.`;
}
