import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import { auditAll } from '#server/audit/audit.ts';
import { requireRoomForStaff } from '#server/billing/limits.ts';
import { appAddress } from '#server/config.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { emailNotConfirmed, forbidden, notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { withdrawMails } from '#server/mail/mails-repository.ts';
import { queueMails } from '#server/mail/queue.ts';
import {
  auditEntryFor,
  auditRecorder,
  lockManagedOrganization,
  requireManagedMembers,
  requireWritable,
} from '#server/organizations/access.ts';
import { mailBrandOf, memberInvitationEmail } from '#server/organizations/emails.ts';
import {
  addOrRestoreMember,
  countMemberInvitations,
  findKnownAddresses,
  findMember,
  findMemberInvitation,
  findMemberInvitationByToken,
  findOpenInvitations,
  type KnownAddress,
  listActiveAdmins,
  listMemberInvitationRows,
  markMemberInvitationUsed,
  memberInvitationOrder,
  type MemberInvitationRow,
  memberInvitationStatus,
  restoreMemberInvitationRow,
  revokeMemberInvitationRow,
  writeMemberInvitations,
} from '#server/organizations/members-repository.ts';
import { canChangeMember, canManageAdmins, isInvitationSufficient, revokedFlagsOf } from '#server/organizations/policy.ts';
import {
  inviterOf,
  presentMemberInvitation,
  presentMemberInvitationPreview,
  presentOrganization,
} from '#server/organizations/presenter.ts';
import { findAddress, findOrganization, lockActiveUser, lockOrganization, type OrganizationRow } from '#server/organizations/repository.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

const record = auditRecorder('invitation');
const entry = auditEntryFor('invitation');
const pathOf = (token: string) => `/invite/${token}`;

interface Sending {
  organization: OrganizationRow;
  emails: readonly string[];
  role: Schemas['MemberRole'];
  message: string;
  viewer: Viewer;
  request: FastifyRequest;
}

/** Proves the account’s address, because its owner read the invitation email (accounts/operations/email.ts). */
export type ProveInvitedEmail = (tx: Tx, proof: { userId: string; sessionId: string; port: number }) => Promise<unknown>;

interface Parts {
  limits: Pick<RateLimits, 'countMailsTo'>;
  proveAddress: ProveInvitedEmail;
}

