import { expect, it } from 'vitest';
import { lossesOf } from './plan-words.ts';
import type { Plan } from './queries.ts';

const plan = (id: Plan['id'], name: string, limits: Plan['limits']): Plan => ({ id, name, monthly_price: 0, currency: 'EUR', limits });
const free = plan('free', 'Free', { events: 3, staff: 5, storage_bytes: 10_000_000_000, generations: 50 });
const studio = plan('studio', 'Studio', { events: null, staff: null, storage_bytes: 1_000_000_000_000, generations: 50 });
const usage = { events: 8, members: 4, invitations: 2, storage_bytes: 31_000_000_000, generations: 0 };

it('says what a smaller plan has less room for, and what is used of it', () => {
  expect(lossesOf({ plan: studio, usage }, free)).toEqual([
    '3 events at a time instead of unlimited events. You have 8 events.',
    '5 staff members instead of unlimited staff. You have 6 people, including invitations.',
    '10 GB of photos instead of 1 TB of photos. You have 31 GB.',
  ]);
});

it('says nothing of a larger one', () => {
  expect(lossesOf({ plan: free, usage }, studio)).toEqual([]);
});
