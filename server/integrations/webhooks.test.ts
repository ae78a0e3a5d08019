// Webhooks from the change to the receiver: the outbox, retries, rotation and turning off.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookDeliveries, webhooks } from '#server/db/schema/integrations.ts';
import { mails } from '#server/db/schema/mail.ts';
import { notices } from '#server/db/schema/notices.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { createHttpClient } from '#server/http/http-client.ts';
import type { ResolveAll } from '#server/http/public-address.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { emitEvents, emittedCtes } from '#server/integrations/emit.ts';
import { integrationJobs } from '#server/integrations/jobs.ts';
import { integrationOperations } from '#server/integrations/operations.ts';
import { openWebhookSecrets } from '#server/integrations/signature.ts';
import type { WebhookRow } from '#server/integrations/webhooks-repository.ts';
import { newSecret } from '#server/secrets.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createOrganization, viewerOf } from '#tests/support/factories/database.ts';
import { askOperations, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: ReturnType<typeof askOperations<keyof ReturnType<typeof integrationOperations>>>;
beforeAll(async () => {
  deps = await openTestDeps({ WEBHOOKS_TO_LOOPBACK: '1' });
  ask = askOperations(integrationOperations(deps, await createRateLimits(deps)));
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

// --- The receiver

let server: Server;
let received: { headers: IncomingHttpHeaders; body: string }[] = [];
let answer = { status: 200, body: 'thanks' };
let url = '';
beforeEach(async () => {
  received = [];
  answer = { status: 200, body: 'thanks' };
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterEach(() => new Promise((done) => server.close(done)));

async function scene(events: WebhookRow['events'] = ['event.ended']) {
  const { id, adminId } = await createOrganization(deps);
  const admin = await viewerOf(deps, adminId);
  const { secret, webhook } = await ask('createWebhook', admin, { id }, { body: { url, events } });
  return { id, admin, secret, webhookId: webhook.id, path: { id, webhookId: webhook.id } };
}

const ended = (name = 'Gala') =>
  ({ type: 'event.ended', data: { id: '0199aa00-0000-7000-8000-0000000000e1', name, status: 'ended' } }) as const;
const deliveriesOf = (webhookId: string) => deps.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhookId));
const webhookOf = async (id: string) => (await deps.db.select().from(webhooks).where(eq(webhooks.id, id)))[0];
const jobsOf = async (deliveryId: string) =>
  (
    await deps.pool.query<{ run_at: Date }>(`select run_at from graphile_worker._private_jobs where payload ->> 'deliveryId' = $1`, [
      deliveryId,
    ])
  ).rows;
const run = (deliveryId: string) => integrationJobs(deps)['send-webhook']({ deliveryId }, new AbortController().signal);

async function emitOne(organizationId: string, webhookId: string): Promise<string> {
  await deps.db.transaction((tx) => emitEvents(deps, tx, organizationId, [ended()]));
  const [delivery] = await deliveriesOf(webhookId);
  return delivery!.id;
}

function expectSigned({ headers, body }: (typeof received)[number], ...secrets: string[]): void {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(signed)
        .digest('base64')}`,
  );
  expect(headers['webhook-signature']).toBe(expected.join(' '));
}

describe('an event', () => {
  it('is written for each webhook that wants it, with a job, and for no other', async () => {
    const { id, admin, webhookId } = await scene(['event.ended', 'photo.created']);
    const other = await ask('createWebhook', admin, { id }, { body: { url, events: ['photo.approved'] } });
    const off = await ask('createWebhook', admin, { id }, { body: { url, events: ['event.ended'] } });
    await ask('updateWebhook', admin, { id, webhookId: off.webhook.id }, { body: { enabled: false } });
    const foreign = await scene();
    await deps.db.transaction((tx) => emitEvents(deps, tx, id, [ended('One'), ended('Two')]));
    const written = await deliveriesOf(webhookId);
    expect(written.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name).toSorted()).toEqual(['One', 'Two']);
    for (const { id: deliveryId, messageId, body, type } of written) {
      expect(JSON.parse(body)).toMatchObject({ id: messageId, type, created_at: expect.any(String) as string });
      expect(await jobsOf(deliveryId)).toHaveLength(1);
    }
    for (const none of [other.webhook.id, off.webhook.id, foreign.webhookId]) expect(await deliveriesOf(none)).toEqual([]);
  });

  it('is written only if the change is', async () => {
    const { id, webhookId } = await scene();
    const failed = deps.db.transaction(async (tx) => {
      await emitEvents(deps, tx, id, [ended()]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await deps.db.execute(sql`with changed as (select 1 where false), ${emittedCtes(deps, id, [ended()], sql`changed`)} select`);
    expect(await deliveriesOf(webhookId)).toEqual([]);
    await deps.db.execute(sql`with changed as (select 1), ${emittedCtes(deps, id, [ended()], sql`changed`)} select`);
    expect(await deliveriesOf(webhookId)).toHaveLength(1);
  });
});

describe('a message', () => {
  it('is signed and sent', async () => {
    const { id, admin, path, secret, webhookId } = await scene();
    const deliveryId = await emitOne(id, webhookId);
    await run(deliveryId);
    expect(received).toHaveLength(1);
    expectSigned(received[0]!, secret);
    expect(received[0]?.headers['content-type']).toBe('application/json');
    const [delivery] = (await ask('listWebhookDeliveries', admin, path)).items;
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: 1,
      response_status: 200,
      response_body: 'thanks',
      next_attempt_at: null,
    });
    // A job that ran twice sends nothing again.
    await run(deliveryId);
    expect(received).toHaveLength(1);
  });

  it('is sent again with the same id until the receiver is back', async () => {
    const { id, secret, webhookId } = await scene();
    const deliveryId = await emitOne(id, webhookId);
    answer = { status: 503, body: `down${'x'.repeat(3000)}` };
    await run(deliveryId);
    const [failed] = await deliveriesOf(webhookId);
    expect(failed).toMatchObject({ status: 'pending', attempts: 1, responseStatus: 503 });
    expect(failed?.responseBody).toHaveLength(1024);
    // In place of the first one, which a worker would have removed.
    const [again] = await jobsOf(deliveryId);
    expect(again?.run_at).toEqual(failed?.nextAttemptAt);
    expect((await webhookOf(webhookId))?.failingSince).not.toBeNull();
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    await run(deliveryId);
    expect((await deliveriesOf(webhookId))[0]).toMatchObject({ status: 'pending', attempts: 2, responseStatus: null });
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    answer = { status: 204, body: '' };
    await run(deliveryId);
    expect((await deliveriesOf(webhookId))[0]).toMatchObject({ status: 'delivered', attempts: 3, responseStatus: 204 });
    expect((await webhookOf(webhookId))?.failingSince).toBeNull();
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const message of received) expectSigned(message, secret);
  });

  it('follows no redirect, and is given up after the last attempt', async () => {
    const { id, webhookId } = await scene();
    const deliveryId = await emitOne(id, webhookId);
    answer = { status: 307, body: '' };
    await deps.db.update(webhookDeliveries).set({ attempts: 10 }).where(eq(webhookDeliveries.id, deliveryId));
    await run(deliveryId);
    expect((await deliveriesOf(webhookId))[0]).toMatchObject({ status: 'failed', attempts: 11, responseStatus: 307, nextAttemptAt: null });
    expect(received).toHaveLength(1);
  });

  it('is not sent into the server’s own network, whatever the address turns out to be', async () => {
    const { id, webhookId } = await scene();
    await deps.db.update(webhooks).set({ url: 'https://169.254.169.254/' }).where(eq(webhooks.id, webhookId));
    await run(await emitOne(id, webhookId));
    expect((await deliveriesOf(webhookId))[0]).toMatchObject({
      status: 'pending',
      responseStatus: null,
      error: 'This address isn’t allowed.',
    });
  });

  it('tells nothing of the names in the server’s own network', async () => {
    const { id, webhookId } = await scene();
    await deps.db.update(webhooks).set({ url: 'https://database.internal/' }).where(eq(webhooks.id, webhookId));
    const deliveryId = await emitOne(id, webhookId);
    const errorWith = async (resolve: ResolveAll) => {
      await integrationJobs(deps, createHttpClient(resolve))['send-webhook']({ deliveryId }, new AbortController().signal);
      return (await deliveriesOf(webhookId))[0]?.error;
    };
    const inside = await errorWith((_host, done) => done(null, [{ address: '10.0.0.7', family: 4 }]));
    const nowhere = await errorWith((host, done) =>
      done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), []),
    );
    expect(inside).toBe('This address isn’t on the internet. Check its spelling.');
    expect(nowhere).toBe(inside);
  });

  it('is not signed by a secret that the server can’t read any more, and says so', async () => {
    const { id, webhookId } = await scene();
    const other = openWebhookSecrets({ secrets: { getOrCreate: async () => newSecret() } });
    await deps.db
      .update(webhooks)
      .set({ sealedSecret: await other.seal(webhookId, 'whsec_AA==') })
      .where(eq(webhooks.id, webhookId));
    await run(await emitOne(id, webhookId));
    expect((await deliveriesOf(webhookId))[0]).toMatchObject({
      status: 'pending',
      error: 'The secret of this webhook can’t be read. Replace it.',
    });
    expect(received).toEqual([]);
  });

  it.each([
    ['suspended', { status: 'suspended' }],
    ['deleted', { deletedAt: new Date() }],
  ] as const)('is not sent for a %s organization', async (_name, changes) => {
    const { id, webhookId } = await scene();
    const deliveryId = await emitOne(id, webhookId);
    await deps.db.update(organizations).set(changes).where(eq(organizations.id, id));
    await run(deliveryId);
    expect((await deliveriesOf(webhookId))[0]).toMatchObject({ status: 'failed', error: 'The organization isn’t active.' });
    expect(received).toEqual([]);
  });

  it('is sent again on request, with the same id and body', async () => {
    const { id, admin, path, webhookId } = await scene();
    const deliveryId = await emitOne(id, webhookId);
    await run(deliveryId);
    expect(await ask('resendWebhookDelivery', admin, { ...path, deliveryId })).toMatchObject({ status: 'pending', attempts: 0 });
    await run(deliveryId);
    const [first, second] = received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
  });
});

describe('a webhook', () => {
  it('gets test events', async () => {
    const { admin, path } = await scene();
    const delivery = await ask('testWebhook', admin, path);
    expect(delivery).toMatchObject({ type: 'webhook.test', status: 'pending' });
    await run(delivery.id);
    expect(JSON.parse(received[0]!.body)).toMatchObject({ type: 'webhook.test', data: {} });
    await ask('updateWebhook', admin, path, { body: { enabled: false } });
    expect(await outcome(ask('testWebhook', admin, path))).toBe('webhook_disabled');
    expect(await outcome(ask('resendWebhookDelivery', admin, { ...path, deliveryId: delivery.id }))).toBe('webhook_disabled');
  });

  it('gets no more of them when it is deleted and created again', async () => {
    const { id, admin } = await scene();
    const results = [];
    for (let time = 0; time < 41; time++) {
      const { webhook } = await ask('createWebhook', admin, { id }, { body: { url, events: ['event.ended'] } });
      results.push(await outcome(ask('testWebhook', admin, { id, webhookId: webhook.id })));
      await ask('deleteWebhook', admin, { id, webhookId: webhook.id });
    }
    expect(results).toEqual([...Array<string>(40).fill('done'), 'too_many_requests']);
    const other = await scene();
    expect(await outcome(ask('testWebhook', other.admin, other.path))).toBe('done');
  });

  it('is signed for by the old secret too, for a day after it was replaced', async () => {
    const { id, admin, path, secret, webhookId } = await scene();
    const { secret: next, webhook } = await ask('rotateWebhookSecret', admin, path);
    expect(next).not.toBe(secret);
    expect(webhook.previous_secret_until).not.toBeNull();
    const deliveryId = await emitOne(id, webhookId);
    await run(deliveryId);
    expectSigned(received[0]!, next, secret);
    await deps.db.update(webhooks).set({ previousUntil: new Date() }).where(eq(webhooks.id, webhookId));
    await ask('resendWebhookDelivery', admin, { ...path, deliveryId });
    await run(deliveryId);
    expectSigned(received[1]!, next);
  });

  it.each([
    ['gone', 410, null],
    ['failing', 500, new Date(Date.now() - 6 * 24 * 3600 * 1000)],
  ] as const)('is turned off when the receiver is %s, and the admins are told once', async (reason, status, failingSince) => {
    const { id, admin, path, webhookId } = await scene();
    const { userId: member } = await createMembership(deps, id, { role: 'member' });
    const deliveryId = await emitOne(id, webhookId);
    answer = { status, body: '' };
    await deps.db.update(webhooks).set({ failingSince }).where(eq(webhooks.id, webhookId));
    await run(deliveryId);
    expect(await webhookOf(webhookId)).toMatchObject({ enabled: false, disabledReason: reason });
    expect((await deliveriesOf(webhookId))[0]).toMatchObject({ status: 'failed', nextAttemptAt: null });
    const told = await deps.db
      .select({ to: mails.recipient })
      .from(mails)
      .where(sql`${mails.key} like ${`webhook-disabled:${webhookId}%`}`);
    expect(told).toEqual([{ to: admin.email }]);
    const noticed = await deps.db
      .select()
      .from(notices)
      .where(inArray(notices.userId, [admin.userId, member]));
    expect(noticed).toMatchObject([
      { userId: admin.userId, readAt: null, link: `/organization/settings?tab=integrations&webhook=${webhookId}` },
    ]);
    expect(noticed[0]?.title).toMatch(/^A webhook of .+ was turned off$/);
    expect(noticed[0]?.body).toContain(new URL(url).host);
    const on = await ask('updateWebhook', admin, path, { body: { enabled: true } });
    expect(on).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
  });

  it('needs an address on the internet', async () => {
    const { id, admin, path } = await scene();
    const body = { url: 'https://10.0.0.1/', events: ['event.ended'] };
    expect(await outcome(ask('createWebhook', admin, { id }, { body }))).toBe('invalid_request');
    expect(await outcome(ask('updateWebhook', admin, path, { body: { url: 'http://example.org/' } }))).toBe('invalid_request');
  });

  it('shares the workers with all others of its organization, so that ten slow receivers leave one to other organizations', async () => {
    const { id, admin, webhookId } = await scene();
    const { webhook } = await ask('createWebhook', admin, { id }, { body: { url, events: ['event.ended'] } });
    const deliveryId = await emitOne(id, webhookId);
    const [other] = await deliveriesOf(webhook.id);
    const ownersOf = async () => {
      const jobs = sql`select flags from graphile_worker._private_jobs where payload ->> 'deliveryId' in (${deliveryId}, ${other!.id})`;
      return (await deps.db.execute<{ flags: object }>(jobs)).rows.map(({ flags }) => Object.keys(flags));
    };
    expect(await ownersOf()).toEqual([[id], [id]]);
    answer = { status: 503, body: '' };
    await run(deliveryId);
    await ask('resendWebhookDelivery', admin, { id, webhookId: webhook.id, deliveryId: other!.id });
    expect(await ownersOf()).toEqual([[id], [id]]);
  });

  it('is one of ten at most', async () => {
    const { id, admin } = await scene();
    const body = { url, events: ['event.ended'] };
    for (let more = 1; more < 10; more++) await ask('createWebhook', admin, { id }, { body });
    expect(await outcome(ask('createWebhook', admin, { id }, { body }))).toBe('too_many_webhooks');
  });

  it('is none of a member’s business', async () => {
    const { id, path } = await scene();
    const { userId } = await createMembership(deps, id, { role: 'member' });
    const member = await viewerOf(deps, userId);
    expect(await outcome(ask('listWebhooks', member, { id }))).toBe('forbidden');
    expect(await outcome(ask('deleteWebhook', member, path))).toBe('forbidden');
    const stranger = await scene();
    expect(await outcome(ask('listWebhookDeliveries', stranger.admin, path))).toBe('not_found');
    expect(await outcome(ask('listWebhookDeliveries', stranger.admin, { ...path, id: stranger.id }))).toBe('not_found');
  });
});
