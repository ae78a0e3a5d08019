import { eq } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createOrganization } from '#tests/support/factories/database.ts';

const ana = { id: uuid7(), email: 'ana@example.org', password: 'correct horse' };
const webOrigin = 'https://app.example.org';
let deps: TestDeps;
let app: FastifyInstance;

beforeAll(async () => {
  deps = await openTestDeps({
    PUBLIC_URL: 'https://photos.example.org',
    WEB_ORIGINS: `${webOrigin},https://second.example.org`,
    LOGIN_RATE_LIMIT: '5',
    JOIN_MISS_RATE_LIMIT: '3',
  });
  app = await build(deps);
  const passwordHash = await hashPassword(ana.password);
  await deps.db.insert(users).values({ id: ana.id, email: ana.email, passwordHash, firstName: 'Ana', lastName: 'Ruiz' });
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
});

type Cookie = { name: string; value: string; path?: string; maxAge?: number; httpOnly?: boolean; secure?: boolean; sameSite?: string };

async function call(method: 'GET' | 'POST', url: string, more: InjectOptions = {}) {
  const response = await app.inject({ method, url, ...more });
  return {
    status: response.statusCode,
    headers: response.headers,
    cookies: response.cookies as Cookie[],
    body: response.body === '' ? null : response.json<Record<string, unknown>>(),
  };
}
const login = (more: object = {}, options: InjectOptions = {}) =>
  call('POST', '/api/v1/auth/login', {
    payload: { email: ana.email, password: ana.password, ...more },
    remoteAddress: `192.0.2.${++addresses}`,
    ...options,
  });
let addresses = 0;
const jar = (cookies: Cookie[]) => Object.fromEntries(cookies.map(({ name, value }) => [name, value]));

test('a remembered session lasts 30 days in HttpOnly cookies; another lasts as long as the browser', async () => {
  const kept = await login({ email: '  ANA@Example.org ', remember_me: true });
  expect(kept.status).toBe(200);
  expect(kept.cookies).toMatchObject([
    { name: 'ais_access', path: '/', maxAge: 900, httpOnly: true, secure: true, sameSite: 'Lax' },
    { name: 'ais_refresh', path: '/api/v1/auth', maxAge: 2_592_000, httpOnly: true, secure: true, sameSite: 'Lax' },
    { name: 'ais_session', value: '1', path: '/', maxAge: 2_592_000, secure: true, sameSite: 'Lax' },
    { name: 'ais_device', path: '/api/v1/auth', maxAge: 15_552_000, httpOnly: true, secure: true, sameSite: 'Lax' },
  ]);
  expect((await login()).cookies.every((cookie) => cookie.maxAge === undefined)).toBe(true);
});

