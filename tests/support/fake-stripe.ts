// Stripe as tests meet it: a real HTTP server that speaks its wire format (forms in, JSON out, errors, idempotency), keeps what it was sent, and
// misbehaves when told to. What it tells is really signed.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What goes wrong with every request. */
export type StripeTrouble = 'unpaid' | 'busy' | 'faulty' | 'slow' | 'drips' | 'garbage' | 'cut' | 'denied';

type StripeObject = Record<string, unknown> & { id: string; object: string };

interface Asked {
  method: string;
  path: string;
  form: Record<string, string>;
  idempotencyKey: string | null;
}

export interface FakeStripe {
  url: string;
  /** What a server is started with to talk to this one. */
  env: { STRIPE_SECRET_KEY: string; STRIPE_WEBHOOK_SECRET: string; STRIPE_BASE_URL: string };
  asked: Asked[];
  objects: Map<string, StripeObject>;
  trouble: StripeTrouble | null;
  /** Answers that are made wait for it. */
  holdAnswer: ((path: string) => Promise<void>) | null;
  /** Nothing is known of this customer any more, as with the keys of another account. */
  forget(customerId: string): void;
  /** A subscription as somebody has bought it, with its first invoice, which is paid. */
  buy(customerId: string, priceId: string): { subscription: StripeObject; invoice: StripeObject };
  addInvoice(customerId: string, changes?: object): StripeObject;
  close(): Promise<void>;
}

const KEY = 'sk_test_fake';
const SECRET = 'whsec_fake';
const DAY = 24 * 3600;

