// The Stripe adapter: requests on the wire, errors, and verification of events.
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentFailure, type PaymentProvider } from '#server/billing/payment-provider.ts';
import { stripeProvider } from '#server/billing/stripe.ts';
import { readConfig, type StripeSettings } from '#server/config.ts';
import { signedEvent, startFakeStripe, type FakeStripe, type StripeTrouble } from '#tests/support/fake-stripe.ts';

let fake: FakeStripe;
beforeAll(async () => {
  fake = await startFakeStripe();
});
afterAll(() => fake?.close());

const settingsOf = ({ env }: FakeStripe): StripeSettings => {
  const { stripe } = readConfig({ NODE_ENV: 'test', ...env });
  if (!stripe) throw new Error('Stripe is not set up');
  return stripe;
};

describe('a request', () => {
  it('goes as forms, with keys under which it is done once', async () => {
    const provider = stripeProvider(settingsOf(fake));
    const customers = await Promise.all([provider.createCustomer('one', null), provider.createCustomer('one', null)]);
    expect(new Set(customers).size).toBe(1);
    const order = {
      idempotencyKey: 'k1',
      customerId: customers[0],
      organizationId: 'one',
      priceId: 'price_pro',
      expiresAt: new Date('2026-12-01T00:00:00Z'),
      successUrl: 'http://localhost/done',
      cancelUrl: 'http://localhost/',
    };
    const pages = [await provider.createCheckout(order), await provider.createCheckout(order)];
    expect(pages[0]).toEqual(pages[1]);
    expect(fake.asked.find(({ path }) => path === '/v1/checkout/sessions')).toMatchObject({
      idempotencyKey: 'checkout-k1',
      form: { mode: 'subscription', customer: customers[0], 'line_items[0][price]': 'price_pro', expires_at: '1796083200' },
    });
    await expect(provider.createCheckout({ ...order, priceId: 'price_studio' })).rejects.toMatchObject({
      kind: 'refused',
      isAnswered: true,
    });
  });

  it('reads prices, subscriptions and invoices, in hundredths', async () => {
    const provider = stripeProvider(settingsOf(fake));
    const { subscription } = fake.buy('cus_told', 'price_pro');
    fake.addInvoice('cus_told', { status: 'draft' });
    fake.addInvoice('cus_told', { status: 'uncollectible', currency: 'jpy', total: 700 });
    expect(await provider.findPrice('price_pro')).toEqual({ amount: 4900, currency: 'EUR', isMonthly: true, isActive: true });
    expect(await provider.findPrice('price_none')).toBeNull();
    expect(await provider.readSubscriptions('cus_told')).toMatchObject([{ status: 'active', priceId: 'price_pro', endsAt: null }]);
    Object.assign(subscription, { cancel_at_period_end: true, status: 'trialing' });
    const [ending] = (await provider.readSubscriptions('cus_told')) ?? [];
    expect(ending?.endsAt).toEqual(ending?.periodEnd);
    expect(await provider.readInvoices('cus_told')).toMatchObject([
      { status: 'void', amount: 70_000, currency: 'JPY' },
      { status: 'paid', amount: 4900, currency: 'EUR', billedTo: { email: 'pay@unit.test' } },
    ]);
    await provider.cancelSubscription(subscription.id);
    await provider.cancelSubscription(subscription.id);
    await provider.cancelSubscription('sub_none');
    expect(subscription.status).toBe('canceled');
  });
});

it('distinguishes temporary from permanent errors, and never repeats the provider’s text', async () => {
  const ends: Record<StripeTrouble, [PaymentFailure['kind'], boolean]> = {
    unpaid: ['refused', true],
    denied: ['refused', true],
    busy: ['unavailable', true],
    faulty: ['unavailable', true],
    slow: ['unavailable', false],
    // Each byte resets a timer of silence.
    drips: ['unavailable', false],
    // As a proxy between may answer.
    garbage: ['refused', true],
    cut: ['unavailable', false],
  };
  await Promise.all(
    Object.entries(ends).map(async ([trouble, [kind, isAnswered]]) => {
      const ailing = await startFakeStripe();
      ailing.trouble = trouble as StripeTrouble;
      // Only who never ends their answer meets the limit.
      const failure: unknown = await stripeProvider(settingsOf(ailing), ['slow', 'drips'].includes(trouble) ? 60 : undefined)
        .createPortal('cus_1', 'http://localhost/')
        .catch((error: unknown) => error);
      await ailing.close();
      expect(failure, trouble).toBeInstanceOf(PaymentFailure);
      expect(failure, trouble).toMatchObject({ kind, isAnswered });
      const { message, stack, ...rest } = failure as PaymentFailure;
      expect(JSON.stringify([message, stack, rest, (failure as PaymentFailure).cause]), trouble).not.toContain('sk_test_fake');
    }),
  );
});

