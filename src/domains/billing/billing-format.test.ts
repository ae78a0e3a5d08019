import { expect, it } from 'vitest';
import { formatMoney, downgradeWarnings, formatPlanPrice } from './billing-format.ts';
import type { Plan } from './queries.ts';

const plan = (id: Plan['id'], name: string, limits: Plan['limits']): Plan => ({ id, name, monthly_price: 0, currency: 'EUR', limits });
const free = plan('free', 'Free', { events: 3, staff: 5, storage_bytes: 10_000_000_000, generations: 50 });
const studio = plan('studio', 'Studio', { events: null, staff: null, storage_bytes: 1_000_000_000_000, generations: 50 });
const usage = { events: 8, members: 4, invitations: 2, storage_bytes: 31_000_000_000, generations: 0 };

it('lists the lower limits of a smaller plan with the current usage', () => {
  expect(downgradeWarnings({ plan: studio, usage }, free)).toEqual([
    'Current events go from unlimited to 3. You have 8.',
    'Staff goes from unlimited to 5. You have 6, including invitations.',
    'Storage goes from 1 TB to 10 GB. You’re using 31 GB.',
  ]);
});

it('lists nothing for a larger plan', () => {
  expect(downgradeWarnings({ plan: free, usage }, studio)).toEqual([]);
});

it('formats a free plan’s price as an amount, not as “Free”', () => {
  expect(formatPlanPrice(free)).toBe('€0 a month');
});

it('formats amounts with two decimals, and prices without trailing zeros', () => {
  expect([formatMoney(19_900, 'EUR'), formatMoney(19_950, 'EUR')]).toEqual(['€199.00', '€199.50']);
  expect([19_900, 19_950].map((price) => formatPlanPrice({ ...free, monthly_price: price }))).toEqual(['€199 a month', '€199.50 a month']);
});
