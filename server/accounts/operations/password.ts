// Resetting and changing a password.
import { findMailToken, consumeMailToken, revokeMailTokens } from '#server/accounts/credentials-repository.ts';
import { passwordChangedEmail } from '#server/accounts/emails.ts';
import { linkExpired, type ProveEmailOwnership } from '#server/accounts/operations/email.ts';
import { hashPassword, type Reauthenticate, requireStrongPassword } from '#server/accounts/passwords.ts';
import { endSessionsOf } from '#server/accounts/sessions-repository.ts';
import type { TrustedDevices } from '#server/accounts/sessions.ts';
import { lockCredentials, setPassword } from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/queue.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  devices: TrustedDevices;
  prove: Reauthenticate;
  proveAddress: ProveEmailOwnership;
  limits: Pick<RateLimits, 'countMail'>;
}

export function passwordCalls(deps: Deps, { devices, prove, proveAddress, limits }: Parts) {
  const { db, config, jobs } = deps;

  const emailOwner = (tx: Queryable, email: string, port: number) =>
    queueMail(deps, tx, {
      key: `password-changed:${uuid7()}`,
      to: email,
      content: passwordChangedEmail(appLink(config, '/forgot-password', port)),
    });

  return {
    /** Responds alike and takes the same time for every address. The job looks up whether there is an account. */
    async requestPasswordReset({ body, request }) {
      const email = normalizeEmail(body.email);
      await limits.countMail(email);
      const { ip, id } = request;
      await jobs.add(db, 'mail-password-reset', { email, port: ownPort(request, deps), request: { ip, id } });
      return { status: 202, body: { delivery: config.mail.smtp ? 'smtp' : 'file' } };
    },

    async resetPassword({ body, request }) {
      const found = await findMailToken(db, 'reset-password', body.token);
      if (!found || found.usedAt !== null) throw linkExpired();
      requireStrongPassword(body.password, found.email);
      const passwordHash = await hashPassword(body.password);
      await db.transaction(async (tx) => {
        // First, as in every password change, so that concurrent changes run one after the other.
        await lockCredentials(tx, found.userId);
        // The account may have a different address by now.
        if (!(await findMailToken(tx, 'reset-password', body.token)) || !(await consumeMailToken(tx, found.id))) throw linkExpired();
        await revokeMailTokens(tx, 'reset-password', found.userId);
        await setPassword(tx, found.userId, passwordHash);
        // Opening the link proves that its reader receives mail at this address.
        const proof = await proveAddress(tx, { userId: found.userId, port: ownPort(request, deps) });
        const ended = await endSessionsOf(tx, found.userId, 'password');
        const subject = { actorId: found.userId, subjectType: 'user', subjectId: found.userId };
        await audit(tx, {
          action: 'account.reset_password',
          ...subject,
          detail: { ...proof, sessions_ended: ended + (proof?.sessions_ended ?? 0) },
          request,
        });
        await emailOwner(tx, found.email, ownPort(request, deps));
      });
      return { status: 204 };
    },

    async changePassword({ viewer, body, request }) {
      const proof = { password: body.current_password, passkey: body.passkey };
      const { account, inTransaction } = await prove({ viewer, request, proof }, 'account.change_password', { asksCode: false });
      const subject = { actorId: account.id, subjectType: 'user', subjectId: account.id };
      requireStrongPassword(body.password, account.email);
      const passwordHash = await hashPassword(body.password);
      await inTransaction(async (tx) => {
        await setPassword(tx, account.id, passwordHash);
        await revokeMailTokens(tx, 'reset-password', account.id);
        const ended = await endSessionsOf(tx, account.id, 'password', viewer.sessionId);
        await audit(tx, { action: 'account.change_password', ...subject, detail: { sessions_ended: ended }, request });
        await emailOwner(tx, account.email, ownPort(request, deps));
      });
      // The device cookie depends on the old password, so it is renewed.
      const cookie = devices.isTrusted(request, account) ? devices.remember(request, { id: account.id, passwordHash }) : null;
      return { status: 204, ...(cookie !== null && { headers: { 'set-cookie': cookie } }) };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}
