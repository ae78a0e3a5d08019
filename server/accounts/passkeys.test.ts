// Passkeys through the whole application, with an authenticator that signs as real ones do. The tests share one application.
import { generateKeyPairSync } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { components } from '#openapi/api.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { passkeyChallenges, passkeys, users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';
import { accountCalls } from '#tests/support/account-calls.ts';
import { Authenticator } from '#tests/support/authenticator.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

type Schemas = components['schemas'];

const ORIGIN = 'https://photos.example.org';
const password = 'correct horse staple';
let deps: TestDeps;
let app: FastifyInstance;
let passwordHash: string;
let email: string;
let id: string;

beforeAll(async () => {
  deps = await openTestDeps({ PUBLIC_URL: ORIGIN });
  app = await build(deps);
  passwordHash = await hashPassword(password);
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
  await deps.db.insert(users).values({ id, email, passwordHash, firstName: 'Ana', lastName: 'Ruiz' });
});

afterEach(() => {
  vi.useRealTimers();
});

const call = accountCalls(() => app);
const bearer = (answer: { body: Record<string, unknown> | null }) => ({
  headers: { authorization: `Bearer ${String(answer.body?.access_token)}` },
});
const login = async () => bearer(await call('POST', 'login', { email, password }));

const creation = async (here: InjectOptions, proof: object = { password }) =>
  (await call('POST', 'passkeys/options', proof, here)).body as unknown as Schemas['PasskeyCreationOptions'];
const request = async () => (await call('POST', 'login/passkey/options')).body as unknown as Schemas['PasskeyRequestOptions'];
const proofOptions = async (here: InjectOptions) =>
  (await call('POST', 'passkeys/proof', undefined, here)).body as unknown as Schemas['PasskeyRequestOptions'];

/** A passkey of the logged-in user. */
async function add(here: InjectOptions, name = 'My phone', counts = true) {
  const authenticator = new Authenticator(ORIGIN, { counts });
  const made = authenticator.create(await creation(here));
  const answer = await call('POST', 'passkeys', { name, passkey: made }, here);
  expect(answer.status).toBe(201);
  return { authenticator, passkeyId: String(answer.body?.id) };
}
const enter = (passkey: Schemas['PasskeyAssertion'], more: InjectOptions = {}) =>
  call('POST', 'login/passkey', { passkey, remember_me: true }, more);
const list = async (here: InjectOptions) => (await call('GET', 'passkeys', undefined, here)).body as unknown as Schemas['PasskeyList'];
const subjects = async () => (await deps.db.select().from(mails).where(eq(mails.recipient, email))).map(({ subject }) => subject);
const trail = async () => {
  const rows = await deps.db.select().from(auditLog).where(eq(auditLog.actorId, id)).orderBy(auditLog.id);
  return rows.map(({ action, outcome }) => `${action} ${outcome}`);
};

