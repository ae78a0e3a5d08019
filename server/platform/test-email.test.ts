import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { eq } from 'drizzle-orm';
// A test email: it reports the mail server’s answer, never its password.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { withoutSecrets } from '#server/platform/operations/settings.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

const boss = { id: uuid7(), email: 'boss@unit.test', firstName: 'Bo', lastName: 'Super', role: 'super_admin' as const };
let deps: TestDeps;
let smtp: Server;

beforeAll(async () => {
  deps = await openTestDeps();
  await deps.db.insert(users).values({ ...boss, passwordHash: await hashPassword('correct horse'), isVerified: true });
  // Refuses every sender.
  smtp = createServer((socket) => socket.end('554 5.7.1 Not from here\0\r\n'));
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
}, 60_000);
afterAll(async () => {
  smtp.close();
  await deps.dispose();
});

async function ask(app: FastifyInstance) {
  const payload = { email: boss.email, password: 'correct horse' };
  const { access_token: token } = (await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })).json<{
    access_token: string;
  }>();
  return app.inject({ method: 'POST', url: '/api/v1/platform/test-mail', headers: { authorization: `Bearer ${token}` } });
}
const told = async () =>
  (await deps.db.select().from(auditLog).where(eq(auditLog.action, 'settings.test_mail')).orderBy(auditLog.id)).at(-1);

test('is a file to oneself where there is no mail server', async () => {
  const app = await build(deps);
  expect((await ask(app)).json()).toEqual({ is_sent: true, delivery: 'file', to: boss.email, host: null, answer: null });
  const folder = path.join(deps.config.dataDir, 'mail');
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')));
  expect(texts.some((text) => text.includes(`To: ${boss.email}`) && text.includes('Subject: Test email'))).toBe(true);
  expect(await told()).toMatchObject({ actorId: boss.id, outcome: 'ok', detail: { delivery: 'file' } });
  await app.close();
});

test('refused by the mail server reports the answer, and is in the audit log', async () => {
  const address = smtp.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const mail = { ...deps.config.mail, smtp: { host: '127.0.0.1', port, secure: false, auth: { user: 'mailer', pass: 'hush-hush' } } };
  const app = await build({ ...deps, config: { ...deps.config, mail } });
  const answer = (await ask(app)).json<{ answer: string }>();
  expect(answer).toMatchObject({ is_sent: false, delivery: 'smtp', to: boss.email, host: '127.0.0.1' });
  expect(answer.answer).toContain('554 5.7.1 Not from here\ufffd');
  expect(await told()).toMatchObject({ outcome: 'failed', detail: { delivery: 'smtp', answer: answer.answer } });
  await app.close();
});

test('never reveals the password, however the mail server repeats it', () => {
  const settings = { host: 'mail.example.org', port: 587, secure: false, auth: { user: 'mailer', pass: 'hush-hush' } };
  const encoded = Buffer.from('\0mailer\0hush-hush').toString('base64');
  expect(withoutSecrets(`535 no hush-hush, no ${encoded}`, settings)).toBe('535 no …, no …');
});
