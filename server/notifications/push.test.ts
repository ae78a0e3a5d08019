// Web push: ownership of devices, allowed endpoints, and outcomes. The test’s push service checks signatures and decrypts messages as a
// device would.
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { sessions } from '#server/db/schema/accounts.ts';
import { mutedPushes } from '#server/db/schema/notifications.ts';
import { pushes, pushSubscriptions } from '#server/db/schema/push.ts';
import { createHttpClient } from '#server/http/http-client.ts';
import type { Handlers } from '#server/http/operation.ts';
import { notificationJobs } from '#server/notifications/jobs.ts';
import { notificationOperations } from '#server/notifications/operations.ts';
import { parsePushEndpoint, pushJobs, pushVerdictOf, readPushKeys } from '#server/notifications/push.ts';
import { anonymizeUser } from '#server/own-data/own-data-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { startPushService, type PushDevice, type PushService } from '#tests/support/fake-push-service.ts';
import { callOf, outcome } from '#tests/support/operations.ts';

type Operation = keyof ReturnType<typeof notificationOperations>;
type AnswerOf<Id extends Operation> = Awaited<ReturnType<Handlers[Id]>> extends infer A ? (A extends { body: infer B } ? B : never) : never;

let deps: TestDeps;
let service: PushService;
let operations: ReturnType<typeof notificationOperations>;
let sol: Viewer;
let serverKey: string;
const signal = new AbortController().signal;

beforeAll(async () => {
  [deps, service] = await Promise.all([
    openTestDeps({ PUSH_TO_LOOPBACK: '1', VAPID_SUBJECT: 'mailto:photos@example.org' }),
    startPushService(),
  ]);
  operations = notificationOperations(deps);
  sol = viewer(await createUser(deps, { firstName: 'Sol', role: 'super_admin' }), { permissions: { all: true } });
  serverKey = (await readPushKeys(deps)).publicKey;
}, 120_000);
afterAll(async () => {
  await service?.close();
  await deps?.dispose();
}, 60_000);
afterEach(() => service.answerWith(null));

async function ask<Id extends Operation>(id: Id, who: Viewer, body?: unknown, path: Record<string, string> = {}): Promise<AnswerOf<Id>> {
  const handler = operations[id] as unknown as (call: unknown) => Promise<{ body?: unknown }>;
  return (await handler(callOf(who, path, { query: {}, body }))).body as never;
}

/** A user with a session on one device. */
async function signIn(userId: string): Promise<Viewer> {
  const sessionId = uuid7();
  await deps.db.insert(sessions).values({ id: sessionId, userId, rememberMe: true, expiresAt: new Date(Date.now() + 3_600_000) });
  return viewer(userId, { sessionId });
}
const newcomer = async () => signIn(await createUser(deps));

async function withPush(who: Viewer): Promise<PushDevice> {
  const device = service.subscribe((await ask('getPush', who)).public_key);
  await ask('turnPushOn', who, device);
  return device;
}

/** Sends an announcement to these users up to the inserted pushes. Returns their ids. */
async function announce(changes: object = {}): Promise<{ announcementId: string; pushIds: string[] }> {
  const announcementId = uuid7();
  const target = { kind: 'everyone' };
  await ask('createAnnouncement', sol, { id: announcementId, title: 'Doors', body: 'At eight.', target, by_push: true, ...changes });
  await notificationJobs(deps)['send-announcement']({ announcementId }, signal);
  const rows = await deps.db.select({ id: pushes.id }).from(pushes).where(eq(pushes.announcementId, announcementId));
  return { announcementId, pushIds: rows.map(({ id }) => id) };
}
const send = (pushId: string) => pushJobs(deps)['send-push']({ pushId }, signal);
const figuresOf = async (announcementId: string) => (await ask('getAnnouncement', sol, undefined, { announcementId })).figures;
const sentTo = ({ endpoint }: PushDevice) => service.received.filter(({ device }) => device === endpoint);
const devicesOf = async ({ userId }: Viewer) =>
  (await deps.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))).map(({ endpoint }) => endpoint);
const forgetAll = () => deps.db.delete(pushSubscriptions);

