// Webhooks and the example of the API (docs/examples/event-photos.mjs) against a real server: a receiver that is down, comes back and verifies.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { call, createPhoto, deliver, type Person, photoRequest, upload } from '#tests/support/api.ts';
import { createEvent, expectStatus, newParticipant } from '#tests/support/events.ts';
import { allScopes, closedAddress, createToken, createWebhook } from '#tests/support/integrations.ts';
import { picture } from '#tests/support/pictures.ts';
import { root } from '#tests/support/source.ts';
import { base, createFixture, type Fixture, readyPhoto } from './fixture.ts';
import { sql } from './sql.ts';

type Schemas = components['schemas'];

const { aurora } = demoOrganizationIds;
let w: Fixture;
let owner: Person;
beforeAll(async () => {
  w = await createFixture();
  owner = w.people.owner;
}, 120_000);

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

const deliveriesOf = async (webhookId: string) => {
  const answer = await owner.call<Schemas['WebhookDeliveryPage']>(
    'GET',
    `/api/v1/organizations/${aurora}/webhooks/${webhookId}/deliveries`,
  );
  return expectStatus(answer, 200, 'reading the deliveries').items;
};

/** As if the pause before the next attempt were over. */
const hasten = (deliveryId: string) =>
  sql(`update graphile_worker._private_jobs set run_at = now() where key = 'webhook:' || $1 and locked_at is null`, [deliveryId]);

test('a message reaches a receiver that was down for several attempts: signed, with the same id', async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(received.length < 3 ? 503 : 200).end('seen');
    });
  });
  const listen = (port: number) => new Promise<void>((done) => receiver.listen(port, '127.0.0.1', done));
  const close = () => new Promise((done) => receiver.close(done));
  await listen(0);
  cleanups.push(close);
  const { port } = receiver.address() as AddressInfo;
  await close();
  const { id: webhookId, secret } = await createWebhook(owner, aurora, { url: `http://127.0.0.1:${port}/`, events: ['photo.created'] });
  const event = await createEvent(owner, { name: 'Webhook Night' });
  const photo = await deliver(owner, event.id, await picture());

  const attempted = async (attempts: number) =>
    expect.poll(async () => (await deliveriesOf(webhookId))[0]?.attempts, { timeout: 20_000 }).toBe(attempts);
  await attempted(1);
  const [refused] = await deliveriesOf(webhookId);
  expect(refused).toMatchObject({ status: 'pending', response_status: null, type: 'photo.created' });
  await listen(port);
  for (const attempts of [2, 3, 4]) {
    await hasten(refused!.id);
    await attempted(attempts);
  }
  expect((await deliveriesOf(webhookId))[0]).toMatchObject({ status: 'delivered', response_status: 200, response_body: 'seen' });
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([refused!.message_id]));
  for (const { headers, body } of received) {
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(signed)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(JSON.parse(body)).toMatchObject({
      type: 'photo.created',
      data: { id: photo.id, event_id: event.id, status: 'approved', source: photo.source, taken_at: photo.taken_at },
    });
  }
}, 90_000);

test('photos, approvals, ends and picks are each told once, without places or secrets', async () => {
  const events = ['photo.created', 'photo.approved', 'event.ended', 'picks.submitted'] as const;
  const { id: webhookId } = await createWebhook(owner, aurora, { url: closedAddress, events });
  const event = await createEvent(owner, { name: 'Told Night', require_approval: true });
  const guest = await newParticipant(base, event);
  const photo = await readyPhoto(guest, event.id);
  const path = `/api/v1/event/${event.id}`;
  const { secret } = await createToken(owner, aurora);
  const headers = { authorization: `Bearer ${secret}` };
  const byProgram = async (method: string, to: string, json?: object) =>
    call<{ id: string; token: string; moderated_by: unknown }>(base, method, `${path}${to}`, { headers, ...(json && { json }) });
  // Approving it again changes nothing, so nothing is told.
  for (let times = 0; times < 2; times += 1) {
    const approved = expectStatus(await byProgram('POST', `/photos/${photo.id}/approve`), 200, 'approving');
    expect(approved).toMatchObject({ status: 'approved', moderated_by: null });
  }
  const link = expectStatus(await byProgram('POST', '/links', { name: 'Picks', scope: 'gallery', picks_limit: 3 }), 201, 'creating a link');
  const shared = `/api/v1/links/${link.token}`;
  const named = await call<{ id: string }>(base, 'PUT', `${shared}/visitor`, { json: { name: 'Ines' } });
  const [cookie = ''] = named.headers.get('set-cookie')?.split(';') ?? [];
  expectStatus(await call(base, 'PUT', `${shared}/picks/${photo.id}`, { json: { note: '' }, headers: { cookie } }), 200, 'picking');
  expectStatus(await call(base, 'PUT', `${shared}/submission`, { headers: { cookie } }), 200, 'submitting');
  expectStatus(await byProgram('PUT', '', { status: 'ended' }), 200, 'ending');

  const told = (await deliveriesOf(webhookId)).map(({ body }) => JSON.parse(body) as { type: string; data: object });
  const ofThis = told.filter(({ data }) => JSON.stringify(data).includes(event.id)).toReversed();
  expect(ofThis.map(({ type, data }) => ({ type, data }))).toEqual([
    {
      type: 'photo.created',
      data: { id: photo.id, event_id: event.id, status: 'pending', source: photo.source, taken_at: photo.taken_at },
    },
    { type: 'photo.approved', data: { id: photo.id, event_id: event.id, status: 'approved' } },
    {
      type: 'picks.submitted',
      data: { event_id: event.id, link_id: link.id, visitor: { id: named.body.id, name: 'Ines', picks_count: 1 } },
    },
    { type: 'event.ended', data: { id: event.id, name: 'Told Night', status: 'ended' } },
  ]);
  // The audit log names the token.
  const tokenName = `For ${allScopes.length} scopes`;
  const logs = await w.people.super.call<Schemas['LogPage']>('GET', '/api/v1/platform/logs?action=photo.approve&limit=1');
  expect(expectStatus(logs, 200, 'reading the logs').items[0]?.actor).toMatchObject({ name: `API token ${tokenName}`, email: null });
}, 60_000);

