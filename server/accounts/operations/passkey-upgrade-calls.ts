import { emailTaken } from '#server/accounts/email.ts';
import { upgradeGuestAccount } from '#server/accounts/guests.ts';
import { notAGuest } from '#server/accounts/operations/guests.ts';
import { passkeyKnown } from '#server/accounts/operations/passkeys.ts';
import { findUserByEmail } from '#server/accounts/own-account.ts';
import type { PasskeyCeremonies } from '#server/accounts/passkey-ceremonies.ts';
import { insertPasskey, listOwnPasskeys } from '#server/accounts/passkeys.ts';
import { loadSessionUser } from '#server/accounts/session-user.ts';
import { sendTokenEmail } from '#server/accounts/token-mails.ts';
import { deviceName } from '#server/accounts/user-agent.ts';
import { audit } from '#server/audit/audit.ts';
import { isUniqueViolation } from '#server/db/unique.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { ownPort } from '#server/mail/links.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  ceremonies: PasskeyCeremonies;
  limits: Pick<RateLimits, 'countLogin' | 'countMailsTo'>;
}

/** A guest becomes a full account without a password: what is theirs stays theirs, as by `upgradeGuest`. */
export function passkeyUpgradeCalls(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, { ceremonies, limits }: Parts) {
  const { db } = deps;
  return {
    async beginUpgradeByPasskey({ viewer, body, request }) {
      if (viewer.email !== null) throw notAGuest();
      const email = normalizeEmail(body.email);
      await limits.countLogin(request, email);
      // Told before the authenticator makes a passkey that nothing would come of.
      if (await findUserByEmail(db, email)) throw emailTaken();
      return { status: 200, body: await ceremonies.creationOptions(request, { id: viewer.userId, email, name: viewer.name }) };
    },

    async upgradeGuestByPasskey({ viewer, body, request }) {
      const { userId } = viewer;
      const email = normalizeEmail(body.email);
      const isMade = async () => (await listOwnPasskeys(db, userId)).some(({ credentialId }) => credentialId === body.passkey.id);
      if (viewer.email !== null) {
        // The same again, after an answer that was lost, is what was asked for.
        if (viewer.email !== email || !(await isMade())) throw notAGuest();
        return { status: 200, body: await loadSessionUser(db, userId) };
      }
      const { passkey, take } = await ceremonies.verifyMade(request, userId, body.passkey);
      const upgrade = { email, passwordHash: '', firstName: body.first_name.trim(), lastName: body.last_name.trim() };
      try {
        await db.transaction(async (tx) => {
          await take(tx);
          if ((await upgradeGuestAccount(tx, userId, upgrade)) === undefined) throw notAGuest();
          limits.countMailsTo([email], { senderId: null });
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
