import { and, asc, count, eq, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { collectedImages, imageCollections } from '#server/db/schema/images.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

export type CollectionRow = Awaited<ReturnType<typeof select>>[number];

function select(db: Queryable, where: SQL | undefined) {
  // Deleted images don't count. Raw SQL, because a subquery of drizzle loses the table names of outer columns.
  const imagesCount = sql.raw(`(select count(*) from collected_images c
    left join photos p on p.id = c.photo_id left join generated_images g on g.id = c.image_id
    where c.collection_id = image_collections.id and coalesce(p.deleted_at, g.deleted_at) is null)`);
  return db
    .select({
      id: imageCollections.id,
      userId: imageCollections.userId,
      organizationId: imageCollections.organizationId,
      name: imageCollections.name,
      deletedAt: imageCollections.deletedAt,
      imagesCount: sql<number>`${imagesCount}`.mapWith(Number),
    })
    .from(imageCollections)
    .where(where)
    .orderBy(sql`${imageCollections.name} collate "und-x-icu"`, asc(imageCollections.id));
}

interface Owner {
  userId: string;
  organizationId: string | null;
}

const isOwnedBy = ({ userId, organizationId }: Owner) =>
  and(
    organizationId === null
      ? and(eq(imageCollections.userId, userId), isNull(imageCollections.organizationId))
      : eq(imageCollections.organizationId, organizationId),
    isNull(imageCollections.deletedAt),
  );

export const listCollections = (db: Queryable, owner: Owner): Promise<CollectionRow[]> => select(db, isOwnedBy(owner));

/** Deleted ones too. */
export async function findCollection(db: Queryable, id: string): Promise<CollectionRow | undefined> {
  const [row] = await select(db, eq(imageCollections.id, id));
  return row;
}

export async function countCollections(db: Queryable, owner: Owner): Promise<number> {
  const [row] = await db.select({ collections: count() }).from(imageCollections).where(isOwnedBy(owner));
  return row?.collections ?? 0;
}

/** False where one with this id is there. */
export async function insertCollection(tx: Tx, collection: typeof imageCollections.$inferInsert): Promise<boolean> {
  const made = await tx.insert(imageCollections).values(collection).onConflictDoNothing().returning({ id: imageCollections.id });
  return made.length > 0;
}

export async function lockCollection(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: imageCollections.id }).from(imageCollections).where(eq(imageCollections.id, id)).for('update');
}

export async function setCollection(tx: Tx, id: string, changes: { name?: string; deletedAt?: Date | null }): Promise<void> {
  await tx.update(imageCollections).set(changes).where(eq(imageCollections.id, id));
}

/** How much was put in, deleted or not. */
export async function countCollectionItems(tx: Tx, collectionId: string): Promise<number> {
  const [row] = await tx.select({ images: count() }).from(collectedImages).where(eq(collectedImages.collectionId, collectionId));
  return row?.images ?? 0;
}

/** Returns the ids of those that were not in it. */
export async function addCollectionItems(
  tx: Tx,
  collectionId: string,
  { photoIds, imageIds }: { photoIds: readonly string[]; imageIds: readonly string[] },
): Promise<string[]> {
  const rows = [...photoIds.map((id) => ({ collectionId, id, photoId: id })), ...imageIds.map((id) => ({ collectionId, id, imageId: id }))];
  if (rows.length === 0) return [];
  const added = await tx.insert(collectedImages).values(rows).onConflictDoNothing().returning({ id: collectedImages.id });
  return added.map(({ id }) => id);
}

/** Returns the ids of those that were in it. */
export async function removeCollectionItems(tx: Tx, collectionId: string, ids: readonly string[]): Promise<string[]> {
  const removed = await tx
    .delete(collectedImages)
    .where(and(eq(collectedImages.collectionId, collectionId), inArray(collectedImages.id, [...ids])))
    .returning({ id: collectedImages.id });
  return removed.map(({ id }) => id);
}

export async function removeCollectionsDeletedBefore(db: Queryable, before: Date): Promise<void> {
  await db.delete(imageCollections).where(lt(imageCollections.deletedAt, before));
}
