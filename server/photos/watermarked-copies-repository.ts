// Which copies with watermarks there are.
import { and, eq, lt, sql } from 'drizzle-orm';
import { organizations } from '#server/db/schema/organizations.ts';
import { watermarkedCopies } from '#server/db/schema/photos.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

export type WatermarkedCopy = Pick<typeof watermarkedCopies.$inferSelect, 'photoId' | 'mark' | 'variant'>;

/** Inserted before the file is written, so that every file has a record. Waits for a concurrent removal of the same copy. */
export async function insertWatermarkedCopy(db: Queryable, copy: WatermarkedCopy & { organizationId: string }): Promise<void> {
  await db
    .insert(watermarkedCopies)
    .values(copy)
    .onConflictDoUpdate({
      target: [watermarkedCopies.photoId, watermarkedCopies.mark, watermarkedCopies.variant],
      set: { madeAt: sql`now()` },
    });
}

const isOf = (photoId: string, variant: WatermarkedCopy['variant'] | undefined) =>
  and(eq(watermarkedCopies.photoId, photoId), variant && eq(watermarkedCopies.variant, variant));

export function listWatermarkedCopies(
  db: Queryable,
  photoId: string,
  variant: WatermarkedCopy['variant'] | undefined,
): Promise<WatermarkedCopy[]> {
  const { mark } = watermarkedCopies;
  return db
    .select({ photoId: watermarkedCopies.photoId, mark, variant: watermarkedCopies.variant })
    .from(watermarkedCopies)
    .where(isOf(photoId, variant));
}

export async function deleteWatermarkedCopies(
  db: Queryable,
  photoId: string,
  variant: WatermarkedCopy['variant'] | undefined,
): Promise<void> {
  await db.delete(watermarkedCopies).where(isOf(photoId, variant));
}

/** The watermarks that copies have, each with its organization. */
export async function listUsedWatermarks(db: Queryable): Promise<{ mark: string; organization: typeof organizations.$inferSelect }[]> {
  const marks = db
    .selectDistinct({ organizationId: watermarkedCopies.organizationId, mark: watermarkedCopies.mark })
    .from(watermarkedCopies)
    .as('marks');
  const rows = await db
    .select({ mark: marks.mark, organization: organizations })
    .from(marks)
    .innerJoin(organizations, eq(organizations.id, marks.organizationId));
  return rows;
}

/** Locks copies with a watermark that were made before a time. */
export function lockWatermarkedCopies(
  tx: Tx,
  of: { organizationId: string; mark: string },
  before: Date,
  limit: number,
): Promise<WatermarkedCopy[]> {
  const { photoId, mark, variant } = watermarkedCopies;
  return tx
    .select({ photoId, mark, variant })
    .from(watermarkedCopies)
    .where(and(eq(watermarkedCopies.organizationId, of.organizationId), eq(mark, of.mark), lt(watermarkedCopies.madeAt, before)))
    .limit(limit)
    .for('update', { skipLocked: true });
}

export async function deleteWatermarkedCopy(tx: Tx, { photoId, mark, variant }: WatermarkedCopy): Promise<void> {
  await tx
    .delete(watermarkedCopies)
    .where(and(eq(watermarkedCopies.photoId, photoId), eq(watermarkedCopies.mark, mark), eq(watermarkedCopies.variant, variant)));
}
