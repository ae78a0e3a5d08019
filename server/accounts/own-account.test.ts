// Self-service of accounts through the whole application: links in emails and their effects.
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountJobs } from '#server/accounts/jobs.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { deviceName } from '#server/accounts/presenter.ts';
import { build } from '#server/app.ts';
import { mailTokens, sessions, users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { uuid7 } from '#server/uuid.ts';
import { accountCalls } from '#tests/support/account-calls.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

const first = 'correct horse staple';
const second = 'lantern-orbit-quarry-9';
let deps: TestDeps;
let app: FastifyInstance;
let email: string;
let id: string;

beforeAll(async () => {
  deps = await openTestDeps({ PUBLIC_URL: 'https://photos.example.org' });
  app = await build(deps);
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
});
beforeEach(async () => {
  id = uuid7();
  email = `${id}@unit.test`;
  await deps.db.delete(mails);
  await deps.pool.query('delete from graphile_worker._private_jobs');
  await deps.db.insert(users).values({ id, email, passwordHash: await hashPassword(first), firstName: 'Ana', lastName: 'Ruiz' });
});

const call = accountCalls(() => app);
async function login(password = first, headers: Record<string, string> = {}) {
  const { status, body } = await call('POST', 'login', { email, password }, { headers });
  return { status, headers: { authorization: `Bearer ${String(body?.access_token)}` } };
}
const isIn = async (headers: Record<string, string>) => (await call('GET', 'sessions', undefined, { headers })).status === 200;

/** Runs the job that the request queued. */
async function ask(address: string, headers: Record<string, string> = {}) {
  const answer = await call('POST', 'forgot-password', { email: address }, { headers });
  const { rows } = await deps.pool.query<{ payload: Parameters<ReturnType<typeof accountJobs>['mail-password-reset']>[0] }>(
    `delete from graphile_worker._private_jobs where task_id = (select id from graphile_worker._private_tasks where identifier = 'mail-password-reset') returning payload`,
  );
  for (const { payload } of rows) await accountJobs(deps)['mail-password-reset'](payload, new AbortController().signal);
  return { answer, jobs: rows.length };
}
/** The link of the last mail queued to this address. */
async function tokenFromMail(kind: 'reset-password' | 'verify-email', address = email): Promise<string> {
  const rows = await deps.db.select().from(mails).where(eq(mails.recipient, address)).orderBy(mails.id);
  const found = rows.map(({ content }) => new RegExp(`https://photos\\.example\\.org/${kind}/([\\w-]{43})\\n`).exec(content ?? '')?.[1]);
  return found.filter((token) => token !== undefined).at(-1) ?? '';
}
const subjects = async () =>
  (await deps.db.select({ subject: mails.subject }).from(mails).where(eq(mails.recipient, email))).map((row) => row.subject);
const trail = async () =>
  (await deps.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, id))).map((row) => row.action);
const reset = (token: string, password = second) => call('POST', 'reset-password', { token, password });

