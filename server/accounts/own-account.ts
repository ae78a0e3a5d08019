// What a person looks after in the own account: password, address, sessions.
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { isProved, loginChallenges, sessions, users } from '#server/db/schema/accounts.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { unauthenticated } from '#server/http/problem.ts';
import { notifyPerson } from '#server/live/person.ts';

const MAX_SHOWN = 100;

/** Neither ended nor expired, the one used last first. */
export function listOpenSessions(db: Queryable, userId: string) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(MAX_SHOWN);
}

/** Undefined for somebody else's. */
export async function findOwnSession(db: Queryable, userId: string, id: string) {
  const [row] = await db
    .select({ id: sessions.id, isOpen: sql<boolean>`${sessions.endedAt} is null and ${sessions.expiresAt} > now()` })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
  return row;
}

/**
 * Ends the sessions of a person, and tells how many.
 * @param but the one that stays
 */
export async function endSessionsOf(tx: Queryable, userId: string, endReason: 'revoked' | 'password', but?: string): Promise<number> {
  const { rowCount } = await tx
    .update(sessions)
    .set({ endedAt: new Date(), endReason })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), ...(but === undefined ? [] : [ne(sessions.id, but)])));
  await notifyPerson(tx, userId);
  return rowCount ?? 0;
}

/** Until the transaction ends nobody changes how this person proves who they are. Undefined for nobody. */
export async function lockCredentials(tx: Queryable, userId: string) {
  const [row] = await tx
    .select({
      email: users.email,
      emailSince: users.emailSince,
      passwordHash: users.passwordHash,
      isVerified: users.isVerified,
      isProved,
      disabledAt: users.disabledAt,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return row;
}

/**
 * Holds the person of a session, as long as it still speaks for them: a password that was reset while a request was under way has ended it.
 * @throws {Problem} 401 `unauthenticated`
 */
export async function lockSignedInUser(tx: Tx, viewer: { userId: string; sessionId: string }): Promise<{ passwordHash: string }> {
  const held = await lockCredentials(tx, viewer.userId);
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, viewer.sessionId), eq(sessions.userId, viewer.userId), isNull(sessions.endedAt)));
  if (!held || held.disabledAt !== null || !session) throw unauthenticated();
  return held;
}

/** Undefined for a guest, who has neither address nor password. */
export async function findFullAccount(db: Queryable, userId: string) {
  const [row] = await db
    .select({ id: users.id, email: users.email, passwordHash: users.passwordHash, isVerified: users.isVerified, isProved })
    .from(users)
    .where(eq(users.id, userId));
  return row && row.email !== null ? { ...row, email: row.email } : undefined;
}

export async function findUserByEmail(db: Queryable, email: string) {
  const [row] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isNull(users.disabledAt)));
  return row && { id: row.id, email: row.email ?? email };
}

/** Logins under way with the one before are over. */
export async function setPassword(tx: Queryable, userId: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
  await tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
}

/** What is undefined stays. */
export async function setProfile(
  tx: Queryable,
  userId: string,
  profile: Partial<Pick<typeof users.$inferInsert, 'firstName' | 'lastName' | 'dateLocale'>>,
): Promise<void> {
  await tx
    .update(users)
    .set(profile)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
}

/** @param by who says that the address is theirs: an administrator's word proves nothing */
export async function markVerified(tx: Queryable, userId: string, by: 'owner' | 'admin'): Promise<void> {
  await tx
    .update(users)
    .set({ isVerified: true, verifiedByAdmin: by === 'admin' })
    .where(eq(users.id, userId));
}
