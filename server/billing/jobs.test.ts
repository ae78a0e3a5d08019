// The plan of an organization by its payments, its invoices, and the prices of plans.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoices, paymentAccounts } from '#server/db/schema/billing.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { signedEvent } from '#tests/support/fake-stripe.ts';
import { askOrganizations, outcome } from '#tests/support/operations.ts';
import { openPayments, type TestPayments } from '#tests/support/payments.ts';

let payments: TestPayments;
beforeAll(async () => {
  payments = await openPayments();
}, 120_000);
afterAll(() => payments?.dispose(), 60_000);

const studio = {
  name: 'Studio',
  monthly_price: 19_900,
  currency: 'EUR',
  limits: { events: null, staff: null, storage_bytes: 2_000_000_000_000, generations: 5000 },
};

describe('a subscription', () => {
  it('whose payment failed stays on its plan for a grace period, reports it, and recovers', async () => {
    const { deps, ask, tell, work, subscribed, planOf, trailOf } = payments;
    const { id, adminId, subscription } = await subscribed();
    const move = async (status: string, type: string) => {
      subscription.status = status;
      await tell(signedEvent(type, subscription));
      await work(id);
      return (await ask('getBilling', adminId, { id })).payment?.subscription;
    };
    const failed = await move('past_due', 'invoice.payment_failed');
    expect(failed).toMatchObject({ status: 'past_due', plan: 'pro' });
    const days = (Date.parse(failed?.grace_ends_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
    expect(await planOf(id, adminId)).toBe('pro');
    expect((await move('past_due', 'invoice.payment_failed'))?.grace_ends_at, 'a second failure gives no more time').toBe(
      failed?.grace_ends_at,
    );
    await deps.db
      .update(paymentAccounts)
      .set({ pastDueSince: new Date(Date.now() - 15 * 86_400_000) })
      .where(eq(paymentAccounts.organizationId, id));
    // No event reports the end of the period: the job checks it.
    await payments.review();
    expect(await work(id)).toBe(true);
    expect(await planOf(id, adminId)).toBe('free');
    expect(await move('active', 'invoice.paid')).toMatchObject({ status: 'active', grace_ends_at: null });
    expect(await planOf(id, adminId)).toBe('pro');
    expect((await trailOf(id)).slice(-4)).toEqual(['miss_payment', 'set_plan', 'recover_payment', 'set_plan']);
    const mails = await deps.pool.query(`select to_char(created_at, 'YYYY') from mails where subject like 'A payment for%'`);
    expect(mails.rowCount).toBe(1);
  });

  it('that is canceled shows its end, and ends with its period', async () => {
    const { ask, tell, work, subscribed, planOf, trailOf } = payments;
    const { id, adminId, subscription } = await subscribed();
    subscription.cancel_at_period_end = true;
    await tell(signedEvent('customer.subscription.updated', subscription));
    await work(id);
    const { payment } = await ask('getBilling', adminId, { id });
    expect(payment?.subscription).toMatchObject({ status: 'active', renews_at: null });
    expect(payment?.subscription?.ends_at).not.toBeNull();
    subscription.status = 'canceled';
    await tell(signedEvent('customer.subscription.deleted', subscription));
    await work(id);
    expect(await planOf(id, adminId)).toBe('free');
    expect((await trailOf(id)).slice(-3)).toEqual(['schedule_cancellation', 'end_subscription', 'set_plan']);
    // It may buy again.
    expect((await ask('openCheckout', adminId, { id }, { plan: 'pro' })).url).toContain('/pay/');
  });

  it('follows a change of plan in the portal, and stays on the plan at a former price', async () => {
    const { fake, platform, ask, tell, work, subscribed, planOf } = payments;
    const { id, adminId, subscription } = await subscribed();
    const items = subscription.items as { data: { price: unknown }[] };
    items.data[0]!.price = fake.objects.get('price_studio');
    await ask('updatePlan', platform, { planId: 'studio' }, { ...studio, price_id: null });
    await tell(signedEvent('customer.subscription.updated', subscription));
    await work(id);
    expect(await planOf(id, adminId)).toBe('studio');
    await ask('updatePlan', platform, { planId: 'studio' }, { ...studio, price_id: 'price_studio' });
    expect((await ask('openBillingPortal', adminId, { id })).url).toContain('/portal/');
  });

  it('that is paid counts, though a newer one is not', async () => {
    const { fake, tell, work, subscribed, planOf } = payments;
    const { id, adminId, customer } = await subscribed();
    const { subscription: newer } = fake.buy(customer, 'price_studio');
    Object.assign(newer, { status: 'unpaid', created: Math.floor(Date.now() / 1000) + 60 });
    await tell(signedEvent('customer.subscription.updated', newer));
    await work(id);
    expect(await planOf(id, adminId)).toBe('pro');
    newer.status = 'active';
    await tell(signedEvent('customer.subscription.updated', newer));
    await work(id);
    expect(await planOf(id, adminId)).toBe('studio');
  });

  it('without items pays for nothing and blocks nothing', async () => {
    const { tell, work, subscribed, planOf } = payments;
    const { id, adminId, subscription } = await subscribed();
    const items = subscription.items as { data: unknown[] };
    items.data = [];
    await tell(signedEvent('customer.subscription.updated', subscription));
    await work(id);
    expect(await planOf(id, adminId)).toBe('free');
  });

  it('of a customer unknown to the provider lasts until its end, and can be bought again', async () => {
    const { deps, fake, ask, sync, review, work, subscribed, planOf } = payments;
    const { id, adminId, customer } = await subscribed();
    fake.forget(customer);
    await sync(id);
    expect(await planOf(id, adminId), 'the paid plan').toBe('pro');
    expect(await outcome(ask('openBillingPortal', adminId, { id }))).toBe('no_payment_account');
    await deps.db
      .update(paymentAccounts)
      .set({ periodEnd: new Date(Date.now() - 1000) })
      .where(eq(paymentAccounts.organizationId, id));
    await review();
    expect(await work(id)).toBe(true);
    expect(await planOf(id, adminId)).toBe('free');
    expect((await ask('openCheckout', adminId, { id }, { plan: 'pro' })).url).toContain('/pay/');
    const [account] = await deps.db.select().from(paymentAccounts).where(eq(paymentAccounts.organizationId, id));
    expect(account?.customerId).not.toBe(customer);
    fake.buy(account?.customerId ?? '', 'price_pro');
    await sync(id);
    expect(await planOf(id, adminId)).toBe('pro');
  });

  it('counts although an invoice of it cannot be written, and its job is tried again', async () => {
    const { fake, sync, paying, planOf } = payments;
    const { id, adminId, customer } = await paying();
    fake.buy(customer, 'price_pro');
    const broken = fake.addInvoice(customer, { total: 1e20 });
    await expect(sync(id)).rejects.toThrow();
    expect(await planOf(id, adminId)).toBe('pro');
    broken.total = 4900;
    await sync(id);
  });

  it('leaves nothing to be decided by hand while it runs', async () => {
    const { platform, ask, tell, work, subscribed } = payments;
    const { id, adminId, subscription } = await subscribed();
    expect(await outcome(ask('setPlan', platform, { id }, { plan: 'studio' }))).toBe('subscription_running');
    expect(await outcome(ask('requestPlan', adminId, { id }, { plan: 'studio' }))).toBe('subscription_running');
    expect(await outcome(ask('setPlan', platform, { id }, { plan: 'pro' })), 'which it is on').toBe('done');
    subscription.status = 'canceled';
    await tell(signedEvent('customer.subscription.deleted', subscription));
    await work(id);
    expect(await outcome(ask('setPlan', platform, { id }, { plan: 'studio' }))).toBe('done');
  });

  it('ends with its organization, also one that is bought after that', async () => {
    const { deps, fake, tell, work, subscribed, trailOf } = payments;
    const { id, adminId, customer, subscription } = await subscribed();
    await askOrganizations(deps)('deleteOrganization', adminId, { id });
    expect(await work(id)).toBe(true);
    expect(subscription.status).toBe('canceled');
    const late = fake.buy(customer, 'price_pro');
    await tell(signedEvent('checkout.session.completed', { customer }));
    await work(id);
    expect(late.subscription.status).toBe('canceled');
    expect((await trailOf(id)).filter((action) => action === 'cancel_subscription')).toHaveLength(2);
  });

  it('may be left by an organization that is suspended', async () => {
    const { deps, ask, free, subscribed } = payments;
    const { id, adminId } = await subscribed();
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, id));
    expect((await ask('openBillingPortal', adminId, { id })).url).toContain('/portal/');
    const other = await free();
    expect(await outcome(ask('openBillingPortal', other.adminId, { id: other.id }))).toBe('no_payment_account');
  });
});