describe('a password reset', () => {
  test('is answered and queued alike for known and unknown addresses', async () => {
    const known = await ask(email.toUpperCase());
    const unknown = await ask(`nobody-${email}`);
    expect(known.answer).toMatchObject({ status: 202, body: { delivery: 'file' } });
    expect({ ...unknown.answer, cookies: [] }).toEqual({ ...known.answer, cookies: [] });
    expect([known.jobs, unknown.jobs]).toEqual([1, 1]);
    expect(await deps.db.select({ to: mails.recipient }).from(mails)).toEqual([{ to: email }]);
    expect(await trail()).toEqual(['account.request_password_reset']);
  });

  test('works once with the emailed link, and ends every session', async () => {
    const before = await login();
    await ask(email);
    await ask(email);
    const token = await tokenFromMail('reset-password');
    expect((await reset(token, 'password123')).code).toBe('weak_password');
    expect((await reset(token, email)).code).toBe('weak_password');
    expect(await isIn(before.headers)).toBe(true);
    const both = await Promise.all([reset(token), reset(token, 'another-good-one-7')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 410]);
    const chosen = both[0].status === 204 ? second : 'another-good-one-7';
    expect(await isIn(before.headers)).toBe(false);
    expect((await login()).status).toBe(401);
    expect((await login(chosen)).status).toBe(200);
    // The other link stops working, too.
    const left = await deps.db
      .select()
      .from(mailTokens)
      .where(sql`${mailTokens.userId} = ${id} and used_at is null`);
    expect(left).toEqual([]);
    expect(await subjects()).toContain('Your password was changed');
    expect((await deps.db.select().from(users).where(eq(users.id, id)))[0]).toMatchObject({ isVerified: true });
    expect(await trail()).toContain('account.reset_password');
  });

  test('stores its link as a hash, and expires after an hour', async () => {
    await ask(email);
    const token = await tokenFromMail('reset-password');
    const [row] = await deps.db.select().from(mailTokens).where(eq(mailTokens.userId, id));
    expect(JSON.stringify(row)).not.toContain(token);
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBeLessThanOrEqual(3_601_000);
    await deps.db
      .update(mailTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(mailTokens.userId, id));
    expect(await reset(token)).toMatchObject({ status: 410, code: 'link_expired' });
    expect((await login()).status).toBe(200);
  });

  test('ignores the Host header in its link, and is not sent to a disabled account', async () => {
    await ask(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    const [mail] = await deps.db.select().from(mails).where(eq(mails.recipient, email));
    expect(mail?.content).toContain('https://photos.example.org/reset-password/');
    expect(`${mail?.content}${mail?.html}`).not.toContain('evil');
    await deps.db.delete(mails);
    await deps.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id));
    await ask(email);
    expect(await subjects()).toEqual([]);
  });

  test('is rate limited, for known and unknown addresses', async () => {
    for (const address of [email, `nobody-${email}`]) {
      const statuses: number[] = [];
      for (let time = 0; time < 4; time++) statuses.push((await ask(address)).answer.status);
      expect(statuses).toEqual([202, 202, 202, 429]);
    }
  });
});

describe('an email address', () => {
  test('is confirmed by the email after registration, which repeats no user input', async () => {
    const address = `new-${email}`;
    const evil = 'Win a prize at evil.example';
    const person = { account_type: 'personal', email: address, password: second, first_name: evil, last_name: 'Now' };
    expect((await call('POST', 'register', person)).status).toBe(201);
    const [mail] = await deps.db.select().from(mails).where(eq(mails.recipient, address));
    expect(`${mail?.subject}${mail?.content}${mail?.html}`).not.toContain('evil');
    const token = await tokenFromMail('verify-email', address);
    expect((await call('POST', 'verify-email', { token })).status).toBe(204);
    expect((await call('POST', 'verify-email', { token })).status).toBe(204);
    expect((await reset(token)).status).toBe(410);
    const [user] = await deps.db.select().from(users).where(eq(users.email, address));
    expect(user).toMatchObject({ isVerified: true });
  });

  test('is not confirmed by a link to an earlier address; links can be resent until it is confirmed', async () => {
    const { headers } = await login();
    const again = () => call('POST', 'verify-email/resend', undefined, { headers });
    expect(await again()).toMatchObject({ status: 202, body: { delivery: 'file' } });
    const token = await tokenFromMail('verify-email');
    await deps.db
      .update(users)
      .set({ email: `moved-${email}` })
      .where(eq(users.id, id));
    expect((await call('POST', 'verify-email', { token })).status).toBe(410);
    await deps.db.update(users).set({ email }).where(eq(users.id, id));
    expect((await call('POST', 'verify-email', { token }, { headers })).status).toBe(204);
    expect((await again()).code).toBe('already_verified');
    expect(await trail()).toContain('account.verify_email');
  });
});

