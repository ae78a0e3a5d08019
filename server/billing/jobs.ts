import type { BillingDeps } from '#server/billing/mailer.ts';
import { deleteHandledEvents, listOutOfSync } from '#server/billing/payments/payment-accounts-repository.ts';
import { queueSync } from '#server/billing/payments/queue.ts';
import { stripeProvider } from '#server/billing/payments/stripe.ts';
import { syncPayments } from '#server/billing/payments/sync.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Longer than the provider tells anything again. */
const EVENTS_KEPT_MS = 90 * DAY_MS;

export function billingJobs(deps: BillingDeps): JobHandlers<'sync-payments' | 'review-payments'> {
  const { db, config, jobs } = deps;
  const provider = config.stripe && stripeProvider(config.stripe);
  return {
    async 'sync-payments'({ organizationId }) {
      if (provider) await syncPayments(deps, provider, organizationId);
    },
    // What the provider told may not have arrived.
    async 'review-payments'(_payload, signal) {
      if (!provider) return;
      for (const organizationId of await listOutOfSync(db)) {
        if (signal.aborted) return;
        await db.transaction((tx) => queueSync(jobs, tx, organizationId));
      }
      await deleteHandledEvents(db, new Date(Date.now() - EVENTS_KEPT_MS));
    },
  };
}
