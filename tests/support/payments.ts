// Organizations that pay through a fake of Stripe, with two servers on one database, for unit tests.
import { eq } from 'drizzle-orm';
import { billingJobs } from '#server/billing/jobs.ts';
import { billingOperations } from '#server/billing/operations.ts';
import { paymentAccounts, paymentEvents, planPrices, subscriptions } from '#server/db/schema/billing.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { refreshViewer } from '#server/organizations/access.ts';
import { createOrganization, createUser, viewerOf } from '#tests/support/factories/database.ts';
import { openTestDeps } from './database.ts';
import { signedEvent, startFakeStripe } from './fake-stripe.ts';
import { askOperations } from './operations.ts';

export type TestPayments = Awaited<ReturnType<typeof openPayments>>;

/** Sells Pro and Studio. */
export async function openPayments() {
  const fake = await startFakeStripe();
  const deps = await openTestDeps(fake.env);
  const platform = await createUser(deps, { firstName: 'Sol', role: 'super_admin' });
  const servers = [0, 1].map(() => billingOperations(deps, refreshViewer, { countPlanRequest: async () => undefined }));
  await deps.db.insert(planPrices).values([
    { planId: 'pro', priceId: 'price_pro', isCurrent: true },
    { planId: 'studio', priceId: 'price_studio', isCurrent: true },
  ]);
  const jobs = billingJobs(deps);
  const { signal } = new AbortController();
  const sync = (organizationId: string) => jobs['sync-payments']({ organizationId }, signal);
  const isOf = `payload ->> 'organizationId' = $1`;

  async function ask<Id extends keyof (typeof servers)[number]>(id: Id, userId: string, path = {}, body?: unknown, server = 0) {
    return askOperations(servers[server]!)(id, await viewerOf(deps, userId), path, { body });
  }

  function tell({ body, signature }: ReturnType<typeof signedEvent>, server = 0): Promise<unknown> {
    const handler = servers[server]?.receivePaymentEvent as (call: unknown) => Promise<unknown>;
    return handler({ header: { 'stripe-signature': signature }, request: { body: Buffer.from(body) } });
  }

  const jobsOf = async (id: string): Promise<number> =>
    (await deps.pool.query(`select from graphile_worker._private_jobs where ${isOf}`, [id])).rowCount ?? 0;

  /** Runs the waiting job, as a worker would. Returns whether there was one. */
  async function work(id: string): Promise<boolean> {
    if ((await jobsOf(id)) === 0) return false;
    await sync(id);
    await deps.pool.query(`delete from graphile_worker._private_jobs where ${isOf}`, [id]);
    return true;
  }

  /** An organization on the free plan. */
  async function free(): Promise<{ id: string; adminId: string }> {
    const made = await createOrganization(deps);
    await deps.db.delete(subscriptions).where(eq(subscriptions.organizationId, made.id));
    return made;
  }

  /** An organization that has opened a checkout of Pro. */
  async function paying(): Promise<{ id: string; adminId: string; customer: string }> {
    const made = await free();
    await ask('openCheckout', made.adminId, { id: made.id }, { plan: 'pro' });
    const [account] = await deps.db.select().from(paymentAccounts).where(eq(paymentAccounts.organizationId, made.id));
    return { ...made, customer: account?.customerId ?? '' };
  }

  return {
    deps,
    fake,
    platform,
    ask,
    tell,
    jobsOf,
    sync,
    work,
    free,
    paying,
    review: () => jobs['review-payments']({}, signal),
    /** An organization that has bought Pro. */
    async subscribed() {
      const made = await paying();
      const bought = fake.buy(made.customer, 'price_pro');
      await tell(signedEvent('customer.subscription.created', bought.subscription));
      await work(made.id);
      return { ...made, ...bought };
    },
    planOf: async (id: string, adminId: string) => (await ask('getBilling', adminId, { id })).plan.id,
    /** The billing actions in the audit log. */
    trailOf: async (id: string) =>
      (await deps.db.select().from(auditLog).where(eq(auditLog.organizationId, id)).orderBy(auditLog.id))
        .map(({ action }) => action.replace('billing.', ''))
        .filter((action) => !action.includes('.')),
    waitingOf: async (id: string) =>
      (await deps.db.select().from(paymentEvents).where(eq(paymentEvents.organizationId, id))).filter(({ handledAt }) => !handledAt).length,
    async dispose() {
      await deps.dispose();
      await fake.close();
    },
  };
}
