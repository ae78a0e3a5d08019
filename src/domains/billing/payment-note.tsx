import { formatFullDate } from '#src/lib/format.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Billing } from './queries.ts';

interface PaymentNoteProps {
  billing: Billing;
  payment: NonNullable<Billing['payment']>;
  /** Somebody came back from paying. Whether they paid, the server says. */
  isAfterCheckout: boolean;
  disabledReason: string | null;
  isOpening: boolean;
  onManage: () => void;
}

const LOST_NOTHING = 'You won’t lose anything.';

/** How it stands with paying, where that is not as usual. */
export function PaymentNote({
  billing,
  payment: { subscription, is_waiting: isWaiting },
  isAfterCheckout,
  disabledReason,
  isOpening,
  onManage,
}: PaymentNoteProps) {
  const manage = (
    <Button size="sm" variant="primary" loading={isOpening} disabledReason={disabledReason} onClick={onManage}>
      Manage billing
    </Button>
  );
  if (!subscription) {
    if (!isAfterCheckout || !isWaiting) return null;
    return (
      <Banner title="Waiting for the payment provider">
        This page updates automatically once your payment is confirmed. If you didn’t pay, you weren’t charged.
      </Banner>
    );
  }
  const name = billing.plans.find(({ id }) => id === subscription.plan)?.name;
  const plan = name === undefined ? 'your plan' : `the ${name} plan`;
  const { status, ends_at: endsAt, grace_ends_at: until } = subscription;
  if (status === 'past_due' && until !== null && billing.plan.id === subscription.plan) {
    return (
      <Banner tone="warning" title="Your last payment failed" actions={manage}>
        We’ll retry the payment, and you keep {plan} until {formatFullDate(until)}. Please check your payment method. Without a payment by
        then, your organization moves to the Free plan. {LOST_NOTHING}
      </Banner>
    );
  }
  if (status !== 'active') {
    return (
      <Banner tone="danger" title="Your plan hasn’t been paid" actions={manage}>
        Your organization is on the Free plan until the open invoice for {plan} is paid. {LOST_NOTHING}
      </Banner>
    );
  }
  if (endsAt !== null) {
    return (
      <Banner title={`Canceled. You keep ${plan} until ${formatFullDate(endsAt)}.`} actions={manage}>
        Then your organization moves to the Free plan. {LOST_NOTHING} You can renew until that day.
      </Banner>
    );
  }
  return isAfterCheckout ? <Banner tone="success" title={`Thank you! You’re on ${plan}.`} /> : null;
}
