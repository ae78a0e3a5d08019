import { desc, eq } from 'drizzle-orm';
// Platform settings and their effects: registration, defaults of organizations, photo limits.
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { planOf } from '#server/billing/plans-repository.ts';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { organizationInvitations, organizations } from '#server/db/schema/organizations.ts';
import { auditLog, platformSettings } from '#server/db/schema/platform.ts';
import { effectiveLimits } from '#server/settings/policy.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createOrganization } from '#tests/support/factories/database.ts';

let deps: TestDeps;
let app: FastifyInstance;
let other: FastifyInstance;
let token = '';

beforeAll(async () => {
  deps = await openTestDeps();
  [app, other] = [await build(deps), await build(deps)];
  const passwordHash = await hashPassword('correct horse');
  await deps.db
    .insert(users)
    .values({ id: uuid7(), email: 'super@unit.test', passwordHash, firstName: 'Sol', lastName: 'Vega', role: 'super_admin' });
  const payload = { email: 'super@unit.test', password: 'correct horse' };
  token = (await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })).json<{ access_token: string }>().access_token;
}, 60_000);
afterEach(() => deps.db.delete(platformSettings));
afterAll(async () => {
  await Promise.all([app.close(), other.close()]);
  await deps.dispose();
});

const change = (payload: object) =>
  app.inject({ method: 'PUT', url: '/api/v1/platform/settings', payload, headers: { authorization: `Bearer ${token}` } });

function register(more: { email?: string; organization?: string } = {}) {
  const { email = `${uuid7()}@unit.test`, organization } = more;
  const type =
    organization === undefined ? { account_type: 'personal' } : { account_type: 'organization', organization_name: organization };
  const payload = { ...type, email, password: 'correct horse', first_name: 'Ana', last_name: 'Ruiz' };
  return app.inject({ method: 'POST', url: '/api/v1/auth/register', payload });
}

test('a change is stored, audited with its previous value, and known to every process', async () => {
  expect((await change({ name: ' Harbour Photos ' })).json()).toMatchObject({
    name: 'Harbour Photos',
    bounds: { photo_bytes: 52_428_800 },
  });
  const [entry] = await deps.db.select().from(auditLog).where(eq(auditLog.action, 'settings.change')).orderBy(desc(auditLog.id)).limit(1);
  expect(entry).toMatchObject({ subjectId: 'name', detail: { from: 'AI Image Suite', to: 'Harbour Photos' } });
  const told = async (process: FastifyInstance) => (await process.inject({ url: '/api/v1/platform/info' })).json<{ name: string }>().name;
  expect(await told(app)).toBe('Harbour Photos');
  await expect.poll(() => told(other)).toBe('Harbour Photos');
});

test('mails that were refused within a day are named, with the answer of their server', async () => {
  const mail = (key: string, more: Partial<typeof mails.$inferInsert>) => ({
    id: uuid7(),
    key,
    recipient: 'sam@unit.test',
    subject: key,
    ...more,
  });
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await deps.db
    .insert(mails)
    .values([
      mail('Sent', { settledAt: hoursAgo(1), outcome: 'sent' }),
      mail('Refused', { settledAt: hoursAgo(2), outcome: 'refused', lastError: '550 No such user' }),
      mail('Refused later', { settledAt: hoursAgo(1), outcome: 'refused' }),
      mail('Refused long ago', { settledAt: hoursAgo(25), outcome: 'refused' }),
    ]);
  const answer = await app.inject({ url: '/api/v1/platform/status', headers: { authorization: `Bearer ${token}` } });
  expect(answer.json<{ mail: { refused: object[] } }>().mail.refused).toMatchObject([
    { subject: 'Refused later', reason: null },
    { to: 'sam@unit.test', subject: 'Refused', reason: '550 No such user' },
  ]);
});

