// Accounts registered with another person’s address: the first proof by its owner revokes everything set up before.
import { and, eq, like } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { issueMailToken } from '#server/accounts/credentials-repository.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { sessions, users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { dataRequests } from '#server/db/schema/own-data.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { uuid7 } from '#server/uuid.ts';
import { accountCalls } from '#tests/support/account-calls.ts';
import { Authenticator } from '#tests/support/authenticator.ts';
import { duringTransaction } from '#tests/support/concurrent-transaction.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createOrganization, createUser } from '#tests/support/factories/database.ts';
import { askOrganizations } from '#tests/support/operations.ts';

type Schemas = components['schemas'];

const ORIGIN = 'https://photos.example.org';
const password = 'correct horse staple';
const chosen = 'lantern-orbit-quarry-9';
let deps: TestDeps;
let app: FastifyInstance;
let passwordHash: string;
let id: string;
let email: string;

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
  id = uuid7();
  email = `${id}@unit.test`;
  await deps.db.insert(users).values({ id, email, passwordHash, firstName: 'Ana', lastName: 'Ruiz' });
});

const call = accountCalls(() => app);
const bearer = (token: unknown): InjectOptions => ({ headers: { authorization: `Bearer ${String(token)}` } });
const login = async () => bearer((await call('POST', 'login', { email, password })).body?.access_token);
const isSignedIn = async (device: InjectOptions) => (await call('GET', 'sessions', undefined, device)).status === 200;
const isConfirmed = async () => (await deps.db.select().from(users).where(eq(users.id, id)))[0]?.isVerified;
const tokenOf = async (purpose: 'verify-email' | 'reset-password') => (await issueMailToken(deps.db, purpose, id, email)).token;
const linkTo = async (address: string, path: string) => {
  const rows = await deps.db.select().from(mails).where(eq(mails.recipient, address)).orderBy(mails.id);
  return rows.flatMap(({ content }) => new RegExp(`/${path}/([\\w-]{43})`).exec(content ?? '')?.[1] ?? []).at(-1) ?? '';
};
const subjectsTo = async (address: string) =>
  (await deps.db.select().from(mails).where(eq(mails.recipient, address))).map(({ subject }) => subject);
const enter = async (authenticator: Authenticator) => {
  const { body } = await call('POST', 'login/passkey/options');
  return call('POST', 'login/passkey', { passkey: authenticator.use(body as unknown as Schemas['PasskeyRequestOptions']) });
};

/** Everything that an attacker can set up after registering an address first. */
async function prepare() {
  const device = await login();
  await call('POST', 'email-change', { email: `mallory-${email}`, password }, device);
  const change = await linkTo(`mallory-${email}`, 'change-email');
  expect(change).toHaveLength(43);
  const authenticator = new Authenticator(ORIGIN);
  const { body } = await call('POST', 'passkeys/options', { password }, device);
  const made = authenticator.create(body as unknown as Schemas['PasskeyCreationOptions']);
  expect((await call('POST', 'passkeys', { name: 'Mine', passkey: made }, device)).status).toBe(201);
  const begun = await call('POST', 'two-factor', { password }, device);
  const code = new TOTP({ secret: Secret.fromBase32(String(begun.body?.secret)) }).generate();
  const { body: on } = await call('POST', 'two-factor/confirm', { code }, device);
  const [recovery = ''] = (on?.recovery_codes ?? []) as string[];
  const { body: asked } = await call('POST', 'login', { email, password });
  return { device, authenticator, change, recovery, challenge: String(asked?.challenge) };
}

/** @param prepared must no longer work */
async function expectNothingLeft({ device, authenticator, change, recovery, challenge }: Awaited<ReturnType<typeof prepare>>) {
  expect(await isSignedIn(device)).toBe(false);
  expect((await enter(authenticator)).code).toBe('unknown_passkey');
  expect((await call('POST', 'login/code', { challenge, code: recovery })).code).toBe('challenge_expired');
  expect((await call('POST', 'email-change/answer', { token: change, answer: 'confirm' })).code).toBe('link_expired');
  expect(await isConfirmed()).toBe(true);
  expect(await subjectsTo(email)).toContain('Sign-in methods were removed from your account');
}