describe('invoices of the provider', () => {
  it('are listed with ours, with their current status, and count as revenue', async () => {
    const { deps, fake, platform, ask, tell, work, subscribed } = payments;
    const { id, adminId, customer } = await subscribed();
    const before = await ask('getRevenue', platform);
    const open = fake.addInvoice(customer, { status: 'open', status_transitions: { finalized_at: Math.floor(Date.now() / 1000) + 5 } });
    await tell(signedEvent('invoice.finalized', open));
    await work(id);
    const { items } = await ask('listInvoices', adminId, { id });
    expect(items).toMatchObject([
      { number: open.number, status: 'open', provider: 'stripe', amount: 4900, issued_by: { name: 'Example Photos GmbH' } },
      { status: 'paid', provider: 'stripe' },
    ]);
    const [first] = items;
    const path = { id, invoiceId: first?.id ?? '' };
    expect((await ask('getInvoiceLink', adminId, path)).url).toBe(open.hosted_invoice_url);
    expect(await outcome(ask('updateInvoice', platform, path, { status: 'void' }))).toBe('invoice_of_provider');
    expect(await outcome(ask('getInvoicePdf', adminId, path))).toBe('invoice_of_provider');
    Object.assign(open, { status: 'paid' });
    await tell(signedEvent('invoice.paid', open));
    await work(id);
    expect((await ask('getInvoice', adminId, path)).status).toBe('paid');
    const after = await ask('getRevenue', platform);
    expect((after.months[0]?.paid ?? 0) - (before.months[0]?.paid ?? 0)).toBe(4900);
    expect(await deps.db.select().from(invoices).where(eq(invoices.organizationId, id))).toHaveLength(2);
  });
});

