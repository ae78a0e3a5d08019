// Two-factor authentication through the whole application: logins, single use of codes, and limits that don’t lock out others.
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { issueMailToken } from '#server/accounts/credentials-repository.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { openTwoFactorSecrets } from '#server/accounts/two-factor.ts';
import { build } from '#server/app.ts';
import { loginChallenges, recoveryCodes, sessions, twoFactors, users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';
import { accountCalls } from '#tests/support/account-calls.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

const password = 'correct horse staple';
let deps: TestDeps;
let app: FastifyInstance;
let email: string;
let id: string;

beforeAll(async () => {
  deps = await openTestDeps();
  app = await build(deps);
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
});
beforeEach(async () => {
  // Freezes time: a code is valid for 30 seconds, which must not end during a test.
  vi.useFakeTimers({ toFake: ['Date'] });
  id = uuid7();
  email = `${id}@unit.test`;
  await deps.db.insert(users).values({ id, email, passwordHash: await hashPassword(password), firstName: 'Ana', lastName: 'Ruiz' });
});

afterEach(() => {
  vi.useRealTimers();
});

const call = accountCalls(() => app);
const login = (more: InjectOptions = {}, remember_me = false) => call('POST', 'login', { email, password, remember_me }, more);
const complete = (challenge: unknown, code: string, more: InjectOptions = {}) => call('POST', 'login/code', { challenge, code }, more);
const challenged = async (more: InjectOptions = {}) => (await login(more)).body?.challenge;
const bearer = (answer: { body: Record<string, unknown> | null }) => ({
  headers: { authorization: `Bearer ${String(answer.body?.access_token)}` },
});

/** The app on the owner’s phone. `steps`: 30-second steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
const wrong = (secret: string) => {
  const right = [-1, 0, 1].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
};

/** Turns it on with the code of the previous step, so that the current and the next remain unused. */
async function switchOn() {
  const here = bearer(await login());
  const begun = await call('POST', 'two-factor', { password }, here);
  const secret = String(begun.body?.secret);
  const confirmed = await call('POST', 'two-factor/confirm', { code: codeOf(secret, -1) }, here);
  return { here, begun, confirmed, secret, codes: confirmed.body?.recovery_codes as string[] };
}
const trail = async () => {
  const rows = await deps.db.select().from(auditLog).where(eq(auditLog.actorId, id)).orderBy(auditLog.id);
  return rows.map(({ action, outcome }) => `${action} ${outcome}`);
};
const state = async (here: InjectOptions) => (await call('GET', 'two-factor', undefined, here)).body;

describe('enabling it', () => {
  test('requires the password and a code, and shows ten recovery codes once', async () => {
    const here = bearer(await login());
    expect(await state(here)).toEqual({ is_on: false, since: null, recovery_codes_left: 0 });
    expect((await call('POST', 'two-factor', { password: 'not mine' }, here)).code).toBe('wrong_password');
    expect((await call('POST', 'two-factor/confirm', { code: '123456' }, here)).code).toBe('two_factor_off');
    const secret = String((await call('POST', 'two-factor', { password }, here)).body?.secret);
    expect((await call('POST', 'two-factor/confirm', { code: wrong(secret) }, here)).code).toBe('wrong_code');
    // No code is required yet.
    expect((await login()).status).toBe(200);
    const spaced = codeOf(secret).replace(/(...)/, '$1 ');
    const both = await Promise.all([1, 2].map(() => call('POST', 'two-factor/confirm', { code: spaced }, here)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const codes = both.find(({ status }) => status === 200)?.body?.recovery_codes as string[];
    expect(new Set(codes).size).toBe(10);
    expect(await state(here)).toMatchObject({ is_on: true, recovery_codes_left: 10 });
    expect((await call('POST', 'two-factor', { password }, here)).code).toBe('two_factor_on');
    const subjects = (await deps.db.select().from(mails).where(eq(mails.recipient, email))).map(({ subject }) => subject);
    expect(subjects.filter((subject) => !subject.startsWith('New login'))).toEqual(['Two-factor authentication is on']);
  });

  test('uses one secret in two tabs, and can be confirmed in either', async () => {
    const here = bearer(await login());
    const begin = async (where = here) => String((await call('POST', 'two-factor', { password }, where)).body?.secret);
    const [one, other] = await Promise.all([begin(), begin()]);
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect([other, await begin()]).toEqual([one, one]);
    // A setup continues within an hour, and restarts afterwards.
    await deps.db
      .update(twoFactors)
      .set({ createdAt: sql`now() - interval '61 minutes'` })
      .where(eq(twoFactors.userId, id));
    const later = await begin();
    expect(later).not.toBe(one);
    expect((await call('POST', 'two-factor/confirm', { code: codeOf(later) }, here)).status).toBe(200);
    expect((await call('POST', 'two-factor/confirm', { code: codeOf(later) }, here)).code).toBe('two_factor_on');
  });

  test('never shows another device the secret, and requires a replaced setup to restart', async () => {
    const [here, elsewhere] = [bearer(await login()), bearer(await login())];
    const begin = async (where: InjectOptions) => String((await call('POST', 'two-factor', { password }, where)).body?.secret);
    const [first, second] = [await begin(here), await begin(elsewhere)];
    expect(second).not.toBe(first);
    const late = await call('POST', 'two-factor/confirm', { code: codeOf(first) }, here);
    expect([late.status, late.code]).toEqual([409, 'two_factor_restarted']);
    expect(late.body?.detail).toContain('start again and scan the new code');
    expect((await call('POST', 'two-factor/confirm', { code: wrong(second) }, elsewhere)).code).toBe('wrong_code');
    expect((await call('POST', 'two-factor/confirm', { code: codeOf(second) }, elsewhere)).status).toBe(200);
  });

  test('stores neither secret nor codes in plain text, and shows them once', async () => {
    const { secret, codes, begun } = await switchOn();
    expect(new URL(String(begun.body?.uri)).searchParams.get('secret')).toBe(secret);
    const kept = JSON.stringify([
      await deps.db.select().from(twoFactors),
      await deps.db.select().from(recoveryCodes),
      await deps.db.select().from(auditLog),
      await deps.db.select().from(mails),
    ]);
    for (const told of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) expect(kept).not.toContain(told);
    const { body } = await login();
    expect(Object.keys(body ?? {}).toSorted()).toEqual(['challenge', 'expires_at']);
    const [row] = await deps.db.select().from(loginChallenges).where(eq(loginChallenges.userId, id));
    expect(row?.challengeHash).toBe(hashSecret(String(body?.challenge)));
    expect(JSON.stringify(row)).not.toContain(String(body?.challenge));
  });

  test('a sealed secret works for its owner only', async () => {
    const secrets = await openTwoFactorSecrets(deps);
    const begun = { secret: 'JBSWY3DPEHPK3PXP', sessionId: uuid7() };
    const sealed = await secrets.seal(id, begun);
    expect(await (await openTwoFactorSecrets(deps)).unseal(id, sealed)).toEqual(begun);
    await expect(secrets.unseal(uuid7(), sealed)).rejects.toThrow(/sub/);
  });
});

describe('a login', () => {
  test('opens no session before the code, and the requested one after it', async () => {
    const { secret } = await switchOn();
    const asked = await login({}, true);
    expect([asked.status, asked.cookies]).toEqual([202, []]);
    const sessionsBefore = await deps.db.select().from(sessions).where(eq(sessions.userId, id));
    expect(sessionsBefore).toHaveLength(1);
    expect((await complete(asked.body?.challenge, wrong(secret))).code).toBe('wrong_code');
    const done = await complete(asked.body?.challenge, codeOf(secret));
    expect(done).toMatchObject({ status: 200, body: { user: { id, email } } });
    expect(done.cookies.find(({ name }) => name === 'ais_refresh')?.maxAge).toBeGreaterThan(0);
    expect(done.cookies.some(({ name }) => name === 'ais_device')).toBe(true);
    expect(await trail()).toEqual(expect.arrayContaining(['session.ask_code ok', 'session.login failed', 'session.login ok']));
    // Neither the challenge nor the code is accepted again.
    expect((await complete(asked.body?.challenge, codeOf(secret, 1))).code).toBe('challenge_expired');
    expect((await complete(await challenged(), codeOf(secret))).code).toBe('wrong_code');
    expect((await complete(await challenged(), codeOf(secret, 1))).status).toBe(200);
    // Nor an older one that the tolerance would allow.
    expect((await complete(await challenged(), codeOf(secret))).code).toBe('wrong_code');
  });

  test('accepts a code once, even from concurrent requests', async () => {
    const { secret, codes } = await switchOn();
    for (const code of [codeOf(secret), codes[0] ?? '']) {
      const challenges = await Promise.all([1, 2, 3, 4].map(() => challenged()));
      const answers = await Promise.all(challenges.map((challenge) => complete(challenge, code)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
    }
    // One challenge, two valid codes.
    const challenge = await challenged();
    const both = await Promise.all([codes[1], codes[2]].map((code) => complete(challenge, code ?? '')));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(
      (
        await deps.db
          .select()
          .from(recoveryCodes)
          .where(sql`user_id = ${id} and used_at is not null`)
      ).length,
    ).toBe(2);
  });

  test('with a recovery code is announced by email; each works once, in any notation', async () => {
    const { codes, here } = await switchOn();
    const [code = ''] = codes;
    expect((await complete(await challenged(), code.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await complete(await challenged(), code)).code).toBe('wrong_code');
    expect(await state(here)).toMatchObject({ recovery_codes_left: 9 });
    const subjects = (await deps.db.select().from(mails).where(eq(mails.recipient, email))).map(({ subject }) => subject);
    expect(subjects).toContain('A recovery code was used');
    expect(await trail()).toContain('account.use_recovery_code ok');
  });

  test('ends after five attempts, after ten minutes, and when the password changes', async () => {
    const { secret, codes } = await switchOn();
    const tried = await challenged();
    for (let time = 0; time < 5; time++) expect((await complete(tried, wrong(secret))).code).toBe('wrong_code');
    expect((await complete(tried, codes[0] ?? '')).code).toBe('challenge_expired');

    const late = await challenged();
    await deps.db
      .update(loginChallenges)
      .set({ expiresAt: sql`now() - interval '1 minute'` })
      .where(eq(loginChallenges.userId, id));
    expect((await complete(late, codes[0] ?? '')).code).toBe('challenge_expired');

    const before = await challenged();
    const here = bearer(await complete(await challenged(), codeOf(secret)));
    const changed = await app.inject({
      method: 'PUT',
      url: '/api/v1/auth/password',
      ...here,
      payload: { current_password: password, password: 'lantern-orbit-quarry-9' },
    });
    expect(changed.statusCode).toBe(204);
    expect((await complete(before, codes[0] ?? '')).code).toBe('challenge_expired');
  });

  test('of a disabled account is rejected at the code as well', async () => {
    const { secret } = await switchOn();
    const challenge = await challenged();
    await deps.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id));
    expect((await complete(challenge, codeOf(secret))).code).toBe('account_disabled');
  });

  test('guessed codes lock out neither the owner’s device nor recovery codes', async () => {
    const { secret, codes } = await switchOn();
    const device = (await complete((await login({}, true)).body?.challenge, codes[0] ?? '')).cookies.find(
      ({ name }) => name === 'ais_device',
    );
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) {
      const challenge = await challenged();
      for (let time = 0; time < 5; time++) statuses.push((await complete(challenge, wrong(secret))).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), ...Array.from({ length: 5 }, () => 429)]);
    // From elsewhere, a valid code has to wait, too.
    expect((await complete(await challenged(), codeOf(secret))).status).toBe(429);
    const own = { cookies: { ais_device: device?.value ?? '' } };
    expect((await complete(await challenged(own), codeOf(secret), own)).status).toBe(200);
    expect((await complete(await challenged(), codes[1] ?? '')).status).toBe(200);
  });

  test('after a password reset still requires the code', async () => {
    await deps.db.update(users).set({ isVerified: true }).where(eq(users.id, id));
    await switchOn();
    const { token } = await issueMailToken(deps.db, 'reset-password', id, email);
    expect((await call('POST', 'reset-password', { token, password: 'lantern-orbit-quarry-9' })).status).toBe(204);
    const answer = await call('POST', 'login', { email, password: 'lantern-orbit-quarry-9' });
    expect(answer.status).toBe(202);
  });
});

describe('while it is on', () => {
  test('new recovery codes require password and code, and replace the old ones', async () => {
    const { here, secret, codes } = await switchOn();
    const renew = (body: object) => call('POST', 'two-factor/recovery-codes', body, here);
    expect((await renew({ password: 'not mine', code: codeOf(secret) })).code).toBe('wrong_password');
    expect((await renew({ password, code: wrong(secret) })).code).toBe('wrong_code');
    const renewed = await renew({ password, code: codeOf(secret) });
    const next = renewed.body?.recovery_codes as string[];
    expect(next).toHaveLength(10);
    expect((await complete(await challenged(), codes[0] ?? '')).code).toBe('wrong_code');
    expect((await complete(await challenged(), next[0] ?? '')).status).toBe(200);
    expect(await trail()).toEqual(expect.arrayContaining(['account.renew_recovery_codes failed', 'account.renew_recovery_codes ok']));
  });

  test('it is disabled by password and code, or by a recovery code without the phone', async () => {
    const { here, codes, secret } = await switchOn();
    const off = (body: object) => call('POST', 'two-factor/disable', body, here);
    expect((await off({ password: 'not mine', code: codes[0] })).code).toBe('wrong_password');
    expect((await off({ password, code: wrong(secret) })).code).toBe('wrong_code');
    expect((await off({ password, code: codes[0] })).status).toBe(204);
    expect((await off({ password, code: codes[1] })).code).toBe('two_factor_off');
    expect((await login()).status).toBe(200);
    expect(await deps.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))).toEqual([]);
    const subjects = (await deps.db.select().from(mails).where(eq(mails.recipient, email))).map(({ subject }) => subject);
    expect(subjects).toContain('Two-factor authentication is off');
    expect(await trail()).toEqual(expect.arrayContaining(['account.disable_two_factor ok']));
  });
});

test('a guest without a password cannot enable it', async () => {
  const guest = uuid7();
  await deps.db
    .insert(users)
    .values({ id: guest, email: null, passwordHash: '', guestKeyHash: hashSecret('k'.repeat(43)), firstName: 'Mia', lastName: '' });
  const here = bearer(await call('POST', 'guest/session', { key: 'k'.repeat(43) }));
  expect((await call('POST', 'two-factor', { password }, here)).status).toBe(403);
  expect((await call('POST', 'two-factor/confirm', { code: '123456' }, here)).status).toBe(403);
  expect(await state(here)).toMatchObject({ is_on: false });
});