describe('the first proof of an address revokes everything set up before it', () => {
  test('by a requested password reset', async () => {
    const prepared = await prepare();
    expect((await call('POST', 'reset-password', { token: await tokenOf('reset-password'), password: chosen })).status).toBe(204);
    await expectNothingLeft(prepared);
    expect((await call('POST', 'login', { email, password: chosen })).status).toBe(200);
    const [entry] = (await deps.db.select().from(auditLog).where(eq(auditLog.actorId, id))).filter(
      ({ action }) => action === 'account.reset_password',
    );
    expect(entry?.detail).toEqual({ sessions_ended: 1, passkeys_removed: 1, two_factor_removed: true, data_requests_withdrawn: 0 });
  });

  test('by the confirmation link', async () => {
    const prepared = await prepare();
    expect((await call('POST', 'verify-email', { token: await tokenOf('verify-email') })).status).toBe(204);
    await expectNothingLeft(prepared);
  });

  test('by an invitation link, in the session that accepts it', async () => {
    const prepared = await prepare();
    const organization = await createOrganization(deps);
    await askOrganizations(deps)('inviteMembers', organization.adminId, { id: organization.id }, { body: { email } });
    const { body } = await call('POST', 'login/code', { challenge: prepared.challenge, code: prepared.recovery });
    const here = bearer(body?.access_token);
    const url = `/api/v1/invitations/${await linkTo(email, 'invite')}/accept`;
    expect((await app.inject({ method: 'POST', url, ...here })).statusCode).toBe(200);
    await expectNothingLeft(prepared);
    expect(await isSignedIn(here)).toBe(true);
  });

  test('by the new address of an email change', async () => {
    const { device, authenticator, change } = await prepare();
    expect((await call('POST', 'email-change/answer', { token: change, answer: 'confirm' })).body).toEqual({ state: 'changed' });
    expect(await isConfirmed()).toBe(true);
    expect([await isSignedIn(device), (await enter(authenticator)).code]).toEqual([false, 'unknown_passkey']);
  });

  test('except the session of the browser that opens the link', async () => {
    const [here, elsewhere] = [await login(), await login()];
    await call('POST', 'verify-email', { token: await tokenOf('verify-email') }, here);
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
  });

  test('while a passkey is being added', async () => {
    const device = await login();
    const authenticator = new Authenticator(ORIGIN);
    const { body } = await call('POST', 'passkeys/options', { password }, device);
    const made = authenticator.create(body as unknown as Schemas['PasskeyCreationOptions']);
    const token = await tokenOf('verify-email');
    const answer = await duringTransaction(
      deps,
      (tx) => tx.select().from(users).where(eq(users.id, id)).for('no key update'),
      async () => {
        const [, added] = await Promise.all([
          call('POST', 'verify-email', { token }),
          call('POST', 'passkeys', { name: 'Late', passkey: made }, device),
        ]);
        return added;
      },
    );
    expect([201, 401, 410]).toContain(answer.status);
    expect((await enter(authenticator)).code).toBe('unknown_passkey');
  });
});