describe('an invoice of the provider', () => {
  it('may be of millions in a currency without decimals, with names that no database takes', async () => {
    const { fake, ask, sync, subscribed } = payments;
    const { id, adminId, customer } = await subscribed();
    const strange = {
      currency: 'vnd',
      total: 25_000_000,
      customer_name: 'U\0nit',
      account_name: 'E\0x',
      lines: { object: 'list', data: [] },
    };
    fake.addInvoice(customer, { ...strange, description: 'P\0ro' });
    await sync(id);
    const { items } = await ask('listInvoices', adminId, { id });
    expect(items.find(({ currency }) => currency === 'VND')).toMatchObject({ amount: 2_500_000_000, description: 'P\ufffdro' });
  });
});

describe('a price', () => {
  it('must match the plan, and remains assigned to it', async () => {
    const { platform, ask } = payments;
    const set = (price_id: string | null, changes = {}) =>
      ask('updatePlan', platform, { planId: 'studio' }, { ...studio, price_id, ...changes });
    await expect(set('price_none')).rejects.toThrow('doesn’t exist');
    await expect(set('price_pro')).rejects.toThrow('says 49.00 EUR at the payment provider, the plan 199.00 EUR');
    expect(await outcome(set('price_pro', { monthly_price: 4900 }))).toBe('price_taken');
    await expect(set('price_studio', { monthly_price: 4900 })).rejects.toThrow('says 199.00 EUR');
    const { plans, payment } = await ask('listPlans', platform);
    expect(plans.map(({ plan, price_id }) => [plan.id, price_id])).toEqual([
      ['free', null],
      ['pro', 'price_pro'],
      ['studio', 'price_studio'],
    ]);
    expect(payment).toMatchObject({ provider: 'stripe', is_live: false });
  });
});