const errors: Partial<Record<StripeTrouble, { status: number; error: object }>> = {
  unpaid: { status: 402, error: { type: 'card_error', code: 'card_declined', message: `Your card was declined (${KEY}).` } },
  busy: { status: 429, error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' } },
  faulty: { status: 500, error: { type: 'api_error', message: 'Something went wrong on our end.' } },
  denied: { status: 401, error: { type: 'invalid_request_error', message: `Invalid API Key provided: ${KEY}` } },
};

export async function startFakeStripe(): Promise<FakeStripe> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const objects = new Map<string, StripeObject>();
  const replays = new Map<string, { form: string; status: number; body: object }>();
  const gone = new Set<string>();
  let made = 0;
  const now = () => Math.floor(Date.now() / 1000);
  const put = (object: string, prefix: string, facts: object): StripeObject => {
    made += 1;
    const one: StripeObject = { created: now() + made, ...facts, id: `${prefix}_${made}`, object };
    objects.set(one.id, one);
    return one;
  };

  const fake: FakeStripe = {
    url,
    env: { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_BASE_URL: url },
    asked: [],
    objects,
    trouble: null,
    holdAnswer: null,
    forget(customerId) {
      gone.add(customerId);
      objects.delete(customerId);
    },
    buy(customer, price) {
      const period = { current_period_start: now(), current_period_end: now() + 30 * DAY };
      const items = {
        object: 'list',
        data: [{ id: 'si_1', object: 'subscription_item', price: objects.get(price), quantity: 1, ...period }],
      };
      const facts = { customer, status: 'active', cancel_at: null, cancel_at_period_end: false, items };
      return { subscription: put('subscription', 'sub', facts), invoice: fake.addInvoice(customer) };
    },
    addInvoice(customer, changes = {}) {
      const at = now();
      const line = { id: 'il_1', object: 'line_item', description: '1 × Pro', period: { start: at, end: at + 30 * DAY } };
      return put('invoice', 'in', {
        customer,
        number: `FAKE-${made + 1}`,
        status: 'paid',
        status_transitions: { finalized_at: at, paid_at: at, voided_at: null, marked_uncollectible_at: null },
        total: 4900,
        currency: 'eur',
        description: null,
        due_date: null,
        period_start: at,
        period_end: at,
        lines: { object: 'list', data: [line] },
        customer_name: 'Unit',
        customer_email: 'pay@unit.test',
        account_name: 'Example Photos GmbH',
        hosted_invoice_url: `${url}/hosted/${made + 1}`,
        invoice_pdf: null,
        ...changes,
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const form = Object.fromEntries([...searchParams, ...new URLSearchParams(text)]);
    const key = request.headers['idempotency-key'];
    const asked = { method: request.method ?? '', path: pathname, form, idempotencyKey: typeof key === 'string' ? key : null };
    fake.asked.push(asked);
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' }).end(JSON.stringify(body));
    const { trouble } = fake;
    if (trouble === 'slow') return;
    if (trouble === 'drips') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      return void response.on('close', () => clearInterval(drip));
    }
    if (trouble === 'garbage') return void reply(200, {});
    if (trouble === 'cut') return void response.destroy();
    const wrong = trouble && errors[trouble];
    if (wrong) return void reply(wrong.status, { error: wrong.error });
    if (request.headers.authorization !== `Bearer ${KEY}`) return void reply(401, { error: errors.denied?.error });
    if (request.method === 'POST' && request.headers['content-type'] !== 'application/x-www-form-urlencoded')
      return void reply(400, { error: { type: 'invalid_request_error', message: 'not a form' } });
    const replay = asked.method === 'POST' && asked.idempotencyKey === null ? undefined : replays.get(asked.idempotencyKey ?? '');
    if (replay && replay.form !== text)
      return void reply(400, {
        error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters.' },
      });
    if (replay) return void reply(replay.status, replay.body);
    const body = speak(asked);
    const status = 'error' in body ? 400 : 200;
    if (asked.idempotencyKey !== null) replays.set(asked.idempotencyKey, { form: text, status, body });
    const written = structuredClone(body);
    await fake.holdAnswer?.(pathname);
    reply(status, written);
  }

  function speak({ method, path, form }: Asked): object {
    const line = `${method} ${path}`;
    const parts = path.split('/');
    const one = objects.get(parts[3] === 'sessions' ? (parts[4] ?? '') : (parts[3] ?? ''));
    const list = (object: string) => ({
      object: 'list',
      has_more: false,
      data: [...objects.values()].filter((found) => found.object === object && found.customer === form.customer).toReversed(),
    });
    if (line === 'POST /v1/customers') return put('customer', 'cus', { metadata: { organization_id: form['metadata[organization_id]'] } });
    if (form.customer !== undefined && gone.has(form.customer))
      return { error: { type: 'invalid_request_error', code: 'resource_missing', param: 'customer', message: 'No such customer' } };
    if (line === 'GET /v1/subscriptions') return list('subscription');
    if (line === 'GET /v1/invoices') return list('invoice');
    if (line === 'POST /v1/billing_portal/sessions') return put('billing_portal.session', 'bps', { url: `${url}/portal/${form.customer}` });
    if (line === 'POST /v1/checkout/sessions') {
      const session = put('checkout.session', 'cs', { customer: form.customer, status: 'open', price: form['line_items[0][price]'] });
      return Object.assign(session, { url: `${url}/pay/${session.id}` });
    }
    if (!one) return { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such object: ${path}` } };
    if (method === 'GET') return one;
    if (path.endsWith('/expire')) return Object.assign(one, { status: 'expired' });
    if (method === 'DELETE') return Object.assign(one, { status: 'canceled' });
    return Object.assign(one, { name: form.name, email: form.email });
  }

  for (const [id, amount] of [
    ['price_pro', 4900],
    ['price_studio', 19_900],
  ] as const)
    objects.set(id, {
      id,
      object: 'price',
      active: true,
      currency: 'eur',
      unit_amount: amount,
      recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
    });
  return fake;
}

/** An event as Stripe sends it, with the header that proves it. */
export function signedEvent(
  type: string,
  object: object,
  { id = `evt_${Math.random().toString(36).slice(2)}`, secret = SECRET, at = new Date() }: { id?: string; secret?: string; at?: Date } = {},
): { body: string; signature: string } {
  const seconds = Math.floor(at.getTime() / 1000);
  const body = JSON.stringify({ id, object: 'event', type, created: seconds, livemode: false, data: { object } }, null, 2);
  const proof = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { body, signature: `t=${seconds},v1=${proof}` };
}