test.each([
  [201, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [400, 'failed'],
  [403, 'failed'],
  [413, 'failed'],
  [301, 'failed'],
  [429, 'again'],
  [503, 'again'],
])('status %i of a push service means %s', (status, verdict) => expect(pushVerdictOf(status)).toBe(verdict));

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://[2606:4700::1111]/push', true],
  ['http://push.example.org/abc', false],
  ['https://push.example.org:8443/abc', false],
  ['https://user:password@push.example.org/abc', false],
  ['https://localhost/abc', false],
  ['https://localhost./abc', false],
  ['https://push.localhost/abc', false],
  ['https://push.localhost./abc', false],
  ['https://127.0.0.1./abc', false],
  ['https://fcm.googleapis.com./fcm/send/abc', true],
  ['https://127.0.0.1/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://10.0.0.7/abc', false],
  ['https://[::1]/abc', false],
  ['https://[fd00::1]/abc', false],
  ['http://127.0.0.1:8080/abc', false],
  ['ftp://push.example.org/abc', false],
  ['nothing', false],
])('%s is a valid endpoint: %s', (endpoint, isTaken) => expect(parsePushEndpoint(endpoint, false) !== undefined).toBe(isTaken));

describe('a device', () => {
  it('gets the public key, and can be turned on', async () => {
    const ana = await newcomer();
    expect(await ask('getPush', ana)).toEqual({ public_key: serverKey, endpoint: null });
    const device = await withPush(ana);
    await ask('turnPushOn', ana, device);
    expect(await ask('getPush', ana)).toEqual({ public_key: serverKey, endpoint: device.endpoint });
    await ask('turnPushOff', ana);
    expect((await ask('getPush', ana)).endpoint).toBeNull();
  });

  it('belongs to one user at a time', async () => {
    const [ana, ben] = [await newcomer(), await newcomer()];
    const device = await withPush(ana);
    const { pushIds } = await announce();
    await ask('turnPushOn', ben, device);
    expect([await devicesOf(ana), await devicesOf(ben)]).toEqual([[], [device.endpoint]]);
    // The first user’s pending push isn’t sent to the second.
    for (const id of pushIds) await send(id);
    expect(sentTo(device)).toEqual([]);
    await forgetAll();
  });

  it('is one per session, and limited per user', async () => {
    const ana = await newcomer();
    await withPush(ana);
    const second = await withPush(ana);
    expect(await devicesOf(ana)).toEqual([second.endpoint]);
    for (let at = 0; at < 20; at++) await withPush(await signIn(ana.userId));
    const kept = await devicesOf(ana);
    expect([kept.length, kept.includes(second.endpoint)]).toEqual([20, false]);
    await forgetAll();
  });

  it('with an invalid endpoint or key is rejected', async () => {
    const ana = await newcomer();
    const { keys } = service.subscribe(serverKey);
    const put = (endpoint: string, changed: object = {}) => outcome(ask('turnPushOn', ana, { endpoint, keys: { ...keys, ...changed } }));
    expect(await put('https://192.168.0.1/x')).toBe('invalid_request');
    expect(await put('https://push.example.org/x', { p256dh: `B${'A'.repeat(86)}` })).toBe('invalid_request');
    expect(await put('https://push.example.org/x')).toBe('done');
    await forgetAll();
  });
});