test('a photo that needs no approval is told as arrived and as approved, once each however often it is sent', async () => {
  const { id: webhookId } = await createWebhook(owner, aurora, { url: closedAddress, events: ['photo.created', 'photo.approved'] });
  const event = await createEvent(owner, { name: 'Open Night' });
  const shot = await picture();
  const request = photoRequest(shot, await upload(owner, shot.bytes, event.id));
  expectStatus(await createPhoto(owner, event.id, request), 201, 'delivering a photo');
  expectStatus(await createPhoto(owner, event.id, request), 200, 'delivering it again');
  const bodies = (await deliveriesOf(webhookId)).map(({ body }) => JSON.parse(body) as { type: string; data: { event_id: string } });
  const told = bodies.filter(({ data }) => data.event_id === event.id).toSorted((a, b) => a.type.localeCompare(b.type));
  expect(told.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'photo.approved', data: { id: request.id, event_id: event.id, status: 'approved' } },
    { type: 'photo.created', data: expect.objectContaining({ id: request.id, status: 'approved' }) as object },
  ]);
}, 60_000);

describe('the example', () => {
  const script = path.join(root, 'docs/examples/event-photos.mjs');
  function start(
    args: string[],
    env: Record<string, string>,
  ): { child: ChildProcess; output: () => string; ended: Promise<number | null> } {
    let told = '';
    const child = spawn(process.execPath, [script, ...args], { env: { PATH: process.env['PATH'], AIS_URL: base, ...env } });
    child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
    cleanups.push(() => child.kill());
    return { child, output: () => told, ended: new Promise((done) => child.on('close', done)) };
  }
  async function run(...args: string[]): Promise<{ output: string; code: number | null }> {
    const { secret } = await createToken(owner, aurora, ['events:read', 'photos:read']);
    const { output, ended } = start(args, { AIS_TOKEN: secret });
    const code = await ended;
    return { output: output(), code };
  }

  test('lists events, and downloads approved photos in web size', async () => {
    const event = await createEvent(owner, { name: 'Example Night' });
    const photo = await readyPhoto(owner, event.id);
    const rejected = await readyPhoto(owner, event.id);
    expectStatus(await owner.call('POST', `/api/v1/event/${event.id}/photos/${rejected.id}/reject`, { json: {} }), 200, 'rejecting');
    const listed = await run('events');
    expect(listed.code, listed.output).toBe(0);
    expect(listed.output).toContain(`${event.id}  live  Example Night (2 photos)`);
    const folder = mkdtempSync(path.join(tmpdir(), 'ais-example-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const downloaded = await run('download', event.id, folder);
    expect(downloaded.code, downloaded.output).toBe(0);
    expect(readdirSync(folder)).toEqual([`${photo.id}.jpg`]);
    expect(
      readFileSync(path.join(folder, `${photo.id}.jpg`))
        .subarray(0, 2)
        .toString('hex'),
    ).toBe('ffd8');
    const foreign = await run('download', '0199aa00-0000-7000-8000-0000000000ef', folder);
    expect(foreign.output).toContain('404 not_found');
    expect(foreign.code).not.toBe(0);
  }, 60_000);

  test('takes webhooks, and no others', async () => {
    const { id: webhookId, secret } = await createWebhook(owner, aurora);
    const { output } = start(['listen', '0'], { AIS_WEBHOOK_SECRET: secret });
    await expect.poll(output).toContain('listening on ');
    const url = `http://127.0.0.1:${/listening on (\d+)/.exec(output())?.[1]}/`;
    const path = `/api/v1/organizations/${aurora}/webhooks/${webhookId}`;
    expectStatus(await owner.call('PATCH', path, { json: { url } }), 200, 'changing the webhook');
    const { id, message_id: messageId } = expectStatus(
      await owner.call<Schemas['WebhookDelivery']>('POST', `${path}/test`),
      201,
      'testing the webhook',
    );
    await expect.poll(output, { timeout: 20_000 }).toContain(`webhook.test ${messageId} {}`);
    expectStatus(await owner.call('POST', `${path}/deliveries/${id}/resend`), 200, 'sending again');
    await expect.poll(async () => (await deliveriesOf(webhookId))[0]?.status, { timeout: 20_000 }).toBe('delivered');
    expect(output().split(messageId)).toHaveLength(2);
    const forged = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': 'v1,AAAA' };
    expect((await fetch(url, { method: 'POST', headers: forged, body: '{}' })).status).toBe(401);
  }, 60_000);
});