test('where registration is closed, only who was invited comes in, and for themselves alone', async () => {
  await change({ registration: { personal: 'closed', organization: 'closed' } });
  expect((await register()).json()).toMatchObject({ status: 403, code: 'registration_closed' });
  const { id: organizationId } = await createOrganization(deps);
  const email = `${uuid7()}@unit.test`;
  const sentUntil = (expiresAt: Date) => ({ id: uuid7(), organizationId, email, tokenHash: uuid7(), expiresAt });
  await deps.db.insert(organizationInvitations).values(sentUntil(new Date(Date.now() - 1000)));
  expect((await register({ email })).statusCode).toBe(403);
  await deps.db.update(organizationInvitations).set({ expiresAt: new Date(Date.now() + 60_000) });
  expect((await register({ email, organization: 'Uninvited' })).statusCode).toBe(403);
  expect((await register({ email })).statusCode).toBe(201);
});

test('an organization starts with the configured defaults', async () => {
  const event_settings = {
    default_type: 'private',
    default_duration: 6,
    require_approval: true,
    auto_gallery: false,
    allow_downloads: false,
  };
  await change({ registration: { personal: 'open', organization: 'open' }, organization_defaults: { plan: 'pro', event_settings } });
  const { organization } = (await register({ organization: 'Begun' })).json<{ organization: { id: string } }>();
  expect(organization).toMatchObject({ status: 'active', event_settings });
  expect((await planOf(deps.db, organization.id)).plan.id).toBe('pro');
  await change({ registration: { personal: 'open', organization: 'approval' } });
  await register({ organization: 'Waits' });
  const [waits] = await deps.db.select().from(organizations).where(eq(organizations.name, 'Waits'));
  expect(waits?.status).toBe('pending');
});

test('a limit is at most the server’s own, also after that was lowered', async () => {
  const none = { photo_bytes: null, photo_pixels: null, open_uploads: null, open_upload_bytes: null };
  const beyond = await change({ limits: { ...none, photo_bytes: 60_000_000 } });
  expect(beyond.json()).toMatchObject({ status: 422, errors: [{ field: 'body.limits.photo_bytes' }] });
  expect((await change({ limits: { ...none, photo_bytes: 2_000_000 } })).statusCode).toBe(200);
  const bounds = { photo_bytes: 1_500_000, photo_pixels: 10, open_uploads: 3, open_upload_bytes: 4 };
  expect(effectiveLimits({ ...none, photo_bytes: 2_000_000, open_uploads: 2 }, bounds)).toEqual({ ...bounds, open_uploads: 2 });
});

test('during maintenance both processes refuse changes, except for super admins; the session includes the notice', async () => {
  const email = `${uuid7()}@unit.test`;
  await register({ email });
  const credentials = { email, password: 'correct horse' };
  const login = async () =>
    (await other.inject({ method: 'POST', url: '/api/v1/auth/login', payload: credentials })).json<{
      access_token: string;
      user: { maintenance?: object };
    }>();
  const { access_token: own } = await login();
  const set = (payload: object) =>
    app.inject({ method: 'PUT', url: '/api/v1/platform/maintenance', payload, headers: { authorization: `Bearer ${token}` } });
  const write = (process: FastifyInstance) =>
    process.inject({
      method: 'PUT',
      url: '/api/v1/auth/profile',
      payload: { first_name: 'Eva', last_name: 'Ruiz' },
      headers: { authorization: `Bearer ${own}` },
    });

  expect((await set({ is_on: true, message: 'We are moving.', until: null })).statusCode).toBe(200);
  const refused = await write(app);
  expect(refused.json()).toMatchObject({
    status: 503,
    code: 'maintenance',
    detail: 'Under maintenance. Changes are disabled. We are moving.',
  });
  expect(refused.headers['retry-after']).toBe('30');
  await expect.poll(async () => (await write(other)).statusCode).toBe(503);
  expect((await login()).user.maintenance).toEqual({ message: 'We are moving.', until: null });
  const read = await app.inject({ url: '/api/v1/auth/sessions', headers: { authorization: `Bearer ${own}` } });
  expect(read.statusCode).toBe(200);

  await set({ is_on: false, message: '', until: null });
  expect((await write(app)).statusCode).toBe(200);
  const [ended] = await deps.db.select().from(auditLog).where(eq(auditLog.action, 'maintenance.end'));
  expect(ended?.detail).toMatchObject({ from: { is_on: true, message: 'We are moving.' }, to: { is_on: false } });
  expect(await deps.db.select().from(auditLog).where(eq(auditLog.action, 'server.error'))).toEqual([]);
});
