// Members and admins of an organization.
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import { requireRoomForStaff } from '#server/billing/limits.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { csvAnswer, type CsvColumns, csvTime, csvWord } from '#server/http/csv.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { emailNotConfirmed, forbidden, notFound, ONLY_SUPER_ADMINS, Problem } from '#server/http/problem.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { withdrawMails } from '#server/mail/mails-repository.ts';
import { afterUndoWindow, queueMail } from '#server/mail/queue.ts';
import { findRecipient } from '#server/notifications/repository.ts';
import {
  auditRecorder,
  findLastAdmin,
  type LockedOrganization,
  lockManagedOrganization,
  lockVisibleOrganization,
  requireNotLast,
  requireOwnOrganization,
  requireWritable,
} from '#server/organizations/access.ts';
import { mailBrandOf, membershipEmail, type MembershipState } from '#server/organizations/emails.ts';
import {
  addOrRestoreMember,
  changeMember,
  countMembers,
  findMember,
  isKnownParticipant,
  listActiveAdmins,
  listMemberRows,
  type MemberChanges,
  memberOrder,
  type MemberRow,
} from '#server/organizations/members-repository.ts';
import {
  canAcceptMembership,
  canAppointAdmins,
  canChangeMember,
  canLeave,
  canManageAdmins,
  canManageMembers,
  canRestoreMember,
  canRestorePermissions,
  isManagingAdmin,
  revokedFlagsOf,
} from '#server/organizations/policy.ts';
import { presentMember } from '#server/organizations/presenter.ts';
import {
  findAccountByEmail,
  findAddress,
  findOrganization,
  lockOrganization,
  lockUser,
  type OrganizationRow,
} from '#server/organizations/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { fullName, type Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

const record = auditRecorder('member');

interface MemberPath {
  id: string;
  memberId: string;
}

