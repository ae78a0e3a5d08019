// Another address for one's own account, which counts when both addresses have confirmed it.
import type { FastifyRequest } from 'fastify';
import {
  confirmEmailChange,
  findEmailChangeOwner,
  findPendingEmailChange,
  insertEmailChange,
  lockEmailChange,
  renewEmailChangeTokens,
  setEmail,
  settleEmailChange,
  type EmailChangeRow,
  type EmailChangeTokens,
} from '#server/accounts/email-changes.ts';
import { cancelEmailChange, emailChangeKey, type ProveEmailOwnership } from '#server/accounts/email-ownership.ts';
import { emailTaken } from '#server/accounts/email.ts';
import { confirmNewAddressEmail, confirmOldAddressEmail, addressChangedEmail, addressChangeNoticeEmail } from '#server/accounts/emails.ts';
import { linkExpired } from '#server/accounts/operations/password.ts';
import type { Reauthenticate } from '#server/accounts/operations/reauthentication.ts';
import { findOwnSession, findUserByEmail, lockCredentials, markVerified } from '#server/accounts/own-account.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import { audit } from '#server/audit/audit.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { isUniqueViolation } from '#server/db/unique.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { notifyPerson } from '#server/live/person.ts';
import type { EmailContent } from '#server/mail/email-content.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMails, withdrawMails, type NewMail } from '#server/mail/queue.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  sessions: Pick<Sessions, 'sessionIdOf'>;
  prove: Reauthenticate;
  proveAddress: ProveEmailOwnership;
  limits: Pick<RateLimits, 'countMail'>;
}

