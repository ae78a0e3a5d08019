import { and, asc, eq, sql } from 'drizzle-orm';
import { memberships, organizations } from '#server/db/schema.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Place } from '#server/http/cursor.ts';

export async function findOrganization(db: Queryable, id: string) {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, id));
  return row;
}

/** Those that this person administers, first joined first. */
export async function listOwnedOrganizations(db: Queryable, userId: string, { after, limit }: { after: Place | null; limit: number }) {
  return db
    .select({ organization: organizations, joinedAt: memberships.joinedAt, membershipId: memberships.id })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.role, 'organization'),
        eq(memberships.status, 'active'),
        after ? sql`(${memberships.joinedAt}, ${memberships.id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(asc(memberships.joinedAt), asc(memberships.id))
    .limit(limit);
}
