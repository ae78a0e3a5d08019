// Each mailbox has one normalized address, however its domain is written.
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '#server/app.ts';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { accountCalls } from '#tests/support/account-calls.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

const password = 'lantern-orbit-quarry-9';
let deps: TestDeps;
let app: FastifyInstance;
beforeAll(async () => {
  deps = await openTestDeps({ PUBLIC_URL: 'https://photos.example.org' });
  app = await build(deps);
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
});
const call = accountCalls(() => app);
const register = (email: string) =>
  call('POST', 'register', { account_type: 'personal', first_name: 'Ana', last_name: 'Ruiz', email, password });

test('an internationalized domain is stored in one form, gets mail, and is recognized in every form', async () => {
  expect((await register('Ana@MÜNCHEN.example')).status).toBe(201);
  const stored = 'ana@xn--mnchen-3ya.example';
  expect(await deps.db.select({ email: users.email }).from(users).where(eq(users.email, stored))).toHaveLength(1);
  expect(await deps.db.select().from(mails).where(eq(mails.recipient, stored))).toHaveLength(1);
  for (const email of ['ana@münchen.example', stored, 'ANA@XN--MNCHEN-3YA.EXAMPLE'])
    expect((await call('POST', 'login', { email, password })).status, email).toBe(200);
  expect((await register(stored)).code).toBe('email_taken');
});

test.each(["o'neil@example.org", 'a&b@example.org'])('%s can log in', async (email) => {
  expect((await register(email)).status).toBe(201);
  expect((await call('POST', 'login', { email, password })).status).toBe(200);
});

test('the error names the invalid character', async () => {
  const { status, body } = await register('jürgen@example.org');
  expect(status).toBe(422);
  expect(body?.errors).toEqual([{ field: 'body.email', message: 'must not have “ü” before the @' }]);
});
