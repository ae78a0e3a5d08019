// The cost of strangers and guessers for the server, and their audit entries.
import { Writable } from 'node:stream';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { sessions, users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createOrganization } from '#tests/support/factories/database.ts';
import { askOrganizations } from '#tests/support/operations.ts';

const ana = { id: uuid7(), email: 'ana@example.org', password: 'correct horse' };
let deps: TestDeps;
let app: FastifyInstance;
let lines = '';
const logged = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines += chunk.toString();
    done();
  },
});
// Each sign-in costs a hash.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 120_000 });

beforeAll(async () => {
  deps = await openTestDeps({ LOGIN_RATE_LIMIT: '5', SESSIONS_PER_ACCOUNT: '5' });
  app = await build({ ...deps, log: pino({ level: 'info' }, logged) });
  await addPerson(ana);
});
afterAll(async () => {
  await app.close();
  await deps.dispose();
});

async function addPerson({ id = uuid7(), email, password }: { id?: string; email: string; password: string }): Promise<void> {
  await deps.db.insert(users).values({ id, email, passwordHash: await hashPassword(password), firstName: 'Ana', lastName: 'Ruiz' });
}

async function call(method: 'GET' | 'POST', url: string, more: InjectOptions = {}) {
  const response = await app.inject({ method, url, ...more });
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
  // With a built web app some answers are pages.
  const isJson = /json/.test(String(response.headers['content-type']));
  return { status: response.statusCode, cookies, body: isJson ? response.json<Record<string, unknown>>() : null };
}

let addresses = 0;
/** Each time from a new address. */
const login = (person: { email: string; password: string; remember_me?: boolean }, options: InjectOptions = {}) => {
  const { email, password, remember_me = false } = person;
  const remoteAddress = `192.0.2.${++addresses}`;
  return call('POST', '/api/v1/auth/login', { payload: { email, password, remember_me }, remoteAddress, ...options });
};

test('many addresses guess at one account no faster than one, and its owner is not locked out by it', async () => {
  const owner = { remoteAddress: '203.0.113.1' };
  const bo = { email: 'bo@example.org', password: 'three green bottles' };
  await addPerson(bo);
  const { cookies } = await login({ ...bo, remember_me: true }, owner);
  const statuses: number[] = [];
  for (let guess = 0; guess < 14; guess += 1)
    statuses.push((await login({ ...bo, password: 'a wrong guess' }, { remoteAddress: `198.51.100.${guess + 10}` })).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  expect((await login(bo)).status, 'from an unfamiliar place').toBe(429);
  expect((await login(bo, owner)).status, 'from where the owner logged in before').toBe(200);
  const device = { cookies: { ais_device: cookies.ais_device ?? '' } };
  expect((await login(bo, device)).status, 'on a device that stayed logged in').toBe(200);
  expect((await login(ana, device)).status, 'others are not blocked').toBe(200);
  const network: number[] = [];
  for (let host = 1; host <= 6; host += 1)
    network.push((await login({ email: 'cy@example.org', password: 'a wrong guess' }, { remoteAddress: `2001:db8:7:7::${host}` })).status);
  expect(network, 'an IPv6 network is one address').toEqual([401, 401, 401, 401, 401, 429]);
});

test('an account has so many sessions; the one used least recently ends', async () => {
  const first = await login(ana);
  for (let more = 0; more < 5; more += 1) expect((await login(ana)).status).toBe(200);
  const open = await deps.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, ana.id), isNull(sessions.endedAt)));
  expect(open).toHaveLength(5);
  expect(await call('POST', '/api/v1/auth/refresh', { cookies: first.cookies })).toMatchObject({
    status: 401,
    body: { code: 'session_expired' },
  });
});

test('refusals of anonymous requests are one row, regardless of their URLs, and come after the limits', async () => {
  const headers = { origin: 'https://evil.example' };
  const remoteAddress = '203.0.113.99';
  for (let count = 0; count < 130; count += 1)
    await call('POST', `/api/v1/auth/login?${'x'.repeat(5000)}${count}`, { headers, remoteAddress });
  expect((await call('POST', '/api/v1/auth/login', { headers, remoteAddress })).status).toBe(429);
  const rows = await deps.db.select().from(auditLog).where(eq(auditLog.ip, remoteAddress));
  expect(rows).toMatchObject([
    { action: 'permission.refused', subjectId: 'POST /api/v1/auth/login', detail: { code: 'origin_not_allowed' } },
  ]);
});

