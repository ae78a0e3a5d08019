// The repository of pictures that were sent to make something of.
import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/accounts.ts';
import { generations, generationUploads } from '#server/db/schema/generation.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

export type GenerationUploadRow = typeof generationUploads.$inferSelect;

/** How many a person has. Until the transaction ends they send no other. */
export async function lockUploads(tx: Tx, userId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`generation-uploads:${userId}`}, 0))`);
  const [row] = await tx
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(generationUploads)
    .where(and(eq(generationUploads.userId, userId), gt(generationUploads.expiresAt, sql`now()`)));
  return row?.count ?? 0;
}

export async function insertGenerationUpload(tx: Tx, upload: typeof generationUploads.$inferInsert): Promise<void> {
  await tx.insert(generationUploads).values(upload);
}

export async function findGenerationUpload(db: Queryable, id: string): Promise<GenerationUploadRow | undefined> {
  const [row] = await db
    .select()
    .from(generationUploads)
    .where(and(eq(generationUploads.id, id), gt(generationUploads.expiresAt, sql`now()`)));
  return row;
}

const isInUse = sql`exists (select from ${generations} where ${generations.userId} = ${generationUploads.userId}
  and ${generations.status} in ('queued', 'running')
  and (${generations.request} ->> 'mask' = ${generationUploads.id}::text or ${generations.request} -> 'source' ->> 'id' = ${generationUploads.id}::text))`;

/** Ends so many of a person's oldest, as far as nothing waits to be made of them. The caller holds their uploads. @returns the ids of those that have ended */
export async function expireOldestUploads(tx: Tx, userId: string, count: number): Promise<string[]> {
  const oldest = tx
    .select({ id: generationUploads.id })
    .from(generationUploads)
    .where(and(eq(generationUploads.userId, userId), gt(generationUploads.expiresAt, sql`now()`), sql`not ${isInUse}`))
    .orderBy(asc(generationUploads.createdAt), asc(generationUploads.id))
    .limit(count);
  const ended = await tx
    .update(generationUploads)
    .set({ expiresAt: sql`now()` })
    .where(inArray(generationUploads.id, oldest))
    .returning({ id: generationUploads.id });
  return ended.map(({ id }) => id);
}

/** Those whose time is over, or whose sender has gone; what waits to be made of one keeps it. */
export function listUploadsToRemove(db: Queryable, limit: number) {
  return db
    .select({ id: generationUploads.id })
    .from(generationUploads)
    .innerJoin(users, eq(users.id, generationUploads.userId))
    .where(and(or(sql`${generationUploads.expiresAt} <= now()`, isNotNull(users.deletedAt)), sql`not ${isInUse}`))
    .limit(limit);
}

export async function removeGenerationUpload(db: Queryable, id: string): Promise<void> {
  await db.delete(generationUploads).where(eq(generationUploads.id, id));
}
