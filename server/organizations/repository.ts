import { and, eq } from 'drizzle-orm';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import type { Queryable } from '#server/db/types.ts';

export async function findOrganization(db: Queryable, id: string) {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, id));
  return row;
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
    .where(and(eq(memberships.userId, userId), eq(memberships.role, 'organization'), eq(memberships.status, 'active'), where))
    .orderBy(...orderBy)
    .limit(limit);
}
