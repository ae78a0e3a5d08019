import type { components } from '#openapi/api.ts';
import { requireRoomForStaff } from '#server/billing/limits.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { emailNotConfirmed, forbidden, notFound, Problem } from '#server/http/problem.ts';
import { revokedFlagsOf } from '#server/organizations/member-flags.ts';
import {
  changeMember,
  countMembers,
  findMember,
  isKnownParticipant,
  listMemberRows,
  memberOrder,
  addOrRestoreMember,
  type MemberChanges,
  type MemberRow,
} from '#server/organizations/members.ts';
import { auditRecorder } from '#server/organizations/operations/audit.ts';
import {
  findLastAdmin,
  lockManagedOrganization,
  requireNotLast,
  requireOwnOrganization,
  requireWritable,
} from '#server/organizations/operations/authorize.ts';
import { memberEmails } from '#server/organizations/operations/member-emails.ts';
import {
  canAcceptMembership,
  canChangeMember,
  canManageAdmins,
  canRestorePermissions,
  canLeave,
  canManageMembers,
  canRestoreMember,
} from '#server/organizations/policy.ts';
import { presentMember } from '#server/organizations/presenter.ts';
import { findAddress, findOrganization, lockOrganization, lockUser, type OrganizationRow } from '#server/organizations/repository.ts';
import { fullName, type Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

const record = auditRecorder('member');

interface MemberPath {
  id: string;
  memberId: string;
}

export function memberCalls(deps: Deps) {
  const { db } = deps;
  const { tellMembership } = memberEmails(deps);
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
        // Whoever deletes their account meanwhile belongs to nothing.
        await lockUser(tx, userId);
        const { organization, viewer } = await lockManagedOrganization(tx, path.id, asking);
        if (role === 'organization') requireDecidesOnAdmins(viewer, organization.id);
        const known = await findMember(tx, organization.id, { userId });
        if (known && !known.removedAt) throw alreadyMember(known);
        if (known && !canChangeMember(viewer, known)) throw onlyAdmins();
        // Whom it does not know it is told nothing of, not even that they exist.
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
          // Whoever made them an admin may have known them by an address that was never theirs.
          if (answering.member.role === 'organization' && !(await findAddress(tx, asking.userId)).isProved) throw emailNotConfirmed();
          await changeMember(tx, answering.member.id, { status: 'active', joinedAt: new Date() });
          await record(tx, 'organization.accept_membership', answering.member, asking, request);
          // What may be seen of it as a member, now that they are one.
          return present(tx, answering.organization, path.memberId, asking);
        }
        const { organization, member: before, viewer } = await lockMember(tx, path, asking);
        if (before.removedAt) throw notFound('member');
        const changes: MemberChanges = body.role ? { role: body.role } : { status: body.status };
        if (before.role === body.role || before.status === body.status) return present(tx, organization, before.id, viewer);
        if (body.role) requireDecidesOnAdmins(viewer, organization.id);
        if (before.status === 'invited' && body.status) throw notAnswered(before);
        // Whoever is a member may be known by an address that was never theirs, as participants of events are.
        if (body.role === 'organization' && !(await findAddress(tx, before.userId)).isProved) throw memberNotConfirmed(before);
        await requireNotLast(tx, before, body.role ? 'made a member' : 'suspended');
        if (body.status === 'active') await requireRoomForStaff(tx, organization.id, 1);
        await changeMember(tx, before.id, changes);
        const action = body.role ? 'organization.change_member_role' : 'organization.change_member_status';
        const detail = body.role ? { from: before.role, to: body.role } : { from: before.status, to: body.status };
        await record(tx, action, before, viewer, request, detail);
        if (body.status) await tellMembership(tx, organization, before, body.status, request);
        return present(tx, organization, before.id, viewer);
      });
      return { status: 200, body: member };
    },

    async updateMemberPermissions({ viewer: asking, path, body, request }) {
      const member = await db.transaction(async (tx) => {
        const { organization, member: before, viewer } = await lockMember(tx, path, asking);
        requireDecidesOnAdmins(viewer, organization.id);
        if (before.removedAt) throw notFound('member');
        if (body.permissions.manage_org_members === false) await requireNotLast(tx, before, 'kept from managing members');
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
        if (!leaves) await tellMembership(tx, organization, member, 'removed', request);
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
          if (before.status !== 'invited') await tellMembership(tx, organization, before, before.status, request);
        }
        return present(tx, organization, before.id, viewer);
      });
      return { status: 200, body: member };
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}

/** The viewer's own membership, whatever its status; null when that is somebody else's. */
async function lockOwnMembership(tx: Tx, path: MemberPath, viewer: Viewer) {
  await lockOrganization(tx, path.id);
  const member = await findMember(tx, path.id, { id: path.memberId });
  const organization = await findOrganization(tx, path.id);
  return member && organization && member.userId === viewer.userId ? { organization, member } : null;
}

/** A member whom the viewer may change, held with the organization. Removed ones too. */
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
  if (!member) throw new Error('a member vanished while the organization was held');
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
