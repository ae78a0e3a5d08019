// How it is told that the payment provider did not do what was asked of it.
import type { BillingDeps } from '#server/billing/mailer.ts';
import { PaymentFailure, type PaymentProvider } from '#server/billing/payments/provider.ts';
import { Problem } from '#server/http/problem.ts';

/** @throws {Problem} 409 `payments_off` */
export function requireProvider(provider: PaymentProvider | null): PaymentProvider {
  if (!provider) throw new Problem(409, 'payments_off', 'No payment provider is connected. Billing is manual.');
  return provider;
}

export const subscriptionRunning = () =>
  new Problem(
    409,
    'subscription_running',
    'This organization pays through the payment provider. Change or cancel the plan in the billing portal.',
  );

/**
 * What a call of the provider ends in, told to the person who waits for it; the log has the rest.
 * @throws {Problem} 503 `payment_provider_unavailable`, 502 `payment_provider_refused`
 */
export async function callProvider<T>({ log }: Pick<BillingDeps, 'log'>, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    log.warn({ err: error }, 'the payment provider did not do what was asked of it');
    throw problemOf(error);
  }
}

const problemOf = ({ kind }: PaymentFailure) =>
  kind === 'unavailable'
    ? new Problem(
        503,
        'payment_provider_unavailable',
        'We can’t reach the payment provider right now. You weren’t charged. Try again in a moment.',
        {
          headers: { 'retry-after': '10' },
        },
      )
    : new Problem(
        502,
        'payment_provider_refused',
        'The payment provider didn’t accept this. You weren’t charged. Please contact the platform’s admins.',
      );
