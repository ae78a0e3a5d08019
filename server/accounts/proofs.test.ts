// Proofs by password or session that end during the request, through the whole application.
import { eq } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { endSessionsOf } from '#server/accounts/sessions-repository.ts';
import { setPassword, upgradeGuestAccount } from '#server/accounts/users-repository.ts';
import { build } from '#server/app.ts';
import { sessions, twoFactors, users } from '#server/db/schema/accounts.ts';
import type { Tx } from '#server/db/types.ts';
import { uuid7 } from '#server/uuid.ts';
import { accountCalls } from '#tests/support/account-calls.ts';
import { duringTransaction } from '#tests/support/concurrent-transaction.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

const password = 'correct horse staple';
const another = 'lantern-orbit-quarry-9';
let deps: TestDeps;
let app: FastifyInstance;
let passwordHash: string;
let newHash: string;
let id: string;
let email: string;

beforeAll(async () => {
  deps = await openTestDeps();
  app = await build(deps);
  [passwordHash, newHash] = await Promise.all([hashPassword(password), hashPassword('harbour-violin-sixty-3')]);
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
}, 30_000);
beforeEach(async () => {
  id = uuid7();
  email = `${id}@unit.test`;
  await deps.db.insert(users).values({ id, email, passwordHash, firstName: 'Ana', lastName: 'Ruiz' });
});

const call = accountCalls(() => app);
const login = () => call('POST', 'login', { email, password });
async function here(): Promise<InjectOptions> {
  const { body } = await login();
  return { headers: { authorization: `Bearer ${String(body?.access_token)}` } };
}
const sessionsLeft = async () =>
  (await deps.db.select().from(sessions).where(eq(sessions.userId, id))).filter(({ endedAt }) => endedAt === null).length;
const hashNow = async () => (await deps.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id)))[0]?.hash;

const newPassword = (tx: Tx) => setPassword(tx, id, newHash);
async function reset(tx: Tx): Promise<void> {
  await setPassword(tx, id, newHash);
  await endSessionsOf(tx, id, 'password');
}

describe('a login in progress', () => {
  test('ends when its password is changed', async () => {
    expect(await duringTransaction(deps, reset, login)).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect(await sessionsLeft()).toBe(0);
  });

  test('is rejected before the code if its password was changed', async () => {
    await deps.db.insert(twoFactors).values({ userId: id, sealedSecret: 'sealed', confirmedAt: new Date() });
    expect(await duringTransaction(deps, reset, login)).toMatchObject({ status: 401, code: 'invalid_credentials' });
  });

  test('is rejected if the account is disabled in the meantime', async () => {
    const disable = (tx: Tx) => tx.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id));
    expect(await duringTransaction(deps, disable, login)).toMatchObject({ status: 403, code: 'account_disabled' });
    expect(await sessionsLeft()).toBe(0);
  });

  test('requires a code if two-factor authentication is turned on in the meantime', async () => {
    const turnOn = async (tx: Tx) => {
      await tx.select().from(users).where(eq(users.id, id)).for('no key update');
      await tx.insert(twoFactors).values({ userId: id, sealedSecret: 'sealed', confirmedAt: new Date() });
    };
    expect(await duringTransaction(deps, turnOn, login)).toMatchObject({ status: 202 });
    expect(await sessionsLeft()).toBe(0);
  });
});

describe('an action that requires the password', () => {
  const asked = [
    ['PUT', 'password', { current_password: password, password: another }],
    ['POST', 'two-factor', { password }],
    ['POST', 'email-change', { password, email: 'another@unit.test' }],
    ['POST', 'account/delete', { password, photos: 'keep' }],
  ] as const;

  test.each(asked)('%s %s is rejected if the password is changed in the meantime', async (method, path, body) => {
    const device = await here();
    const answer = await duringTransaction(deps, newPassword, () => call(method, path, body, device));
    expect(answer).toMatchObject({ status: 422, code: 'wrong_password' });
    expect(await hashNow()).toBe(newHash);
  });

  test.each(asked)('%s %s is rejected if the device is logged out in the meantime', async (method, path, body) => {
    const device = await here();
    const end = async (tx: Tx) => {
      await tx.select().from(users).where(eq(users.id, id)).for('no key update');
      await endSessionsOf(tx, id, 'revoked');
    };
    const answer = await duringTransaction(deps, end, () => call(method, path, body, device));
    expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(await hashNow()).toBe(passwordHash);
  });

  test('two-factor authentication is not confirmed if the password is changed in the meantime', async () => {
    const device = await here();
    const begun = await call('POST', 'two-factor', { password }, device);
    const code = new TOTP({ secret: Secret.fromBase32(String(begun.body?.secret)) }).generate();
    const answer = await duringTransaction(deps, reset, () => call('POST', 'two-factor/confirm', { code }, device));
    expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' });
    const [left] = await deps.db.select().from(twoFactors).where(eq(twoFactors.userId, id));
    expect(left?.confirmedAt).toBeNull();
  });
});

test('a guest who is deleted during the upgrade stays deleted', async () => {
  const guestId = uuid7();
  await deps.db
    .insert(users)
    .values({ id: guestId, email: null, passwordHash: '', guestKeyHash: guestId, firstName: 'Guest', lastName: '' });
  const upgrade = { email: `${guestId}@unit.test`, passwordHash, firstName: 'Ana', lastName: 'Ruiz' };
  const upgraded = await duringTransaction(
    deps,
    (tx) => tx.update(users).set({ firstName: 'Deleted', guestKeyHash: null, deletedAt: new Date() }).where(eq(users.id, guestId)),
    () => deps.db.transaction((tx) => upgradeGuestAccount(tx, guestId, upgrade)),
  );
  expect(upgraded).toBeUndefined();
  const [row] = await deps.db.select().from(users).where(eq(users.id, guestId));
  expect(row).toMatchObject({ email: null, firstName: 'Deleted' });
});
