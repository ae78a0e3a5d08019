// Appointing admins from outside, by super admins.
import { and, eq, isNull, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { mailJobs } from '#server/mail/jobs.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createOrganization, createUser, viewerOf } from '#tests/support/factories/database.ts';
import { askOrganizations, type AskOrganizations, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: AskOrganizations;
let boss: string;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askOrganizations(deps);
  boss = await createUser(deps, { firstName: 'Sol', role: 'super_admin' });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const appoint = (id: string, body: { user_id: string } | { email: string }, by = boss) =>
  ask('appointOrganizationAdmin', by, { id }, { body });
const dismiss = (id: string, userId: string, membership?: 'end', by = boss) =>
  ask('dismissOrganizationAdmin', by, { id, userId }, { query: membership ? { membership } : {} });
const confirm = (userId: string, isVerified = true) => deps.db.update(users).set({ isVerified }).where(eq(users.id, userId));
/** A user with a proved address. */
async function addConfirmed(firstName = 'Ana'): Promise<string> {
  const userId = await createUser(deps, { firstName });
  await confirm(userId);
  return userId;
}
const emailOf = async (userId: string) => (await viewerOf(deps, userId)).email ?? '';
async function find(organizationId: string, userId: string) {
  const isThat = and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId));
  return (await deps.db.select().from(memberships).where(isThat))[0];
}
const trailOf = async (id: string) =>
  (
    await deps.db
      .select({ action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.organizationId, id), like(auditLog.action, 'organization.%')))
      .orderBy(auditLog.id)
  ).map(({ action, detail }) => [action, detail]);

describe('an admin appointed from outside', () => {
  it('was a member, retains other settings, and is one again after the reverse operation', async () => {
    const { id } = await createOrganization(deps);
    const { userId } = await createMembership(deps, id, { status: 'suspended' });
    expect(await appoint(id, { user_id: userId })).toMatchObject({ user_id: userId, was: 'member' });
    expect(await find(id, userId)).toMatchObject({ role: 'organization', status: 'suspended' });
    expect((await appoint(id, { email: await emailOf(userId) })).was).toBe('admin');
    await dismiss(id, userId);
    await dismiss(id, userId);
    expect(await find(id, userId)).toMatchObject({ role: 'member', status: 'suspended', removedAt: null });
    expect(await trailOf(id)).toEqual([
      ['organization.change_member_role', { from: 'member', to: 'organization' }],
      ['organization.change_member_role', { from: 'organization', to: 'member' }],
    ]);
  });

  it('still may not manage members if another admin can, and is the same member after the reverse operation', async () => {
    const { id } = await createOrganization(deps);
    const permissions = { manage_org_members: false, view_events: false };
    const { userId } = await createMembership(deps, id, { permissions });
    expect(await appoint(id, { user_id: userId })).toMatchObject({ was: 'member', status: 'active' });
    expect(await find(id, userId)).toMatchObject({ role: 'organization', permissions });
    await dismiss(id, userId);
    expect(await find(id, userId)).toMatchObject({ role: 'member', permissions });
  });

  it('may manage members if nobody else can; other overrides remain', async () => {
    const { id, adminId } = await createOrganization(deps);
    const permissions = { manage_org_members: false, view_events: false };
    await deps.db.update(memberships).set({ permissions }).where(eq(memberships.userId, adminId));
    const { userId } = await createMembership(deps, id, { permissions });
    await appoint(id, { user_id: userId });
    expect(await find(id, userId)).toMatchObject({ role: 'organization', permissions: { view_events: false } });
    expect(await outcome(dismiss(id, userId)), 'there is still nobody else').toBe('last_admin');
    expect(await trailOf(id)).toEqual([
      ['organization.change_member_role', { from: 'member', to: 'organization' }],
      ['organization.change_member_permissions', { from: permissions, to: { view_events: false } }],
    ]);
  });

  it('was not a member, is active at once, and removed by the reverse operation', async () => {
    const { id } = await createOrganization(deps);
    const userId = await addConfirmed('Ines');
    const email = ` ${(await emailOf(userId)).toUpperCase()}`;
    expect(await appoint(id, { email })).toMatchObject({ user_id: userId, name: 'Ines Test', was: 'none' });
    expect((await viewerOf(deps, userId)).memberships).toMatchObject([{ organizationId: id, role: 'organization' }]);
    await dismiss(id, userId, 'end');
    expect((await viewerOf(deps, userId)).memberships).toEqual([]);
    expect((await trailOf(id)).map(([action]) => action)).toEqual(['organization.add_member', 'organization.remove_member']);
  });

  it('had left, and starts over with revoked flags only', async () => {
    const { id } = await createOrganization(deps);
    const permissions = { view_events: false };
    const gone = { removedAt: new Date(), permissions: { ...permissions, manage_org_settings: true } };
    const { userId } = await createMembership(deps, id, gone);
    expect(await outcome(appoint(id, { user_id: userId }))).toBe('not_found');
    await confirm(userId);
    expect((await appoint(id, { email: await emailOf(userId) })).was).toBe('none');
    expect(await find(id, userId)).toMatchObject({ role: 'organization', status: 'active', removedAt: null, permissions });
    await dismiss(id, userId, 'end');
    expect(await find(id, userId), 'a mistake: they cannot be restored without their consent').toMatchObject({ removedBy: userId });
  });

  it('can be appointed in any status of the organization, unless it was deleted', async () => {
    const { id } = await createOrganization(deps);
    const { userId } = await createMembership(deps, id);
    const set = (changes: Partial<typeof organizations.$inferInsert>) =>
      deps.db.update(organizations).set(changes).where(eq(organizations.id, id));
    for (const status of ['pending', 'suspended'] as const) {
      await set({ status });
      expect((await appoint(id, { user_id: userId })).was).toBe('member');
      await dismiss(id, userId);
    }
    await set({ deletedAt: new Date() });
    expect(await outcome(appoint(id, { user_id: userId }))).toBe('not_found');
  });
});