/** Uses the code of the previous step, so that the current and the next remain unused. */
async function switchTwoFactorOn(here: InjectOptions) {
  const secret = String((await call('POST', 'two-factor', { password }, here)).body?.secret);
  const codeOf = (steps: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  expect((await call('POST', 'two-factor/confirm', { code: codeOf(-1) }, here)).status).toBe(200);
  return codeOf;
}

describe('a passkey', () => {
  test('is added with the password, announced by email, renamed and removed', async () => {
    const here = await login();
    expect((await call('POST', 'passkeys/options', { password: 'not mine' }, here)).code).toBe('wrong_password');
    const options = await creation(here);
    expect(options).toMatchObject({ rp: { id: 'photos.example.org' }, user: { name: email, displayName: 'Ana Ruiz' } });
    const { authenticator, passkeyId } = await add(here);
    const { items, has_password } = await list(here);
    expect(items).toMatchObject([{ id: passkeyId, name: 'My phone', is_synced: false, last_used_at: null }]);
    expect(has_password).toBe(true);
    expect((await creation(here)).excludeCredentials).toHaveLength(1);
    expect((await call('PUT', `passkeys/${passkeyId}`, { name: ' Blue phone ' }, here)).body).toMatchObject({ name: 'Blue phone' });
    expect((await call('POST', `passkeys/${passkeyId}/remove`, { password: 'not mine' }, here)).code).toBe('wrong_password');
    expect((await call('POST', `passkeys/${passkeyId}/remove`, { password }, here)).status).toBe(204);
    expect((await list(here)).items).toEqual([]);
    expect((await enter(authenticator.use(await request()))).code).toBe('unknown_passkey');
    expect(await subjects()).toEqual(
      expect.arrayContaining(['A passkey was added to your account', 'A passkey was removed from your account']),
    );
    expect(await trail()).toEqual(
      expect.arrayContaining([
        'account.add_passkey failed',
        'account.add_passkey ok',
        'account.rename_passkey ok',
        'account.remove_passkey failed',
        'account.remove_passkey ok',
      ]),
    );
  });

  test('cannot be seen, renamed, removed or registered again by another user', async () => {
    const here = await login();
    const { passkeyId, authenticator } = await add(here);
    const made = authenticator.create(await creation(here));
    expect((await call('POST', 'passkeys', { name: 'Two', passkey: made }, here)).status).toBe(201);
    const otherId = uuid7();
    email = `${otherId}@unit.test`;
    await deps.db.insert(users).values({ id: otherId, email, passwordHash, firstName: 'Bo', lastName: 'Li' });
    const other = await login();
    expect((await list(other)).items).toEqual([]);
    expect((await call('PUT', `passkeys/${passkeyId}`, { name: 'Mine' }, other)).status).toBe(404);
    expect((await call('POST', `passkeys/${passkeyId}/remove`, { password }, other)).status).toBe(404);
    // A challenge is bound to its user.
    const foreign = new Authenticator(ORIGIN).create(await creation(here));
    expect((await call('POST', 'passkeys', { name: 'Mine', passkey: foreign }, other)).code).toBe('challenge_expired');
  });

  test('is rejected without user verification, from another origin or domain, or a second time', async () => {
    const here = await login();
    const tried = async (twist: Parameters<Authenticator['create']>[1]) =>
      (await call('POST', 'passkeys', { name: 'X', passkey: new Authenticator(ORIGIN).create(await creation(here), twist) }, here)).code;
    expect(await tried({ isVerified: false })).toBe('passkey_refused');
    expect(await tried({ origin: 'https://photos.example.com' })).toBe('passkey_refused');
    expect(await tried({ rpId: 'example.com' })).toBe('passkey_refused');
    const passkey = new Authenticator(ORIGIN).create(await creation(here));
    const both = await Promise.all([1, 2].map(() => call('POST', 'passkeys', { name: 'X', passkey }, here)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 410]);
  });

  test('stores only the public key, and challenges as hashes', async () => {
    const here = await login();
    await add(here);
    const { challenge } = await request();
    const [row] = await deps.db.select().from(passkeys).where(eq(passkeys.userId, id));
    expect(row).toMatchObject({ counter: 0, deviceType: 'singleDevice', isBackedUp: false, transports: ['internal'] });
    const kept = JSON.stringify(await deps.db.select().from(passkeyChallenges));
    expect(kept).toContain(hashSecret(challenge));
    expect(kept).not.toContain(challenge);
  });
});

describe('a passkey login', () => {
  test('opens the requested session without a code, and is audited', async () => {
    const here = await login();
    const { authenticator } = await add(here);
    await switchTwoFactorOn(here);
    const answer = await enter(authenticator.use(await request()));
    expect(answer).toMatchObject({ status: 200, body: { user: { id, email } } });
    expect(answer.cookies.find(({ name }) => name === 'ais_refresh')?.maxAge).toBeGreaterThan(0);
    expect(answer.cookies.some(({ name }) => name === 'ais_device')).toBe(true);
    expect((await list(here)).items[0]?.last_used_at).not.toBeNull();
    const [row] = await deps.db.select().from(passkeys).where(eq(passkeys.userId, id));
    expect(row?.counter).toBe(1);
    expect((await trail()).filter((entry) => entry === 'session.login ok')).toHaveLength(2);
    const browser = await call('POST', 'login/passkey', { passkey: authenticator.use(await request()) });
    expect(browser.cookies.find(({ name }) => name === 'ais_refresh')?.maxAge).toBeUndefined();
  });

  test('accepts a challenge once, for logins only, and within five minutes', async () => {
    const here = await login();
    const { authenticator } = await add(here, 'Synced', false);
    const once = authenticator.use(await request());
    const both = await Promise.all([enter(once), enter(once), enter(once)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
    expect((await enter(authenticator.use(await proofOptions(here)))).code).toBe('challenge_expired');
    const late = await request();
    await deps.db.update(passkeyChallenges).set({ expiresAt: sql`now() - interval '1 minute'` });
    expect((await enter(authenticator.use(late))).code).toBe('challenge_expired');
    expect((await enter(authenticator.use({ ...late, challenge: newSecret() }))).code).toBe('challenge_expired');
    await request();
    const left = await deps.db
      .select()
      .from(passkeyChallenges)
      .where(sql`expires_at < now()`);
    expect(left).toEqual([]);
  });

  test('is rejected from another origin or domain, unverified, with another key, or for another user', async () => {
    const { authenticator } = await add(await login(), 'Synced', false);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const twists: Parameters<Authenticator['use']>[1][] = [
      { origin: 'https://photos.example.com' },
      { rpId: 'example.com' },
      { isVerified: false },
      { key: privateKey },
      { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' },
    ];
    for (const twist of twists)
      expect((await enter(authenticator.use(await request(), twist))).code, JSON.stringify(twist)).toBe('passkey_refused');
    const garbled = authenticator.use(await request());
    for (const clientDataJSON of ['bm9uc2Vuc2U', 'e30', 'bnVsbA'])
      expect((await enter({ ...garbled, response: { ...garbled.response, clientDataJSON } })).code).toBe('passkey_refused');
    expect((await enter({ ...garbled, response: { ...garbled.response, authenticatorData: 'AAAA' } })).code).toBe('passkey_refused');
    // None of these attempts locks the owner out.
    expect((await enter(authenticator.use(await request()))).status).toBe(200);
  });

  test('is rejected if the counter is not increasing', async () => {
    const { authenticator } = await add(await login());
    expect((await enter(authenticator.use(await request(), { counter: 7 }))).status).toBe(200);
    expect((await enter(authenticator.use(await request(), { counter: 7 }))).code).toBe('passkey_refused');
    expect((await enter(authenticator.use(await request(), { counter: 0 }))).code).toBe('passkey_refused');
    expect((await enter(authenticator.use(await request(), { counter: 8 }))).status).toBe(200);
  });

  test('is rejected for a disabled account', async () => {
    const { authenticator } = await add(await login());
    await deps.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id));
    expect((await enter(authenticator.use(await request()))).code).toBe('account_disabled');
  });

  test('is limited by address only, so that attacks do not lock the owner out elsewhere', async () => {
    const { authenticator } = await add(await login());
    const there = { remoteAddress: '203.0.113.9' };
    const statuses: number[] = [];
    for (let time = 0; time < 12; time++)
      statuses.push((await enter(authenticator.use(await request(), { isVerified: false }), there)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429]);
    expect((await enter(authenticator.use(await request()), { remoteAddress: '203.0.113.10' })).status).toBe(200);
  });
});

describe('a passkey instead of the password', () => {
  const proof = async (here: InjectOptions, authenticator: Authenticator) => ({ passkey: authenticator.use(await proofOptions(here)) });

  test('replaces both factors for a sensitive action, once', async () => {
    const here = await login();
    const { authenticator } = await add(here);
    await switchTwoFactorOn(here);
    const used = await proof(here, authenticator);
    expect((await call('POST', 'two-factor/recovery-codes', used, here)).status).toBe(200);
    expect((await call('POST', 'two-factor/recovery-codes', used, here)).code).toBe('challenge_expired');
    // A login assertion is not valid as a proof.
    expect((await call('POST', 'two-factor/disable', { passkey: authenticator.use(await request()) }, here)).code).toBe(
      'challenge_expired',
    );
    expect((await call('POST', 'two-factor/disable', await proof(here, authenticator), here)).status).toBe(204);
    const set = { password: 'lantern-orbit-quarry-9', ...(await proof(here, authenticator)) };
    expect((await call('PUT', 'password', set, here)).status).toBe(204);
    expect((await call('POST', 'login', { email, password: 'lantern-orbit-quarry-9' })).status).toBe(200);
  });

  test('with two-factor authentication, a password alone neither adds a passkey nor deletes the account', async () => {
    const here = await login();
    const { authenticator } = await add(here);
    const codeOf = await switchTwoFactorOn(here);
    expect((await call('POST', 'passkeys/options', { password }, here)).code).toBe('code_required');
    expect((await call('POST', 'account/delete', { password, photos: 'keep' }, here)).code).toBe('code_required');
    expect((await call('POST', 'account/delete', { password, code: 'ABCD-EFGH', photos: 'keep' }, here)).code).toBe('wrong_code');
    expect((await call('POST', 'passkeys/options', { password, code: codeOf(0) }, here)).status).toBe(200);
    expect((await call('POST', 'account/delete', { password, code: codeOf(0), photos: 'keep' }, here)).code).toBe('wrong_code');
    const deleted = await call('POST', 'account/delete', { ...(await proof(here, authenticator)), photos: 'keep' }, here);
    expect(deleted.status).toBe(204);
    expect(await deps.db.select().from(passkeys).where(eq(passkeys.userId, id))).toEqual([]);
    expect((await enter(authenticator.use(await request()))).code).toBe('unknown_passkey');
  });

  test('an account with two-factor authentication is deleted by password and code', async () => {
    const here = await login();
    const codeOf = await switchTwoFactorOn(here);
    expect((await call('POST', 'account/delete', { password, code: codeOf(0), photos: 'keep' }, here)).status).toBe(204);
  });
});

describe('a passkey as the only sign-in method', () => {
  /** A guest on this phone. */
  async function guest() {
    const key = newSecret();
    await deps.db
      .update(users)
      .set({ email: null, passwordHash: '', guestKeyHash: hashSecret(key), lastName: '' })
      .where(eq(users.id, id));
    return { key, here: bearer(await call('POST', 'guest/session', { key })) };
  }
  const person = { first_name: 'Mia', last_name: 'Lund' };

  async function upgraded() {
    const { key, here } = await guest();
    const authenticator = new Authenticator(ORIGIN);
    const { body } = await call('POST', 'upgrade/passkey/options', { email }, here);
    const passkey = authenticator.create(body as unknown as Schemas['PasskeyCreationOptions']);
    return { key, here, authenticator, passkey, answer: await call('POST', 'upgrade/passkey', { email, ...person, passkey }, here) };
  }

  test('upgrades a guest to a full account and invalidates the guest key', async () => {
    const { key, here, authenticator, passkey, answer } = await upgraded();
    expect(answer).toMatchObject({ status: 200, body: { id, email, ...person } });
    // Repeats a request after a lost response.
    expect((await call('POST', 'upgrade/passkey', { email, ...person, passkey }, here)).status).toBe(200);
    expect((await call('POST', 'upgrade/passkey', { email: `x-${email}`, ...person, passkey }, here)).code).toBe('not_a_guest');
    expect((await call('POST', 'guest/session', { key })).code).toBe('unknown_guest');
    expect((await enter(authenticator.use(await request()))).body).toMatchObject({ user: { id } });
    expect((await call('POST', 'login', { email, password })).code).toBe('invalid_credentials');
    expect((await call('POST', 'login', { email, password: ' ' })).code).toBe('invalid_credentials');
    expect(await list(here)).toMatchObject({ items: [{ name: 'Another program' }], has_password: false });
    expect(await subjects()).toContain('Confirm your email address');
    expect(await trail()).toContain('account.upgrade_guest ok');
  });

  test('is not offered for an address that is taken', async () => {
    const { here } = await guest();
    const taken = `taken-${email}`;
    await deps.db.insert(users).values({ id: uuid7(), email: taken, passwordHash, firstName: 'Bo', lastName: 'Li' });
    expect((await call('POST', 'upgrade/passkey/options', { email: taken }, here)).code).toBe('email_taken');
    const { body } = await call('POST', 'upgrade/passkey/options', { email }, here);
    const passkey = new Authenticator(ORIGIN).create(body as unknown as Schemas['PasskeyCreationOptions']);
    expect((await call('POST', 'upgrade/passkey', { email: taken, ...person, passkey }, here)).code).toBe('email_taken');
    // A rejected attempt consumes nothing.
    expect((await call('POST', 'upgrade/passkey', { email, ...person, passkey }, here)).status).toBe(200);
    expect((await call('POST', 'upgrade/passkey/options', { email: `b-${email}` }, here)).code).toBe('not_a_guest');
  });

  test('cannot be removed, with a reason, unless there is a password', async () => {
    const { here, authenticator } = await upgraded();
    const passkeyId = (await list(here)).items[0]?.id ?? '';
    const proof = async () => ({ passkey: authenticator.use(await proofOptions(here)) });
    const kept = await call('POST', `passkeys/${passkeyId}/remove`, await proof(), here);
    expect(kept).toMatchObject({ status: 409, code: 'last_way_in' });
    expect(kept.body?.detail).toContain('your only way to log in');
    expect((await call('POST', 'passkeys/options', { password }, here)).body?.detail).toContain('no password');
    expect((await call('PUT', 'password', { password: 'lantern-orbit-quarry-9', ...(await proof()) }, here)).status).toBe(204);
    expect((await call('POST', `passkeys/${passkeyId}/remove`, await proof(), here)).status).toBe(204);
  });

  test('one of two remains when both are removed at once', async () => {
    const { here, authenticator } = await upgraded();
    const second = new Authenticator(ORIGIN);
    const made = second.create(await creation(here, { passkey: authenticator.use(await proofOptions(here)) }));
    expect((await call('POST', 'passkeys', { name: 'Two', passkey: made }, here)).status).toBe(201);
    const [one, other] = (await list(here)).items;
    const proofs = [
      { of: one?.id, by: { passkey: second.use(await proofOptions(here)) } },
      { of: other?.id, by: { passkey: authenticator.use(await proofOptions(here)) } },
    ];
    const answers = await Promise.all(proofs.map(({ of, by }) => call('POST', `passkeys/${of}/remove`, by, here)));
    expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    expect(await deps.db.$count(passkeys, and(eq(passkeys.userId, id)))).toBe(1);
  });
});
