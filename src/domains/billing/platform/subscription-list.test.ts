import { expect, test } from 'vitest';
import type { Plan } from '#src/domains/billing/queries.ts';
import type { Subscription } from './queries.ts';
import { hasToInvoice } from './subscription-list.tsx';

type Facts = { status?: Subscription['organization']['status']; until?: string | null; price?: number };
const asked = ({ status = 'active', until = null, price = 4900 }: Facts): boolean =>
  hasToInvoice({ organization: { status }, invoiced_until: until } as Subscription, { monthly_price: price } as Plan);

test('an invoice is offered for plans that cost something, and for what was billed before', () => {
  expect(asked({})).toBe(true);
  expect(asked({ status: 'suspended' })).toBe(true);
  expect(asked({ price: 0 })).toBe(false);
  expect(asked({ price: 0, until: '2026-10-31' })).toBe(true);
});

test('an invoice is never offered before the approval', () => {
  expect(asked({ status: 'pending' })).toBe(false);
  expect(asked({ status: 'pending', until: '2026-10-31' })).toBe(false);
});
