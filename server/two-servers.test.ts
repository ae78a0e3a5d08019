// Two servers on one database: what one changes, the other one knows, although both answer from memory.
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { openDb, openPool } from '#server/db/pool.ts';
import { users } from '#server/db/schema/accounts.ts';
import { openHub } from '#server/live/hub.ts';
import { notifyTopic } from '#server/live/topics-repository.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createEvent,
  createMembership,
  createOrganization,
  createParticipant,
  createPhoto,
  createUser,
} from '#tests/support/factories/database.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 120_000 });

const PASSWORD = 'correct horse';
let deps: TestDeps;
/** The same database with other connections, as another process has. */
let other: TestDeps;
let first: FastifyInstance;
let second: FastifyInstance;
let passwordHash: string;

beforeAll(async () => {
  deps = await openTestDeps({ LOGIN_RATE_LIMIT: '1000', LOGIN_ADDRESS_RATE_LIMIT: '1000' });
  const pool = openPool(deps.connection, deps.log);
  other = { ...deps, pool, db: openDb(pool), hub: await openHub(deps.connection, deps.log) };
  [first, second] = await Promise.all([build(deps), build(other)]);
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await other.hub.close();
  await other.pool.end();
  await deps.dispose();
});

interface Scene {
  eventId: string;
  organizationId: string;
  photoId: string;
  guest: { id: string; token: string };
  owner: { id: string; token: string };
}
let scene: Scene;

async function signIn(id: string): Promise<string> {
  const [person] = await deps.db.select({ email: users.email }).from(users).where(eq(users.id, id));
  const response = await first.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email: person!.email, password: PASSWORD, remember_me: true },
  });
  return response.json<{ access_token: string }>().access_token;
}

beforeEach(async () => {
  const { id: organizationId, adminId } = await createOrganization(deps);
  await deps.db.update(users).set({ passwordHash }).where(eq(users.id, adminId));
  const guestId = await createUser(deps, { passwordHash });
  const eventId = await createEvent(deps, organizationId, { status: 'live' });
  await createParticipant(deps, eventId, { userId: guestId });
  const { id: photoId } = await createPhoto(deps, eventId, adminId);
  scene = {
    eventId,
    organizationId,
    photoId,
    guest: { id: guestId, token: await signIn(guestId) },
    owner: { id: adminId, token: await signIn(adminId) },
  };
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function ask(app: FastifyInstance, method: Method, url: string, { token }: { token: string }, payload?: object) {
  const response = await app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.body };
}
/** An answer from memory: of the viewer, of the event as the viewer meets it, and of the photo. */
const list = (app: FastifyInstance, who = scene.guest) => ask(app, 'GET', `/api/v1/event/${scene.eventId}/photos`, who);
const thumb = (app: FastifyInstance, who = scene.guest) =>
  ask(app, 'GET', `/api/v1/event/${scene.eventId}/photos/${scene.photoId}/thumb`, who);

let marks = 0;
/** Notifications arrive in the order of their commits: after this one, the second server has heard of everything before it. */
async function untilHeard(): Promise<void> {
  const topic = `mark:${(marks += 1)}`;
  const heard = new Promise<void>((resolve) => {
    const forget = other.hub.subscribe(topic, () => {
      forget();
      resolve();
    });
  });
  await notifyTopic(deps.db, topic, 0);
  await heard;
}

/** Does something at the first server, after the second one has answered from memory. */
async function atFirst(act: () => Promise<{ status: number; body: string }>): Promise<void> {
  expect((await list(second)).status).toBe(200);
  await thumb(second);
  const { status, body } = await act();
  expect(status, body).toBeLessThan(300);
  await untilHeard();
}

test('who logs out at one server is logged out at the other', async () => {
  await atFirst(() => ask(first, 'POST', '/api/v1/auth/logout', scene.guest));
  expect((await list(second)).status).toBe(401);
  expect((await thumb(second)).status).toBe(401);
});

test('a participant who was removed, a deleted photo and a deleted event are gone at the other server', async () => {
  await atFirst(() => ask(first, 'DELETE', `/api/v1/event/${scene.eventId}/participants/${scene.guest.id}`, scene.owner));
  expect([403, 404]).toContain((await list(second)).status);
  expect([403, 404]).toContain((await thumb(second)).status);
  expect((await list(second, scene.owner)).body).toContain(scene.photoId);
  const deleted = await ask(first, 'DELETE', `/api/v1/event/${scene.eventId}/photos/${scene.photoId}`, scene.owner);
  expect(deleted.status, deleted.body).toBeLessThan(300);
  await untilHeard();
  expect((await thumb(second, scene.owner)).status).toBe(410);
  expect((await list(second, scene.owner)).body).not.toContain(scene.photoId);
});

test('a disabled account, and a role that was taken, are known at the other server', async () => {
  const superId = await createUser(deps, { role: 'super_admin', passwordHash });
  const boss = { token: await signIn(superId) };
  const member = await createMembership(deps, scene.organizationId, { role: 'member', userId: await createUser(deps, { passwordHash }) });
  const colleague = { id: member.userId, token: await signIn(member.userId) };
  expect((await list(second, colleague)).status).toBe(200);
  const left = await ask(first, 'DELETE', `/api/v1/organizations/${scene.organizationId}/members/${member.id}`, scene.owner);
  expect(left.status, left.body).toBeLessThan(300);
  await untilHeard();
  expect([403, 404]).toContain((await list(second, colleague)).status);

  await atFirst(() => ask(first, 'POST', `/api/v1/users/${scene.guest.id}/suspend`, boss));
  expect((await list(second)).status).toBe(401);
});

test('maintenance mode reaches the other server', async () => {
  const boss = { token: await signIn(await createUser(deps, { role: 'super_admin', passwordHash })) };
  const put = (is_on: boolean) => ask(first, 'PUT', '/api/v1/platform/maintenance', boss, { is_on, message: 'Back soon', until: null });
  const on = await put(true);
  expect(on.status, on.body).toBeLessThan(300);
  const like = () => ask(second, 'PUT', `/api/v1/event/${scene.eventId}/photos/${scene.photoId}/like`, scene.guest);
  await expect.poll(async () => (await like()).status).toBe(503);
  await put(false);
  await expect.poll(async () => (await like()).status).toBeLessThan(300);
});

test('a stream at one server tells of what happens at the other', async () => {
  await second.listen({ host: '127.0.0.1', port: 0 });
  const { port } = second.server.address() as AddressInfo;
  const ending = new AbortController();
  const stream = await fetch(`http://127.0.0.1:${port}/api/v1/event/${scene.eventId}/stream`, {
    headers: { authorization: `Bearer ${scene.guest.token}` },
    signal: ending.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => undefined);
  await expect.poll(() => text).toContain(': open');
  await untilHeard();
  const began = performance.now();
  const liked = await ask(first, 'PUT', `/api/v1/event/${scene.eventId}/photos/${scene.photoId}/like`, scene.guest);
  expect(liked.status, liked.body).toBeLessThan(300);
  await expect.poll(() => text, { interval: 2 }).toContain(`"kind":"likes"`);
  process.stdout.write(`a like at one server reached the stream at the other after ${Math.round(performance.now() - began)} ms\n`);
  expect((await list(second)).body).toContain('"likes":1');
  ending.abort();
  await reading;
});
