// The repository of two-factor authentication. Whatever may be used once is taken by a conditional write: of two at the same time one gets it.
import { and, count, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { hashRecoveryCode } from '#server/accounts/recovery-codes.ts';
import { recoveryCodes, twoFactors } from '#server/db/schema/accounts.ts';
import type { Queryable } from '#server/db/types.ts';

export async function findTwoFactor(db: Queryable, userId: string) {
  const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId));
  return row;
}

/** Whether a login asks for a code. */
export async function hasTwoFactor(db: Queryable, userId: string): Promise<boolean> {
  return (await findTwoFactor(db, userId))?.confirmedAt instanceof Date;
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

/** Keeps a secret that is to be confirmed, instead of one that never was. False when one is in use. */
export async function storeUnconfirmedSecret(tx: Queryable, userId: string, sealedSecret: string): Promise<boolean> {
  const rows = await tx
    .insert(twoFactors)
    .values({ userId, sealedSecret })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { sealedSecret, createdAt: new Date() },
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ userId: twoFactors.userId });
  return rows.length > 0;
}

/** False when it is in use already, or is another by now. */
export async function confirmSecret(tx: Queryable, userId: string, sealedSecret: string, lastStep: number): Promise<boolean> {
  const rows = await tx
    .update(twoFactors)
    .set({ confirmedAt: new Date(), lastStep })
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.sealedSecret, sealedSecret), isNull(twoFactors.confirmedAt)))
    .returning({ userId: twoFactors.userId });
  return rows.length > 0;
}

/** False when a code of this step, or of a later one, was taken. */
export async function consumeTotpStep(tx: Queryable, userId: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(twoFactors)
    .set({ lastStep: step })
    .where(
      and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt), or(isNull(twoFactors.lastStep), lt(twoFactors.lastStep, step))),
    )
    .returning({ userId: twoFactors.userId });
  return rows.length > 0;
}

/** False for one that is none, or was used. */
export async function consumeRecoveryCode(tx: Queryable, userId: string, typed: string): Promise<boolean> {
  const rows = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashRecoveryCode(typed)), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}

/** Those before, used or not, open nothing any more. */
export async function replaceRecoveryCodes(tx: Queryable, userId: string, codes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) })));
}

/** With its recovery codes. */
export async function deleteTwoFactor(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
}

/** Secrets that nobody confirmed. */
export async function deleteUnconfirmedSecrets(db: Queryable, before: Date): Promise<void> {
  await db.delete(twoFactors).where(and(isNull(twoFactors.confirmedAt), lt(twoFactors.createdAt, before)));
}
