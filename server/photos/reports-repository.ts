// Reports of photos, and what the organization decided about them.
import { and, count, countDistinct, desc, eq, inArray, isNotNull, isNull, max, min, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { photoReports, photos } from '#server/db/schema/photos.ts';
import { galleryLinks } from '#server/db/schema/sharing.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

export type NewReport = typeof photoReports.$inferInsert;
export type ReportRow = Awaited<ReturnType<typeof selectReports>>[number];

const deciders = alias(users, 'deciders');

/** On the latest first. */
function selectReports(db: Queryable, where: SQL | undefined) {
  return db
    .select({
      id: photoReports.id,
      photoId: photoReports.photoId,
      reason: photoReports.reason,
      text: photoReports.text,
      contact: photoReports.contact,
      reporterId: photoReports.reporterId,
      reporterFirstName: users.firstName,
      reporterLastName: users.lastName,
      linkName: galleryLinks.name,
      createdAt: photoReports.createdAt,
      decision: photoReports.decision,
      decisionId: photoReports.decisionId,
      decidedAt: photoReports.decidedAt,
      deciderFirstName: deciders.firstName,
      deciderLastName: deciders.lastName,
      /** By its author, or otherwise without a decision on the report. */
      isPhotoDeleted: sql<boolean>`${photos.deletedAt} is not null`,
    })
    .from(photoReports)
    .innerJoin(photos, eq(photos.id, photoReports.photoId))
    .leftJoin(users, eq(users.id, photoReports.reporterId))
    .leftJoin(deciders, eq(deciders.id, photoReports.decidedBy))
    .leftJoin(galleryLinks, eq(galleryLinks.id, photoReports.linkId))
    .where(where)
    .orderBy(desc(photoReports.createdAt), desc(photoReports.id));
}

const isOpen = isNull(photoReports.decidedAt);

/** Changes the person's open report of the photo if there is one. @returns whether it is new */
export async function upsertReport(tx: Tx, report: NewReport): Promise<boolean> {
  const who = report.reporterId
    ? { target: [photoReports.photoId, photoReports.reporterId], targetWhere: sql`decided_at is null and reporter_id is not null` }
    : {
        target: [photoReports.photoId, photoReports.visitorKeyHash],
        targetWhere: sql`decided_at is null and visitor_key_hash is not null`,
      };
  const [row] = await tx
    .insert(photoReports)
    .values(report)
    .onConflictDoUpdate({ ...who, set: { reason: report.reason, text: report.text ?? '', contact: report.contact ?? null } })
    .returning({ id: photoReports.id });
  return row?.id === report.id;
}

export async function deleteOpenReport(tx: Tx, photoId: string, reporterId: string): Promise<boolean> {
  const gone = await tx
    .delete(photoReports)
    .where(and(eq(photoReports.photoId, photoId), eq(photoReports.reporterId, reporterId), isOpen))
    .returning({ id: photoReports.id });
  return gone.length > 0;
}

export async function findOwnReport(db: Queryable, photoId: string, reporterId: string): Promise<ReportRow | undefined> {
  const [row] = await selectReports(db, and(eq(photoReports.photoId, photoId), eq(photoReports.reporterId, reporterId))).limit(1);
  return row;
}

export const listReportsOf = (db: Queryable, photoId: string, limit: number): Promise<ReportRow[]> =>
  selectReports(db, eq(photoReports.photoId, photoId)).limit(limit);

/** The reports of these photos that are open, or decided. */
export const listReports = (db: Queryable, photoIds: readonly string[], state: ReportState): Promise<ReportRow[]> =>
  photoIds.length === 0
    ? Promise.resolve([])
    : selectReports(db, and(inArray(photoReports.photoId, [...photoIds]), state === 'open' ? isOpen : isNotNull(photoReports.decidedAt)));

/** A photo that was deleted otherwise needs no decision. */
const waits = and(isOpen, isNull(photos.deletedAt));

type ReportState = 'open' | 'decided';

const isIn = (eventId: string, state: ReportState) =>
  and(eq(photoReports.eventId, eventId), state === 'open' ? waits : isNotNull(photoReports.decidedAt));

interface ReportedRow {
  id: string;
  /** The earliest report that is open, or the latest decision. */
  at: Date;
}

export const reportedOrder = keyset<ReportedRow, 'at'>(
  { at: byInstant(sql`reported.at`, ({ at }) => at) },
  { column: sql`reported.id`, of: ({ id }) => id },
);

/** The photos of an event with open reports, or with decided ones. */
export async function listReportedRows(
  db: Queryable,
  { eventId, state }: { eventId: string; state: ReportState },
  { where, orderBy, limit }: Range,
): Promise<ReportedRow[]> {
  const at = state === 'open' ? min(photoReports.createdAt) : max(photoReports.decidedAt);
  const { rows } = await db.execute<{ id: string; at: Date }>(sql`select id, at from (
      select ${photoReports.photoId} as id, ${at} as at from ${photoReports} join ${photos} on ${photos.id} = ${photoReports.photoId}
      where ${isIn(eventId, state)} group by ${photoReports.photoId}
    ) reported where ${where ?? sql`true`} order by ${sql.join(orderBy, sql`, `)} limit ${limit}`);
  return rows.map((row) => ({ id: row.id, at: new Date(row.at) }));
}

export async function countReportedPhotos(db: Queryable, eventId: string, state: ReportState): Promise<number> {
  const [row] = await db
    .select({ photos: countDistinct(photoReports.photoId) })
    .from(photoReports)
    .innerJoin(photos, eq(photos.id, photoReports.photoId))
    .where(isIn(eventId, state));
  return row?.photos ?? 0;
}

export async function countOpenReports(db: Queryable, eventId: string): Promise<number> {
  const [row] = await db
    .select({ reports: count() })
    .from(photoReports)
    .innerJoin(photos, eq(photos.id, photoReports.photoId))
    .where(and(eq(photoReports.eventId, eventId), waits));
  return row?.reports ?? 0;
}

/** Closes all open reports of a photo. @returns the reporters with an account; null if there was none to close */
export async function closeReports(
  tx: Tx,
  photoId: string,
  { decision, decisionId, by }: { decision: 'kept' | 'removed'; decisionId: string; by: string },
): Promise<string[] | null> {
  const closed = await tx
    .update(photoReports)
    .set({ decision, decisionId, decidedBy: by, decidedAt: sql`now()` })
    .where(and(eq(photoReports.photoId, photoId), isOpen))
    .returning({ reporterId: photoReports.reporterId });
  return closed.length === 0 ? null : closed.flatMap(({ reporterId }) => reporterId ?? []);
}

/** Opens the reports again that a decision closed. People who reported the photo again since keep their newer one. */
export async function reopenReports(
  tx: Tx,
  photoId: string,
  decisionId: string,
): Promise<{ decision: 'kept' | 'removed' | null; reporters: string[] }> {
  const isOfDecision = and(eq(photoReports.photoId, photoId), eq(photoReports.decisionId, decisionId));
  const [decided] = await tx.select({ decision: photoReports.decision }).from(photoReports).where(isOfDecision).limit(1);
  const reopened = await tx
    .update(photoReports)
    .set({ decision: null, decisionId: null, decidedBy: null, decidedAt: null })
    .where(
      and(
        isOfDecision,
        sql`not exists (select from ${photoReports} newer where newer.photo_id = ${photoReports.photoId} and newer.decided_at is null
          and (newer.reporter_id = ${photoReports.reporterId} or newer.visitor_key_hash = ${photoReports.visitorKeyHash}))`,
      ),
    )
    .returning({ reporterId: photoReports.reporterId });
  return { decision: decided?.decision ?? null, reporters: reopened.flatMap(({ reporterId }) => reporterId ?? []) };
}
