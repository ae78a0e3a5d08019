import type { components } from '#openapi/api.ts';
import { findOpenCheckout, findPaymentAccount, listCurrentPrices } from '#server/billing/payments/payment-accounts-repository.ts';
import type { PaymentProvider } from '#server/billing/payments/provider.ts';
import { presentPayment } from '#server/billing/presenter.ts';
import type { Queryable } from '#server/db/types.ts';

/** @param manages others are told that there is a provider, and no more */
export async function readPayment(
  db: Queryable,
  { name: provider }: PaymentProvider,
  organizationId: string,
  manages: boolean,
): Promise<components['schemas']['BillingPayment']> {
  if (!manages) return { provider, plans: [], subscription: null, is_waiting: false, has_account: false };
  const [account, checkout, prices] = await Promise.all([
    findPaymentAccount(db, organizationId),
    findOpenCheckout(db, organizationId),
    listCurrentPrices(db),
  ]);
  const subscription = presentPayment(account);
  return {
    provider,
    plans: [...prices.keys()],
    subscription,
    is_waiting: subscription === null && typeof checkout?.sessionId === 'string',
    has_account: account !== null,
  };
}
