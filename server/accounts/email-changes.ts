// The repository of changes of address. Each person has one at most that waits; who answers it holds it until the answer is written.
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { emailChanges, users } from '#server/db/schema/accounts.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';

export type EmailChangeRow = typeof emailChanges.$inferSelect;

const TTL_MS = 3 * 24 * 3_600_000;

export interface EmailChangeTokens {
  old: string;
  new: string;
}

const newTokens = (): EmailChangeTokens => ({ old: newSecret(), new: newSecret() });
const hashesOf = (tokens: EmailChangeTokens) => ({ oldTokenHash: hashSecret(tokens.old), newTokenHash: hashSecret(tokens.new) });

/** Takes the place of the one before. @param isOldKnown whether its owner is known to read the present address */
export async function insertEmailChange(
  tx: Queryable,
  { id, email, isOldKnown }: { id: string; email: string; isOldKnown: boolean },
  newEmail: string,
): Promise<{ tokens: EmailChangeTokens; change: EmailChangeRow }> {
  const tokens = newTokens();
  const now = new Date();
  const row = {
    ...hashesOf(tokens),
    oldEmail: email,
    newEmail,
    oldConfirmedAt: isOldKnown ? null : now,
    newConfirmedAt: null,
    newSessionId: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + TTL_MS),
    settledAt: null,
    outcome: null,
  };
  const [change] = await tx
    .insert(emailChanges)
    .values({ userId: id, ...row })
    .onConflictDoUpdate({ target: emailChanges.userId, set: row })
    .returning();
  if (!change) throw new Error('a change of address was not written');
  return { tokens, change };
}

const isPending = (userId: string) =>
  and(eq(emailChanges.userId, userId), isNull(emailChanges.settledAt), gt(emailChanges.expiresAt, new Date()));

export async function findPendingEmailChange(db: Queryable, userId: string): Promise<EmailChangeRow | undefined> {
  const [row] = await db.select().from(emailChanges).where(isPending(userId));
  return row;
}

/** New links; those before lead nowhere. Undefined where nothing waits. */
export async function renewEmailChangeTokens(tx: Queryable, userId: string) {
  const tokens = newTokens();
  const [change] = await tx
    .update(emailChanges)
    .set({ ...hashesOf(tokens), expiresAt: new Date(Date.now() + TTL_MS) })
    .where(isPending(userId))
    .returning();
  return change && { tokens, change };
}

const isLink = (token: string) => {
  const hash = hashSecret(token);
  return and(or(eq(emailChanges.oldTokenHash, hash), eq(emailChanges.newTokenHash, hash)), gt(emailChanges.expiresAt, new Date()));
};

export async function findEmailChangeOwner(db: Queryable, token: string): Promise<string | undefined> {
  const [row] = await db.select({ userId: emailChanges.userId }).from(emailChanges).where(isLink(token));
  return row?.userId;
}

/** Whose link this is, and to which address it went; held until the transaction ends. */
export async function lockEmailChange(tx: Tx, token: string): Promise<{ change: EmailChangeRow; side: 'old' | 'new' } | undefined> {
  const [change] = await tx.select().from(emailChanges).where(isLink(token)).for('update');
  return change && { change, side: change.oldTokenHash === hashSecret(token) ? 'old' : 'new' };
}

/** @param sessionId of the account, where the link was opened in one */
export async function confirmEmailChange(
  tx: Queryable,
  userId: string,
  side: 'old' | 'new',
  sessionId: string | null,
): Promise<EmailChangeRow> {
  const now = new Date();
  const [row] = await tx
    .update(emailChanges)
    .set(
      side === 'old'
        ? { oldConfirmedAt: now }
        : { newConfirmedAt: now, newSessionId: sql`coalesce(${sessionId}::uuid, ${emailChanges.newSessionId})` },
    )
    .where(eq(emailChanges.userId, userId))
    .returning();
  if (!row) throw new Error('a change of address vanished while it was held');
  return row;
}

/** False where nothing waited. */
export async function settleEmailChange(tx: Queryable, userId: string, outcome: NonNullable<EmailChangeRow['outcome']>): Promise<boolean> {
  const rows = await tx
    .update(emailChanges)
    .set({ settledAt: new Date(), outcome })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.settledAt)))
    .returning({ userId: emailChanges.userId });
  return rows.length > 0;
}

/**
 * False when the account has another address by now. The new one counts as unproved; a caller who knows better marks it as proved.
 * @throws a unique violation of `users_email`, when another account has the new one
 */
export async function setEmail(tx: Queryable, { userId, oldEmail, newEmail }: EmailChangeRow): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ email: newEmail, emailSince: new Date(), isVerified: false, verifiedByAdmin: false })
    .where(and(eq(users.id, userId), eq(users.email, oldEmail), isNull(users.disabledAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}
