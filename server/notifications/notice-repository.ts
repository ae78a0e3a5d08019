// The repository of what people were told in the app.
import { and, count, eq, gt, inArray, isNotNull, isNull, lt, max, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { announcements, notices } from '#server/db/schema/notices.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { NotificationKind } from '#server/notifications/kinds.ts';

const ofNotice = eq(announcements.id, notices.announcementId);
/** Of `announcements`, where it is one. */
const isShown = isNull(announcements.withdrawnAt);

const columns = {
  id: notices.id,
  title: sql<string>`coalesce(${notices.title}, ${announcements.title})`,
  body: sql<string>`coalesce(${notices.body}, ${announcements.body})`,
  link: sql<string | null>`coalesce(${notices.link}, ${announcements.link})`,
  createdAt: notices.createdAt,
  readAt: notices.readAt,
};

const select = (db: Queryable) => db.select(columns).from(notices).leftJoin(announcements, ofNotice).$dynamic();

export type NoticeRow = Awaited<ReturnType<typeof select>>[number];

export const noticeOrder = keyset<NoticeRow, 'created_at'>(
  { created_at: byInstant(notices.createdAt, ({ createdAt }) => createdAt) },
  { column: notices.id, of: ({ id }) => id },
);

export const listNoticeRows = (db: Queryable, userId: string, { where, orderBy, limit }: Range): Promise<NoticeRow[]> =>
  select(db)
    .where(and(eq(notices.userId, userId), isShown, where))
    .orderBy(...orderBy)
    .limit(limit);

export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ unread: count() })
    .from(notices)
    .leftJoin(announcements, ofNotice)
    .where(and(eq(notices.userId, userId), isShown, isNull(notices.readAt)));
  return row?.unread ?? 0;
}

/** Another text, when notices came, were read, or were withdrawn. */
export async function versionOfNotices(db: Queryable, userId: string): Promise<string> {
  const [row] = await db
    .select({ newest: max(notices.createdAt), shown: count() })
    .from(notices)
    .leftJoin(announcements, ofNotice)
    .where(and(eq(notices.userId, userId), isShown));
  return `${row?.newest?.getTime() ?? 0}:${row?.shown ?? 0}:${await countUnread(db, userId)}`;
}

/** @param ids null: all of them */
export async function markRead(tx: Tx, userId: string, ids: readonly string[] | null): Promise<boolean> {
  const withdrawn = tx.select({ id: announcements.id }).from(announcements).where(isNotNull(announcements.withdrawnAt));
  const isNotWithdrawn = or(isNull(notices.announcementId), notInArray(notices.announcementId, withdrawn));
  const which = ids === null ? undefined : inArray(notices.id, [...ids]);
  const changed = await tx
    .update(notices)
    .set({ readAt: sql`now()` })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), isNotWithdrawn, which))
    .returning({ id: notices.id });
  return changed.length > 0;
}

export async function insertNotices(tx: Tx, rows: (typeof notices.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(notices).values(rows).onConflictDoNothing();
}

/** Of these people, those who were told so many of the kind since then. */
export async function listRateLimited(
  tx: Tx,
  userIds: readonly string[],
  kind: NotificationKind,
  since: Date,
  most: number,
): Promise<Set<string>> {
  const rows = await tx
    .select({ userId: notices.userId })
    .from(notices)
    .where(and(inArray(notices.userId, [...userIds]), eq(notices.kind, kind), gt(notices.createdAt, since)))
    .groupBy(notices.userId)
    .having(sql`count(*) >= ${most}`);
  return new Set(rows.map(({ userId }) => userId));
}

/** Whom an announcement reached, as a query. */
export const recipientsOf = (announcementId: string): SQL =>
  sql`select ${notices.userId} from ${notices} where ${notices.announcementId} = ${announcementId}`;

export async function deleteOldNotices(db: Queryable, before: Date): Promise<void> {
  await db.delete(notices).where(lt(notices.createdAt, before));
}
