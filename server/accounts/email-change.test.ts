// Email changes through the whole application: both addresses confirm, and either can reject.
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { emailChanges, users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { uuid7 } from '#server/uuid.ts';
import { accountCalls } from '#tests/support/account-calls.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

const password = 'correct horse staple';
let deps: TestDeps;
let app: FastifyInstance;
let passwordHash: string;
let id: string;
let email: string;
let other: string;
let here: InjectOptions;

beforeAll(async () => {
  deps = await openTestDeps({ PUBLIC_URL: 'https://photos.example.org' });
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
  other = `new-${email}`;
  await deps.db.insert(users).values({ id, email, passwordHash, firstName: 'Ana', lastName: 'Ruiz', isVerified: true });
  const { body } = await call('POST', 'login', { email, password });
  here = { headers: { authorization: `Bearer ${String(body?.access_token)}` } };
});

const call = accountCalls(() => app);
const ask = (payload: object = {}) => call('POST', 'email-change', { email: other, password, ...payload }, here);
const answer = (token: string, word: 'confirm' | 'refuse' = 'confirm', device: InjectOptions = {}) =>
  call('POST', 'email-change/answer', { token, answer: word }, device);
const pending = async () => (await call('GET', 'email-change', undefined, here)).body?.pending;
/** The link of the last mail queued to this address. */
async function tokenTo(address: string): Promise<string> {
  const rows = await deps.db.select().from(mails).where(eq(mails.recipient, address)).orderBy(mails.id);
  const found = rows.map(({ content }) => /https:\/\/photos\.example\.org\/change-email\/([\w-]{43})\n/.exec(content ?? '')?.[1]);
  return found.filter((token) => token !== undefined).at(-1) ?? '';
}
const subjectsTo = async (address: string) =>
  (await deps.db.select().from(mails).where(eq(mails.recipient, address))).map(({ subject }) => subject);
const addressOf = async () => (await deps.db.select().from(users).where(eq(users.id, id)))[0];
const trail = async () =>
  (await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).map(
    ({ action, outcome }) => `${action} ${outcome}`,
  );

describe('a change of address', () => {
  test.each([
    ['the new one first', ['new', 'old']],
    ['the old one first', ['old', 'new']],
  ] as const)('takes effect when both addresses have confirmed it: %s', async (_name, order) => {
    expect(await pending()).toBeNull();
    expect(await ask({ email: other.toUpperCase() })).toMatchObject({ status: 202, body: { delivery: 'file' } });
    expect(await pending()).toMatchObject({ new_email: other, old_confirmed: false, new_confirmed: false });
    const tokens = { old: await tokenTo(email), new: await tokenTo(other) };
    const [first, second] = order;
    expect((await answer(tokens[first], 'confirm', here)).body).toEqual({ state: 'waiting' });
    expect((await answer(tokens[first])).body).toEqual({ state: 'waiting' });
    expect(await pending()).toMatchObject({ [`${first}_confirmed`]: true, [`${second}_confirmed`]: false });
    expect(await addressOf()).toMatchObject({ email });
    expect((await answer(tokens[second], 'confirm', here)).body).toEqual({ state: 'changed' });
    // Repeats a request after a lost response.
    expect((await answer(tokens[second])).body).toEqual({ state: 'changed' });
    expect(await addressOf()).toMatchObject({ email: other, isVerified: true });
    expect(await pending()).toBeNull();
    // The session that confirmed it stays open. The password works with the new address only.
    expect((await call('GET', 'sessions', undefined, here)).status).toBe(200);
    expect((await call('POST', 'login', { email: other, password })).status).toBe(200);
    expect((await call('POST', 'login', { email, password })).code).toBe('invalid_credentials');
    expect(await subjectsTo(email)).toContain('Your email address was changed');
    expect(await trail()).toEqual(expect.arrayContaining(['account.request_email_change ok', 'account.change_email ok']));
  });

  test('can be rejected by either address, and then not be confirmed', async () => {
    for (const side of [email, other]) {
      await deps.db.delete(mails);
      await ask();
      const tokens = [await tokenTo(email), await tokenTo(other)];
      expect((await answer(await tokenTo(side), 'refuse')).body).toEqual({ state: 'refused' });
      for (const token of tokens) expect((await answer(token)).body).toEqual({ state: 'refused' });
      expect(await addressOf()).toMatchObject({ email });
    }
    expect(await trail()).toContain('account.refuse_email_change ok');
  });

  test('requires the password and an unused address, also at the end', async () => {
    expect((await ask({ password: 'not mine' })).code).toBe('wrong_password');
    expect((await ask({ email })).code).toBe('email_unchanged');
    const somebody = { id: uuid7(), email: `taken-${email}`, passwordHash, firstName: 'Bo', lastName: 'Li' };
    await deps.db.insert(users).values(somebody);
    expect((await ask({ email: somebody.email })).code).toBe('email_taken');
    await ask();
    await deps.db.insert(users).values({ ...somebody, id: uuid7(), email: other });
    expect((await answer(await tokenTo(email))).body).toEqual({ state: 'waiting' });
    expect((await answer(await tokenTo(other))).code).toBe('email_taken');
    expect(await addressOf()).toMatchObject({ email });
    expect(await trail()).toContain('account.request_email_change failed');
  });

  test('can be canceled, is resent with new links, and expires after three days', async () => {
    await ask();
    const before = [await tokenTo(email), await tokenTo(other)];
    expect((await call('POST', 'email-change/resend', undefined, here)).status).toBe(202);
    for (const token of before) expect((await answer(token)).code).toBe('link_expired');
    expect((await answer(await tokenTo(other))).body).toEqual({ state: 'waiting' });
    const left = await tokenTo(email);
    expect((await call('DELETE', 'email-change', undefined, here)).status).toBe(204);
    expect((await call('DELETE', 'email-change', undefined, here)).status).toBe(204);
    expect((await answer(left)).code).toBe('link_expired');
    expect(await pending()).toBeNull();
    expect((await call('POST', 'email-change/resend', undefined, here)).code).toBe('no_email_change');
    await ask();
    const late = await tokenTo(other);
    await deps.db.update(emailChanges).set({ expiresAt: sql`now() - interval '1 second'` });
    expect((await answer(late)).code).toBe('link_expired');
    expect(await pending()).toBeNull();
  });

  test('of an unconfirmed address only needs the new one’s confirmation; the old one is notified and can reject it first', async () => {
    await deps.db.update(users).set({ isVerified: false }).where(eq(users.id, id));
    await ask();
    expect(await pending()).toMatchObject({ old_confirmed: true });
    expect((await answer(await tokenTo(email), 'refuse')).body).toEqual({ state: 'refused' });
    await ask();
    expect((await answer(await tokenTo(other))).body).toEqual({ state: 'changed' });
    expect(await addressOf()).toMatchObject({ email: other, isVerified: true });
  });

  test('stores its links as hashes, and takes one confirmation at a time', async () => {
    await ask();
    const tokens = [await tokenTo(email), await tokenTo(other)];
    const kept = JSON.stringify(await deps.db.select().from(emailChanges));
    for (const token of tokens) expect(kept).not.toContain(token);
    const states = await Promise.all(tokens.map(async (token) => (await answer(token)).body?.state));
    expect(new Set(states)).toEqual(new Set(['changed', 'waiting']));
  });
});