describe('each address needs its own proof, even if the account proved another one', () => {
  let mine: string;
  /** An account whose owner proved another address first, with a pending change to `mine`. */
  async function moving() {
    await deps.db.update(users).set({ isVerified: true }).where(eq(users.id, id));
    const device = await login();
    mine = `owner-${email}`;
    const authenticator = new Authenticator(ORIGIN);
    const { body } = await call('POST', 'passkeys/options', { password }, device);
    const made = authenticator.create(body as unknown as Schemas['PasskeyCreationOptions']);
    expect((await call('POST', 'passkeys', { name: 'Mine', passkey: made }, device)).status).toBe(201);
    const begun = await call('POST', 'two-factor', { password }, device);
    const code = new TOTP({ secret: Secret.fromBase32(String(begun.body?.secret)) }).generate();
    const { body: on } = await call('POST', 'two-factor/confirm', { code }, device);
    const [recovery] = (on?.recovery_codes ?? []) as string[];
    expect((await call('POST', 'email-change', { email: mine, password, code: recovery }, device)).status).toBe(202);
    return { device, authenticator, old: await linkTo(email, 'change-email'), fresh: await linkTo(mine, 'change-email') };
  }
  const confirm = async (token: string, here: InjectOptions = {}) =>
    (await call('POST', 'email-change/answer', { token, answer: 'confirm' }, here)).body?.state;
  type Side = 'old' | 'fresh';
  /** @param inAccount the addresses that are confirmed while logged in to the account */
  const confirmBoth = async (moved: Awaited<ReturnType<typeof moving>>, [first, second]: readonly [Side, Side], inAccount: Side) => {
    const hereOf = (side: Side) => (side === inAccount ? moved.device : {});
    expect(await confirm(moved[first], hereOf(first))).toBe('waiting');
    expect(await confirm(moved[second], hereOf(second))).toBe('changed');
  };
  const asksForCode = async () => (await call('POST', 'login', { email: mine, password })).status === 202;

  test.each([
    ['last', 'old', 'fresh'],
    ['first', 'fresh', 'old'],
  ] as const)(
    'a new address that is confirmed %s, while logged out of the account, revokes earlier credentials',
    async (_, first, second) => {
      const moved = await moving();
      const { device, authenticator } = moved;
      // The attacker confirms the old address in the account.
      await confirmBoth(moved, [first, second], 'old');
      expect([await isSignedIn(device), (await enter(authenticator)).code, await asksForCode()]).toEqual([false, 'unknown_passkey', false]);
      expect(await subjectsTo(mine)).toContain('Sign-in methods were removed from your account');
      // The owner of the old address had proved it.
      const entries = await deps.db.select().from(auditLog).where(eq(auditLog.actorId, id));
      expect(entries.find(({ action }) => action === 'account.change_email')?.detail).toMatchObject({
        from_confirmed: true,
        passkeys_removed: 1,
      });
    },
  );

  test.each([
    ['last', 'old', 'fresh'],
    ['first', 'fresh', 'old'],
  ] as const)(
    'a new address that is confirmed %s, in a session of an account with a proved old address, revokes nothing',
    async (_, first, second) => {
      const moved = await moving();
      const { device, authenticator } = moved;
      await confirmBoth(moved, [first, second], 'fresh');
      expect([await isSignedIn(device), (await enter(authenticator)).status, await asksForCode()]).toEqual([true, 200, true]);
      expect(await isConfirmed()).toBe(true);
      expect(await subjectsTo(mine)).not.toContain('Sign-in methods were removed from your account');
    },
  );

  test('an ended session, or one of another account, does not count as a session of the account', async () => {
    for (const kind of ['ended', 'other'] as const) {
      const moved = await moving();
      const stranger = uuid7();
      await deps.db.insert(users).values({ id: stranger, email: `${stranger}@unit.test`, passwordHash, firstName: 'Eve', lastName: 'L' });
      const { body } = await call('POST', 'login', { email: `${stranger}@unit.test`, password });
      if (kind === 'ended') await deps.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.userId, id));
      await confirm(moved.old);
      expect(await confirm(moved.fresh, kind === 'ended' ? moved.device : bearer(body?.access_token))).toBe('changed');
      expect((await enter(moved.authenticator)).code).toBe('unknown_passkey');
      id = uuid7();
      email = `${id}@unit.test`;
      await deps.db.insert(users).values({ id, email, passwordHash, firstName: 'Ana', lastName: 'Ruiz' });
    }
  });
});