export function memberCalls(deps: Deps) {
  const { db } = deps;
  const { emailMember } = memberEmails(deps);
  return {
    async listMembers({ viewer, path, query }) {
      const organization = await requireOwnOrganization(db, path.id, viewer);
      const { q, role, status, removed, sort = 'name', ...page } = query;
      const filter = { organizationId: organization.id, q, role, status, removed };
      const { rows, cursors } = await memberOrder.page({ ...page, sort }, (range) => listMemberRows(db, filter, range));
      const [counted, lastAdminId] = await Promise.all([countMembers(db, filter), findLastAdmin(db, organization.id)]);
      const items = rows.map((row) => presentMember(row, viewer, { organizationStatus: organization.status, lastAdminId }));
      const can_manage = organization.status === 'active' && canManageMembers(viewer, organization.id);
      return { status: 200, body: { items, ...cursors, ...counted, can_manage } };
    },

    async addMember({ viewer: asking, path, body, request }) {
      const member = await db.transaction(async (tx) => {
        const { user_id: userId, role = 'member' } = body;
        // Prevents adding a user whose account is being deleted.
        await lockUser(tx, userId);
        const { organization, viewer } = await lockManagedOrganization(tx, path.id, asking);
        if (role === 'organization') requireDecidesOnAdmins(viewer, organization.id);
        const known = await findMember(tx, organization.id, { userId });
        if (known && !known.removedAt) throw alreadyMember(known);
        if (known && !canChangeMember(viewer, known)) throw onlyAdmins();
        // Doesn’t reveal to an organization whether an unknown user exists.
        if (!known && !(await isKnownParticipant(tx, organization.id, userId))) throw notFound('person');
        await requireRoomForStaff(tx, organization.id, 1);
        const fresh = { role, status: 'invited', permissions: revokedFlagsOf(known?.overrides ?? null), joinedAt: new Date() } as const;
        const id = await addOrRestoreMember(tx, known, { organizationId: organization.id, userId }, fresh);
        await record(tx, 'organization.add_member', { id, organizationId: organization.id }, viewer, request, { user_id: userId, role });
        return present(tx, organization, id, viewer);
      });
      return { status: 201, body: member };
    },

    async updateMember({ viewer: asking, path, body, request }) {
      const member = await db.transaction(async (tx) => {
        const answering = body.status === 'active' ? await lockOwnMembership(tx, path, asking) : null;
        if (answering && canAcceptMembership(asking, answering.member)) {
          requireWritable(answering.organization);
          // The admin who made them an admin may have relied on an address that isn’t theirs.
          if (answering.member.role === 'organization' && !(await findAddress(tx, asking.userId)).isProved) throw emailNotConfirmed();
          await changeMember(tx, answering.member.id, { status: 'active', joinedAt: new Date() });
          await record(tx, 'organization.accept_membership', answering.member, asking, request);
          // Presented with the permissions of a member.
          return present(tx, answering.organization, path.memberId, asking);
        }
        const { organization, member: before, viewer } = await lockMember(tx, path, asking);
        if (before.removedAt) throw notFound('member');
        const changes: MemberChanges = body.role ? { role: body.role } : { status: body.status };
        if (before.role === body.role || before.status === body.status) return present(tx, organization, before.id, viewer);
        if (body.role) requireDecidesOnAdmins(viewer, organization.id);
        if (before.status === 'invited' && body.status) throw notAnswered(before);
        // A member’s address may not be theirs, for instance if they were added as a participant.
        if (body.role === 'organization' && !(await findAddress(tx, before.userId)).isProved) throw memberNotConfirmed(before);
        await requireNotLast(tx, before, body.role ? 'made a member' : 'suspended');
        if (body.status === 'active') await requireRoomForStaff(tx, organization.id, 1);
        await changeMember(tx, before.id, changes);
        const action = body.role ? 'organization.change_member_role' : 'organization.change_member_status';
        const detail = body.role ? { from: before.role, to: body.role } : { from: before.status, to: body.status };
        await record(tx, action, before, viewer, request, detail);
        if (body.status) await emailMember(tx, organization, before, body.status, request);
        return present(tx, organization, before.id, viewer);
      });
      return { status: 200, body: member };
    },

    async updateMemberPermissions({ viewer: asking, path, body, request }) {
      const member = await db.transaction(async (tx) => {
        const { organization, member: before, viewer } = await lockMember(tx, path, asking);
        requireDecidesOnAdmins(viewer, organization.id);
        if (before.removedAt) throw notFound('member');
        if (body.permissions.manage_org_members === false) await requireNotLast(tx, before, 'prevented from managing members');
        const permissions = Object.keys(body.permissions).length > 0 ? body.permissions : null;
        await changeMember(tx, before.id, { permissions });
        const detail = { from: before.overrides, to: body.permissions };
        await record(tx, 'organization.change_member_permissions', before, viewer, request, detail);
        return present(tx, organization, before.id, viewer);
      });
      return { status: 200, body: member };
    },

    async removeMember({ viewer: asking, path, request }) {
      await db.transaction(async (tx) => {
        const own = await lockOwnMembership(tx, path, asking);
        const leaves = own !== null && canLeave(asking, own.member);
        const { organization, member } = leaves ? own : await lockMember(tx, path, asking);
        if (member.removedAt) return;
        await requireNotLast(tx, member, 'removed');
        await changeMember(tx, member.id, { removedAt: new Date(), removedBy: asking.userId });
        await record(tx, leaves ? 'organization.leave' : 'organization.remove_member', member, asking, request);
        if (!leaves) await emailMember(tx, organization, member, 'removed', request);
      });
      return { status: 204 };
    },

    async restoreMember({ viewer: asking, path, request }) {
      const member = await db.transaction(async (tx) => {
        const { organization, member: before, viewer } = await lockMember(tx, path, asking);
        if (before.removedAt) {
          if (!canRestoreMember(viewer, before)) throw memberLeft(before);
          if (before.status !== 'suspended') await requireRoomForStaff(tx, organization.id, 1);
          const permissions = canRestorePermissions(viewer, before) ? before.overrides : revokedFlagsOf(before.overrides);
          await changeMember(tx, before.id, { removedAt: null, removedBy: null, permissions });
          await record(tx, 'organization.restore_member', before, viewer, request);
          if (before.status !== 'invited') await emailMember(tx, organization, before, before.status, request);
        }
        return present(tx, organization, before.id, viewer);
      });
      return { status: 200, body: member };
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}

/** Locks the organization and returns the viewer’s own membership, of any status. Null if it belongs to another user. */
async function lockOwnMembership(tx: Tx, path: MemberPath, viewer: Viewer) {
  await lockOrganization(tx, path.id);
  const member = await findMember(tx, path.id, { id: path.memberId });
  const organization = await findOrganization(tx, path.id);
  return member && organization && member.userId === viewer.userId ? { organization, member } : null;
}

/** Locks a member whom the viewer may change, including former ones. */
async function lockMember(tx: Tx, path: MemberPath, asking: Viewer) {
  const { organization, viewer } = await lockManagedOrganization(tx, path.id, asking);
  const member = await findMember(tx, organization.id, { id: path.memberId });
  if (!member) throw notFound('member');
  if (!canChangeMember(viewer, member)) throw onlyAdmins();
  return { organization, member, viewer };
}

function requireDecidesOnAdmins(viewer: Viewer, organizationId: string): void {
  if (!canManageAdmins(viewer, organizationId)) throw onlyAdmins();
}

async function present(tx: Queryable, organization: OrganizationRow, id: string, viewer: Viewer): Promise<Schemas['Member']> {
  const member = await findMember(tx, organization.id, { id });
  if (!member) throw new Error('the member disappeared while its organization was locked');
  const lastAdminId = await findLastAdmin(tx, organization.id);
  return presentMember(member, viewer, { organizationStatus: organization.status, lastAdminId });
}

const nameOf = ({ firstName, lastName }: MemberRow) => fullName(firstName, lastName);

const onlyAdmins = () => forbidden('Only admins of this organization can do this.');

const alreadyMember = (member: MemberRow) => new Problem(409, 'already_member', `${nameOf(member)} already belongs to this organization.`);

const notAnswered = (member: MemberRow) =>
  new Problem(409, 'not_answered', `${nameOf(member)} hasn’t accepted yet. You can remove them, but not suspend them.`);

const memberNotConfirmed = (member: MemberRow) =>
  new Problem(
    409,
    'email_not_confirmed',
    `${nameOf(member)} hasn’t confirmed the address ${member.email}, so someone else may have registered it. They need to confirm it first.`,
  );

const memberLeft = (member: MemberRow) =>
  new Problem(409, 'member_left', `${nameOf(member)} left this organization. Add or invite them again.`);

export function adminCalls(deps: Deps) {
  const { db } = deps;
  const { emailMember } = memberEmails(deps);
  return {
    async appointOrganizationAdmin({ viewer: asking, path, body, request }) {
      requireAppoints(asking);
      const appointed = await db.transaction(async (tx) => {
        const account =
          body.user_id === undefined ? await findAccountByEmail(tx, body.email ?? '') : { id: body.user_id, isVerified: true };
        if (account === null) throw unknownEmail();
        const userId = account.id;
        // Prevents adding a user whose account is being deleted.
        const isOpen = await lockUser(tx, userId);
        const { organization, viewer } = await lockForAppointment(tx, path.id, asking);
        const known = await findMember(tx, organization.id, { userId });
        const member = known?.removedAt ? null : known;
        if (member?.role === 'organization') return presentAppointed(member, 'admin');
        if (!member && body.user_id !== undefined) throw notFound('member');
        if (!isOpen) throw accountSuspended();
        // Anyone may register with another person’s address.
        if (!account.isVerified) throw accountEmailNotConfirmed();
        if (member) {
          await changeMember(tx, member.id, { role: 'organization' });
          await record(tx, 'organization.change_member_role', member, viewer, request, { from: member.role, to: 'organization' });
          await liftLimit(tx, member, viewer, request);
          return presentAppointed(member, 'member');
        }
        await requireRoomForStaff(tx, organization.id, 1);
        const permissions = revokedFlagsOf(known?.overrides ?? null);
        const fresh = { role: 'organization', status: 'active', permissions, joinedAt: new Date() } as const;
        const id = await addOrRestoreMember(tx, known, { organizationId: organization.id, userId }, fresh);
        const detail = { user_id: userId, role: fresh.role };
        await record(tx, 'organization.add_member', { id, organizationId: organization.id }, viewer, request, detail);
        await emailMember(tx, organization, known ?? { id, userId, status: 'none', removedAt: null }, 'active', request);
        const now = await findMember(tx, organization.id, { id });
        if (!now) throw new Error('the member disappeared while its organization was locked');
        await liftLimit(tx, now, viewer, request);
        return presentAppointed(now, 'none');
      });
      return { status: 200, body: appointed };
    },

    async dismissOrganizationAdmin({ viewer: asking, path, query, request }) {
      requireAppoints(asking);
      await db.transaction(async (tx) => {
        const { organization, viewer } = await lockForAppointment(tx, path.id, asking);
        const member = await findMember(tx, organization.id, { userId: path.userId });
        if (!member) throw notFound('member');
        if (member.removedAt || member.role === 'member') return;
        await requireNotLast(tx, member, query.membership === 'end' ? 'removed' : 'made a member');
        if (query.membership === 'end') {
          const known = await emailMember(tx, organization, member, 'removed', request);
          // If the appointment is undone before its email was sent, the user doesn’t know of it. As "removed by themselves", they can’t
          // be restored without being asked.
          const isSlip = known === 'none' || known === 'removed';
          await changeMember(tx, member.id, { role: 'member', removedAt: new Date(), removedBy: isSlip ? member.userId : viewer.userId });
          await record(tx, 'organization.remove_member', member, viewer, request);
          return;
        }
        await changeMember(tx, member.id, { role: 'member' });
        await record(tx, 'organization.change_member_role', member, viewer, request, { from: member.role, to: 'member' });
      });
      return { status: 204 };
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}

function requireAppoints(viewer: Viewer): void {
  if (!canAppointAdmins(viewer)) throw forbidden(ONLY_SUPER_ADMINS);
}

/**
 * Removes the override that prevents a new admin from managing members, if no one else can manage them. Other overrides remain, so that the
 * reverse operation restores the previous state. The last admin can’t be dismissed.
 */
async function liftLimit(tx: Tx, { id, organizationId, status, overrides }: MemberRow, viewer: Viewer, request: FastifyRequest) {
  if (status !== 'active' || overrides.manage_org_members !== false) return;
  if ((await listActiveAdmins(tx, organizationId)).some(isManagingAdmin)) return;
  const { manage_org_members: _, ...to } = overrides;
  await changeMember(tx, id, { permissions: Object.keys(to).length > 0 ? to : null });
  await record(tx, 'organization.change_member_permissions', { id, organizationId }, viewer, request, { from: overrides, to });
}

/** @throws {Problem} 404, or 403 if the viewer is no longer a super admin */
async function lockForAppointment(tx: Tx, id: string, asking: Viewer): Promise<LockedOrganization> {
  const locked = await lockVisibleOrganization(tx, id, asking);
  requireAppoints(locked.viewer);
  return locked;
}

const presentAppointed = ({ userId, firstName, lastName, email, status }: MemberRow, was: 'none' | 'member' | 'admin') => ({
  user_id: userId,
  name: fullName(firstName, lastName),
  email,
  was,
  status,
});

const unknownEmail = () => new Problem(422, 'unknown_email', 'No account has this email address.');

const accountEmailNotConfirmed = () =>
  new Problem(
    409,
    'email_not_confirmed',
    'This account’s email address isn’t confirmed, so someone else may have registered it. Confirm it first.',
  );

const accountSuspended = () => new Problem(409, 'account_suspended', 'This account is suspended. Reactivate it first.');

const memberCsvColumns: CsvColumns<MemberRow> = {
  Name: ({ firstName, lastName }) => fullName(firstName, lastName),
  Email: ({ email }) => email,
  Role: ({ role }) => (role === 'organization' ? 'Admin' : 'Member'),
  Status: ({ status, removedAt }) => csvWord(removedAt ? 'removed' : status),
  'Since (UTC)': ({ joinedAt }) => csvTime(joinedAt),
  'Removed (UTC)': ({ removedAt }) => csvTime(removedAt),
};

export function memberExportCall({ db }: Pick<Deps, 'db'>) {
  return {
    async exportMembers({ viewer, path, query, request }) {
      const { id, name } = await requireOwnOrganization(db, path.id, viewer);
      const { sort = 'name', ...filter } = query;
      // Audited because personal data leaves the server.
      await db.transaction((tx) =>
        auditRecorder('organization')(tx, 'organization.export_members', { id, organizationId: id }, viewer, request),
      );
      const rows = allRows((page) =>
        memberOrder.page({ ...page, sort }, (range) => listMemberRows(db, { organizationId: id, ...filter }, range)),
      );
      return csvAnswer(['staff', name], memberCsvColumns, rows);
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}

function memberEmails(deps: Pick<Deps, 'config' | 'jobs'>) {
  return {
    /**
     * Queues an email to a member about a change by an admin.
     * @param before the previous state. Invited users aren’t members yet and get no email.
     * @returns the last state the member knows of, or null if they get no emails
     */
    async emailMember(
      tx: Tx,
      organization: OrganizationRow,
      before: MemberBefore,
      now: MembershipState,
      request: FastifyRequest,
    ): Promise<Known | null> {
      const was = stateOf(before);
      if (was === null) return null;
      const about = `membership:${before.id}:`;
      // The state before a withdrawn email, if one wasn’t sent yet; otherwise the previous state.
      const [unread] = await withdrawMails(tx, [about]);
      const known = unread === undefined ? was : knownIn(unread.slice(about.length));
      if (known === now || (known === 'none' && now === 'removed')) return known;
      const recipient = await findRecipient(tx, before.userId, { kind: 'membership', organizationId: organization.id });
      if (!recipient) return known;
      const { name: organizationName, contactEmail } = organization;
      const url = appLink(deps.config, now === 'active' ? '/organization' : '/dashboard', ownPort(request, deps));
      const content = membershipEmail({ state: now, before: known, organizationName, contactEmail, url });
      const brand = mailBrandOf({ ...organization, logoUrl: organization.logoUrl ?? organization.avatarUrl });
      const mail = { key: `${about}${known}:${uuid7()}`, to: recipient.email, content, brand };
      await queueMail(deps, tx, mail, afterUndoWindow());
      return known;
    },
  };
}

/** `none`: never a member. */
type Known = MembershipState | 'none';

type MemberBefore = Pick<MemberRow, 'id' | 'userId' | 'removedAt'> & { status: MemberRow['status'] | 'none' };

function stateOf({ status, removedAt }: MemberBefore): Known | null {
  if (status === 'invited') return null;
  return removedAt ? 'removed' : status;
}

/** Parses the end of a mail’s key. */
const knownIn = (end: string): Known => KNOWN.find((state) => end.startsWith(`${state}:`)) ?? 'none';

const KNOWN: readonly Known[] = ['active', 'suspended', 'removed', 'none'];
