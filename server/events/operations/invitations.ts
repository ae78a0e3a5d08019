import type { Deps } from '#server/deps.ts';
import { recordEventChange } from '#server/events/changes-repository.ts';
import { eventInvitationEmail } from '#server/events/emails.ts';
import {
  createInvitations,
  findInvitation,
  generateUnusedCodes,
  invitationOrder,
  listInvitationRows,
  markInvitationRestored,
  markInvitationRevoked,
} from '#server/events/invitations-repository.ts';
import { lockManagedEvent, requireOwnEvent } from '#server/events/operations/authorize.ts';
import { presentInvitation } from '#server/events/presenter.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMails } from '#server/mail/queue.ts';
import { mailBrandOf } from '#server/organizations/emails.ts';

/** Repeating an invitation within this time sends no second email. */
const SAME_INVITING_MS = 10 * 60 * 1000;

export function invitationCalls(deps: Deps, limits: Pick<RateLimits, 'countMailsTo'>) {
  const { db, config } = deps;
  return {
    async listInvitations({ viewer, path, query }) {
      const event = await requireOwnEvent(db, path.id, viewer);
      const list = { eventId: event.id, revoked: query.revoked ?? false };
      const { rows, cursors } = await invitationOrder.page({ sort: '-created_at', ...query }, (range) =>
        listInvitationRows(db, list, range),
      );
      return { status: 200, body: { items: rows.map(presentInvitation), ...cursors } };
    },

    async inviteParticipants({ viewer, path, body, request }) {
      // One for each address, however often and however written it was typed.
      const emails = [...new Set(body.emails.map(normalizeEmail))];
      const invitations = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        await limits.countMailsTo(emails, { senderId: viewer.userId, organizationId: event.organizationId }, tx);
        const codes = await generateUnusedCodes(tx, emails.length);
        const people = emails.map((email, index) => ({ email, code: codes[index] ?? '' }));
        const invited = await createInvitations(tx, { eventId: event.id, invitedBy: viewer.userId, people, role: body.role ?? null });
        const mails = invited.map(({ id, email, code, role, createdAt }) => ({
          key: `event-invitation:${id}:${Math.floor(createdAt.getTime() / SAME_INVITING_MS)}`,
          to: email,
          content: eventInvitationEmail({
            event,
            inviter: viewer.name,
            role,
            url: appLink(config, `/join/${code}`, ownPort(request, deps)),
          }),
          brand: mailBrandOf({ ...event, name: event.organizationName }),
          isCounted: true as const,
        }));
        await queueMails(deps, tx, mails);
        await recordEventChange(tx, {
          action: 'event.invite',
          event,
          by: viewer,
          request,
          detail: { emails, role: body.role ?? 'photographer' },
        });
        return invited;
      });
      const byEmail = new Map(invitations.map((row) => [row.email, row]));
      const items = emails.flatMap((email) => byEmail.get(email) ?? []).map(presentInvitation);
      return { status: 201, body: { items, delivery: config.mail.smtp ? 'smtp' : 'file' } };
    },

    async revokeInvitation({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const invitation = await findInvitation(tx, event.id, path.invitationId);
        if (!invitation) throw notFound('invitation');
        if (!(await markInvitationRevoked(tx, invitation.id))) return;
        await recordEventChange(tx, { action: 'event.revoke_invitation', event, by: viewer, request, detail: { email: invitation.email } });
      });
      return { status: 204 };
    },

    async restoreInvitation({ viewer, path, request }) {
      const invitation = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const revoked = await findInvitation(tx, event.id, path.invitationId);
        if (!revoked) throw notFound('invitation');
        if (!revoked.revokedAt) return revoked;
        const restored = await markInvitationRestored(tx, revoked);
        if (!restored) throw new Problem(409, 'already_invited', `${revoked.email} already has another invitation.`);
        await recordEventChange(tx, { action: 'event.restore_invitation', event, by: viewer, request, detail: { email: revoked.email } });
        return restored;
      });
      return { status: 200, body: presentInvitation(invitation) };
    },
  } satisfies Partial<OperationsOf<'events'>>;
}
