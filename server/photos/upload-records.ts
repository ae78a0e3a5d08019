// Whose upload is whose: the repository behind /api/v1/uploads.
import { and, eq, lt, sql } from 'drizzle-orm';
import { uploads } from '#server/db/schema.ts';
import type { Queryable } from '#server/deps.ts';

export async function addUpload(db: Queryable, upload: { id: string; userId: string; bytes: number | null }): Promise<void> {
  await db.insert(uploads).values(upload);
}

/** True when this person began this upload; it then counts as in use from now. */
export async function touchUpload(db: Queryable, id: string, userId: string): Promise<boolean> {
  const touched = await db
    .update(uploads)
    .set({ touchedAt: sql`now()` })
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId)))
    .returning({ id: uploads.id });
  return touched.length > 0;
}

export async function removeUpload(db: Queryable, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
}

/** Uploads that nobody touched since a time, the longest untouched first, behind the one given. */
export function listUntouched(db: Queryable, since: Date, after: string, limit: number): Promise<{ id: string; touchedAt: Date }[]> {
  return db
    .select({ id: uploads.id, touchedAt: uploads.touchedAt })
    .from(uploads)
    .where(and(lt(uploads.touchedAt, since), sql`${uploads.id} > ${after}`))
    .orderBy(uploads.id)
    .limit(limit);
}

/** Removes the record unless somebody touched it since. Returns false in that case. */
export async function removeUntouched(db: Queryable, id: string, since: Date): Promise<boolean> {
  const removed = await db
    .delete(uploads)
    .where(and(eq(uploads.id, id), lt(uploads.touchedAt, since)))
    .returning({ id: uploads.id });
  return removed.length > 0;
}
