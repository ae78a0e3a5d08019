// A guest account, stored on one device: resuming it, and upgrading it to a full account.
import { insertPasskey, listOwnPasskeys } from '#server/accounts/credentials-repository.ts';
import { sendTokenEmail } from '#server/accounts/emails.ts';
import { emailTaken } from '#server/accounts/operations/email.ts';
import { passkeyKnown } from '#server/accounts/operations/passkeys.ts';
import type { PasskeyCeremonies } from '#server/accounts/passkeys.ts';
import { hashPassword, requireStrongPassword, verifyPassword } from '#server/accounts/passwords.ts';
import { deviceName } from '#server/accounts/presenter.ts';
import { loadSessionUser, requireEnabled, type Sessions } from '#server/accounts/sessions.ts';
import { findCredentials, findGuest, findUserByEmail, upgradeGuestAccount } from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import { addressKey } from '#server/http/network-address.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { ownPort } from '#server/mail/links.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  limits: Pick<RateLimits, 'countLogin' | 'countMailsTo'>;
  sessions: Sessions;
}

export function guestAccountCalls(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, { limits, sessions }: Parts) {
  const { db } = deps;
  return {
    async resumeGuest({ body, request }) {
      const guest = await findGuest(db, hashSecret(body.key));
      if (!guest) throw new Problem(404, 'unknown_guest', 'This guest account doesn’t exist or was upgraded. Log in with your account.');
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
            // A concurrent identical request may have upgraded the guest. The check below decides.
            if (upgraded === undefined) return;
            await limits.countMailsTo([email], { senderId: null }, tx);
            await audit(tx, { action: 'account.upgrade_guest', actorId: upgraded, subjectType: 'user', subjectId: upgraded, request });
            await sendTokenEmail(deps, tx, 'verify-email', { id: upgraded, email }, ownPort(request, deps));
          });
        } catch (error) {
          throw isUniqueViolation(error, 'users_email') ? emailTaken() : error;
        }
      }
      // A repeated request, for instance after a lost response, gets the same result.
      const own = await findCredentials(db, email, addressKey(request.ip));
      if (own?.id !== viewer.userId || !(await verifyPassword(own.passwordHash, body.password))) throw notAGuest();
      return { status: 200, body: await loadSessionUser(db, viewer.userId) };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

interface PasskeyUpgradeParts {
  ceremonies: PasskeyCeremonies;
  limits: Pick<RateLimits, 'countLogin' | 'countMailsTo'>;
}

/** Upgrades a guest to a full account without a password. All data stays, as with `upgradeGuest`. */
export function passkeyUpgradeCalls(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, { ceremonies, limits }: PasskeyUpgradeParts) {
  const { db } = deps;
  return {
    async beginUpgradeByPasskey({ viewer, body, request }) {
      if (viewer.email !== null) throw notAGuest();
      const email = normalizeEmail(body.email);
      await limits.countLogin(request, email);
      // Checked before the authenticator creates a passkey that could not be used.
      if (await findUserByEmail(db, email)) throw emailTaken();
      return { status: 200, body: await ceremonies.creationOptions(request, { id: viewer.userId, email, name: viewer.name }) };
    },

    async upgradeGuestByPasskey({ viewer, body, request }) {
      const { userId } = viewer;
      const email = normalizeEmail(body.email);
      const isMade = async () => (await listOwnPasskeys(db, userId)).some(({ credentialId }) => credentialId === body.passkey.id);
      if (viewer.email !== null) {
        // A repeated request, for instance after a lost response, gets the same result.
        if (viewer.email !== email || !(await isMade())) throw notAGuest();
        return { status: 200, body: await loadSessionUser(db, userId) };
      }
      const { passkey, take } = await ceremonies.verifyMade(request, userId, body.passkey);
      const upgrade = { email, passwordHash: '', firstName: body.first_name.trim(), lastName: body.last_name.trim() };
      try {
        await db.transaction(async (tx) => {
          await take(tx);
          if ((await upgradeGuestAccount(tx, userId, upgrade)) === undefined) throw notAGuest();
          await limits.countMailsTo([email], { senderId: null }, tx);
          const name = deviceName(request.headers['user-agent'] ?? '');
          if (!(await insertPasskey(tx, { ...passkey, id: uuid7(), userId, name }))) throw passkeyKnown();
          const subject = { actorId: userId, subjectType: 'user', subjectId: userId };
          await audit(tx, { action: 'account.upgrade_guest', ...subject, detail: { by: 'passkey' }, request });
          await sendTokenEmail(deps, tx, 'verify-email', { id: userId, email }, ownPort(request, deps));
        });
      } catch (error) {
        throw isUniqueViolation(error, 'users_email') ? emailTaken() : error;
      }
      return { status: 200, body: await loadSessionUser(db, userId) };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

const notAGuest = () => new Problem(409, 'not_a_guest', 'This account already has an email address and a password.');
