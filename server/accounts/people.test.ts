// What those who manage users do with accounts: felt at once, written down, and never the end of the last super administrator.
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peopleCalls } from '#server/accounts/operations/people-calls.ts';
import { sessions, twoFactors, users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { uuid7 } from '#server/uuid.ts';
import { addUser, openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { outcome } from '#tests/support/event-world.ts';
import { viewerOf } from '#tests/support/organization-world.ts';
import { callOf } from '#tests/support/photo-world.ts';

type Calls = ReturnType<typeof peopleCalls>;

let deps: TestDeps;
let calls: Calls;
let boss: string;
let admin: string;

const setRole = (id: string, role: 'super_admin' | 'admin' | 'user') => deps.db.update(users).set({ role }).where(eq(users.id, id));

beforeAll(async () => {
  deps = await openTestDeps();
  calls = peopleCalls(deps);
  boss = await addUser(deps, 'Sol');
  admin = await addUser(deps, 'Ada');
  await setRole(boss, 'super_admin');
  await setRole(admin, 'admin');
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

async function ask<Answer extends { body: unknown }>(
  operation: (call: never) => Promise<Answer>,
  asker: string,
  { userId, body, query }: { userId?: string; body?: unknown; query?: unknown } = {},
): Promise<Answer['body']> {
  const call = callOf(await viewerOf(deps, asker), userId ? { userId } : {}, { query, body });
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
  it('is suspended with its sessions, and let back; both once, however often they are sent', async () => {
    const person = await addUser(deps);
    await openSession(person);
    const suspended = await ask(calls.suspendUser, admin, { userId: person });
    expect(suspended).toMatchObject({ user: { state: 'suspended' }, sessions: 0 });
    expect(await openSessions(person)).toBe(0);
    await ask(calls.suspendUser, admin, { userId: person });
    expect(await ask(calls.reactivateUser, admin, { userId: person })).toMatchObject({ user: { state: 'active' } });
    expect(await trailOf(person)).toEqual(['account.suspend', 'account.reactivate']);
  });

  it('is logged out everywhere, confirmed, and freed of a second factor that was lost, which its owner is told', async () => {
    const person = await addUser(deps);
    await openSession(person);
    await deps.db.insert(twoFactors).values({ userId: person, sealedSecret: 'sealed', confirmedAt: new Date() });
    await deps.db.update(users).set({ isVerified: false }).where(eq(users.id, person));
    const { email } = (await deps.db.select({ email: users.email }).from(users).where(eq(users.id, person)))[0]!;
    expect(await ask(calls.getUser, admin, { userId: person })).toMatchObject({
      has_two_factor: true,
      sessions: 1,
      user: { is_verified: false },
    });
    await ask(calls.endUserSessions, admin, { userId: person });
    await ask(calls.verifyUser, admin, { userId: person });
    await ask(calls.resetUserTwoFactor, admin, { userId: person });
    await ask(calls.resetUserTwoFactor, admin, { userId: person });
    expect(await ask(calls.getUser, admin, { userId: person })).toMatchObject({
      has_two_factor: false,
      sessions: 0,
      user: { is_verified: true },
    });
    const told = await deps.db.select().from(mails).where(eq(mails.recipient, email!));
    expect(told.map(({ subject }) => subject)).toEqual(['Two-factor authentication is off']);
    expect(await trailOf(person)).toEqual(['account.end_sessions', 'account.verify_for', 'account.reset_two_factor']);
  });

  it('of those who run the platform is left to super administrators, and one’s own to its settings', async () => {
    const other = await addUser(deps);
    await setRole(other, 'admin');
    for (const operation of [calls.suspendUser, calls.reactivateUser, calls.endUserSessions, calls.resetUserTwoFactor, calls.verifyUser]) {
      expect(await outcome(ask(operation, admin, { userId: other }))).toBe('forbidden');
      expect(await outcome(ask(operation, admin, { userId: boss }))).toBe('forbidden');
      expect(await outcome(ask(operation, boss, { userId: boss }))).toBe('forbidden');
    }
    expect(await outcome(ask(calls.changeUserRole, admin, { userId: await addUser(deps), body: { role: 'admin' } }))).toBe('forbidden');
    expect(await ask(calls.suspendUser, boss, { userId: other })).toMatchObject({ user: { state: 'suspended', role: 'admin' } });
  });

  it('is nobody’s business else, and one that is not there is not found', async () => {
    const person = await addUser(deps);
    expect(await outcome(ask(calls.listUsers, person, { query: {} }))).toBe('forbidden');
    expect(await outcome(ask(calls.getUser, person, { userId: boss }))).toBe('forbidden');
    expect(await outcome(ask(calls.suspendUser, person, { userId: boss }))).toBe('forbidden');
    expect(await outcome(ask(calls.getUser, admin, { userId: uuid7() }))).toBe('not_found');
  });

  it('of a guest has no role and no address', async () => {
    const guest = await addUser(deps);
    await deps.db.update(users).set({ email: null, passwordHash: '' }).where(eq(users.id, guest));
    expect(await outcome(ask(calls.changeUserRole, boss, { userId: guest, body: { role: 'admin' } }))).toBe('not_for_guests');
    expect(await outcome(ask(calls.verifyUser, boss, { userId: guest }))).toBe('not_for_guests');
    expect(await ask(calls.listUsers, admin, { query: { role: 'guest' } })).toMatchObject({
      total: 1,
      items: [{ id: guest, email: null }],
    });
  });
});

describe('super administrators', () => {
  it('who take the role from each other at the same time leave one', async () => {
    const rival = await addUser(deps, 'Rio');
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
    const ids = await Promise.all(names.map((name) => addUser(deps, `Q${name}`)));
    await ask(calls.suspendUser, boss, { userId: ids[0]! });
    const found = async (query: object) => (await ask(calls.listUsers, boss, { query })).items.map(({ first_name: name }) => name);
    expect(await found({ q: 'q', sort: 'name', role: 'user' })).toEqual(expect.arrayContaining(['QXena', 'QYara', 'QZora']));
    expect(await found({ q: 'qZOR' })).toEqual(['QZora']);
    expect(await found({ q: 'QZora', state: 'active' })).toEqual([]);
    expect(await found({ q: 'QZora', state: 'suspended' })).toEqual(['QZora']);
    expect(await found({ q: '100%' })).toEqual([]);
  });
});