export function emailChangeCalls(deps: Deps, { sessions, prove, proveAddress, limits }: Parts) {
  const { db, config } = deps;
  const sent = { status: 202 as const, body: { delivery: config.mail.smtp ? ('smtp' as const) : ('file' as const) } };
  const subjectOf = (id: string) => ({ actorId: id, subjectType: 'user', subjectId: id });

  /** To the addresses that are still to confirm; the present one is told in any case, and can refuse. */
  async function mailLinks(tx: Queryable, change: EmailChangeRow, tokens: EmailChangeTokens, request: FastifyRequest): Promise<void> {
    const { userId, oldEmail, newEmail, expiresAt: validUntil } = change;
    const link = (token: string) => appLink(config, `/change-email/${token}`, ownPort(request, deps));
    const mailTo = (to: string, content: EmailContent): NewMail => ({
      key: `${emailChangeKey(userId)}${uuid7()}`,
      to,
      content,
      validUntil,
      isRateLimited: true,
    });
    const mails = [
      mailTo(
        oldEmail,
        change.oldConfirmedAt === null ? confirmOldAddressEmail(link(tokens.old), newEmail) : addressChangeNoticeEmail(link(tokens.old)),
      ),
    ];
    if (change.newConfirmedAt === null) mails.push(mailTo(newEmail, confirmNewAddressEmail(link(tokens.new))));
    await withdrawMails(tx, [emailChangeKey(userId)]);
    await queueMails(deps, tx, mails);
  }

  /** The address that counts from now on. What was mailed to the old one, for a forgotten password say, opens nothing any more. */
  async function change(tx: Tx, row: EmailChangeRow, request: FastifyRequest): Promise<void> {
    const before = await lockCredentials(tx, row.userId);
    if (!before || !(await setEmail(tx, row))) throw linkExpired();
    await settleEmailChange(tx, row.userId, 'changed');
    // Somebody who proved the old address and confirms the new one while logged in owns the account: all that they set up stays.
    const isSameOwner = before.isProved && row.newSessionId !== null;
    if (isSameOwner) await markVerified(tx, row.userId, 'owner');
    const proof = await proveAddress(tx, { userId: row.userId, sessionId: row.newSessionId ?? undefined, port: ownPort(request, deps) });
    await notifyPerson(tx, row.userId);
    await audit(tx, {
      action: 'account.change_email',
      ...subjectOf(row.userId),
      // Whether and since when the old one was theirs: audit/erase.ts.
      detail: {
        from: row.oldEmail,
        from_since: before.emailSince.toISOString(),
        from_confirmed: before.isProved,
        to: row.newEmail,
        ...proof,
      },
      request,
    });
    const content = addressChangedEmail(row.newEmail);
    await queueMails(deps, tx, [{ key: `email-changed:${uuid7()}`, to: row.oldEmail, content, wasProved: before.isProved }]);
  }

  return {
    async getEmailChange({ viewer }) {
      const row = await findPendingEmailChange(db, viewer.userId);
      const pending = row && {
        new_email: row.newEmail,
        old_confirmed: row.oldConfirmedAt !== null,
        new_confirmed: row.newConfirmedAt !== null,
        expires_at: row.expiresAt.toISOString(),
      };
      return { status: 200, body: { pending: pending ?? null } };
    },

    async requestEmailChange({ viewer, body, request }) {
      const email = normalizeEmail(body.email);
      const { password, code, passkey } = body;
      const { account, inTransaction } = await prove(
        { viewer, request, proof: { password, code, passkey } },
        'account.request_email_change',
      );
      if (email === normalizeEmail(account.email)) throw new Problem(409, 'email_unchanged', 'This is already your email address.');
      if (await findUserByEmail(db, email)) throw emailTaken();
      limits.countMail(email);
      limits.countMail(account.email);
      await inTransaction(async (tx) => {
        const { change: row, tokens } = await insertEmailChange(tx, { ...account, isOldKnown: account.isVerified }, email);
        await mailLinks(tx, row, tokens, request);
        await audit(tx, { action: 'account.request_email_change', ...subjectOf(account.id), detail: { to: email }, request });
      });
      return sent;
    },

    async resendEmailChange({ viewer, request }) {
      const waiting = await findPendingEmailChange(db, viewer.userId);
      if (!waiting) throw noPendingEmailChange();
      limits.countMail(waiting.newEmail);
      limits.countMail(waiting.oldEmail);
      await db.transaction(async (tx) => {
        const renewed = await renewEmailChangeTokens(tx, viewer.userId);
        if (!renewed) throw noPendingEmailChange();
        await mailLinks(tx, renewed.change, renewed.tokens, request);
      });
      return sent;
    },

    async cancelEmailChange({ viewer, request }) {
      await db.transaction(async (tx) => {
        if (!(await cancelEmailChange(tx, viewer.userId))) return;
        await audit(tx, { action: 'account.cancel_email_change', ...subjectOf(viewer.userId), request });
      });
      return { status: 204 };
    },

    async answerEmailChange({ body, request }) {
      const sessionId = await sessions.sessionIdOf(request);
      try {
        const state = await db.transaction(async (tx) => {
          // The account before what hangs on it, as in every change of how its owner is known.
          const ownerId = await findEmailChangeOwner(tx, body.token);
          if (ownerId !== undefined) await lockCredentials(tx, ownerId);
          const found = await lockEmailChange(tx, body.token);
          if (!found || found.change.outcome === 'cancelled') throw linkExpired();
          const { change: row, side } = found;
          // The same again, after an answer that was lost, is what was asked for; what was refused stays so.
          if (row.outcome === 'changed' || row.outcome === 'refused') return row.outcome;
          if (body.answer === 'refuse') {
            await settleEmailChange(tx, row.userId, 'refused');
            await withdrawMails(tx, [emailChangeKey(row.userId)]);
            await audit(tx, { action: 'account.refuse_email_change', ...subjectOf(row.userId), detail: { by: side }, request });
            return 'refused' as const;
          }
          const own = sessionId === undefined ? undefined : await findOwnSession(tx, row.userId, sessionId);
          const confirmed = await confirmEmailChange(tx, row.userId, side, own?.isOpen ? own.id : null);
          if (confirmed.oldConfirmedAt === null || confirmed.newConfirmedAt === null) return 'waiting' as const;
          await change(tx, confirmed, request);
          return 'changed' as const;
        });
        return { status: 200, body: { state } };
      } catch (error) {
        throw isUniqueViolation(error, 'users_email') ? emailTaken() : error;
      }
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

const noPendingEmailChange = () => new Problem(409, 'no_email_change', 'There’s no email change to confirm.');
