// Which copies with watermarks there are.
import { and, eq, lt, sql } from 'drizzle-orm';
import { organizations } from '#server/db/schema/organizations.ts';
import { markedCopies } from '#server/db/schema/photos.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

export type MarkedCopy = Pick<typeof markedCopies.$inferSelect, 'photoId' | 'mark' | 'variant'>;

/** Before the file is written: none is ever there that nobody knows of. Waits for whoever is removing the same one. */
export async function noteMarked(db: Queryable, copy: MarkedCopy & { organizationId: string }): Promise<void> {
  await db
    .insert(markedCopies)
    .values(copy)
    .onConflictDoUpdate({ target: [markedCopies.photoId, markedCopies.mark, markedCopies.variant], set: { madeAt: sql`now()` } });
}

export function listMarkedOf(db: Queryable, photoId: string): Promise<MarkedCopy[]> {
  const { mark, variant } = markedCopies;
  return db.select({ photoId: markedCopies.photoId, mark, variant }).from(markedCopies).where(eq(markedCopies.photoId, photoId));
}

export async function forgetMarkedOf(db: Queryable, photoId: string): Promise<void> {
  await db.delete(markedCopies).where(eq(markedCopies.photoId, photoId));
}

/** The watermarks that copies have, each with its organization. */
export async function listMarks(db: Queryable): Promise<{ mark: string; organization: typeof organizations.$inferSelect }[]> {
  const marks = db.selectDistinct({ organizationId: markedCopies.organizationId, mark: markedCopies.mark }).from(markedCopies).as('marks');
  const rows = await db
    .select({ mark: marks.mark, organization: organizations })
    .from(marks)
    .innerJoin(organizations, eq(organizations.id, marks.organizationId));
  return rows;
}

/** Copies with a watermark, made before then, held until the transaction ends. */
export function holdMarked(tx: Tx, of: { organizationId: string; mark: string }, before: Date, limit: number): Promise<MarkedCopy[]> {
  const { photoId, mark, variant } = markedCopies;
  return tx
    .select({ photoId, mark, variant })
    .from(markedCopies)
    .where(and(eq(markedCopies.organizationId, of.organizationId), eq(mark, of.mark), lt(markedCopies.madeAt, before)))
    .limit(limit)
    .for('update', { skipLocked: true });
}

export async function forgetMarked(tx: Tx, { photoId, mark, variant }: MarkedCopy): Promise<void> {
  await tx
    .delete(markedCopies)
    .where(and(eq(markedCopies.photoId, photoId), eq(markedCopies.mark, mark), eq(markedCopies.variant, variant)));
}
