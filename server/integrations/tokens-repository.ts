import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/accounts.ts';
import { apiTokens } from '#server/db/schema/integrations.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

const LISTED_DAYS = 30;
const MOST_LISTED = 200;

export type TokenRow = Awaited<ReturnType<typeof listTokens>>[number];

const selected = {
  id: apiTokens.id,
  name: apiTokens.name,
  scopes: apiTokens.scopes,
  hint: apiTokens.hint,
  createdAt: apiTokens.createdAt,
  expiresAt: apiTokens.expiresAt,
  revokedAt: apiTokens.revokedAt,
  lastUsedAt: apiTokens.lastUsedAt,
  lastUsedFrom: apiTokens.lastUsedFrom,
  creatorFirstName: users.firstName,
  creatorLastName: users.lastName,
};

const selectTokens = (db: Queryable) => db.select(selected).from(apiTokens).innerJoin(users, eq(users.id, apiTokens.createdBy));

/** Newest first, without those that ended long ago. */
export function listTokens(db: Queryable, organizationId: string) {
  const recently = sql`now() - make_interval(days => ${LISTED_DAYS})`;
  return selectTokens(db)
    .where(
      and(
        eq(apiTokens.organizationId, organizationId),
        gt(apiTokens.expiresAt, recently),
        or(isNull(apiTokens.revokedAt), gt(apiTokens.revokedAt, recently)),
      ),
    )
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
    .limit(MOST_LISTED);
}

export async function findToken(db: Queryable, organizationId: string, id: string): Promise<TokenRow | null> {
  const [row] = await selectTokens(db).where(and(eq(apiTokens.organizationId, organizationId), eq(apiTokens.id, id)));
  return row ?? null;
}

/** Neither expired nor revoked. */
export async function countActiveTokens(db: Queryable, organizationId: string): Promise<number> {
  const isActive = and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, sql`now()`));
  const [row] = await db
    .select({ tokens: count() })
    .from(apiTokens)
    .where(and(eq(apiTokens.organizationId, organizationId), isActive));
  return row?.tokens ?? 0;
}

export async function insertToken(tx: Tx, token: typeof apiTokens.$inferInsert): Promise<void> {
  await tx.insert(apiTokens).values(token);
}

/** False if it was revoked before. */
export async function revokeToken(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiTokens.id, id), isNull(apiTokens.revokedAt)))
    .returning({ id: apiTokens.id });
  return rows.length > 0;
}

/** The token with this secret, also if it ended. Those of deleted organizations are not there. */
export async function findTokenBySecret(db: Queryable, secretHash: string) {
  const [row] = await db
    .select({
      id: apiTokens.id,
      organizationId: apiTokens.organizationId,
      organizationStatus: organizations.status,
      name: apiTokens.name,
      scopes: apiTokens.scopes,
      expiresAt: apiTokens.expiresAt,
      revokedAt: apiTokens.revokedAt,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .innerJoin(organizations, eq(organizations.id, apiTokens.organizationId))
    .where(and(eq(apiTokens.secretHash, secretHash), isNull(organizations.deletedAt)));
  return row ?? null;
}

/** Of several uses at the same time, one is recorded. */
export async function recordUse(db: Queryable, id: string, { from, notSince }: { from: string; notSince: Date }): Promise<void> {
  await db
    .update(apiTokens)
    .set({ lastUsedAt: sql`now()`, lastUsedFrom: from })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, notSince))));
}
