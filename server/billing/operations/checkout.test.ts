// Checkouts and events of the provider, in any order and repeated.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentCheckouts, paymentEvents } from '#server/db/schema/billing.ts';
import { createMembership } from '#tests/support/factories/database.ts';
import { signedEvent } from '#tests/support/fake-stripe.ts';
import { outcome } from '#tests/support/operations.ts';
import { openPayments, type TestPayments } from '#tests/support/payments.ts';

let payments: TestPayments;
beforeAll(async () => {
  payments = await openPayments();
}, 120_000);
afterAll(() => payments?.dispose(), 60_000);

describe('a checkout', () => {
  it('is one page for two who press at once, of one customer, and the plan waits for the provider', async () => {
    const { deps, fake, ask, free, trailOf } = payments;
    const { id, adminId } = await free();
    const colleague = await createMembership(deps, id, { role: 'organization' });
    const before = fake.asked.length;
    const pages = await Promise.all([
      ask('openCheckout', adminId, { id }, { plan: 'pro' }),
      ask('openCheckout', colleague.userId, { id }, { plan: 'pro' }, 1),
    ]);
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
    expect(pages[0]?.url).toContain(fake.url);
    const asked = fake.asked.slice(before);
    const keys = asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/sessions')).map((one) => one.idempotencyKey);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(asked.filter(({ path }) => path === '/v1/customers').map((one) => one.idempotencyKey))).toEqual(
      new Set([`customer-${id}`]),
    );
    expect(await ask('getBilling', adminId, { id })).toMatchObject({
      plan: { id: 'free' },
      payment: { provider: 'stripe', plans: ['pro', 'studio'], subscription: null, is_waiting: true, has_account: true },
    });
    expect(await trailOf(id)).toEqual(['open_checkout']);
    const member = await createMembership(deps, id);
    expect(await outcome(ask('openCheckout', member.userId, { id }, { plan: 'pro' }))).toBe('forbidden');
    expect((await ask('getBilling', member.userId, { id })).payment).toMatchObject({ plans: [], is_waiting: false, has_account: false });
  });

  it('of another plan closes the one before, unless that was paid', async () => {
    const { deps, fake, ask, work, paying, planOf } = payments;
    const { id, adminId, customer } = await paying();
    const [first] = await deps.db.select().from(paymentCheckouts).where(eq(paymentCheckouts.organizationId, id));
    const session = fake.objects.get(first?.sessionId ?? '');
    await ask('openCheckout', adminId, { id }, { plan: 'studio' });
    expect(session?.status).toBe('expired');
    const [second] = await deps.db.select().from(paymentCheckouts).where(eq(paymentCheckouts.organizationId, id));
    Object.assign(fake.objects.get(second?.sessionId ?? '') ?? {}, { status: 'complete' });
    fake.buy(customer, 'price_studio');
    expect(await outcome(ask('openCheckout', adminId, { id }, { plan: 'pro' }))).toBe('payment_waiting');
    // No event is needed: the sync reads the state.
    await work(id);
    expect(await planOf(id, adminId)).toBe('studio');
    expect(await outcome(ask('openCheckout', adminId, { id }, { plan: 'pro' }))).toBe('subscription_running');
    expect(await outcome(ask('openCheckout', adminId, { id }, { plan: 'free' }))).toBe('subscription_running');
  });

  it('that the provider fails to open is reported, and leaves nothing behind', async () => {
    const { fake, ask, free } = payments;
    const { id, adminId } = await free();
    const open = () => ask('openCheckout', adminId, { id }, { plan: 'pro' });
    for (const [trouble, code] of [
      ['denied', 'payment_provider_refused'],
      ['unpaid', 'payment_provider_refused'],
      ['busy', 'payment_provider_unavailable'],
    ] as const) {
      fake.trouble = trouble;
      expect(await outcome(open()), trouble).toBe(code);
      expect(await ask('getBilling', adminId, { id })).toMatchObject({
        plan: { id: 'free' },
        payment: { is_waiting: false, has_account: false },
      });
    }
    fake.trouble = null;
    expect((await open()).url).toContain('/pay/');
    expect(await outcome(ask('openCheckout', adminId, { id }, { plan: 'free' }))).toBe('plan_not_sold');
  });
});

it('opens the page that an answer was lost of, instead of another one', async () => {
  const { deps, fake, ask, free } = payments;
  const { id, adminId } = await free();
  fake.trouble = 'cut';
  expect(await outcome(ask('openCheckout', adminId, { id }, { plan: 'pro' }))).toBe('payment_provider_unavailable');
  fake.trouble = null;
  const [begun] = await deps.db.select().from(paymentCheckouts).where(eq(paymentCheckouts.organizationId, id));
  await ask('openCheckout', adminId, { id }, { plan: 'pro' });
  expect(fake.asked.at(-1)?.idempotencyKey).toBe(`checkout-${begun?.id}`);
});

