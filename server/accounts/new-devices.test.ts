// Emails about new devices through the whole application.
import { and, eq, like, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

const password = 'correct horse staple';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
const newer = android.replace('140.0', '141.0');
const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';
let deps: TestDeps;
let app: FastifyInstance;
let passwordHash: string;
let email: string;
let id: string;

beforeAll(async () => {
  deps = await openTestDeps({ PUBLIC_URL: 'https://photos.example.org', LOGIN_RATE_LIMIT: '1000' });
  app = await build(deps);
  passwordHash = await hashPassword(password);
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
});
beforeEach(async () => {
  id = uuid7();
  email = `${id}@unit.test`;
  await deps.db.insert(users).values({ id, email, passwordHash, firstName: 'Ana', lastName: 'Ruiz' });
});

interface From {
  agent?: string;
  address?: string;
  device?: string;
}
async function post(path: string, payload: object, { agent = firefox, address = '203.0.113.1', device }: From = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/auth/${path}`,
    payload,
    remoteAddress: address,
    headers: { 'user-agent': agent },
    ...(device !== undefined && { cookies: { ais_device: device } }),
  });
  expect(answer.statusCode).toBeLessThan(300);
  return answer;
}
const login = (from: From = {}, remember_me = false) => post('login', { email, password, remember_me }, from);
const told = async (to = email) =>
  (
    await deps.db
      .select()
      .from(mails)
      .where(and(eq(mails.recipient, to), like(mails.key, 'new-device:%')))
  ).map(({ content }) => content ?? '');

test('a login on a new device is emailed once, with time, device, address and advice', async () => {
  await login({ agent: android });
  await login({ agent: android });
  await login({ agent: newer });
  const [mail = '', ...more] = await told();
  expect(more).toEqual([]);
  expect(mail).toContain('Chrome on Android');
  expect(mail).toContain('203.0.113.1');
  expect(mail).toMatch(/\d{1,2} \w+ \d{4} at \d{2}:\d{2} UTC/);
  expect(mail).toContain('https://photos.example.org/dashboard/settings?tab=security');
  expect(mail).toMatch(/change your password/);
  await login({ agent: firefox });
  await login({ agent: android, address: '198.51.100.7' });
  expect(await told()).toHaveLength(3);
});

test('a trusted device is recognized anywhere', async () => {
  const { cookies } = await login({ agent: android }, true);
  const device = cookies.find(({ name }) => name === 'ais_device')?.value ?? '';
  await login({ agent: android, address: '198.51.100.8', device });
  expect(await told()).toHaveLength(1);
  // Another user’s device cookie doesn’t count.
  await login({ agent: android, address: '198.51.100.9', device: newSecret() });
  expect(await told()).toHaveLength(2);
});

test('neither a registration nor a guest gets an email', async () => {
  const address = `new-${email}`;
  const person = { account_type: 'personal', email: address, password, first_name: 'Ana', last_name: 'Ruiz' };
  await post('register', person);
  expect(await told(address)).toEqual([]);
  await post('login', { email: address, password });
  expect(await told(address)).toEqual([]);
  const key = newSecret();
  await deps.db
    .update(users)
    .set({ email: null, passwordHash: '', guestKeyHash: hashSecret(key) })
    .where(eq(users.id, id));
  await post('guest/session', { key });
  expect(await told()).toEqual([]);
});

test('at most five emails a day are sent, and the fifth announces that it is the last', async () => {
  for (let last = 1; last <= 9; last++) await login({ address: `198.51.100.${last}` });
  const all = await told();
  expect(all).toHaveLength(5);
  expect(all.filter((mail) => mail.includes('We won’t send more'))).toHaveLength(1);
  await deps.db.update(mails).set({ createdAt: sql`now() - interval '25 hours'` });
  await login({ address: '198.51.100.20' });
  expect(await told()).toHaveLength(6);
});
