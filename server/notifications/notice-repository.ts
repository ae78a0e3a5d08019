// The repository of what people were told in the app.
import { and, count, eq, inArray, isNull, lt, max, sql } from 'drizzle-orm';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { announcements, notices } from '#server/db/schema/notices.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

const columns = {
  id: notices.id,
  title: announcements.title,
  body: announcements.body,
  link: announcements.link,
  createdAt: notices.createdAt,
  readAt: notices.readAt,
};

const select = (db: Queryable) =>
  db.select(columns).from(notices).innerJoin(announcements, eq(announcements.id, notices.announcementId)).$dynamic();

export type NoticeRow = Awaited<ReturnType<typeof select>>[number];

export const noticeOrder = keyset<NoticeRow, 'created_at'>(
  { created_at: byInstant(notices.createdAt, ({ createdAt }) => createdAt) },
  { column: notices.id, of: ({ id }) => id },
);

export const listNoticeRows = (db: Queryable, userId: string, { where, orderBy, limit }: Range): Promise<NoticeRow[]> =>
  select(db)
    .where(and(eq(notices.userId, userId), where))
    .orderBy(...orderBy)
    .limit(limit);

export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ unread: count() })
    .from(notices)
    .where(and(eq(notices.userId, userId), isNull(notices.readAt)));
  return row?.unread ?? 0;
}

/** Another text, when notices came or were read. */
export async function versionOfNotices(db: Queryable, userId: string): Promise<string> {
  const [row] = await db
    .select({ newest: max(notices.createdAt) })
    .from(notices)
    .where(eq(notices.userId, userId));
  return `${row?.newest?.getTime() ?? 0}:${await countUnread(db, userId)}`;
}

/** @param ids null: all of them */
export async function markRead(tx: Tx, userId: string, ids: readonly string[] | null): Promise<boolean> {
  const which = ids === null ? undefined : inArray(notices.id, [...ids]);
  const changed = await tx
    .update(notices)
    .set({ readAt: sql`now()` })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), which))
    .returning({ id: notices.id });
  return changed.length > 0;
}

export async function insertNotices(tx: Tx, rows: (typeof notices.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(notices).values(rows).onConflictDoNothing();
}

export async function forgetNotices(db: Queryable, before: Date): Promise<void> {
  await db.delete(notices).where(lt(notices.createdAt, before));
}
