// What a login answers whose password was right and whose code is to come: random, kept by its hash, good for one login of one account.
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { loginChallenges, sessions, users } from '#server/db/schema/accounts.ts';
import type { Queryable } from '#server/db/types.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

const TTL_MS = 10 * 60_000;
const MAX_ATTEMPTS = 5;

export async function issueChallenge(tx: Queryable, userId: string, rememberMe: boolean): Promise<{ challenge: string; expiresAt: Date }> {
  const challenge = newSecret();
  const expiresAt = new Date(Date.now() + TTL_MS);
  await tx.insert(loginChallenges).values({ id: uuid7(), userId, challengeHash: hashSecret(challenge), rememberMe, expiresAt });
  return { challenge, expiresAt };
}

/**
 * One that has not run out, with whose it is.
 * @param address told back: whether this person has signed in from there before
 */
export async function findChallenge(db: Queryable, challenge: string, address: string) {
  const [row] = await db
    .select({
      id: loginChallenges.id,
      rememberMe: loginChallenges.rememberMe,
      userId: users.id,
      email: users.email,
      passwordHash: users.passwordHash,
      disabledAt: users.disabledAt,
      isAddressKnown: sql<boolean>`exists (select 1 from ${sessions} s where s.user_id = users.id and s.address = ${address})`,
    })
    .from(loginChallenges)
    .innerJoin(users, eq(users.id, loginChallenges.userId))
    .where(and(eq(loginChallenges.challengeHash, hashSecret(challenge)), gt(loginChallenges.expiresAt, new Date())));
  return row;
}

/** Takes one of its tries. False when none is left. */
export async function consumeAttempt(db: Queryable, id: string): Promise<boolean> {
  const rows = await db
    .update(loginChallenges)
    .set({ tries: sql`${loginChallenges.tries} + 1` })
    .where(and(eq(loginChallenges.id, id), lt(loginChallenges.tries, MAX_ATTEMPTS)))
    .returning({ id: loginChallenges.id });
  return rows.length > 0;
}

/** False when somebody was let in by it meanwhile. */
export async function consumeChallenge(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.delete(loginChallenges).where(eq(loginChallenges.id, id)).returning({ id: loginChallenges.id });
  return rows.length > 0;
}

export async function deleteOldChallenges(db: Queryable, before: Date): Promise<void> {
  await db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, before));
}
