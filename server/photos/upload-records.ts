// Whose upload is whose: the repository behind /api/v1/uploads.
import { and, eq, lt, sql } from 'drizzle-orm';
import { photos, uploads } from '#server/db/schema.ts';
import type { Queryable, Tx } from '#server/deps.ts';

/** The first half of an advisory lock's key: the second half is a place in the storage. */
const PLACES = 7_311;

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

/** Removes the record unless somebody touched it since: then null. Tells where in the storage its bytes were moved by a commit that was cut. */
export async function removeUntouched(tx: Queryable, id: string, since: Date): Promise<{ movedTo: string | null } | null> {
  const [removed] = await tx
    .delete(uploads)
    .where(and(eq(uploads.id, id), lt(uploads.touchedAt, since)))
    .returning({ movedTo: uploads.movedTo });
  return removed ?? null;
}

/**
 * Notes, before it is done, that an upload's bytes go to a place in the storage. From then on `isNeeded` is true of that place: whoever
 * removes what is not needed either did so before, or leaves it.
 */
export async function noteMove(db: Queryable, id: string, key: string): Promise<void> {
  await db.execute(sql`with held as materialized (select pg_advisory_xact_lock(${PLACES}, hashtext(${key})))
    update ${uploads} set moved_to = ${key} from held where ${uploads.id} = ${id}`);
}

/** Whether a photo or another upload has its bytes at this place. Nobody notes a move there until the transaction ends. */
export async function isNeeded(tx: Tx, key: string, photo: { id: string; sha256: string }): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PLACES}, hashtext(${key}))`);
  const { rows } = await tx.execute<{ needed: boolean }>(sql`select
    exists (select from ${photos} where ${photos.id} = ${photo.id}::uuid and ${photos.sha256} = ${photo.sha256})
    or exists (select from ${uploads} where ${uploads.movedTo} = ${key}) as needed`);
  return rows[0]?.needed ?? true;
}