test('a password change requires the current password and a strong new one, and ends other sessions', async () => {
  const [here, there] = [await login(), await login()];
  const change = (current_password: string, password: string) =>
    call('PUT', 'password', { current_password, password }, { headers: here.headers });
  expect((await change('not my password', second)).code).toBe('wrong_password');
  expect((await change(first, 'password123')).code).toBe('weak_password');
  await ask(email);
  expect((await change(first, second)).status).toBe(204);
  expect([await isIn(here.headers), await isIn(there.headers)]).toEqual([true, false]);
  expect((await reset(await tokenFromMail('reset-password'))).code).toBe('link_expired');
  expect((await login(second)).status).toBe(200);
  expect(await subjects()).toContain('Your password was changed');
  expect(await trail()).toEqual(expect.arrayContaining(['account.change_password']));
});

test('a name can be changed in part or whole, but not emptied', async () => {
  const { headers } = await login();
  const change = (names: object) => call('PUT', 'profile', names, { headers });
  expect(await change({ first_name: ' Anna ' })).toMatchObject({ status: 200, body: { first_name: 'Anna', last_name: 'Ruiz', email } });
  expect(await change({ first_name: 'Ana', last_name: 'Ruiz Vega' })).toMatchObject({
    body: { first_name: 'Ana', last_name: 'Ruiz Vega' },
  });
  expect((await change({ last_name: '  ' })).status).toBe(422);
  expect((await change({})).status).toBe(422);
  const [person] = await deps.db.select().from(users).where(eq(users.id, id));
  expect(person).toMatchObject({ firstName: 'Ana', lastName: 'Ruiz Vega' });
  expect((await trail()).filter((action) => action === 'account.change_name')).toHaveLength(2);
});

test('the date format is stored with the account and returned to the device', async () => {
  const { headers } = await login();
  const change = (date_locale: unknown) => call('PUT', 'profile', { date_locale }, { headers });
  expect(await change('de-DE')).toMatchObject({ status: 200, body: { date_locale: 'de-DE', first_name: 'Ana' } });
  expect((await call('POST', 'login', { email, password: first })).body).toMatchObject({ user: { date_locale: 'de-DE' } });
  expect((await change('xx-YY')).status).toBe(422);
  expect(await change(null)).toMatchObject({ status: 200, body: { date_locale: null } });
  expect(await trail()).toContain('account.change_dates');
});

test('sessions are listed with their device, and can be ended one by one or all others at once', async () => {
  const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
  const here = await login();
  const phone = await login(first, { 'user-agent': android });
  await login();
  const list = async () => {
    const { body } = await call('GET', 'sessions', undefined, { headers: here.headers });
    return body?.items as { id: string; device: string; is_current: boolean }[];
  };
  const items = await list();
  expect(items).toHaveLength(3);
  expect(items.filter((item) => item.is_current)).toHaveLength(1);
  const onPhone = items.find((item) => item.device === 'Chrome on Android');
  const end = (sessionId: string, headers = here.headers) => call('DELETE', `sessions/${sessionId}`, undefined, { headers });
  expect((await end(onPhone?.id ?? '')).status).toBe(204);
  expect((await end(onPhone?.id ?? '')).status).toBe(204);
  expect(await isIn(phone.headers)).toBe(false);
  // Another user’s is not found.
  const other = uuid7();
  await deps.db.insert(users).values({ id: other, email: `${other}@unit.test`, passwordHash: '', firstName: 'Bo', lastName: 'Li' });
  await deps.db.insert(sessions).values({ id: other, userId: other, rememberMe: false, expiresAt: new Date(Date.now() + 60_000) });
  expect((await end(other)).status).toBe(404);
  expect((await call('DELETE', 'sessions', undefined, { headers: here.headers })).status).toBe(204);
  expect(await list()).toMatchObject([{ is_current: true }]);
  expect((await deps.db.select().from(sessions).where(eq(sessions.id, other)))[0]).toMatchObject({ endedAt: null });
});

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on macOS'],
  ['curl/8.5.0', 'Another program'],
])('%s is %s', (userAgent, device) => {
  expect(deviceName(userAgent)).toBe(device);
});