test('errors of the server are in the audit log, one row per kind for all callers', async () => {
  const broken = await build({ ...deps, log: pino({ level: 'silent' }) });
  const codes = { '/broken/:part': 'XX000', '/away': 'ECONNRESET', '/away-too': 'ECONNRESET' };
  for (const [url, code] of Object.entries(codes)) {
    broken.get(url, () => {
      throw Object.assign(new Error('it broke inside'), { code });
    });
  }
  const statuses = new Set<number>();
  for (let count = 0; count < 60; count += 1) {
    for (const url of [`/broken/${count}`, '/away', '/away-too']) {
      const { statusCode, body } = await broken.inject({ url, remoteAddress: `198.51.100.${count}` });
      statuses.add(statusCode);
      expect(body).not.toContain('it broke inside');
    }
  }
  await broken.close();
  expect([...statuses]).toEqual([500, 503]);
  const rows = await deps.db.select().from(auditLog).where(eq(auditLog.action, 'server.error')).orderBy(auditLog.subjectId);
  // The time of the flushed counts shows which of the two was written first.
  expect(rows).toMatchObject([
    { subjectId: 'GET /away', outcome: 'failed', count: 120, detail: { code: 'unavailable', status: 503 } },
    { subjectId: 'GET /broken/0', outcome: 'failed', count: 60, detail: { code: 'internal', status: 500 }, requestId: expect.any(String) },
  ]);
});

test('no line of the log contains join codes or queries', async () => {
  await call('GET', '/api/v1/event/join/HARBOUR26?from=QUERY77');
  await call('GET', '/api/v1/event/join/NOSUCHCODE');
  expect(lines).toContain('/api/v1/event/join/…');
  expect(lines).not.toMatch(/HARBOUR26|NOSUCHCODE|QUERY77/);
});

test('a refused invitation is in the log and the audit log without its token', async () => {
  const at = await createOrganization(deps);
  const { items } = await askOrganizations(deps)('inviteMembers', at.adminId, { id: at.id }, { body: { email: 'eve@example.org' } });
  const token = items[0]!.link.split('/').at(-1)!;
  const cora = { email: 'cora@example.org', password: 'three green bottles' };
  await addPerson(cora);
  const { body } = await login(cora);
  const headers = { authorization: `Bearer ${String(body?.access_token)}` };
  expect(await call('POST', `/api/v1/invitations/${token}/accept?again=${token}`, { headers })).toMatchObject({ status: 403 });
  await call('GET', `/api/v1/invitation/${token}`, { headers });
  await call('GET', `/invite/${token}`, { headers: { accept: 'text/html' } });
  await vi.waitFor(async () => {
    const rows = await deps.db.select().from(auditLog).where(eq(auditLog.action, 'permission.refused'));
    expect(rows.map(({ subjectId }) => subjectId)).toContain('POST /api/v1/invitations/…/accept');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
  expect(lines).toContain('/api/v1/invitations/…/accept');
  expect(lines).toContain('"/invite/…"');
  expect(lines).not.toContain(token);
});

test('passwords that are guessed first are refused at their field', async () => {
  const person = { account_type: 'personal', email: 'dora.lind@example.org', first_name: 'Dora', last_name: 'Lind' };
  for (const password of ['password12', '1234567890', '          ', 'dora.lind@example.org', 'Dora.Lind99'])
    expect(await call('POST', '/api/v1/auth/register', { payload: { ...person, password } }), password).toMatchObject({
      status: 422,
      body: { code: 'weak_password', detail: expect.stringContaining('Choose another one.') },
    });
});

test('an answer about readiness serves all who ask within the moment', async () => {
  const asked = await Promise.all(Array.from({ length: 50 }, () => call('GET', '/readyz')));
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
});
