// The first time that somebody proves that they read the mail of an account's address. Somebody else may have given the account this address,
// so everything that was set up before ends: other ways to sign in, sessions, changes of the address that are under way, and what was asked of the
// platform about the account's data.
import { eq } from 'drizzle-orm';
import { settleEmailChange } from '#server/accounts/email-changes.ts';
import { accessRevokedEmail } from '#server/accounts/emails.ts';
import { endSessionsOf, lockCredentials, markVerified } from '#server/accounts/own-account.ts';
import { deleteTwoFactor, hasTwoFactor } from '#server/accounts/two-factor.ts';
import { loginChallenges, passkeyChallenges, passkeys } from '#server/db/schema/accounts.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { appLink } from '#server/mail/links.ts';
import { queueMail, withdrawMails } from '#server/mail/queue.ts';
import { uuid7 } from '#server/uuid.ts';

interface OwnershipProof {
  userId: string;
  /** The session of the browser that proves it. It stays. */
  sessionId?: string | undefined;
  /** `ownPort` of the request. */
  port: number;
}

/** What ended, for the audit trail. */
export type RevokedAccess = Record<'sessions_ended' | 'passkeys_removed' | 'data_requests_withdrawn', number> & {
  two_factor_removed: boolean;
};

/** Withdraws what the account asked of the platform about its data: own-data/requests.ts. Resolves with how many that were. */
export type WithdrawDataRequests = (tx: Tx, userId: string) => Promise<number>;

export type ProveEmailOwnership = (tx: Tx, proof: OwnershipProof) => Promise<RevokedAccess | null>;

/** Keys of mails about a pending change of address begin like this. */
export const emailChangeKey = (userId: string) => `email-change:${userId}:`;

/** Ends a change of address that is under way, with its links. False where none was. */
export async function cancelEmailChange(tx: Tx, userId: string): Promise<boolean> {
  if (!(await settleEmailChange(tx, userId, 'cancelled'))) return false;
  await withdrawMails(tx, [emailChangeKey(userId)]);
  return true;
}

/** Marks the address of an account as proved. Returns null if it was proved before: then nothing ends. */
export function createEmailOwnershipProver(
  deps: Pick<Deps, 'jobs' | 'config'>,
  withdrawDataRequests: WithdrawDataRequests,
): ProveEmailOwnership {
  return async (tx, { userId, sessionId, port }) => {
    const owner = await lockCredentials(tx, userId);
    if (!owner || owner.isProved) return null;
    await markVerified(tx, userId, 'owner');
    await cancelEmailChange(tx, userId);
    const hadTwoFactor = await hasTwoFactor(tx, userId);
    await deleteTwoFactor(tx, userId);
    const removed = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
    await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
    await tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
    const sessionsEnded = await endSessionsOf(tx, userId, 'revoked', sessionId);
    const withdrawn = await withdrawDataRequests(tx, userId);
    const ended = { signInMethods: hadTwoFactor || removed.length > 0, dataRequests: withdrawn > 0 };
    if ((ended.signInMethods || ended.dataRequests) && owner.email !== null) {
      const content = accessRevokedEmail(appLink(deps.config, '/forgot-password', port), ended);
      await queueMail(deps, tx, { key: `ended-by-proof:${uuid7()}`, to: owner.email, content });
    }
    return {
      sessions_ended: sessionsEnded,
      passkeys_removed: removed.length,
      data_requests_withdrawn: withdrawn,
      two_factor_removed: hadTwoFactor,
    };
  };
}