export function memberInvitationCalls(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, { limits, proveAddress }: Parts) {
  const { db, config } = deps;
  // The link for the inviter to pass on. Never emailed, so without a configured address it may use the request’s host.
  const linkOf = (request: FastifyRequest, token: string) =>
    `${appAddress(config) ?? `${request.protocol}://${request.host}`}${pathOf(token)}`;
  const delivery = config.mail.smtp ? 'smtp' : 'file';

  /** Writes invitations with new links and queues their mails. Earlier mails that weren’t sent yet are withdrawn. */
  async function send(tx: Tx, { organization, emails, role, message, viewer, request }: Sending) {
    await limits.countMailsTo(emails, { senderId: viewer.userId, organizationId: organization.id }, tx);
    const people = emails.map((email) => ({ email, token: newSecret(), mailedToken: newSecret() }));
    const rows = await writeMemberInvitations(tx, { organizationId: organization.id, invitedBy: viewer.userId, role, message, people });
    const sent = rows.map((row, index) => ({ row, token: people[index]?.token ?? '', mailedToken: people[index]?.mailedToken ?? '' }));
    await withdrawMails(
      tx,
      rows.map(({ id }) => `member-invitation:${id}:`),
    );
    await queueMails(
      deps,
      tx,
      sent.map(({ row, mailedToken }) => ({
        // The token makes the key unique, since each mail has a new link.
        key: `member-invitation:${row.id}:${hashSecret(mailedToken)}`,
        to: row.email,
        content: memberInvitationEmail({
          ...row,
          organizationName: organization.name,
          inviter: inviterOf(row),
          url: appLink(config, pathOf(mailedToken), ownPort(request, deps)),
        }),
        brand: mailBrandOf({ ...organization, logoUrl: organization.logoUrl ?? organization.avatarUrl }),
        validUntil: row.expiresAt,
        isCounted: true as const,
      })),
    );
    return sent.map(({ row, token }) => ({ row, answer: { invitation: presentMemberInvitation(row), link: linkOf(request, token) } }));
  }

  return {
    async listMemberInvitations({ viewer, path, query }) {
      const organization = await requireManagedMembers(db, path.id, viewer);
      const filter = { organizationId: organization.id, q: query.q, status: query.status };
      const { rows, cursors } = await memberInvitationOrder.page({ ...query, sort: '-sent_at' }, (range) =>
        listMemberInvitationRows(db, filter, range),
      );
      const counted = await countMemberInvitations(db, filter);
      return { status: 200, body: { items: rows.map(presentMemberInvitation), ...cursors, ...counted } };
    },

    async inviteMembers({ viewer: asking, path, body, request }) {
      // Each address once.
      const emails = [...new Set([...(body.email ? [body.email] : []), ...(body.emails ?? [])].map(normalizeEmail))];
      if (emails.length === 0) throw noAddress();
      const { role = 'member', message = '' } = body;
      const answer = await db.transaction(async (tx) => {
        const { organization, viewer } = await lockManagedOrganization(tx, path.id, asking);
        if (role === 'organization') requireMayInvite(viewer, organization.id, role);
        const known = await findKnownAddresses(tx, organization.id, emails);
        const inside = new Set(known.filter(({ isMember }) => isMember).map(({ email }) => email));
        const former = new Set(known.filter(({ isRemoved }) => isRemoved).map(({ email }) => email));
        const outside = emails.filter((email) => !inside.has(email));
        requireMayInviteKnown(viewer, organization.id, known);
        const open = await findOpenInvitations(tx, organization.id, outside);
        for (const { role: openRole } of open) requireMayInvite(viewer, organization.id, openRole);
        const pending = open.filter((invitation) => memberInvitationStatus(invitation) === 'pending');
        await requireRoomForStaff(tx, organization.id, outside.length - pending.length);
        const sent = await send(tx, { organization, emails: outside, role, message: message.trim(), viewer, request });
        await auditAll(
          tx,
          sent.map(({ row }) => entry('organization.invite', row, viewer, request, { email: row.email, role })),
        );
        return {
          items: sent.map(({ answer }) => answer),
          already_members: emails.filter((email) => inside.has(email)),
          renewed: pending.map(({ email }) => email),
          former_members: emails.filter((email) => former.has(email)),
          delivery,
        } as const;
      });
      return { status: 201, body: answer };
    },

    async resendMemberInvitation({ viewer: asking, path, request }) {
      const answer = await db.transaction(async (tx) => {
        const { organization, invitation: before, viewer } = await lockInvitation(tx, path, asking);
        if (before.usedAt) throw invitationUsed();
        if (before.revokedAt) throw invitationRevoked();
        if (memberInvitationStatus(before) === 'expired') await requireRoomForStaff(tx, organization.id, 1);
        const { email, role, message } = before;
        const [sent] = await send(tx, { organization, emails: [email], role, message, viewer, request });
        if (!sent) throw new Error('the invitation was not inserted');
        await record(tx, 'organization.resend_invitation', before, viewer, request, { email });
        return sent.answer;
      });
      return { status: 200, body: answer };
    },

    async revokeMemberInvitation({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        const { invitation: before } = await lockInvitation(tx, path, viewer);
        if (!(await revokeMemberInvitationRow(tx, before.id))) return;
        await record(tx, 'organization.revoke_invitation', before, viewer, request, { email: before.email });
      });
      return { status: 204 };
    },

    async restoreMemberInvitation({ viewer, path, request }) {
      const invitation = await db.transaction(async (tx) => {
        const { invitation: before } = await lockInvitation(tx, path, viewer);
        if (before.revokedAt && !before.usedAt) {
          if (before.expiresAt > new Date()) await requireRoomForStaff(tx, before.organizationId, 1);
          if (!(await restoreMemberInvitationRow(tx, before)))
            throw new Problem(409, 'already_invited', `${before.email} already has another invitation.`);
          await record(tx, 'organization.restore_invitation', before, viewer, request, { email: before.email });
        }
        return present(tx, before.organizationId, before.id);
      });
      return { status: 200, body: invitation };
    },

    async previewMemberInvitation({ path }) {
      const invitation = await findMemberInvitationByToken(db, path.token);
      const organization = invitation ? await findOrganization(db, invitation.organizationId) : undefined;
      if (!invitation || !organization) throw unknownInvitation();
      return { status: 200, body: presentMemberInvitationPreview(invitation, organization) };
    },

    async acceptMemberInvitation({ viewer, path, request }) {
      if (viewer.email === null) throw accountRequired();
      const organization = await db.transaction(async (tx) => {
        await lockActiveUser(tx, viewer.userId);
        const found = await findMemberInvitationByToken(tx, path.token);
        if (!found) throw unknownInvitation();
        await lockOrganization(tx, found.organizationId);
        // Read again under the lock.
        const invitation = await findMemberInvitationByToken(tx, path.token);
        const joined = await findOrganization(tx, found.organizationId);
        if (!invitation || !joined) throw unknownInvitation();
        const known = await findMember(tx, joined.id, { userId: viewer.userId });
        const isIn = known?.status === 'active' && known.removedAt === null;
        if (isIn && invitation.usedBy === viewer.userId) return joined;
        requireOpen(invitation);
        requireWritable(joined);
        if (isIn) throw new Problem(409, 'already_member', `You’re already a member of ${joined.name}.`);
        const account = await findAddress(tx, viewer.userId);
        if ((account.email && normalizeEmail(account.email)) !== invitation.email) throw otherAccount(invitation.email);
        // Anyone may register with another person’s address, and this link may have been passed on to them.
        const isKnown = invitation.role === 'organization' ? account.isProved : account.isVerified;
        if (!isKnown && !invitation.isMailed) throw emailNotConfirmed('Or open the link in the invitation email.');
        if (known?.status === 'suspended' && known.removedAt === null) throw membershipSuspended();
        if (known?.removedAt && known.removedAt >= invitation.sentAt) throw invitationRevoked();
        const inviter = (await listActiveAdmins(tx, joined.id)).find(({ userId }) => userId === invitation.invitedBy);
        if (!isInvitationSufficient(invitation, known, inviter ?? null))
          throw known?.role === 'organization' ? adminsOnly(joined) : senderNoAdmin(joined);
        const permissions = revokedFlagsOf(known?.overrides ?? null);
        const fresh = { role: invitation.role, status: 'active', permissions, joinedAt: new Date() } as const;
        await addOrRestoreMember(tx, known, { organizationId: joined.id, userId: viewer.userId }, fresh);
        await markMemberInvitationUsed(tx, invitation.id, viewer.userId);
        if (invitation.isMailed)
          await proveAddress(tx, { userId: viewer.userId, sessionId: viewer.sessionId, port: ownPort(request, deps) });
        const detail = { email: invitation.email, role: invitation.role };
        await record(tx, 'organization.accept_invitation', invitation, viewer, request, detail);
        return joined;
      });
      return { status: 200, body: presentOrganization(organization) };
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}

/** Locks an invitation of an organization whose members the viewer manages. Invitations of admins require the right to manage admins. */
async function lockInvitation(tx: Tx, path: { id: string; invitationId: string }, asking: Viewer) {
  const { organization, viewer } = await lockManagedOrganization(tx, path.id, asking);
  const invitation = await findMemberInvitation(tx, organization.id, path.invitationId);
  if (!invitation) throw notFound('invitation');
  requireMayInvite(viewer, organization.id, invitation.role);
  requireMayInviteKnown(viewer, organization.id, await findKnownAddresses(tx, organization.id, [invitation.email]));
  return { organization, invitation, viewer };
}

function requireMayInvite(viewer: Viewer, organizationId: string, role: Schemas['MemberRole']): void {
  if (role === 'organization' && !canManageAdmins(viewer, organizationId))
    throw forbidden('Only admins of this organization can invite admins.');
}

/** The same rules as for adding a former member. Current members aren’t invited. */
function requireMayInviteKnown(viewer: Viewer, organizationId: string, known: readonly KnownAddress[]): void {
  const refused = known.find(({ isMember, role }) => !isMember && !canChangeMember(viewer, { organizationId, role }));
  if (refused) throw forbidden(`${refused.email} was an admin of this organization. Only its admins can invite them again.`);
}

function requireOpen(invitation: MemberInvitationRow): void {
  const status = memberInvitationStatus(invitation);
  if (status === 'used') throw invitationUsed();
  if (status === 'revoked') throw invitationRevoked();
  if (status === 'expired') throw new Problem(410, 'invitation_expired', 'This invitation has expired. Ask for a new one.');
}

async function present(tx: Tx, organizationId: string, id: string): Promise<Schemas['MemberInvitation']> {
  const invitation = await findMemberInvitation(tx, organizationId, id);
  if (!invitation) throw new Error('the invitation disappeared while its organization was locked');
  return presentMemberInvitation(invitation);
}

const unknownInvitation = () =>
  new Problem(404, 'unknown_invitation', 'This invitation isn’t valid. If you were invited more than once, use the newest link.');
const invitationUsed = () => new Problem(409, 'invitation_used', 'This invitation has already been used. Ask for your own.');
const invitationRevoked = () => new Problem(410, 'invitation_revoked', 'This invitation was revoked.');
const accountRequired = () =>
  new Problem(403, 'account_required', 'Members need their own account. Create one, then open the invitation again.');
const otherAccount = (email: string) =>
  new Problem(403, 'other_account', `This invitation is for ${email}. Log in with that account, or ask for an invitation to your address.`);
const adminsOnly = ({ name }: Pick<OrganizationRow, 'name'>) =>
  new Problem(403, 'admins_only', `You were an admin of ${name}. Only its admins can invite you again. Ask one of them.`);
const senderNoAdmin = ({ name }: Pick<OrganizationRow, 'name'>) =>
  new Problem(
    403,
    'admins_only',
    `The person who invited you is no longer an admin of ${name}. Ask one of its admins for a new invitation.`,
  );
const membershipSuspended = () =>
  new Problem(403, 'membership_suspended', 'Your membership is suspended. Contact an admin of the organization.');

function noAddress(): Problem {
  const message = 'must contain at least one address';
  return new Problem(422, 'invalid_request', `The invitation ${message}.`, { errors: [{ field: 'body.emails', message }] });
}
