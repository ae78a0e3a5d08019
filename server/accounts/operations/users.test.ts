// Actions of user managers on accounts: they take effect at once, are audited, and never remove the last super admin.
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userCalls } from '#server/accounts/operations/users.ts';
import { sessions, twoFactors, users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewerOf } from '#tests/support/factories/database.ts';
import { callOf, outcome } from '#tests/support/operations.ts';

type Calls = ReturnType<typeof userCalls>;

let deps: TestDeps;
let calls: Calls;
let boss: string;
let admin: string;

const setRole = (id: string, role: 'super_admin' | 'admin' | 'user') => deps.db.update(users).set({ role }).where(eq(users.id, id));

beforeAll(async () => {
  deps = await openTestDeps();
  calls = userCalls(deps);
  boss = await createUser(deps, { firstName: 'Sol' });
  admin = await createUser(deps, { firstName: 'Ada' });
  await setRole(boss, 'super_admin');
  await setRole(admin, 'admin');
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

async function ask<Answer extends { body: unknown }>(
  operation: (call: never) => Promise<Answer>,
  asker: string,
  { body, query, ...path }: { userId?: string; sessionId?: string; body?: unknown; query?: unknown } = {},
): Promise<Answer['body']> {
  const call = callOf(await viewerOf(deps, asker), path, { query, body });
  return (await operation(call as never)).body;
}
const openSession = (userId: string) =>
  deps.db.insert(sessions).values({ id: uuid7(), userId, rememberMe: true, expiresAt: new Date(Date.now() + 3_600_000) });
const openSessions = async (userId: string) =>
  (
    await deps.db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
  ).length;
const trailOf = async (id: string) =>
  (await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).map(({ action }) => action);

describe('an account', () => {
  it('is suspended with its sessions, and reactivated; both are idempotent', async () => {
    const person = await createUser(deps);
    await openSession(person);
    const suspended = await ask(calls.suspendUser, admin, { userId: person });
    expect(suspended).toMatchObject({ user: { state: 'suspended' }, sessions: 0 });
    expect(await openSessions(person)).toBe(0);
    await ask(calls.suspendUser, admin, { userId: person });
    expect(await ask(calls.reactivateUser, admin, { userId: person })).toMatchObject({ user: { state: 'active' } });
    expect(await trailOf(person)).toEqual(['account.suspend', 'account.reactivate']);
  });

  it('is logged out everywhere, verified, and its two-factor authentication reset, with an email to its owner', async () => {
    const person = await createUser(deps);
    await openSession(person);
    await deps.db.insert(twoFactors).values({ userId: person, sealedSecret: 'sealed', confirmedAt: new Date() });
    await deps.db.update(users).set({ isVerified: false }).where(eq(users.id, person));
    const { email } = (await deps.db.select({ email: users.email }).from(users).where(eq(users.id, person)))[0]!;
    expect(await ask(calls.getUser, admin, { userId: person })).toMatchObject({
      has_two_factor: true,
      sessions: 1,
      user: { is_verified: false, is_proved: false },
    });
    await ask(calls.endUserSessions, admin, { userId: person });
    await ask(calls.verifyUser, admin, { userId: person });
    await ask(calls.resetUserTwoFactor, admin, { userId: person });
    await ask(calls.resetUserTwoFactor, admin, { userId: person });
    expect(await ask(calls.getUser, admin, { userId: person })).toMatchObject({
      has_two_factor: false,
      sessions: 0,
      user: { is_verified: true, is_proved: false },
    });
    const told = await deps.db.select().from(mails).where(eq(mails.recipient, email!));
    expect(told.map(({ subject }) => subject)).toEqual(['Two-factor authentication is off']);
    expect(await trailOf(person)).toEqual(['account.end_sessions', 'account.verify_for', 'account.reset_two_factor']);
  });

  it('of an admin can only be changed by super admins, and the own account only in its settings', async () => {
    const other = await createUser(deps);
    await setRole(other, 'admin');
    for (const operation of [calls.suspendUser, calls.reactivateUser, calls.endUserSessions, calls.resetUserTwoFactor, calls.verifyUser]) {
      expect(await outcome(ask(operation, admin, { userId: other }))).toBe('forbidden');
      expect(await outcome(ask(operation, admin, { userId: boss }))).toBe('forbidden');
      expect(await outcome(ask(operation, boss, { userId: boss }))).toBe('forbidden');
    }
    expect(await outcome(ask(calls.changeUserRole, admin, { userId: await createUser(deps), body: { role: 'admin' } }))).toBe('forbidden');
    expect(await ask(calls.suspendUser, boss, { userId: other })).toMatchObject({ user: { state: 'suspended', role: 'admin' } });
  });

  it('is protected from everyone else, and an unknown one is not found', async () => {
    const person = await createUser(deps);
    expect(await outcome(ask(calls.listUsers, person, { query: {} }))).toBe('forbidden');
    expect(await outcome(ask(calls.getUser, person, { userId: boss }))).toBe('forbidden');
    expect(await outcome(ask(calls.suspendUser, person, { userId: boss }))).toBe('forbidden');
    expect(await outcome(ask(calls.getUser, admin, { userId: uuid7() }))).toBe('not_found');
  });

  it('is logged out on one device, gets an email about a new role, and its sessions are visible to those who may see them', async () => {
    const person = await createUser(deps);
    await openSession(person);
    await openSession(person);
    const { items } = await ask(calls.listUserSessions, admin, { userId: person });
    expect(items).toMatchObject([{ device: 'Another program', address: null }, { device: 'Another program' }]);
    const sessionId = items[0]!.id;
    const end = () => ask(calls.endUserSession, admin, { userId: person, sessionId });
    expect(await end()).toMatchObject({ sessions: 1, images: 0, images_bytes: 0 });
    expect(await end()).toMatchObject({ sessions: 1 });
    expect(await outcome(ask(calls.endUserSession, admin, { userId: person, sessionId: uuid7() }))).toBe('not_found');
    expect(await outcome(ask(calls.listUserSessions, admin, { userId: boss }))).toBe('forbidden');
    expect(await outcome(ask(calls.listUserSessions, person, { userId: boss }))).toBe('forbidden');
    expect((await ask(calls.listUserSessions, boss, { userId: admin })).items).toEqual([]);
    await ask(calls.changeUserRole, boss, { userId: person, body: { role: 'admin' } });
    const told = await deps.db.select().from(mails).where(eq(mails.subject, 'Your role was changed'));
    expect(told).toHaveLength(1);
    expect(await trailOf(person)).toEqual(['account.end_sessions', 'account.change_role']);
    const [change] = await deps.db
      .select({ detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, person), eq(auditLog.action, 'account.change_role')));
    expect(change?.detail).toEqual({ from: 'user', to: 'admin' });
  });

  it('of a guest has no role and no address', async () => {
    const guest = await createUser(deps);
    await deps.db.update(users).set({ email: null, passwordHash: '' }).where(eq(users.id, guest));
    expect(await outcome(ask(calls.changeUserRole, boss, { userId: guest, body: { role: 'admin' } }))).toBe('not_for_guests');
    expect(await outcome(ask(calls.verifyUser, boss, { userId: guest }))).toBe('not_for_guests');
    expect(await ask(calls.listUsers, admin, { query: { role: 'guest' } })).toMatchObject({
      total: 1,
      items: [{ id: guest, email: null }],
    });
  });
});

describe('several users', () => {
  const results = async (asker: string, action: string, ids: readonly string[]) =>
    (await ask(calls.changeUsers, asker, { body: { action, ids } })).results.map(({ outcome: what, reason }) => reason ?? what);

  it('are changed independently, skipping those the viewer may not change', async () => {
    const [one, two] = [await createUser(deps), await createUser(deps)];
    await openSession(one);
    const ids = [one, admin, boss, uuid7(), two];
    expect(await results(admin, 'suspend', ids)).toEqual(['done', 'own_account', 'not_allowed', 'not_found', 'done']);
    expect(await openSessions(one)).toBe(0);
    expect(await results(admin, 'suspend', [one, two])).toEqual(['nothing_to_do', 'nothing_to_do']);
    expect(await results(admin, 'reactivate', [two.toUpperCase()])).toEqual(['done']);
    expect(await results(admin, 'end_sessions', [two])).toEqual(['nothing_to_do']);
    expect(await trailOf(two)).toEqual(['account.suspend', 'account.reactivate']);
    expect(await outcome(ask(calls.changeUsers, two, { body: { action: 'suspend', ids: [one] } }))).toBe('forbidden');
  });

  it('that include all other super admins leave the viewer as one', async () => {
    const rival = await createUser(deps, { firstName: 'Rio' });
    await setRole(rival, 'super_admin');
    expect(await results(boss, 'suspend', [rival, boss])).toEqual(['done', 'own_account']);
    expect(await outcome(ask(calls.changeUsers, rival, { body: { action: 'suspend', ids: [boss] } }))).toBe('forbidden');
    await setRole(rival, 'user');
  });
});

describe('super admins', () => {
  it('need an active and confirmed account; a suspended one does not count', async () => {
    const person = await createUser(deps);
    const set = (changes: object) => deps.db.update(users).set(changes).where(eq(users.id, person));
    const make = (role: string) => outcome(ask(calls.changeUserRole, boss, { userId: person, body: { role } }));
    await set({ isVerified: false });
    expect(await make('super_admin')).toBe('account_not_in_use');
    await set({ isVerified: true, disabledAt: new Date() });
    expect(await make('super_admin')).toBe('account_not_in_use');
    await set({ disabledAt: null });
    expect(await make('super_admin')).toBe('done');
    // The viewer is the only active super admin while the other is suspended.
    expect(await outcome(ask(calls.suspendUser, boss, { userId: person }))).toBe('done');
    expect(await outcome(ask(calls.suspendUser, person, { userId: boss }))).toBe('forbidden');
    expect(await make('user')).toBe('done');
  });

  it('who demote each other concurrently leave one', async () => {
    const rival = await createUser(deps, { firstName: 'Rio' });
    await setRole(rival, 'super_admin');
    const asked = await Promise.allSettled([
      ask(calls.changeUserRole, boss, { userId: rival, body: { role: 'user' } }),
      ask(calls.changeUserRole, rival, { userId: boss, body: { role: 'user' } }),
    ]);
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const left = await deps.db.select({ id: users.id }).from(users).where(eq(users.role, 'super_admin'));
    expect(left).toHaveLength(1);
    boss = left[0]!.id;
  });
});

describe('the list', () => {
  it('is searched by name and address, filtered, and sorted both ways', async () => {
    const names = ['Zora', 'Yara', 'Xena'];
    const ids = await Promise.all(names.map((name) => createUser(deps, { firstName: `Q${name}` })));
    await ask(calls.suspendUser, boss, { userId: ids[0]! });
    const found = async (query: object) => (await ask(calls.listUsers, boss, { query })).items.map(({ first_name: name }) => name);
    expect(await found({ q: 'q', sort: 'name', role: 'user' })).toEqual(expect.arrayContaining(['QXena', 'QYara', 'QZora']));
    expect(await found({ q: 'qZOR' })).toEqual(['QZora']);
    expect(await found({ q: 'QZora', state: 'active' })).toEqual([]);
    expect(await found({ q: 'QZora', state: 'suspended' })).toEqual(['QZora']);
    expect(await found({ q: '100%' })).toEqual([]);
  });
});
