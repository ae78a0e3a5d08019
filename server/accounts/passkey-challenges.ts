// What authenticators sign: random, kept by its hash, good for one ceremony and a few minutes.
import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import { passkeyChallenges } from '#server/db/schema/accounts.ts';
import type { Queryable } from '#server/db/types.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';

export type PasskeyPurpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

const TTL_MS = 5 * 60_000;

/** What it was issued for. `userId` null: a login, whoever comes. */
export interface PasskeyIntent {
  purpose: PasskeyPurpose;
  userId: string | null;
}

const CLEANUP_BATCH_SIZE = 100;

/** Those that ran out go: logins are begun by anybody, and many are never ended. */
export async function issuePasskeyChallenge(db: Queryable, intent: PasskeyIntent): Promise<string> {
  const challenge = newSecret();
  const over = db
    .select({ hash: passkeyChallenges.challengeHash })
    .from(passkeyChallenges)
    .where(lt(passkeyChallenges.expiresAt, new Date()))
    .limit(CLEANUP_BATCH_SIZE)
    .for('update', { skipLocked: true });
  await db.delete(passkeyChallenges).where(inArray(passkeyChallenges.challengeHash, over));
  await db.insert(passkeyChallenges).values({ ...intent, challengeHash: hashSecret(challenge), expiresAt: new Date(Date.now() + TTL_MS) });
  return challenge;
}

const isOpen = (challenge: string, { purpose, userId }: PasskeyIntent) =>
  and(
    eq(passkeyChallenges.challengeHash, hashSecret(challenge)),
    eq(passkeyChallenges.purpose, purpose),
    userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
    gt(passkeyChallenges.expiresAt, new Date()),
  );

export async function isChallengeOpen(db: Queryable, challenge: string, intent: PasskeyIntent): Promise<boolean> {
  const rows = await db.select({ purpose: passkeyChallenges.purpose }).from(passkeyChallenges).where(isOpen(challenge, intent));
  return rows.length > 0;
}

/** False when it was answered meanwhile. */
export async function consumePasskeyChallenge(tx: Queryable, challenge: string, intent: PasskeyIntent): Promise<boolean> {
  const rows = await tx.delete(passkeyChallenges).where(isOpen(challenge, intent)).returning({ purpose: passkeyChallenges.purpose });
  return rows.length > 0;
}
