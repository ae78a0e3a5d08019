import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { eventSections } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { isPhotoRestorable } from '#server/photos/moderation-repository.ts';
import { RESTORABLE_SECTION_DAYS } from '#server/photos/policy.ts';

export type SectionRow = typeof eventSections.$inferSelect;
export type SectionChanges = Partial<Pick<SectionRow, 'name' | 'audience' | 'deletedAt'>>;

/** The sections of an event in their order, without deleted ones. */
export function listSectionRows(db: Queryable, eventId: string): Promise<SectionRow[]> {
  return db
    .select()
    .from(eventSections)
    .where(and(eq(eventSections.eventId, eventId), isNull(eventSections.deletedAt)))
    .orderBy(asc(eventSections.position), asc(eventSections.id));
}

export async function findSection(db: Queryable, eventId: string, id: string): Promise<SectionRow | null> {
  const [row] = await db
    .select()
    .from(eventSections)
    .where(and(eq(eventSections.eventId, eventId), eq(eventSections.id, id), isNull(eventSections.deletedAt)));
  return row ?? null;
}

/** Also a deleted one, while it can be restored. */
export async function findRestorableSection(db: Queryable, eventId: string, id: string): Promise<SectionRow | null> {
  const since = sql`now() - make_interval(days => ${RESTORABLE_SECTION_DAYS})`;
  const [row] = await db
    .select()
    .from(eventSections)
    .where(
      and(
        eq(eventSections.eventId, eventId),
        eq(eventSections.id, id),
        sql`(${isNull(eventSections.deletedAt)} or ${gt(eventSections.deletedAt, since)})`,
      ),
    );
  return row ?? null;
}

/** Photos by section. @param onlyShown as an open gallery shows them to everyone */
export async function countBySection(db: Queryable, eventId: string, onlyShown: boolean): Promise<Map<string, number>> {
  const shown = onlyShown ? sql`photos.status = 'approved' and photos.state <> 'unreadable'` : undefined;
  const rows = await db
    .select({ id: photos.sectionId, photos: count() })
    .from(photos)
    .where(and(eq(photos.eventId, eventId), isNull(photos.deletedAt), isNotNull(photos.sectionId), shown))
    .groupBy(photos.sectionId);
  return new Map(rows.flatMap(({ id, photos: number }) => (id === null ? [] : [[id, number]])));
}

/** Whether photos are in a section, also deleted ones that can still be restored. */
export async function hasRestorablePhotos(db: Queryable, sectionId: string): Promise<boolean> {
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.sectionId, sectionId), sql`(${isNull(photos.deletedAt)} or ${isPhotoRestorable})`))
    .limit(1);
  return rows.length > 0;
}

export async function insertSection(tx: Tx, section: Omit<typeof eventSections.$inferInsert, 'position'>): Promise<void> {
  const last = sql<number>`(select coalesce(max(position), -1) + 1 from ${eventSections} where event_id = ${section.eventId}::uuid)`;
  await tx.insert(eventSections).values({ ...section, position: last });
}

export async function changeSection(tx: Tx, id: string, changes: SectionChanges): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.update(eventSections).set(changes).where(eq(eventSections.id, id));
}

/** Numbers the sections of an event that is locked. Deleted ones keep their numbers, and so roughly their places. */
export async function orderSections(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) await tx.update(eventSections).set({ position }).where(eq(eventSections.id, id));
}

/** @param ids of photos that are locked */
export async function setSection(tx: Tx, ids: readonly string[], sectionId: string | null): Promise<void> {
  await tx
    .update(photos)
    .set({ sectionId })
    .where(inArray(photos.id, [...ids]));
}

export async function removeSectionsDeletedBefore(db: Queryable, before: Date): Promise<void> {
  await db.delete(eventSections).where(lt(eventSections.deletedAt, before));
}