it('does not report its own bugs as an unreadable answer', async () => {
  const order = { idempotencyKey: 'k', customerId: 'cus_1', organizationId: 'one', priceId: 'p', successUrl: 'x', cancelUrl: 'x' };
  const failure = stripeProvider(settingsOf(fake)).createCheckout({ ...order, expiresAt: undefined as unknown as Date });
  await expect(failure).rejects.toBeInstanceOf(TypeError);
});

it.each([
  ['a customer', (provider: PaymentProvider) => provider.createCustomer('one', null)],
  ['subscriptions', (provider: PaymentProvider) => provider.readSubscriptions('cus_1')],
  ['invoices', (provider: PaymentProvider) => provider.readInvoices('cus_1')],
  ['a price', (provider: PaymentProvider) => provider.findPrice('price_pro')],
])('an answer that is not %s is refused', async (_what, ask) => {
  const ailing = await startFakeStripe();
  ailing.trouble = 'garbage';
  await expect(ask(stripeProvider(settingsOf(ailing)))).rejects.toMatchObject({ kind: 'refused', isAnswered: true });
  await ailing.close();
});

describe('an event', () => {
  const told = signedEvent('invoice.paid', { id: 'in_1', object: 'invoice', customer: 'cus_1' }, { id: 'evt_1' });

  it('is believed when Stripe signed it lately, as its own library signs', async () => {
    const provider = stripeProvider(settingsOf(fake));
    expect(await provider.readEvent(told.body, told.signature)).toEqual({ id: 'evt_1', type: 'invoice.paid', customerId: 'cus_1' });
    const signature = await new Stripe('sk_test_x').webhooks.generateTestHeaderStringAsync({
      payload: told.body,
      secret: fake.env.STRIPE_WEBHOOK_SECRET,
    });
    expect(await provider.readEvent(told.body, signature)).toMatchObject({ id: 'evt_1' });
  });

  it.each([
    ['signed with another secret', signedEvent('invoice.paid', {}, { secret: 'whsec_other' })],
    ['changed on the way', { ...told, body: told.body.replace('in_1', 'in_2') }],
    ['signed long ago', signedEvent('invoice.paid', {}, { at: new Date(Date.now() - 301_000) })],
    ['not signed', { ...told, signature: '' }],
    ['signed with nonsense', { ...told, signature: 't=now,v1=' }],
    ['empty', { ...told, body: '' }],
    ['of no id', signedEvent('invoice.paid', {}, { id: null as unknown as string })],
  ])('is not believed that is %s', async (_what, { body, signature }) => {
    expect(await stripeProvider(settingsOf(fake)).readEvent(body, signature)).toBeNull();
  });
});

describe('settings', () => {
  const set = (env: object) => readConfig({ NODE_ENV: 'test', ...env }).stripe;
  it('are both present, or the error names the missing one without values', () => {
    expect(set({})).toBeNull();
    expect(set({ STRIPE_SECRET_KEY: 'rk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' })?.baseUrl.href).toBe('https://api.stripe.com/');
    expect(() => set({ STRIPE_SECRET_KEY: 'sk_live_x' })).toThrow(/^STRIPE_WEBHOOK_SECRET is wrong: it is missing/);
    expect(() => set({ STRIPE_WEBHOOK_SECRET: 'whsec_x' })).toThrow(/^STRIPE_WEBHOOK_SECRET is wrong: it is set, while STRIPE_SECRET_KEY/);
    for (const STRIPE_SECRET_KEY of ['pk_live_secret', 'sk_live_', 'sk_live_se cret'])
      expect(() => set({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_x' })).toThrow(/^STRIPE_SECRET_KEY is wrong: (?!.*secret)/);
    const both = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };
    for (const STRIPE_BASE_URL of ['stripe.com', 'ftp://stripe.com', 'https://u:p@stripe.com', 'https://stripe.com/v1'])
      expect(() => set({ ...both, STRIPE_BASE_URL })).toThrow(/^STRIPE_BASE_URL is wrong/);
  });
});