describe('a push', () => {
  it('is encrypted for the device, contains the notice, and is counted', async () => {
    const ana = await newcomer();
    const device = await withPush(ana);
    const { announcementId, pushIds } = await announce({ body: 'x'.repeat(2000), link: '/dashboard' });
    expect(await figuresOf(announcementId)).toMatchObject({ pushes: 1, pushes_waiting: 1 });
    for (const id of [...pushIds, ...pushIds]) await send(id);
    const [push, ...more] = sentTo(device);
    expect([more, service.refused]).toEqual([[], []]);
    const [notice] = (await ask('listNotices', ana)).items;
    expect(JSON.parse(push?.text ?? '')).toEqual({
      id: notice?.id,
      account: ana.userId,
      title: 'Doors',
      body: 'x'.repeat(300),
      link: '/dashboard',
    });
    expect(push).toMatchObject({
      subject: 'mailto:photos@example.org',
      headers: { ttl: '86400', topic: notice?.id.replaceAll('-', '') },
    });
    expect(await figuresOf(announcementId)).toMatchObject({ pushes: 1, pushes_waiting: 0, pushes_failed: 0, pushes_gone: 0 });
    await forgetAll();
  });

  it('is retried while the push service is unavailable, and abandoned when rejected', async () => {
    const device = await withPush(await newcomer());
    const { announcementId, pushIds } = await announce();
    const [id = ''] = pushIds;
    service.answerWith(503);
    await expect(send(id)).rejects.toThrow('503');
    expect(await figuresOf(announcementId)).toMatchObject({ pushes_waiting: 1, pushes_failed: 0 });
    service.answerWith(403);
    await send(id);
    expect(await figuresOf(announcementId)).toMatchObject({ pushes_waiting: 0, pushes_failed: 1 });
    service.answerWith(null);
    await send(id);
    expect(sentTo(device)).toEqual([]);
    await forgetAll();
  });

  it.each([404, 410])('answered with %i deletes the device', async (status) => {
    const ana = await newcomer();
    await withPush(ana);
    const { announcementId, pushIds } = await announce();
    service.answerWith(status);
    for (const id of pushIds) await send(id);
    expect(await devicesOf(ana)).toEqual([]);
    expect(await figuresOf(announcementId)).toMatchObject({ pushes: 1, pushes_waiting: 0, pushes_gone: 1 });
  });

  it('is not sent to an ended session, before or after it is inserted', async () => {
    const [out, leaves, expires, deleted] = [await newcomer(), await newcomer(), await newcomer(), await newcomer()];
    const [, ...devices] = [await withPush(out), await withPush(leaves), await withPush(expires), await withPush(deleted)];
    const end = ({ sessionId }: Viewer) => deps.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.id, sessionId));
    await end(out);
    const { announcementId, pushIds } = await announce();
    expect(pushIds).toHaveLength(3);
    await end(leaves);
    await deps.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.id, expires.sessionId));
    await deps.db.transaction((tx) => anonymizeUser(tx, deleted.userId));
    const before = service.asked();
    for (const id of pushIds) await send(id);
    expect([service.asked() - before, devices.flatMap(sentTo)]).toEqual([0, []]);
    expect(await figuresOf(announcementId)).toMatchObject({ pushes: 3, pushes_waiting: 0, pushes_gone: 3 });
    // The sweep deletes the device that got nothing.
    expect(await devicesOf(out)).toHaveLength(1);
    await notificationJobs(deps)['sweep-notices']({}, signal);
    for (const who of [out, leaves, expires, deleted]) expect(await devicesOf(who)).toEqual([]);
  });

  it('is not inserted for those who muted it, nor without by_push', async () => {
    const [wants, muted] = [await newcomer(), await newcomer()];
    await withPush(wants);
    await withPush(muted);
    await deps.db.insert(mutedPushes).values({ userId: muted.userId, kind: 'announcements', organizationId: null });
    const reach = await ask('countAnnouncementReach', sol, { target: { kind: 'everyone' } });
    expect(reach.by_push).toBe(1);
    expect((await announce()).pushIds).toHaveLength(1);
    expect((await announce({ by_push: false })).pushIds).toEqual([]);
    await forgetAll();
  });

  it('expires after a day, and is not sent to an internal address', async () => {
    const ana = await newcomer();
    await withPush(ana);
    const late = await announce();
    await deps.db.update(pushes).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) });
    for (const id of late.pushIds) await send(id);
    expect(await figuresOf(late.announcementId)).toMatchObject({ pushes_failed: 1 });

    await ask('turnPushOn', ana, { ...service.subscribe(serverKey), endpoint: 'https://push.example.org/x' });
    const inside = await announce();
    const exchange = createHttpClient((_host, done) => done(null, [{ address: '10.0.0.1', family: 4 }]));
    for (const pushId of inside.pushIds) await pushJobs(deps, exchange)['send-push']({ pushId }, signal);
    expect(await figuresOf(inside.announcementId)).toMatchObject({ pushes_failed: 1, pushes_waiting: 0 });
    await forgetAll();
  });
});
