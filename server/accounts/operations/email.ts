// The email address of an account: verifying, proving and changing it.
import type { FastifyRequest } from 'fastify';
import {
  confirmEmailChange,
  deleteAddedSignInMethods,
  type EmailChangeRow,
  type EmailChangeTokens,
  findEmailChangeOwner,
  findPendingEmailChange,
  insertEmailChange,
  lockEmailChange,
  renewEmailChangeTokens,
  setEmail,
  settleEmailChange,
  consumeMailToken,
  findMailToken,
} from '#server/accounts/credentials-repository.ts';
import {
  accessRevokedEmail,
  addressChangedEmail,
  addressChangeNoticeEmail,
  confirmNewAddressEmail,
  confirmOldAddressEmail,
  sendTokenEmail,
} from '#server/accounts/emails.ts';
import { noPassword, type Reauthenticate } from '#server/accounts/passwords.ts';
import { endSessionsOf, findOwnSession } from '#server/accounts/sessions-repository.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import { findFullAccount, findUserByEmail, lockCredentials, markVerified } from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { notifyPerson } from '#server/live/topics-repository.ts';
import type { EmailContent } from '#server/mail/email-content.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { withdrawMails } from '#server/mail/mails-repository.ts';
import { type NewMail, queueMail, queueMails } from '#server/mail/queue.ts';
import { uuid7 } from '#server/uuid.ts';

export const linkExpired = () => new Problem(410, 'link_expired', 'This link has been used or has expired. Request a new one.');
export const emailTaken = () => new Problem(409, 'email_taken', 'An account with this email address already exists.');

interface OwnershipProof {
  userId: string;
  /** The session that stays open: the browser that proves the address. */
  sessionId?: string | undefined;
  /** `ownPort` of the request. */
  port: number;
}

/** Revoked credentials, for the audit log. */
type RevokedAccess = Record<'sessions_ended' | 'passkeys_removed' | 'data_requests_withdrawn', number> & {
  two_factor_removed: boolean;
};

/** Withdraws the account’s open data requests (own-data/operations/data-requests.ts). Returns how many. */
type WithdrawDataRequests = (tx: Tx, userId: string) => Promise<number>;

export type ProveEmailOwnership = (tx: Tx, proof: OwnershipProof) => Promise<RevokedAccess | null>;

/** Prefix of the keys of mails about a pending email change. */
const emailChangeKey = (userId: string) => `email-change:${userId}:`;

/** Cancels a pending email change and invalidates its links. False if none was pending. */
export async function cancelEmailChange(tx: Tx, userId: string): Promise<boolean> {
  if (!(await settleEmailChange(tx, userId, 'cancelled'))) return false;
  await withdrawMails(tx, [emailChangeKey(userId)]);
  return true;
}

/**
 * Returns a function that marks an account’s address as proved, once someone has read an email sent there. If it is the first proof,
 * someone else may
 * have registered the account with this address. So everything set up before is revoked: passkeys, two-factor authentication, sessions,
 * email
 * changes and data requests. The function returns null, and revokes nothing, if the address was proved before.
 */
export function createEmailOwnershipProver(
  deps: Pick<Deps, 'jobs' | 'config'>,
  withdrawDataRequests: WithdrawDataRequests,
): ProveEmailOwnership {
  return async (tx, { userId, sessionId, port }) => {
    const owner = await lockCredentials(tx, userId);
    if (!owner || owner.isProved) return null;
    await markVerified(tx, userId, 'owner');
    await cancelEmailChange(tx, userId);
    const removed = await deleteAddedSignInMethods(tx, userId);
    const sessionsEnded = await endSessionsOf(tx, userId, 'revoked', sessionId);
    const withdrawn = await withdrawDataRequests(tx, userId);
    const ended = { signInMethods: removed.twoFactor || removed.passkeys > 0, dataRequests: withdrawn > 0 };
    if ((ended.signInMethods || ended.dataRequests) && owner.email !== null) {
      const content = accessRevokedEmail(appLink(deps.config, '/forgot-password', port), ended);
      await queueMail(deps, tx, { key: `ended-by-proof:${uuid7()}`, to: owner.email, content });
    }
    return {
      sessions_ended: sessionsEnded,
      passkeys_removed: removed.passkeys,
      data_requests_withdrawn: withdrawn,
      two_factor_removed: removed.twoFactor,
    };
  };
}

