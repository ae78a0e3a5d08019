// The repository of guests: people without an account of their own, known by the key that their device holds.
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { users } from '#server/db/schema/accounts.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

export async function findGuest(db: Queryable, keyHash: string): Promise<{ id: string; disabledAt: Date | null } | undefined> {
  const [row] = await db.select({ id: users.id, disabledAt: users.disabledAt }).from(users).where(eq(users.guestKeyHash, keyHash));
  return row;
}

export interface NewGuest {
  id: string;
  keyHash: string;
  name: string;
}

/** False when there is a guest with this key: a call that came twice. */
export async function insertGuest(tx: Tx, { id, keyHash, name }: NewGuest): Promise<boolean> {
  const rows = await tx
    .insert(users)
    .values({ id, email: null, passwordHash: '', firstName: name, lastName: '', guestKeyHash: keyHash })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return rows.length > 0;
}

/** The same as a part of a statement that inserts more than the guest. @param from the part of it that must have a row */
export const guestInsert = ({ id, keyHash, name }: NewGuest, from: SQL): SQL =>
  sql`insert into ${users} (id, password_hash, first_name, last_name, guest_key_hash)
    select ${id}::uuid, '', ${name}, '', ${keyHash} from ${from} on conflict do nothing returning id`;

export async function renameGuest(tx: Tx, id: string, name: string): Promise<void> {
  await tx
    .update(users)
    .set({ firstName: name })
    .where(and(eq(users.id, id), isNull(users.email), isNull(users.deletedAt)));
}

export interface GuestUpgrade {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
}

/**
 * The account stays; its key opens nothing any more. Undefined when it is no guest any more.
 * @throws a unique violation of `users_email`, when another account has the address
 */
export async function upgradeGuestAccount(tx: Tx, id: string, upgrade: GuestUpgrade): Promise<string | undefined> {
  const [row] = await tx
    .update(users)
    .set({ ...upgrade, emailSince: new Date(), guestKeyHash: null })
    .where(and(eq(users.id, id), isNull(users.email), isNull(users.deletedAt)))
    .returning({ id: users.id });
  return row?.id;
}