describe('an event of the provider', () => {
  it('is stored before it is acknowledged, and counts once, on any server', async () => {
    const { deps, fake, ask, tell, jobsOf, work, paying, trailOf, waitingOf } = payments;
    const { id, adminId, customer } = await paying();
    const { subscription } = fake.buy(customer, 'price_pro');
    const told = signedEvent('checkout.session.completed', { id: 'cs_1', object: 'checkout.session', customer });
    await Promise.all([tell(told, 0), tell(told, 1), tell(signedEvent('customer.subscription.created', subscription), 1)]);
    expect(await jobsOf(id)).toBe(1);
    expect(await waitingOf(id)).toBe(2);
    // The worker falls in the middle of it: the job is there still.
    fake.trouble = 'denied';
    await expect(work(id)).rejects.toThrow('refused');
    expect(await waitingOf(id)).toBe(2);
    fake.trouble = null;
    await work(id);
    expect(await waitingOf(id)).toBe(0);
    expect(await ask('getBilling', adminId, { id })).toMatchObject({
      plan: { id: 'pro' },
      payment: { is_waiting: false, subscription: { status: 'active', plan: 'pro', ends_at: null, grace_ends_at: null } },
    });
    const trail = await trailOf(id);
    expect(trail).toEqual(['open_checkout', 'begin_subscription', 'set_plan', 'record_invoice']);
    await tell(told);
    expect(await work(id), 'known already').toBe(false);
    // A day later, with a new signature, as the provider does.
    await deps.db.update(paymentEvents).set({ receivedAt: new Date(Date.now() - 25 * 3600 * 1000) });
    await tell(signedEvent('checkout.session.completed', { id: 'cs_1', customer }, { id: (JSON.parse(told.body) as { id: string }).id }));
    expect(await work(id), 'known a day later').toBe(false);
    expect(await trailOf(id)).toEqual(trail);
  });

  it('may arrive in any order: the current state counts', async () => {
    const { fake, tell, work, paying, planOf, trailOf } = payments;
    const { id, adminId, customer } = await paying();
    const { subscription } = fake.buy(customer, 'price_pro');
    const created = structuredClone(subscription);
    subscription.status = 'canceled';
    await tell(signedEvent('customer.subscription.deleted', subscription));
    await work(id);
    await tell(signedEvent('customer.subscription.created', created));
    await work(id);
    expect(await planOf(id, adminId)).toBe('free');
    expect(await trailOf(id)).not.toContain('begin_subscription');
  });

  it('does not let a read that began earlier undo what a later one found', async () => {
    const { tell, sync, work, subscribed, planOf, waitingOf } = payments;
    const { id, adminId, subscription } = await subscribed();
    // What the first one reads is answered as of now, and arrives late.
    const { listed, release } = holdFirstAnswer();
    await tell(signedEvent('customer.subscription.updated', subscription));
    const early = sync(id);
    await listed;
    subscription.status = 'canceled';
    await tell(signedEvent('customer.subscription.deleted', subscription));
    await work(id);
    expect(await planOf(id, adminId)).toBe('free');
    release();
    await early;
    expect(await planOf(id, adminId)).toBe('free');
    expect(await waitingOf(id)).toBe(0);
  });

  it('is refused if unsigned or modified, and of other types it is only stored', async () => {
    const { deps, tell, work, paying } = payments;
    const { id, customer } = await paying();
    const told = signedEvent('invoice.paid', { customer });
    const before = await deps.db.$count(paymentEvents);
    expect(await outcome(tell({ ...told, body: told.body.replace('invoice.paid', 'invoice.voided') }))).toBe('bad_signature');
    expect(await outcome(tell(signedEvent('invoice.paid', { customer }, { at: new Date(Date.now() - 24 * 3600 * 1000) })))).toBe(
      'bad_signature',
    );
    expect(await outcome(tell(signedEvent('invoice.paid', { customer }, { secret: 'whsec_other' })))).toBe('bad_signature');
    expect(await deps.db.$count(paymentEvents)).toBe(before);
    await tell(signedEvent('customer.tax_id.created', { customer }));
    await tell(signedEvent('invoice.paid', { customer: 'cus_unknown' }));
    await tell(signedEvent('balance.available', {}));
    expect(await deps.db.$count(paymentEvents)).toBe(before + 3);
    expect(await work(id)).toBe(false);
  });
});

/** Delays the answer to the next request for subscriptions, which is already computed. */
function holdFirstAnswer(): { listed: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  let heard = (): void => undefined;
  const listed = new Promise<void>((resolve) => (heard = resolve));
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { fake } = payments;
  fake.holdAnswer = async (path) => {
    if (path !== '/v1/subscriptions') return;
    fake.holdAnswer = null;
    heard();
    await gate;
  };
  return { listed, release };
}
