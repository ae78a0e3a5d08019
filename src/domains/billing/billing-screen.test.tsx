import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PaymentNote } from './billing-screen.tsx';
import type { Billing, Plan } from './queries.ts';

afterEach(cleanup);

const plan = (id: Plan['id'], name: string): Plan => ({
  id,
  name,
  monthly_price: 4900,
  currency: 'EUR',
  limits: { events: 3, staff: 5, storage_bytes: 1, generations: 1 },
});
type Payment = NonNullable<Billing['payment']>;
type Subscription = NonNullable<Payment['subscription']>;

const running: Subscription = { status: 'active', plan: 'pro', renews_at: '2026-12-01T00:00:00Z', ends_at: null, grace_ends_at: null };

function noteFor(payment: Partial<Payment>, { isBack = false, on = 'pro' }: { isBack?: boolean; on?: 'free' | 'pro' } = {}): string {
  const plans = [plan('free', 'Free'), plan('pro', 'Pro')];
  const whole: Payment = { provider: 'stripe', plans: ['pro'], subscription: null, is_waiting: false, has_account: true, ...payment };
  const billing: Billing = {
    plan: on === 'pro' ? plan('pro', 'Pro') : plan('free', 'Free'),
    since: null,
    usage: { events: 0, members: 1, invitations: 0, storage_bytes: 0, generations: 0 },
    generations_renew_on: '2026-12-01',
    request: null,
    plans,
    payment: whole,
    can: { manage: true },
  };
  const { container } = render(
    <PaymentNote
      billing={billing}
      payment={whole}
      isAfterCheckout={isBack}
      disabledReason={null}
      isOpening={false}
      onManage={() => undefined}
    />,
  );
  return container.textContent;
}

it('shows a pending payment only after checkout, and trusts the server rather than the URL', () => {
  expect(noteFor({ is_waiting: true })).toBe('');
  expect(noteFor({ is_waiting: true }, { isBack: true })).toMatch(/^Waiting for the payment provider/);
  expect(noteFor({}, { isBack: true })).toBe('');
  expect(noteFor({ subscription: running }, { isBack: true })).toBe('Thank you! You’re on the Pro plan.');
  expect(noteFor({ subscription: running })).toBe('');
});

it('explains the consequence of a failed payment and the end of the grace period', () => {
  const failed: Subscription = { ...running, status: 'past_due', grace_ends_at: '2026-12-07T12:00:00Z' };
  expect(noteFor({ subscription: failed })).toMatch(/^Your last payment failed.*you keep the Pro plan until Dec 7, 2026/);
  expect(screen.getByRole('button', { name: 'Manage billing' })).toBeTruthy();
  expect(noteFor({ subscription: failed }, { on: 'free' })).toMatch(/^Your plan hasn’t been paid.*on the Free plan until the open invoice/);
  expect(noteFor({ subscription: { ...running, renews_at: null, ends_at: '2026-12-01T12:00:00Z' } })).toMatch(
    /^Canceled\. You keep the Pro plan until Dec 1, 2026/,
  );
});