interface Parts {
  sessions: Pick<Sessions, 'sessionIdOf'>;
  prove: Reauthenticate;
  proveAddress: ProveEmailOwnership;
  limits: Pick<RateLimits, 'countMail'>;
}

export function emailCalls(deps: Deps, { sessions, prove, proveAddress, limits }: Parts) {
  const { db, config } = deps;
  const sent = { status: 202 as const, body: { delivery: config.mail.smtp ? ('smtp' as const) : ('file' as const) } };
  const subjectOf = (id: string) => ({ actorId: id, subjectType: 'user', subjectId: id });

  /** Sends links to the addresses that haven’t confirmed yet. The current address is always notified and can reject the change. */
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

  /** Changes the address. Links sent to the old one, such as a password reset, stop working. */
  async function change(tx: Tx, row: EmailChangeRow, request: FastifyRequest): Promise<void> {
    const before = await lockCredentials(tx, row.userId);
    if (!before || !(await setEmail(tx, row))) throw linkExpired();
    await settleEmailChange(tx, row.userId, 'changed');
    // A user who proved the old address and confirms the new one while logged in is the same owner, so nothing is revoked.
    const isSameOwner = before.isProved && row.newSessionId !== null;
    if (isSameOwner) await markVerified(tx, row.userId, 'owner');
    const proof = await proveAddress(tx, { userId: row.userId, sessionId: row.newSessionId ?? undefined, port: ownPort(request, deps) });
    await notifyPerson(tx, row.userId);
    await audit(tx, {
      action: 'account.change_email',
      ...subjectOf(row.userId),
      // Used by audit/erase.ts to decide which entries about the old address to erase.
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
    async verifyEmail({ body, request }) {
      const found = await findMailToken(db, 'verify-email', body.token);
      if (!found || (found.usedAt !== null && !found.isVerified)) throw linkExpired();
      const sessionId = await sessions.sessionIdOf(request);
      await db.transaction(async (tx) => {
        await lockCredentials(tx, found.userId);
        // The account may have a different address by now.
        if (!(await findMailToken(tx, 'verify-email', body.token))) throw linkExpired();
        if (!(await consumeMailToken(tx, found.id))) return;
        const proof = await proveAddress(tx, { userId: found.userId, sessionId, port: ownPort(request, deps) });
        const subject = { actorId: found.userId, subjectType: 'user', subjectId: found.userId };
        await audit(tx, { action: 'account.verify_email', ...subject, request, ...(proof && { detail: proof }) });
      });
      return { status: 204 };
    },

    async resendVerification({ viewer, request }) {
      const account = await findFullAccount(db, viewer.userId);
      if (!account) throw noPassword();
      if (account.isProved) throw new Problem(409, 'already_verified', 'Your email address is already confirmed.');
      await limits.countMail(account.email);
      await db.transaction((tx) => sendTokenEmail(deps, tx, 'verify-email', account, ownPort(request, deps)));
      return { status: 202, body: { delivery: config.mail.smtp ? 'smtp' : 'file' } };
    },

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
      await limits.countMail(email, account.email);
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
      await limits.countMail(waiting.newEmail, waiting.oldEmail);
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
          // Lock order: the account before its email change, as everywhere.
          const ownerId = await findEmailChangeOwner(tx, body.token);
          if (ownerId !== undefined) await lockCredentials(tx, ownerId);
          const found = await lockEmailChange(tx, body.token);
          if (!found || found.change.outcome === 'cancelled') throw linkExpired();
          const { change: row, side } = found;
          // A repeated answer, for instance after a lost response, returns the same state. A rejection is final.
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