describe('emails about an appointment from outside', () => {
  const ofMembership = async (organizationId: string, userId: string) =>
    deps.db
      .select()
      .from(mails)
      .where(and(like(mails.key, `membership:${(await find(organizationId, userId))?.id}:%`), isNull(mails.settledAt)))
      .orderBy(mails.id);
  /** Sends the user’s pending mails and returns their subjects. */
  async function sent(organizationId: string, userId: string) {
    const rows = await ofMembership(organizationId, userId);
    for (const { id: mailId } of rows) await mailJobs(deps)['send-mail']({ mailId }, new AbortController().signal);
    return rows.map(({ subject }) => subject);
  }

  it('announce it to a new admin, and later its end', async () => {
    const { id } = await createOrganization(deps);
    const userId = await addConfirmed();
    await appoint(id, { email: await emailOf(userId) });
    const [mail] = await ofMembership(id, userId);
    expect(mail?.content).toContain('made you an admin of Unit');
    expect(await sent(id, userId)).toEqual(['You are now an admin of Unit']);
    await dismiss(id, userId, 'end');
    expect(await sent(id, userId)).toEqual(['You were removed from Unit']);
    expect(await find(id, userId), 'its admins may let them back in').toMatchObject({ removedBy: boss });
  });

  it('are not sent if it is undone in time, however long ago they joined', async () => {
    const { id } = await createOrganization(deps);
    const userId = await addConfirmed();
    await appoint(id, { email: await emailOf(userId) });
    await deps.db
      .update(memberships)
      .set({ joinedAt: new Date(Date.now() - 300_000) })
      .where(eq(memberships.userId, userId));
    await dismiss(id, userId, 'end');
    expect(await sent(id, userId)).toEqual([]);
    expect(await find(id, userId), 'they cannot be restored without their consent').toMatchObject({ removedBy: userId });
  });

  it('are sent to an admin who joined by themselves just now', async () => {
    const { id } = await createOrganization(deps);
    const { userId } = await createMembership(deps, id, { role: 'organization' });
    await dismiss(id, userId, 'end');
    expect(await sent(id, userId)).toEqual(['You were removed from Unit']);
    expect(await find(id, userId)).toMatchObject({ removedBy: boss });
  });
});

describe('an admin cannot be', () => {
  it('a user without an account, or a suspended one', async () => {
    const { id } = await createOrganization(deps);
    await expect(appoint(id, { email: 'nobody@example.test' })).rejects.toThrow('No account has this email address.');
    const userId = await addConfirmed();
    const { userId: memberId } = await createMembership(deps, id);
    await confirm(memberId);
    for (const suspended of [userId, memberId]) {
      await deps.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, suspended));
      expect(await outcome(appoint(id, { email: await emailOf(suspended) }))).toBe('account_suspended');
    }
  });

  it('found by an unconfirmed address, which someone else may have registered', async () => {
    const { id } = await createOrganization(deps);
    const userId = await createUser(deps);
    await confirm(userId, false);
    expect(await outcome(appoint(id, { email: await emailOf(userId) }))).toBe('email_not_confirmed');
    expect(await find(id, userId)).toBeUndefined();
    const { userId: memberId } = await createMembership(deps, id);
    await confirm(memberId, false);
    const email = await emailOf(memberId);
    expect(await outcome(appoint(id, { email })), 'a member, too').toBe('email_not_confirmed');
    expect((await appoint(id, { user_id: memberId })).was, 'by their id').toBe('member');
    expect((await appoint(id, { email })).was, 'nothing changes').toBe('admin');
  });

  it('appointed by others than super admins', async () => {
    const { id, adminId } = await createOrganization(deps);
    const { userId } = await createMembership(deps, id);
    const platformAdmin = await createUser(deps, { firstName: 'Ada', role: 'admin' });
    for (const by of [platformAdmin, adminId, userId]) {
      expect(await outcome(appoint(id, { user_id: userId }, by))).toBe('forbidden');
      expect(await outcome(dismiss(id, adminId, undefined, by))).toBe('forbidden');
    }
  });
});

it('the last admin remains until there is another', async () => {
  const { id, adminId } = await createOrganization(deps);
  await expect(dismiss(id, adminId)).rejects.toThrow('is the only admin of this organization and can’t be made a member');
  expect(await outcome(dismiss(id, adminId, 'end'))).toBe('last_admin');
  const userId = await addConfirmed();
  await appoint(id, { email: await emailOf(userId) });
  await dismiss(id, adminId);
  expect(await find(id, adminId)).toMatchObject({ role: 'member', removedAt: null });
  expect(await outcome(dismiss(id, userId, 'end'))).toBe('last_admin');
  expect(await outcome(dismiss(id, await createUser(deps)))).toBe('not_found');
});
