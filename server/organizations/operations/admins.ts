// Who administers an organization, as super administrators decide from outside it: whoever it was may be gone.
import type { FastifyRequest } from 'fastify';
import { requireRoomForStaff } from '#server/billing/limits.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, ONLY_SUPER_ADMINS, Problem } from '#server/http/problem.ts';
import { revokedFlagsOf } from '#server/organizations/member-flags.ts';
import { changeMember, findMember, listActiveAdmins, addOrRestoreMember, type MemberRow } from '#server/organizations/members.ts';
import { auditRecorder } from '#server/organizations/operations/audit.ts';
import { lockVisibleOrganization, requireNotLast, type LockedOrganization } from '#server/organizations/operations/authorize.ts';
import { memberEmails } from '#server/organizations/operations/member-emails.ts';
import { canAppointAdmins, isManagingAdmin } from '#server/organizations/policy.ts';
import { findAccountByEmail, lockUser } from '#server/organizations/repository.ts';
import { fullName, type Viewer } from '#server/viewer.ts';

const record = auditRecorder('member');

export function adminCalls(deps: Deps) {
  const { db } = deps;
  const { tellMembership } = memberEmails(deps);
  return {
    async appointOrganizationAdmin({ viewer: asking, path, body, request }) {
      requireAppoints(asking);
      const appointed = await db.transaction(async (tx) => {
        const account =
          body.user_id === undefined ? await findAccountByEmail(tx, body.email ?? '') : { id: body.user_id, isVerified: true };
        if (account === null) throw unknownEmail();
        const userId = account.id;
        // Whoever deletes their account meanwhile belongs to nothing.
        const isOpen = await lockUser(tx, userId);
        const { organization, viewer } = await lockForAppointment(tx, path.id, asking);
        const known = await findMember(tx, organization.id, { userId });
        const member = known?.removedAt ? null : known;
        if (member?.role === 'organization') return presentAppointed(member, 'admin');
        if (!member && body.user_id !== undefined) throw notFound('member');
        if (!isOpen) throw accountSuspended();
        // Anybody may have registered with an address that was never theirs.
        if (!account.isVerified) throw emailNotConfirmed();
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
        await tellMembership(tx, organization, known ?? { id, userId, status: 'none', removedAt: null }, 'active', request);
        const now = await findMember(tx, organization.id, { id });
        if (!now) throw new Error('a member vanished while the organization was held');
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
          const known = await tellMembership(tx, organization, member, 'removed', request);
          // A slip that is taken back before they were told: as far as they know they do not belong to it, so nobody lets them back in
          // without asking them.
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
 * Lets a new admin manage members where the organization kept them from it and nobody else can. Where somebody else can, what the organization
 * decided stays, so that the reverse call leads back to the same member; the last admin cannot be dismissed.
 */
async function liftLimit(tx: Tx, { id, organizationId, status, overrides }: MemberRow, viewer: Viewer, request: FastifyRequest) {
  if (status !== 'active' || overrides.manage_org_members !== false) return;
  if ((await listActiveAdmins(tx, organizationId)).some(isManagingAdmin)) return;
  const { manage_org_members: _, ...to } = overrides;
  await changeMember(tx, id, { permissions: Object.keys(to).length > 0 ? to : null });
  await record(tx, 'organization.change_member_permissions', { id, organizationId }, viewer, request, { from: overrides, to });
}

/** @throws {Problem} 404, or 403 for who is no super administrator any more */
async function lockForAppointment(tx: Tx, id: string, asking: Viewer): Promise<LockedOrganization> {
  const held = await lockVisibleOrganization(tx, id, asking);
  requireAppoints(held.viewer);
  return held;
}

const presentAppointed = ({ userId, firstName, lastName, email, status }: MemberRow, was: 'none' | 'member' | 'admin') => ({
  user_id: userId,
  name: fullName(firstName, lastName),
  email,
  was,
  status,
});

const unknownEmail = () => new Problem(422, 'unknown_email', 'No account has this email address.');
const emailNotConfirmed = () =>
  new Problem(
    409,
    'email_not_confirmed',
    'This account’s email address isn’t confirmed, so someone else may have registered it. Confirm it first.',
  );
const accountSuspended = () => new Problem(409, 'account_suspended', 'This account is suspended. Reactivate it first.');
