// What links in mails end with: random, kept by its hash, good for one purpose and a while.
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { mailTokens, users } from '#server/db/schema/accounts.ts';
import type { Queryable } from '#server/db/types.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

export type MailTokenPurpose = (typeof mailTokens.$inferSelect)['purpose'];

const HOUR_MS = 3_600_000;
const TTL_MS: Record<MailTokenPurpose, number> = { 'reset-password': HOUR_MS, 'verify-email': 7 * 24 * HOUR_MS };

export interface IssuedToken {
  id: string;
  token: string;
  expiresAt: Date;
}

/** @param email it is sent to: a token proves no other address */
export async function issueMailToken(tx: Queryable, purpose: MailTokenPurpose, userId: string, email: string): Promise<IssuedToken> {
  const id = uuid7();
  const token = newSecret();
  const expiresAt = new Date(Date.now() + TTL_MS[purpose]);
  await tx.insert(mailTokens).values({ id, userId, purpose, email, tokenHash: hashSecret(token), expiresAt });
  return { id, token, expiresAt };
}

/** A token of this purpose that has not run out, used or not, of an account that still has the address it was sent to. */
export async function findMailToken(db: Queryable, purpose: MailTokenPurpose, token: string) {
  const [row] = await db
    .select({
      id: mailTokens.id,
      userId: mailTokens.userId,
      email: mailTokens.email,
      usedAt: mailTokens.usedAt,
      isVerified: users.isVerified,
    })
    .from(mailTokens)
    .innerJoin(users, and(eq(users.id, mailTokens.userId), eq(users.email, mailTokens.email)))
    .where(
      and(
        eq(mailTokens.tokenHash, hashSecret(token)),
        eq(mailTokens.purpose, purpose),
        gt(mailTokens.expiresAt, new Date()),
        isNull(users.disabledAt),
      ),
    );
  return row;
}

/** False when somebody used it meanwhile. */
export async function consumeMailToken(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx
    .update(mailTokens)
    .set({ usedAt: new Date() })
    .where(and(eq(mailTokens.id, id), isNull(mailTokens.usedAt)))
    .returning({ id: mailTokens.id });
  return rows.length > 0;
}

/** Ends all links of this purpose that this person was sent. */
export async function revokeMailTokens(tx: Queryable, purpose: MailTokenPurpose, userId: string): Promise<void> {
  await tx
    .update(mailTokens)
    .set({ usedAt: new Date() })
    .where(and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, purpose), isNull(mailTokens.usedAt)));
}

export async function deleteOldMailTokens(db: Queryable, before: Date): Promise<void> {
  await db.delete(mailTokens).where(lt(mailTokens.expiresAt, before));
}
