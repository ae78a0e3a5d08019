// A super admin whose role is revoked during a call: the permissions at the time of the lock count.
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { users } from '#server/db/schema/accounts.ts';
import { announcements } from '#server/db/schema/notices.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { tickets } from '#server/db/schema/support.ts';
import type { Tx } from '#server/db/types.ts';
import { initialSettings } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { duringTransaction } from '#tests/support/concurrent-transaction.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser } from '#tests/support/factories/database.ts';

const boss = { id: uuid7(), email: 'boss@unit.test', firstName: 'Bo', lastName: 'Super', role: 'super_admin' as const };
const [announcementId, ticketId] = [uuid7(), uuid7()];
let deps: TestDeps;
let app: FastifyInstance;
let token: string;

beforeAll(async () => {
  deps = await openTestDeps();
  app = await build(deps);
  await deps.db.insert(users).values({ ...boss, passwordHash: await hashPassword('correct horse'), isVerified: true });
  const sent = { title: 'Soon', body: 'We move.', target: { kind: 'everyone' as const } };
  await deps.db
    .insert(announcements)
    .values({ id: announcementId, ...sent, byMail: false, sendAt: new Date(Date.now() + 3_600_000), createdBy: boss.id });
  await deps.db.insert(tickets).values({ id: ticketId, userId: await createUser(deps), category: 'problem' });
  const answer = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email: boss.email, password: 'correct horse' } });
  token = answer.json<{ access_token: string }>().access_token;
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
});
beforeEach(() => deps.db.update(users).set({ role: 'super_admin' }).where(eq(users.id, boss.id)));

const plan = { name: 'Studio', monthly_price: 1, currency: 'EUR' };
const limits = { events: null, staff: null, storage_bytes: 1_000_000_000, generations: 1 };
const model = { audience: 'everyone', plans: [], organization_ids: [], credits: 1, max_count: 4, max_pixels: null, daily_limit: null };
const announcement = { id: uuid7(), title: 'Soon', body: 'We move.', target: { kind: 'everyone' } };

test.each<['POST' | 'PUT' | 'PATCH', string, object | undefined]>([
  ['POST', '/platform/permissions/change', { role: 'admin', flag: 'manage_users', granted: false }],
  ['PUT', '/platform/settings', { name: 'Mine' }],
  ['PUT', '/platform/maintenance', { ...initialSettings.maintenance, is_on: true }],
  ['PUT', '/platform/logs/retention', { days: 40 }],
  ['PUT', '/plans/studio', { ...plan, limits }],
  ['PUT', '/billing/seller', { name: 'Mine', address: '', email: '', tax_id: '', payment_note: '' }],
  ['PATCH', '/platform/generation-models/builtin%3Aillustrator', { ...model, enabled: false }],
  ['PUT', '/platform/generation-model-order', { ids: ['builtin:illustrator'] }],
  ['POST', '/platform/generation-models/builtin%3Aillustrator/test', { prompt: 'A cat', source: null }],
  ['POST', '/platform/announcements', announcement],
  ['POST', `/platform/announcements/${announcementId}/cancel`, undefined],
  ['POST', `/platform/announcements/${announcementId}/withdraw`, undefined],
  ['POST', `/platform/announcements/${announcementId}/restore`, undefined],
  ['PUT', `/tickets/${ticketId}/status`, { status: 'closed' }],
])('%s %s is refused to a former super admin', async (method, path, payload) => {
  const demote = (tx: Tx) => tx.update(users).set({ role: 'user' }).where(eq(users.id, boss.id));
  const headers = { authorization: `Bearer ${token}`, 'if-match': '"1"', 'idempotency-key': uuid7() };
  const ask = async () => app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) });
  const answer = await duringTransaction(deps, demote, ask);
  expect(answer.json()).toMatchObject(path.startsWith('/tickets') ? { status: 404 } : { status: 403, code: 'forbidden' });
  const written = await deps.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(sql`${auditLog.actorId} = ${boss.id} and ${auditLog.outcome} = 'ok' and ${auditLog.action} not like 'session.%'`);
  expect(written).toEqual([]);
});
