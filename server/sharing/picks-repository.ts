// The repository of link visitors and their picks.
import { and, asc, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { photos } from '#server/db/schema/photos.ts';
import { linkVisitors, picks } from '#server/db/schema/sharing.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { isOriginalOverdue } from '#server/photos/photos-repository.ts';

export type VisitorRow = Awaited<ReturnType<typeof selectVisitors>>[number];

/** Picks of photos that were deleted or hidden since still count until the photo is purged: the visitor may see it again. */
function selectVisitors(db: Queryable, where: SQL | undefined, { orderBy, limit }: Omit<Range, 'where'> = { orderBy: [], limit: 1 }) {
  return db
    .select({
      id: linkVisitors.id,
      linkId: linkVisitors.linkId,
      name: linkVisitors.name,
      submittedAt: linkVisitors.submittedAt,
      createdAt: linkVisitors.createdAt,
      picksCount: sql<number>`(select count(*) from ${picks} k where k.visitor_id = ${linkVisitors.id})`.mapWith(Number),
    })
    .from(linkVisitors)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
}

export const visitorOrder = keyset<Pick<VisitorRow, 'id' | 'createdAt'>, 'created_at'>(
  { created_at: byInstant(linkVisitors.createdAt, (row) => row.createdAt) },
  { column: linkVisitors.id, of: (row) => row.id },
);

export const listVisitorRows = (db: Queryable, linkId: string, { where, ...range }: Range): Promise<VisitorRow[]> =>
  selectVisitors(db, and(eq(linkVisitors.linkId, linkId), where), range);

export async function findVisitor(db: Queryable, linkId: string, by: { id: string } | { keyHash: string }): Promise<VisitorRow | null> {
  const isThey = 'id' in by ? eq(linkVisitors.id, by.id) : eq(linkVisitors.keyHash, by.keyHash);
  const [row] = await selectVisitors(db, and(eq(linkVisitors.linkId, linkId), isThey));
  return row ?? null;
}

/** Until the transaction ends, the visitor's picks change in this transaction only. */
export async function lockVisitor(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: linkVisitors.id }).from(linkVisitors).where(eq(linkVisitors.id, id)).for('update');
}

export async function countVisitors(db: Queryable, linkId: string): Promise<number> {
  const [row] = await db.select({ visitors: count() }).from(linkVisitors).where(eq(linkVisitors.linkId, linkId));
  return row?.visitors ?? 0;
}

/** Forgets visitors who came a day ago and picked nothing. */
export async function deleteIdleVisitors(tx: Tx, linkId: string): Promise<void> {
  await tx
    .delete(linkVisitors)
    .where(
      and(
        eq(linkVisitors.linkId, linkId),
        sql`${linkVisitors.createdAt} < now() - interval '1 day'`,
        sql`not exists (select from ${picks} k where k.visitor_id = ${linkVisitors.id})`,
      ),
    );
}

export async function insertVisitor(tx: Tx, visitor: typeof linkVisitors.$inferInsert): Promise<void> {
  await tx.insert(linkVisitors).values(visitor);
}

export async function changeVisitor(db: Queryable, id: string, changes: { name?: string; submittedAt?: Date | null }): Promise<void> {
  await db.update(linkVisitors).set(changes).where(eq(linkVisitors.id, id));
}

export type PickRow = typeof picks.$inferSelect;

/** @param limit of picks in one answer */
export const listPicks = (db: Queryable, visitorId: string, limit: number): Promise<PickRow[]> =>
  db.select().from(picks).where(eq(picks.visitorId, visitorId)).orderBy(asc(picks.createdAt), asc(picks.photoId)).limit(limit);

export async function findPick(db: Queryable, visitorId: string, photoId: string): Promise<PickRow | null> {
  const [row] = await db
    .select()
    .from(picks)
    .where(and(eq(picks.visitorId, visitorId), eq(picks.photoId, photoId)));
  return row ?? null;
}

/** Changes the note of an existing pick. */
export async function upsertPick(tx: Tx, pick: { visitorId: string; photoId: string; note: string }): Promise<PickRow> {
  const [row] = await tx
    .insert(picks)
    .values(pick)
    .onConflictDoUpdate({ target: [picks.visitorId, picks.photoId], set: { note: pick.note } })
    .returning();
  if (!row) throw new Error('an upsert returned no row');
  return row;
}

export async function deletePick(tx: Tx, visitorId: string, photoId: string): Promise<void> {
  await tx.delete(picks).where(and(eq(picks.visitorId, visitorId), eq(picks.photoId, photoId)));
}

/** A pick with what the organization reads of its photo. */
export type PickedRow = Awaited<ReturnType<typeof listPicked>>[number];

/** Earliest taken first. Photos that were deleted since are left out. @param visitorId null: of all visitors, one after another */
export function listPicked(
  db: Queryable,
  {
    linkId,
    visitorId,
    onlySubmitted = false,
    after,
    limit,
  }: {
    linkId: string;
    visitorId: string | null;
    onlySubmitted?: boolean;
    after?: { visitorId: string; takenAt: Date; id: string } | undefined;
    limit: number;
  },
) {
  return db
    .select({
      visitorId: linkVisitors.id,
      visitorName: linkVisitors.name,
      submittedAt: linkVisitors.submittedAt,
      note: picks.note,
      createdAt: picks.createdAt,
      id: photos.id,
      fileName: photos.fileName,
      contentType: photos.contentType,
      state: photos.state,
      takenAt: photos.takenAt,
      takenAtClaimed: photos.takenAtClaimed,
      tzOffset: photos.tzOffset,
      width: photos.width,
      height: photos.height,
      thumbhash: photos.thumbhash,
      awaitsOriginal: photos.awaitsOriginal,
      originalOverdue: isOriginalOverdue,
      showsProof: photos.showsProof,
      uploaderFirstName: users.firstName,
      uploaderLastName: users.lastName,
    })
    .from(picks)
    .innerJoin(linkVisitors, eq(linkVisitors.id, picks.visitorId))
    .innerJoin(photos, and(eq(photos.id, picks.photoId), isNull(photos.deletedAt)))
    .innerJoin(users, eq(users.id, photos.uploaderId))
    .where(
      and(
        eq(linkVisitors.linkId, linkId),
        visitorId === null ? undefined : eq(linkVisitors.id, visitorId),
        onlySubmitted ? isNotNull(linkVisitors.submittedAt) : undefined,
        after &&
          sql`(${linkVisitors.id}, ${photos.takenAt}, ${photos.id}) > (${after.visitorId}::uuid, ${after.takenAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(linkVisitors.id), asc(photos.takenAt), asc(photos.id))
    .limit(limit);
}
