// The repository of what the platform announces, and of what became of it.
import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { UNSENT_ANNOUNCEMENT, mails } from '#server/db/schema/mail.ts';
import { announcements, notices } from '#server/db/schema/notices.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

type Status = components['schemas']['AnnouncementStatus'];

const select = (db: Queryable, where: SQL | undefined) =>
  db
    .select({
      announcement: announcements,
      author: sql<string | null>`nullif(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
      read: sql<number>`(select count(*) from ${notices} where ${notices.announcementId} = ${announcements.id} and ${notices.readAt} is not null)`.mapWith(
        Number,
      ),
    })
    .from(announcements)
    .leftJoin(users, eq(users.id, announcements.createdBy))
    .where(where)
    .$dynamic();

export type AnnouncementRow = Awaited<ReturnType<typeof select>>[number];

export const announcementOrder = keyset<AnnouncementRow, 'send_at'>(
  { send_at: byInstant(announcements.sendAt, ({ announcement }) => announcement.sendAt) },
  { column: announcements.id, of: ({ announcement }) => announcement.id },
);

export const listAnnouncementRows = (
  db: Queryable,
  status: Status | undefined,
  { where, orderBy, limit }: Range,
): Promise<AnnouncementRow[]> =>
  select(db, and(status && hasStatus(status), where))
    .orderBy(...orderBy)
    .limit(limit);

const hasStatus = (status: Status): SQL | undefined =>
  status === 'withdrawn' ? isNotNull(announcements.withdrawnAt) : and(eq(announcements.status, status), isNull(announcements.withdrawnAt));

export async function findAnnouncement(db: Queryable, id: string): Promise<AnnouncementRow | undefined> {
  const [row] = await select(db, eq(announcements.id, id));
  return row;
}

/** Nobody else sends or cancels it until the transaction ends. */
export async function lockAnnouncement(tx: Tx, id: string): Promise<typeof announcements.$inferSelect | undefined> {
  const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update');
  return row;
}

/** False: there is one with this id. */
export async function insertAnnouncement(tx: Tx, row: typeof announcements.$inferInsert): Promise<boolean> {
  return (await tx.insert(announcements).values(row).onConflictDoNothing().returning({ id: announcements.id })).length > 0;
}

export async function changeAnnouncement(tx: Tx, id: string, changes: Partial<typeof announcements.$inferInsert>): Promise<void> {
  await tx.update(announcements).set(changes).where(eq(announcements.id, id));
}

/** By which its mails are known. */
export const mailKeyOf = (announcementId: string, userId: string): string => `announcement:${announcementId}:${userId}`;

export interface MailFigures {
  waiting: number;
  failed: number;
}

/** What became of the mails of these, as far as that is remembered: by the announcement's id, where one of them did not go out. */
export async function countMails(db: Queryable, announcementIds: readonly string[]): Promise<Map<string, MailFigures>> {
  // Where it stands in the key.
  const announcementId = sql<string>`substr(${mails.key}, 14, 36)`;
  const rows = await db
    .select({
      id: announcementId,
      waiting: sql<number>`count(*) filter (where ${mails.settledAt} is null)`.mapWith(Number),
      failed: sql<number>`count(*) filter (where ${mails.settledAt} is not null)`.mapWith(Number),
    })
    .from(mails)
    .where(and(UNSENT_ANNOUNCEMENT, inArray(announcementId, [...announcementIds])))
    .groupBy(announcementId);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