describe('verification by an admin proves nothing', () => {
  async function confirmedByAdmin() {
    const admin = await createUser(deps, { firstName: 'Sue', role: 'super_admin' });
    const url = `/api/v1/users/${id}/verify`;
    await deps.db.update(users).set({ passwordHash }).where(eq(users.id, admin));
    const { body } = await call('POST', 'login', { email: `${admin}@unit.test`, password });
    expect((await app.inject({ method: 'POST', url, ...bearer(body?.access_token) })).statusCode).toBeLessThan(300);
    expect(await isConfirmed()).toBe(true);
  }

  test.each(['reset-password', 'verify-email'] as const)(
    'its owner proves it by %s, which revokes everything set up before',
    async (by) => {
      const prepared = await prepare();
      await confirmedByAdmin();
      expect((await call('POST', by, { token: await tokenOf(by), ...(by === 'reset-password' && { password: chosen }) })).status).toBe(204);
      await expectNothingLeft(prepared);
    },
  );

  test('its owner requests the link that proves it', async () => {
    const device = await login();
    await confirmedByAdmin();
    expect((await call('POST', 'verify-email/resend', undefined, device)).status).toBe(202);
    expect((await call('POST', 'verify-email', { token: await linkTo(email, 'verify-email') }, device)).status).toBe(204);
    expect((await call('POST', 'verify-email/resend', undefined, device)).code).toBe('already_verified');
  });
});

describe('a data request', () => {
  const asked = async (device: InjectOptions) => {
    const { items } = (await call('GET', 'account/requests', undefined, device)).body as { items: { kind: string; status: string }[] };
    return items.map(({ kind, status }) => `${kind} ${status}`);
  };

  test('from before the first proof is withdrawn by it, and the email says so; one recorded by the platform remains', async () => {
    const device = await login();
    expect((await call('POST', 'account/requests', { kind: 'deletion', photos: 'delete' }, device)).status).toBe(201);
    const admin = await createUser(deps, { firstName: 'Sue', role: 'super_admin' });
    await deps.db.insert(dataRequests).values({ id: uuid7(), userId: id, kind: 'export', note: '', recordedBy: admin });
    await call('POST', 'verify-email', { token: await tokenOf('verify-email') }, device);
    expect((await asked(device)).toSorted()).toEqual(['deletion withdrawn', 'export open']);
    expect(await subjectsTo(email)).toContain('Requests about your data were withdrawn');
    // The confirmation of the request was not sent yet.
    const [ofAsking] = await deps.db
      .select()
      .from(mails)
      .where(and(eq(mails.recipient, email), like(mails.key, 'data-request-asked:%')));
    expect(ofAsking?.outcome).toBe('expired');
    expect((await call('POST', 'account/requests', { kind: 'deletion', photos: 'keep' }, device)).status).toBe(201);
  });
});

describe('the first proof does not revoke', () => {
  test('credentials of an account with a confirmed address', async () => {
    await deps.db.update(users).set({ isVerified: true }).where(eq(users.id, id));
    const { device, authenticator } = await prepare();
    expect((await call('POST', 'verify-email', { token: await tokenOf('verify-email') })).status).toBe(204);
    expect([await isSignedIn(device), (await enter(authenticator)).status]).toEqual([true, 200]);
    await call('POST', 'reset-password', { token: await tokenOf('reset-password'), password: chosen });
    expect([await isSignedIn(device), (await enter(authenticator)).status]).toEqual([false, 200]);
    expect((await call('POST', 'login', { email, password: chosen })).status).toBe(202);
    expect(await subjectsTo(email)).not.toContain('Sign-in methods were removed from your account');
  });
});

test('a password reset link stops working once the account has another address', async () => {
  const token = await tokenOf('reset-password');
  const answer = await duringTransaction(
    deps,
    (tx) =>
      tx
        .update(users)
        .set({ email: `moved-${email}` })
        .where(eq(users.id, id)),
    () => call('POST', 'reset-password', { token, password: chosen }),
  );
  expect(answer.code).toBe('link_expired');
  expect(await isConfirmed()).toBe(false);
});
