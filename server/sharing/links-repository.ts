import { and, count, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { eventSections } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import { galleryLinkPhotos, galleryLinks, linkVisitors } from '#server/db/schema/sharing.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { GalleryView } from '#server/photos/gallery-repository.ts';
import { showsHidden, showsSections } from '#server/sharing/policy.ts';

/** A link with the photographer's name and its numbers. */
export type LinkRow = Awaited<ReturnType<typeof selectLinks>>[number];
export type LinkInsert = typeof galleryLinks.$inferInsert;
export type LinkChanges = Partial<Pick<LinkInsert, 'name' | 'passwordHash' | 'expiresAt' | 'downloads' | 'watermark' | 'picksLimit'>>;

const visitorsWhere = (condition: SQL) =>
  sql<number>`(select count(*) from ${linkVisitors} v where v.link_id = ${galleryLinks.id} and ${condition})`.mapWith(Number);

function selectLinks(db: Queryable, where: SQL | undefined, { orderBy, limit }: Omit<Range, 'where'> = { orderBy: [], limit: 1 }) {
  return db
    .select({
      id: galleryLinks.id,
      eventId: galleryLinks.eventId,
      name: galleryLinks.name,
      token: galleryLinks.token,
      scope: galleryLinks.scope,
      photographerId: galleryLinks.photographerId,
      photographerFirstName: users.firstName,
      photographerLastName: users.lastName,
      sectionId: eventSections.id,
      sectionName: eventSections.name,
      passwordHash: galleryLinks.passwordHash,
      expiresAt: galleryLinks.expiresAt,
      downloads: galleryLinks.downloads,
      watermark: galleryLinks.watermark,
      picksLimit: galleryLinks.picksLimit,
      viewsCount: galleryLinks.viewsCount,
      downloadsCount: galleryLinks.downloadsCount,
      lastViewedAt: galleryLinks.lastViewedAt,
      createdAt: galleryLinks.createdAt,
      revokedAt: galleryLinks.revokedAt,
      selectedCount: sql<number>`(select count(*) from ${galleryLinkPhotos} s join ${photos} p on p.id = s.photo_id
        where s.link_id = ${galleryLinks.id} and p.deleted_at is null)`.mapWith(Number),
      visitorsCount: visitorsWhere(sql`true`),
      submittedCount: visitorsWhere(sql`v.submitted_at is not null`),
    })
    .from(galleryLinks)
    .leftJoin(users, eq(users.id, galleryLinks.photographerId))
    .leftJoin(eventSections, and(eq(eventSections.id, galleryLinks.sectionId), isNull(eventSections.deletedAt)))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
}

export const linkOrder = keyset<Pick<LinkRow, 'id' | 'createdAt'>, 'created_at'>(
  { created_at: byInstant(galleryLinks.createdAt, (row) => row.createdAt) },
  { column: galleryLinks.id, of: (row) => row.id },
);

const ofEvent = (eventId: string, revoked: boolean) =>
  and(eq(galleryLinks.eventId, eventId), revoked ? isNotNull(galleryLinks.revokedAt) : isNull(galleryLinks.revokedAt));

export const listLinkRows = (
  db: Queryable,
  { eventId, revoked }: { eventId: string; revoked: boolean },
  { where, ...range }: Range,
): Promise<LinkRow[]> => selectLinks(db, and(ofEvent(eventId, revoked), where), range);

export async function findLink(db: Queryable, eventId: string, id: string): Promise<LinkRow | null> {
  const [row] = await selectLinks(db, and(eq(galleryLinks.eventId, eventId), eq(galleryLinks.id, id)));
  return row ?? null;
}

/** The link that visitors open, without its numbers. */
export type OpenedLink = typeof galleryLinks.$inferSelect;

/** Revoked and expired links too. */
export async function findLinkByToken(db: Queryable, token: string): Promise<OpenedLink | null> {
  const [row] = await db.select().from(galleryLinks).where(eq(galleryLinks.token, token));
  return row ?? null;
}

/** Revoked and expired links too. */
export async function findLinkById(db: Queryable, id: string): Promise<OpenedLink | null> {
  const [row] = await db.select().from(galleryLinks).where(eq(galleryLinks.id, id));
  return row ?? null;
}

/** The photos of a link with the scope `selection`. */
export async function listSelected(db: Queryable, linkId: string): Promise<ReadonlySet<string>> {
  const rows = await db.select({ id: galleryLinkPhotos.photoId }).from(galleryLinkPhotos).where(eq(galleryLinkPhotos.linkId, linkId));
  return new Set(rows.map(({ id }) => id));
}

/** Until the transaction ends, downloads of the link are created in this transaction only. Views are still counted. */
export async function lockLinkDownloads(tx: Tx, linkId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`link-downloads:${linkId}`}, 0))`);
}

/** Links of an event that are not revoked. */
export async function countLinks(db: Queryable, eventId: string): Promise<number> {
  const [row] = await db.select({ links: count() }).from(galleryLinks).where(ofEvent(eventId, false));
  return row?.links ?? 0;
}

/** Until the transaction ends, visitors are added in this transaction only. */
export async function lockLink(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: galleryLinks.id }).from(galleryLinks).where(eq(galleryLinks.id, id)).for('no key update');
}

/** @param photoIds of the scope `selection`: photos of the event */
export async function insertLink(tx: Tx, link: LinkInsert, photoIds: readonly string[]): Promise<void> {
  await tx.insert(galleryLinks).values(link);
  await insertSelection(tx, link.id, photoIds);
}

export async function changeLink(tx: Tx, id: string, changes: LinkChanges & { revokedAt?: Date | null }): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx.update(galleryLinks).set(changes).where(eq(galleryLinks.id, id));
}

export async function replaceSelection(tx: Tx, id: string, photoIds: readonly string[]): Promise<void> {
  await tx.delete(galleryLinkPhotos).where(eq(galleryLinkPhotos.linkId, id));
  await insertSelection(tx, id, photoIds);
}

async function insertSelection(tx: Tx, linkId: string, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  await tx.insert(galleryLinkPhotos).values(photoIds.map((photoId) => ({ linkId, photoId })));
}

/** Of these ids, those of photos of the event that are not deleted. */
export async function listPhotosOfEvent(db: Queryable, eventId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select p.id from unnest(${sql.param([...ids])}::uuid[]) asked(id) join ${photos} p on p.id = asked.id
      where p.event_id = ${eventId}::uuid and p.deleted_at is null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether the person has photos at the event, deleted ones too. */
export async function isPhotographerOf(db: Queryable, eventId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.eventId, eventId), eq(photos.uploaderId, userId)))
    .limit(1);
  return row !== undefined;
}

export type Scoped = Pick<OpenedLink, 'id' | 'eventId' | 'scope' | 'photographerId' | 'sectionId'>;

/** What the link shows of the gallery: `canSeeSharedPhoto` for a whole list. @param askedSection only its photos, if visitors of the link see it */
export function viewOfLink(link: Scoped, askedSection: string | null = null): GalleryView {
  const { id, eventId, scope, photographerId } = link;
  // No section has the id of a link.
  const sectionId = askedSection === null ? link.sectionId : showsSections(link) ? askedSection : id;
  const isNarrowed = scope === 'section' || askedSection !== null;
  const filters = {
    from: null,
    to: null,
    liked: false,
    status: null,
    // A link of a photographer or a section without one shows nothing.
    uploaderId: scope === 'photographer' ? (photographerId ?? id) : null,
    sectionId: isNarrowed ? (sectionId ?? id) : null,
    ...(scope === 'selection' && { selectionOf: id }),
  };
  return { eventId, userId: null, scope: 'approved', filters, showsHidden: showsHidden(link) };
}

/** Whether a link with the scope `selection` shows the photo. */
export async function isSelected(db: Queryable, link: Scoped, photoId: string): Promise<boolean> {
  if (link.scope !== 'selection') return false;
  const [row] = await db
    .select({ id: galleryLinkPhotos.photoId })
    .from(galleryLinkPhotos)
    .where(and(eq(galleryLinkPhotos.linkId, link.id), eq(galleryLinkPhotos.photoId, photoId)));
  return row !== undefined;
}

export async function countView(db: Queryable, id: string): Promise<void> {
  await db
    .update(galleryLinks)
    .set({ viewsCount: sql`${galleryLinks.viewsCount} + 1`, lastViewedAt: sql`now()` })
    .where(eq(galleryLinks.id, id));
}

/** @param downloaded photos */
export async function countDownloads(db: Queryable, id: string, downloaded: number): Promise<void> {
  await db
    .update(galleryLinks)
    .set({ downloadsCount: sql`${galleryLinks.downloadsCount} + ${downloaded}` })
    .where(eq(galleryLinks.id, id));
}
