// The repository of passkeys. How often one was used only grows, by a conditional write: of a passkey and its copy one gets in.
import { and, asc, count, eq, lt, or } from 'drizzle-orm';
import { passkeys, users } from '#server/db/schema/accounts.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export const MAX_PASSKEYS = 20;

export function listOwnPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

/** With whose it is. */
export async function findPasskeyByCredential(db: Queryable, credentialId: string) {
  const [row] = await db
    .select({ passkey: passkeys, passwordHash: users.passwordHash, disabledAt: users.disabledAt })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return row;
}

/** Undefined where somebody has this credential already. */
export async function insertPasskey(tx: Queryable, passkey: typeof passkeys.$inferInsert): Promise<PasskeyRow | undefined> {
  const [row] = await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning();
  return row;
}

export interface PasskeyUse {
  id: string;
  counter: number;
  isBackedUp: boolean;
}

/** False when it was used further meanwhile, or is gone. */
export async function markPasskeyUsed(tx: Queryable, { id, counter, isBackedUp }: PasskeyUse): Promise<boolean> {
  const isFurther = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), eq(passkeys.counter, counter)));
  const rows = await tx
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAt: new Date() })
    .where(and(eq(passkeys.id, id), isFurther))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

const isOwn = (userId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));

/** Undefined for somebody else's. */
export async function setPasskeyName(tx: Queryable, userId: string, id: string, name: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx.update(passkeys).set({ name }).where(isOwn(userId, id)).returning();
  return row;
}

/** The passkey that went, if it was theirs. */
export async function deletePasskey(tx: Queryable, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx.delete(passkeys).where(isOwn(userId, id)).returning();
  return row;
}

/** Holds the account until the transaction ends: ways in are added and removed one after the other. */
export async function lockSignInMethods(tx: Tx, userId: string): Promise<{ hasPassword: boolean; passkeys: number }> {
  const [owner] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)).for('update');
  const [row] = await tx.select({ passkeys: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return { hasPassword: (owner?.passwordHash ?? '') !== '', passkeys: row?.passkeys ?? 0 };
}
