// What a guest does with the account that their device holds: come back to it, and make it a full one.
import { emailTaken } from '#server/accounts/email.ts';
import { findGuest, upgradeGuestAccount } from '#server/accounts/guests.ts';
import { hashPassword, verifyPassword, requireStrongPassword } from '#server/accounts/passwords.ts';
import { loadSessionUser } from '#server/accounts/session-user.ts';
import { requireEnabled, type Sessions } from '#server/accounts/sessions.ts';
import { sendTokenEmail } from '#server/accounts/token-mails.ts';
import { findCredentials } from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import { isUniqueViolation } from '#server/db/unique.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import { addressKey } from '#server/http/network-address.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { ownPort } from '#server/mail/links.ts';
import { hashSecret } from '#server/secrets.ts';

interface Parts {
  limits: Pick<RateLimits, 'countLogin' | 'countMailsTo'>;
  sessions: Sessions;
}

export function guestAccountCalls(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, { limits, sessions }: Parts) {
  const { db } = deps;
  return {
    async resumeGuest({ body, request }) {
      const guest = await findGuest(db, hashSecret(body.key));
      if (!guest) throw new Problem(404, 'unknown_guest', 'This guest doesn’t exist, or has an account by now. Log in with the account.');
      requireEnabled(guest);
      const session = await db.transaction((tx) => sessions.open(tx, guest.id, true, request));
      const { access, cookies } = await sessions.issue(request, session);
      return { status: 200, headers: { 'set-cookie': cookies }, body: { user: await loadSessionUser(db, guest.id), access_token: access } };
    },

    async upgradeGuest({ viewer, body, request }) {
      const email = normalizeEmail(body.email);
      await limits.countLogin(request, email);
      requireStrongPassword(body.password, email);
      if (viewer.email === null) {
        const upgrade = {
          email,
          passwordHash: await hashPassword(body.password),
          firstName: body.first_name.trim(),
          lastName: body.last_name.trim(),
        };
        try {
          await db.transaction(async (tx) => {
            const upgraded = await upgradeGuestAccount(tx, viewer.userId, upgrade);
            // Else the same call came twice at once: what is so now is looked at below.
            if (upgraded === undefined) return;
            limits.countMailsTo([email], { senderId: null });
            await audit(tx, { action: 'account.upgrade_guest', actorId: upgraded, subjectType: 'user', subjectId: upgraded, request });
            await sendTokenEmail(deps, tx, 'verify-email', { id: upgraded, email }, ownPort(request, deps));
          });
        } catch (error) {
          throw isUniqueViolation(error, 'users_email') ? emailTaken() : error;
        }
      }
      // The same again, after an answer that was lost, is what was asked for.
      const own = await findCredentials(db, email, addressKey(request.ip));
      if (own?.id !== viewer.userId || !(await verifyPassword(own.passwordHash, body.password))) throw notAGuest();
      return { status: 200, body: await loadSessionUser(db, viewer.userId) };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

export const notAGuest = () => new Problem(409, 'not_a_guest', 'This account already has an email address and a password.');