test('a session is renewed by its cookie alone, with a JSON content type and no body, and ends at logout at once', async () => {
  const { cookies, body } = await login();
  const renewed = await call('POST', '/api/v1/auth/refresh', { cookies: jar(cookies), headers: { 'content-type': 'application/json' } });
  expect(renewed).toMatchObject({
    status: 200,
    body: { user: { email: ana.email, role: 'user', permissions: { participate_events: true }, organizations: [] } },
  });
  const bearer = { headers: { authorization: `Bearer ${String(body?.access_token)}` } };
  expect((await call('GET', '/api/v1/event', bearer)).status).toBe(200);
  const out = await call('POST', '/api/v1/auth/logout', { cookies: jar(renewed.cookies) });
  expect(out.status).toBe(204);
  expect(out.cookies.map((cookie) => cookie.maxAge)).toEqual([0, 0, 0, 0]);
  expect(await call('GET', '/api/v1/event', bearer)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect(await call('POST', '/api/v1/auth/refresh', { cookies: jar(renewed.cookies) })).toMatchObject({
    status: 401,
    body: { code: 'session_expired' },
  });
  expect((await call('POST', '/api/v1/auth/logout')).status).toBe(204);
});

test('an unknown address and a wrong password get the same answer, and both are in the audit log', async () => {
  const unknown = await login({ email: 'nobody@example.org' });
  const wrong = await login({ password: 'wrong' });
  expect(unknown.status).toBe(401);
  expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
  const failures = await deps.db.select().from(auditLog).where(eq(auditLog.outcome, 'failed'));
  expect(failures.map((entry) => entry.detail)).toEqual([{ email: 'nobody@example.org' }, { email: ana.email }]);
});

test('guessing the password of one account is slowed down, without shutting out others behind the same address', async () => {
  const options = { remoteAddress: '198.51.100.1' };
  for (let attempt = 1; attempt <= 5; attempt++) expect((await login({ password: 'wrong' }, options)).status).toBe(401);
  const limited = await login({}, options);
  expect(limited).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  expect((await login({ email: 'other@example.org' }, options)).status).toBe(401);
});

test('registration logs in; an organization waits for approval; addresses are unique regardless of case', async () => {
  const account = {
    account_type: 'organization',
    email: 'Olga@Example.org',
    password: 'long enough',
    first_name: ' Olga ',
    last_name: 'Haas',
    organization_name: 'Nordlicht',
  };
  const made = await call('POST', '/api/v1/auth/register', { payload: account });
  expect(made).toMatchObject({
    status: 201,
    body: { email: 'olga@example.org', first_name: 'Olga', role: 'organization', organization: { name: 'Nordlicht', status: 'pending' } },
  });
  const { id } = (made.body ?? {}).organization as Record<string, string>;
  expect((await call('GET', `/api/v1/organizations/${id}`, { cookies: jar(made.cookies) })).status).toBe(200);
  expect((await call('GET', `/api/v1/organizations/${id}`, { cookies: jar((await login()).cookies) })).status).toBe(404);
  expect(await call('POST', '/api/v1/auth/register', { payload: { ...account, email: 'OLGA@example.org' } })).toMatchObject({
    status: 409,
    body: { code: 'email_taken' },
  });
});

test('a write by cookie is taken from our own pages only; programs with a bearer token are no browser', async () => {
  const { cookies, body } = await login();
  const join = (options: InjectOptions) => call('POST', '/api/v1/event/join', { payload: { code: 'NOPE-1234' }, ...options });
  const cookie = { cookies: jar(cookies) };
  expect(await join({ ...cookie, headers: { origin: 'https://evil.example' } })).toMatchObject({
    status: 403,
    body: { code: 'origin_not_allowed' },
  });
  expect(await join({ ...cookie, headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject({ status: 403 });
  expect(await join({ ...cookie, headers: { origin: 'null' } })).toMatchObject({ status: 403 });
  expect(await join({ ...cookie, headers: { origin: 'https://photos.example.org' } })).toMatchObject({ body: { code: 'unknown_code' } });
  // A name that an attacker's page may have pointed at this server is no origin of ours.
  expect(await join({ ...cookie, headers: { host: 'lan.example:3000', origin: 'http://lan.example:3000' } })).toMatchObject({
    status: 403,
    body: { code: 'origin_not_allowed' },
  });
  expect(await join({ headers: { origin: 'https://evil.example', authorization: `Bearer ${String(body?.access_token)}` } })).toMatchObject({
    body: { code: 'unknown_code' },
  });
  expect(await login({}, { headers: { origin: 'https://evil.example' } })).toMatchObject({
    status: 403,
    body: { code: 'origin_not_allowed' },
  });
});

test('a disabled account is logged out at once, and learns the reason only with the right password', async () => {
  const { cookies } = await login();
  await deps.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, ana.id));
  expect((await call('GET', '/api/v1/event', { cookies: jar(cookies) })).status).toBe(401);
  expect(await login()).toMatchObject({ status: 403, body: { code: 'account_disabled' } });
  expect(await login({ password: 'wrong' })).toMatchObject({ status: 401 });
  expect((await call('POST', '/api/v1/auth/refresh', { cookies: jar(cookies) })).status).toBe(401);
  await deps.db.update(users).set({ disabledAt: null }).where(eq(users.id, ana.id));
});

test('bad input gets a problem answer, never a server error', async () => {
  const post = (payload: string, type: string) => call('POST', '/api/v1/auth/login', { payload, headers: { 'content-type': type } });
  expect(await post('{"email":', 'application/json')).toMatchObject({ status: 400, body: { code: 'malformed_body' } });
  expect(await post('email=x', 'application/x-www-form-urlencoded')).toMatchObject({
    status: 415,
    body: { code: 'unsupported_media_type' },
  });
  expect(await post('hello', 'text/plain')).toMatchObject({ status: 415 });
  expect(await post(JSON.stringify({ email: 'a'.repeat(2_000_000), password: 'x' }), 'application/json')).toMatchObject({
    status: 413,
    body: { code: 'too_large' },
  });
  expect(await post('', 'application/json')).toMatchObject({ status: 422, body: { errors: [{ field: 'body', message: 'is required' }] } });
  expect(await call('GET', '/api/v1/event/%E0%A4%A')).toMatchObject({ status: 400, body: { code: 'malformed_address' } });
  expect(await login({ email: 'a\u0000b@example.org' })).toMatchObject({ status: 422 });
  expect((await call('GET', '/api/v1/event/not-an-id')).status).toBe(401);
  const missing = await call('GET', '/api/v1/nothing');
  expect(missing).toMatchObject({
    status: 404,
    headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    body: { code: 'not_found', request_id: missing.headers['x-request-id'] },
  });
});

test('pages load only from the own origin, may use the camera, and the reference is served without third parties', async () => {
  const page = await app.inject('/api/docs');
  // The inline script of a first visit is allowed by its hash, where the app is built.
  expect(page.headers['content-security-policy']).toMatch(/;script-src 'self'(?: 'sha256-[\w+/]{43}=')*;/);
  expect(page.headers['permissions-policy']).toContain('camera=(self)');
  expect(page.body).not.toMatch(/https?:\/\//);
  expect((await app.inject('/api/docs/ui/swagger-ui-bundle.js')).statusCode).toBe(200);
  expect((await app.inject('/api/docs/ui/package.json')).statusCode).toBe(404);
  expect((await app.inject('/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' });
  expect(await call('GET', '/readyz')).toMatchObject({
    status: 200,
    body: { checks: { database: true, migrations: true, storage: true } },
  });
});

const previewJoin = (code: string, remoteAddress: string) => call('GET', `/api/v1/event/join/${code}`, { remoteAddress });

test('guessing join codes is stopped', async () => {
  const statuses: number[] = [];
  for (let miss = 0; miss < 5; miss++) statuses.push((await previewJoin(`GUESS${miss}`, '192.0.2.202')).status);
  expect(statuses).toEqual([404, 404, 404, 429, 429]);
});

test('a venue full of guests who have the code is not stopped by one who guesses', async () => {
  await createEvent(deps, (await createOrganization(deps)).id, { joinCode: 'HARBOUR26' });
  for (let guest = 0; guest < 20; guest++) expect((await previewJoin('harbour-26', '192.0.2.201')).status).toBe(200);
  for (let miss = 0; miss < 3; miss++) expect((await previewJoin(`GUESS${miss}`, '192.0.2.203')).status).toBe(404);
  expect(await previewJoin('GUESS9', '192.0.2.203')).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
    headers: { 'retry-after': expect.any(String) },
  });
  // A person with the code may be behind the same address: they wait a moment and then join.
  expect((await previewJoin('harbour-26', '192.0.2.203')).status).toBe(200);
  expect((await previewJoin('harbour-26', '192.0.2.201')).status).toBe(200);
});

test('a web app on a configured origin calls with its users’ cookies and reads the headers it needs; no other origin does', async () => {
  const preflight = (origin: string, url = '/api/v1/event') =>
    app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-account' },
    });
  for (const url of ['/api/v1/event', '/api/v1/uploads', '/api/v1/uploads/0199aa00-0000-7000-8000-0000000000aa', '/healthz']) {
    const asked = await preflight(webOrigin, url);
    expect(asked.statusCode, url).toBe(204);
    expect(asked.headers).toMatchObject({ 'access-control-allow-origin': webOrigin, 'access-control-allow-credentials': 'true' });
    expect(asked.headers['access-control-allow-headers']).toContain('X-Account');
  }
  expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();

  const signedIn = await login({}, { headers: { origin: webOrigin } });
  expect(signedIn).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': webOrigin } });
  expect(signedIn.headers.vary).toMatch(/Origin/);
  expect((await login({}, { headers: { origin: 'https://evil.example' } })).status).toBe(403);

  const exposed = String(signedIn.headers['access-control-expose-headers']);
  for (const name of ['Location', 'Retry-After', 'X-Request-Id', 'Date', 'Upload-Offset', 'Tus-Resumable']) expect(exposed).toContain(name);
});

test('search engines are told to keep nothing of the API and of gallery links, whatever the page does later', async () => {
  const robots = async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).headers['x-robots-tag'];
  expect(await robots('/shared/Qm9yZWFsaXMtV2VkZGluZw')).toBe('noindex');
  expect(await robots('/api/v1/links/Qm9yZWFsaXMtV2VkZGluZw')).toBe('noindex');
  expect(await robots(`/shared/${'A'.repeat(43)}/image`)).toBe('noindex');
  expect(await robots(`/api/v1/shared-images/${'A'.repeat(43)}`)).toBe('noindex');
  expect(await robots('/')).toBeUndefined();
});
