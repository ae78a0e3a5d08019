// Joining an organization by a link.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { memberships, organizationInvitations, organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createOrganization, createUser, viewerOf } from '#tests/support/factories/database.ts';
import { askOrganizations, type AskOrganizations, outcome } from '#tests/support/operations.ts';
import { readPages } from '#tests/support/pages.ts';

let deps: TestDeps;
let ask: AskOrganizations;
beforeAll(async () => {
  deps = await openTestDeps({ PUBLIC_URL: 'https://photos.example.org' });
  ask = askOrganizations(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

type Organization = Awaited<ReturnType<typeof createOrganization>>;

const invite = (at: Organization, body: object, by = at.adminId) => ask('inviteMembers', by, { id: at.id }, { body });
async function inviteOne(at: Organization, email = 'ines@example.test') {
  const { items } = await invite(at, { email });
  const { invitation, link } = items[0]!;
  return { id: invitation.id, token: link.split('/').at(-1)! };
}
/** The same as in `addUser`. */
const addressOf = (userId: string) => `${userId}@unit.test`;
/** The link in the latest mail to this address. */
async function mailedToken(address: string): Promise<string> {
  const rows = await deps.db.select().from(mails).where(eq(mails.recipient, address)).orderBy(mails.id);
  return rows.flatMap(({ content }) => /\/invite\/([\w-]{43})/.exec(content ?? '')?.[1] ?? []).at(-1) ?? '';
}
const accept = (userId: string, token: string) => ask('acceptMemberInvitation', userId, { token });
const statusOf = async (token: string) => (await ask('previewMemberInvitation', await createUser(deps), { token })).status;
const pathOf = (at: Organization, invitationId: string) => ({ id: at.id, invitationId });
const change = (id: string, changes: Partial<typeof organizationInvitations.$inferInsert>) =>
  deps.db.update(organizationInvitations).set(changes).where(eq(organizationInvitations.id, id));

describe('an invitation', () => {
  it('is sent once to each of several addresses, and not to members', async () => {
    const at = await createOrganization(deps);
    const inside = await createMembership(deps, at.id);
    const member = (await viewerOf(deps, inside.userId)).email ?? '';
    const { items, already_members } = await invite(at, {
      email: 'Zoe@example.test',
      emails: ['zoe@example.test', member.toUpperCase(), 'max@example.test'],
      role: 'organization',
      message: ' Welcome! ',
    });
    expect(items.map(({ invitation }) => invitation)).toMatchObject([
      { email: 'zoe@example.test', role: 'organization', message: 'Welcome!', status: 'pending', invited_by: 'Olga Test' },
      { email: 'max@example.test' },
    ]);
    expect(already_members).toEqual([member]);
    for (const { link } of items) expect(link).toMatch(/^https:\/\/photos\.example\.org\/invite\/[\w-]{43}$/);
    // A copy of the database contains no usable link.
    const rows = await deps.db.select().from(organizationInvitations).where(eq(organizationInvitations.organizationId, at.id));
    for (const { link } of items) expect(JSON.stringify(rows)).not.toContain(link.split('/').at(-1));
    expect(await outcome(invite(at, { role: 'member' }))).toBe('invalid_request');
  });

  it('adds a member once, and is used from then on', async () => {
    const at = await createOrganization(deps);
    const who = await createUser(deps);
    const { token } = await inviteOne(at, addressOf(who));
    expect(await Promise.all([outcome(accept(who, token)), outcome(accept(who, token))])).toEqual(['done', 'done']);
    expect((await viewerOf(deps, who)).memberships).toMatchObject([{ organizationId: at.id, role: 'member' }]);
    expect(await accept(who, token)).toMatchObject({ id: at.id });
    expect(await statusOf(token)).toBe('used');
    expect(await outcome(accept(await createUser(deps), token))).toBe('invitation_used');
    const trail = await deps.db.select().from(auditLog).where(eq(auditLog.organizationId, at.id)).orderBy(auditLog.id);
    expect(trail.map(({ action }) => action)).toEqual(['organization.invite', 'organization.accept_invitation']);
  });

  it('is for the account with its address', async () => {
    const at = await createOrganization(deps);
    const { token } = await inviteOne(at);
    expect(await outcome(accept(await createUser(deps), token))).toBe('other_account');
    expect(await statusOf(token)).toBe('pending');
  });

  it('that was passed on requires a confirmed address', async () => {
    const at = await createOrganization(deps);
    const who = await createUser(deps);
    const confirm = (isVerified: boolean) => deps.db.update(users).set({ isVerified }).where(eq(users.id, who));
    await confirm(false);
    const { token } = await inviteOne(at, addressOf(who));
    expect(await outcome(accept(who, token))).toBe('email_not_confirmed');
    expect(await statusOf(token)).toBe('pending');
    const mailed = await mailedToken(addressOf(who));
    expect(mailed).not.toBe(token);
    expect(await statusOf(mailed)).toBe('pending');
    expect(await outcome(accept(who, mailed))).toBe('done');
    const [account] = await deps.db.select().from(users).where(eq(users.id, who));
    expect(account?.isVerified).toBe(true);
    // Both links show the same status from then on.
    expect([await statusOf(token), await statusOf(mailed)]).toEqual(['used', 'used']);
    expect(await outcome(accept(who, token))).toBe('done');
  });

  it('that was passed on makes an admin only after proof of the address, which verification by an admin is not', async () => {
    const at = await createOrganization(deps);
    const who = await createUser(deps);
    await deps.db.update(users).set({ verifiedByAdmin: true }).where(eq(users.id, who));
    const { items } = await ask('inviteMembers', at.adminId, { id: at.id }, { body: { email: addressOf(who), role: 'organization' } });
    expect(await outcome(accept(who, items[0]!.link.split('/').at(-1)!))).toBe('email_not_confirmed');
    expect(await outcome(accept(who, await mailedToken(addressOf(who))))).toBe('done');
    const other = await createUser(deps);
    await deps.db.update(users).set({ verifiedByAdmin: true }).where(eq(users.id, other));
    const { token } = await inviteOne(at, addressOf(other));
    expect(await outcome(accept(other, token))).toBe('done');
  });

  it('that was passed on suffices once the address is confirmed', async () => {
    const at = await createOrganization(deps);
    const who = await createUser(deps);
    const { id, token } = await inviteOne(at, addressOf(who));
    const first = await mailedToken(addressOf(who));
    const again = await ask('resendMemberInvitation', at.adminId, pathOf(at, id));
    for (const before of [token, first]) expect(await outcome(accept(who, before))).toBe('unknown_invitation');
    expect(await outcome(accept(who, again.link.split('/').at(-1)!))).toBe('done');
  });

  it('is not consumed by a member', async () => {
    const at = await createOrganization(deps);
    const { token } = await inviteOne(at);
    expect(await outcome(accept(at.adminId, token))).toBe('already_member');
    expect(await statusOf(token)).toBe('pending');
  });

  it('expires, and can be resent with a new link', async () => {
    const at = await createOrganization(deps);
    const who = await createUser(deps);
    const { id, token } = await inviteOne(at, addressOf(who));
    await change(id, { expiresAt: new Date(Date.now() - 1000) });
    expect([await statusOf(token), await outcome(accept(who, token))]).toEqual(['expired', 'invitation_expired']);
    const { counts } = await ask('listMemberInvitations', at.adminId, { id: at.id });
    expect(counts).toEqual({ pending: 0, expired: 1, revoked: 0 });
    const again = await ask('resendMemberInvitation', at.adminId, pathOf(at, id));
    expect(again.invitation).toMatchObject({ id, status: 'pending' });
    expect(await outcome(accept(who, token))).toBe('unknown_invitation');
    expect(await outcome(accept(who, again.link.split('/').at(-1)!))).toBe('done');
    expect(await outcome(ask('resendMemberInvitation', at.adminId, pathOf(at, id)))).toBe('invitation_used');
  });

  it('can be revoked, and restored with its link', async () => {
    const at = await createOrganization(deps);
    const { id, token } = await inviteOne(at);
    await ask('revokeMemberInvitation', at.adminId, pathOf(at, id));
    await ask('revokeMemberInvitation', at.adminId, pathOf(at, id));
    const who = await createUser(deps);
    expect(await outcome(accept(who, token))).toBe('invitation_revoked');
    expect(await ask('restoreMemberInvitation', at.adminId, pathOf(at, id))).toMatchObject({ status: 'pending', revoked_at: null });
    await ask('revokeMemberInvitation', at.adminId, pathOf(at, id));
    await inviteOne(at);
    expect(await outcome(ask('restoreMemberInvitation', at.adminId, pathOf(at, id)))).toBe('already_invited');
  });

  it('from before a removal or a suspension does not bypass it; a later one works', async () => {
    const at = await createOrganization(deps);
    const userId = await createUser(deps);
    const before = await inviteOne(at, addressOf(userId));
    const { id } = await createMembership(deps, at.id, { userId, permissions: { manage_org_settings: true } });
    await deps.db.update(memberships).set({ status: 'suspended' }).where(eq(memberships.id, id));
    expect(await outcome(accept(userId, before.token))).toBe('membership_suspended');
    await ask('removeMember', at.adminId, { id: at.id, memberId: id });
    expect(await outcome(accept(userId, before.token))).toBe('invitation_revoked');
    const after = await inviteOne(at, addressOf(userId));
    expect(await outcome(accept(userId, after.token))).toBe('done');
    const [row] = await deps.db.select().from(memberships).where(eq(memberships.id, id));
    expect(row).toMatchObject({ status: 'active', permissions: null, removedAt: null });
  });

  it('for a former admin works while its inviter is an admin', async () => {
    const at = await createOrganization(deps);
    const admin = { role: 'organization', status: 'active' } as const;
    const inviter = await createMembership(deps, at.id, admin);
    const userId = await createUser(deps);
    const former = await createMembership(deps, at.id, { ...admin, userId });
    await ask('removeMember', at.adminId, { id: at.id, memberId: former.id });
    const { items } = await invite(at, { email: addressOf(userId), role: 'organization' }, inviter.userId);
    const token = items[0]!.link.split('/').at(-1)!;
    const since = (changes: Partial<typeof memberships.$inferInsert>) =>
      deps.db.update(memberships).set(changes).where(eq(memberships.id, inviter.id));
    const disable = (disabledAt: Date | null) => deps.db.update(users).set({ disabledAt }).where(eq(users.id, inviter.userId));
    await since({ removedAt: new Date() });
    expect(await outcome(accept(userId, token))).toBe('admins_only');
    await since({ removedAt: null, status: 'suspended' });
    expect(await outcome(accept(userId, token))).toBe('admins_only');
    await since({ status: 'active', role: 'member' });
    expect(await outcome(accept(userId, token))).toBe('admins_only');
    await since({ role: 'organization' });
    await disable(new Date());
    expect(await outcome(accept(userId, token))).toBe('admins_only');
    await disable(null);
    expect(await outcome(accept(userId, token))).toBe('done');
  });

  it('for an admin stops working when its inviter is no longer one', async () => {
    const at = await createOrganization(deps);
    const inviter = await createMembership(deps, at.id, { role: 'organization', status: 'active' });
    const userId = await createUser(deps);
    const { items } = await invite(at, { email: addressOf(userId), role: 'organization' }, inviter.userId);
    const token = items[0]!.link.split('/').at(-1)!;
    const place = { id: at.id, memberId: inviter.id };
    const refused = () => expect(accept(userId, token)).rejects.toThrow('The person who invited you is no longer an admin of Unit.');
    await ask('removeMember', at.adminId, place);
    await refused();
    await ask('restoreMember', at.adminId, place);
    await ask('updateMember', at.adminId, place, { body: { role: 'member' } });
    await refused();
    await ask('updateMember', at.adminId, place, { body: { role: 'organization' } });
    await ask('updateMember', at.adminId, place, { body: { status: 'suspended' } });
    await refused();
    expect(await deps.db.select().from(memberships).where(eq(memberships.userId, userId))).toEqual([]);
    // After another admin resends it, they are the inviter.
    const again = await ask('resendMemberInvitation', at.adminId, { id: at.id, invitationId: items[0]!.invitation.id });
    expect(await outcome(accept(userId, again.link.split('/').at(-1)!))).toBe('done');
    const [made] = await deps.db.select().from(memberships).where(eq(memberships.userId, userId));
    expect(made).toMatchObject({ role: 'organization', status: 'active' });
  });

  it('for a member works regardless of its inviter', async () => {
    const at = await createOrganization(deps);
    const inviter = await createMembership(deps, at.id, { role: 'organization', status: 'active' });
    const userId = await createUser(deps);
    const { items } = await invite(at, { email: addressOf(userId) }, inviter.userId);
    await ask('removeMember', at.adminId, { id: at.id, memberId: inviter.id });
    expect(await outcome(accept(userId, items[0]!.link.split('/').at(-1)!))).toBe('done');
  });

  it('of a suspended organization waits', async () => {
    const at = await createOrganization(deps);
    const who = await createUser(deps);
    const { token } = await inviteOne(at, addressOf(who));
    const set = (status: 'suspended' | 'active') => deps.db.update(organizations).set({ status }).where(eq(organizations.id, at.id));
    await set('suspended');
    expect(await outcome(accept(who, token))).toBe('organization_suspended');
    await set('active');
    expect(await outcome(accept(who, token))).toBe('done');
  });
});

describe('a member manager who is not an admin', () => {
  it('invites members only, and cannot change invitations of admins', async () => {
    const at = await createOrganization(deps);
    const { userId } = await createMembership(deps, at.id, { permissions: { manage_org_members: true } });
    expect(await outcome(invite(at, { email: 'boss@example.test', role: 'organization' }, userId))).toBe('forbidden');
    const { items } = await invite(at, { email: 'boss@example.test', role: 'organization' });
    expect(await outcome(ask('resendMemberInvitation', userId, pathOf(at, items[0]!.invitation.id)))).toBe('forbidden');
    expect(await outcome(invite(at, { email: 'staff@example.test' }, userId))).toBe('done');
  });

  it('cannot downgrade an admin’s invitation by inviting the address again', async () => {
    const at = await createOrganization(deps);
    const { userId } = await createMembership(deps, at.id, { permissions: { manage_org_members: true } });
    await invite(at, { email: 'boss@example.test', role: 'organization' });
    expect(await outcome(invite(at, { email: 'boss@example.test' }, userId))).toBe('forbidden');
  });
});

it('invitations are listed latest first, page by page, and searched', async () => {
  const at = await createOrganization(deps);
  await invite(at, { emails: Array.from({ length: 5 }, (_, index) => `p${index}@example.test`) });
  const list = (query: object) => ask('listMemberInvitations', at.adminId, { id: at.id }, { query });
  const { forth, back } = await readPages((cursor) => list({ limit: 2, cursor }));
  expect(back).toEqual(forth.slice(0, -1));
  expect(forth.flat()).toHaveLength(5);
  expect(await list({ q: 'P3@', status: 'pending' })).toMatchObject({ total: 1, items: [{ email: 'p3@example.test' }] });
  expect(await list({ status: 'revoked' })).toMatchObject({ total: 0, items: [] });
});

it('inviting again lists the replaced links', async () => {
  const at = await createOrganization(deps);
  const first = await invite(at, { emails: ['one@unit.test', 'two@unit.test'] });
  expect(first.renewed).toEqual([]);
  await ask('revokeMemberInvitation', at.adminId, { id: at.id, invitationId: first.items[1]!.invitation.id });
  expect((await invite(at, { emails: ['One@unit.test', 'two@unit.test', 'three@unit.test'] })).renewed).toEqual(['one@unit.test']);
  expect(await outcome(accept(await createUser(deps), first.items[0]!.link.split('/').at(-1)!))).toBe('unknown_invitation');
});

it('resending is rate limited', async () => {
  const limited = askOrganizations(deps, await createRateLimits(deps));
  const at = await createOrganization(deps);
  const invite = () => limited('inviteMembers', at.adminId, { id: at.id }, { body: { email: 'stranger@unit.test' } });
  const { items } = await invite();
  const resend = () => limited('resendMemberInvitation', at.adminId, { id: at.id, invitationId: items[0]!.invitation.id });
  for (let n = 0; n < 4; n += 1) expect(await outcome(resend())).toBe('done');
  await expect(resend()).rejects.toThrow('Several messages have been sent to stranger@unit.test already. Wait 12 minutes.');
  expect(await outcome(invite())).toBe('too_many_requests');
  // Other addresses and organizations aren’t affected.
  expect(await outcome(limited('inviteMembers', at.adminId, { id: at.id }, { body: { email: 'another@unit.test' } }))).toBe('done');
  const other = await createOrganization(deps);
  const elsewhere = { body: { email: 'stranger@unit.test' } };
  expect(await outcome(limited('inviteMembers', other.adminId, { id: other.id }, elsewhere))).toBe('done');
});
