import { and, eq, isNull, sql } from 'drizzle-orm';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { isProved, users } from '#server/db/schema/accounts.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import { unauthenticated } from '#server/http/problem.ts';
import { notifyMembers } from '#server/organizations/members.ts';

export type OrganizationRow = typeof organizations.$inferSelect;

/** None that was deleted. */
export async function findOrganization(db: Queryable, id: string) {
  const row = await findOrganizationWithDeleted(db, id);
  return row?.deletedAt ? undefined : row;
}

/** Deleted ones too. */
export async function findOrganizationWithDeleted(db: Queryable, id: string) {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, id));
  return row;
}

export async function insertOrganization(tx: Tx, organization: typeof organizations.$inferInsert): Promise<void> {
  await tx.insert(organizations).values(organization);
}

/** @param deletion null: no longer deleted */
export async function markOrganizationDeleted(tx: Tx, id: string, deletion: { at: Date; byPlatform: boolean } | null): Promise<void> {
  const changes = { deletedAt: deletion?.at ?? null, deletedByPlatform: deletion?.byPlatform ?? false };
  await tx.update(organizations).set(changes).where(eq(organizations.id, id));
  await notifyMembers(tx, id);
}

/**
 * Until the transaction ends a person comes to nothing new by another way, and does not go. Before any organization or event, so that nobody
 * waits for each other. False for who is gone.
 */
export async function lockUser(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.select({ disabledAt: users.disabledAt }).from(users).where(eq(users.id, userId)).for('no key update');
  return row?.disabledAt === null;
}

/**
 * The same for who asks.
 * @throws {Problem} 401 `unauthenticated`
 */
export async function lockActiveUser(tx: Tx, userId: string): Promise<void> {
  if (!(await lockUser(tx, userId))) throw unauthenticated();
}

/** Suspended accounts too. */
export async function findAccountByEmail(db: Queryable, email: string): Promise<{ id: string; isVerified: boolean } | null> {
  const [row] = await db
    .select({ id: users.id, isVerified: users.isVerified })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, normalizeEmail(email)), isNull(users.deletedAt)));
  return row ?? null;
}

/** Of somebody who is held. */
export async function findAddress(tx: Tx, userId: string): Promise<{ email: string | null; isVerified: boolean; isProved: boolean }> {
  const [row] = await tx.select({ email: users.email, isVerified: users.isVerified, isProved }).from(users).where(eq(users.id, userId));
  return row ?? { email: null, isVerified: false, isProved: false };
}

interface Owned {
  joinedAt: Date;
  membershipId: string;
}

export const ownedOrder = keyset<Owned, 'joined_at'>(
  { joined_at: byInstant(memberships.joinedAt, (row) => row.joinedAt) },
  { column: memberships.id, of: (row) => row.membershipId },
);

/** Those that this person administers. */
export async function listOwnedOrganizations(db: Queryable, userId: string, { where, orderBy, limit }: Range) {
  return db
    .select({ organization: organizations, joinedAt: memberships.joinedAt, membershipId: memberships.id })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.role, 'organization'),
        eq(memberships.status, 'active'),
        isNull(memberships.removedAt),
        isNull(organizations.deletedAt),
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
}

/** Until the transaction ends: what is decided about its members and its settings is decided one after the other. */
export async function lockOrganization(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id)).for('no key update');
}
