// The repository of notices, announcements and their audience, and of muted notifications.
import { and, asc, count, eq, exists, gt, inArray, isNotNull, isNull, lt, max, not, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { rolePermissions, users } from '#server/db/schema/accounts.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { mails, UNSENT_ANNOUNCEMENT } from '#server/db/schema/mail.ts';
import { announcements, notices } from '#server/db/schema/notices.ts';
import { mutedMails, mutedPushes } from '#server/db/schema/notifications.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { notifyPeople } from '#server/live/topics-repository.ts';
import type { Choice, Notification, NotificationKind } from '#server/notifications/policy.ts';
import { isPushed } from '#server/notifications/push-repository.ts';

export interface Recipient {
  userId: string;
  email: string;
}

export async function listMuted(db: Queryable, userId: string): Promise<Choice[]> {
  const mailsOff = await db
    .select({ kind: mutedMails.kind, organizationId: mutedMails.organizationId })
    .from(mutedMails)
    .where(eq(mutedMails.userId, userId));
  const pushesOff = await db
    .select({ kind: mutedPushes.kind, organizationId: mutedPushes.organizationId })
    .from(mutedPushes)
    .where(eq(mutedPushes.userId, userId));
  return [
    ...mailsOff.map((mail) => ({ ...mail, channel: 'mail' as const })),
    ...pushesOff.map((push) => ({ ...push, channel: 'push' as const })),
  ];
}

/** Idempotent. */
export async function setMuted(tx: Tx, userId: string, { kind, organizationId, channel }: Choice, isMuted: boolean): Promise<void> {
  const muted = channel === 'mail' ? mutedMails : mutedPushes;
  if (isMuted) await tx.insert(muted).values({ userId, kind, organizationId }).onConflictDoNothing();
  else await tx.delete(muted).where(and(eq(muted.userId, userId), isOf(muted, { kind, organizationId })));
}

const isOf = (muted: typeof mutedMails | typeof mutedPushes, { kind, organizationId }: Notification): SQL | undefined =>
  and(eq(muted.kind, kind), organizationId === null ? isNull(muted.organizationId) : eq(muted.organizationId, organizationId));

/** Condition on `users`: they have an address, an active account, and haven’t muted this. */
const wantsMail = (mail: Notification): SQL | undefined =>
  and(
    isNotNull(users.email),
    isNull(users.disabledAt),
    sql`not exists (select 1 from ${mutedMails} where ${mutedMails.userId} = ${users.id} and ${isOf(mutedMails, mail)})`,
  );

const recipient = { userId: users.id, email: sql<string>`${users.email}` };

/** The active admins of an organization who haven’t muted this kind. Billing mails go only to those who manage its settings. */
export function listAdminsToMail(tx: Tx, organizationId: string, kind: NotificationKind): Promise<Recipient[]> {
  const byRole = sql`exists (select 1 from ${rolePermissions} where ${rolePermissions.role} = 'organization' and ${rolePermissions.flag} = 'manage_org_settings')`;
  const manages = sql`coalesce((${memberships.permissions} ->> 'manage_org_settings')::boolean, ${byRole})`;
  return tx
    .select(recipient)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.role, 'organization'),
        eq(memberships.status, 'active'),
        isNull(memberships.removedAt),
        kind === 'organization_decisions' ? undefined : manages,
        wantsMail({ kind, organizationId }),
      ),
    );
}

/** The super admins. `email` is null for those who muted this kind. */
export function listSuperAdmins(tx: Tx, kind: NotificationKind): Promise<{ userId: string; email: string | null }[]> {
  const isMailed = wantsMail({ kind, organizationId: null });
  return tx
    .select({ userId: users.id, email: sql<string | null>`case when ${isMailed} then ${users.email} end` })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), isNull(users.disabledAt), isNull(users.deletedAt)))
    .orderBy(users.id);
}

/** The user, unless they muted this. */
export async function findRecipient(tx: Tx, userId: string, mail: Notification): Promise<Recipient | undefined> {
  const [row] = await tx
    .select(recipient)
    .from(users)
    .where(and(eq(users.id, userId), wantsMail(mail)));
  return row;
}

/** The user, even if they muted emails. For mails that must be delivered. */
export async function findMandatoryRecipient(tx: Tx, userId: string): Promise<Recipient | undefined> {
  const [row] = await tx
    .select(recipient)
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.email), isNull(users.disabledAt)));
  return row;
}

/** The user’s muted mails with the names of the organizations, for the export. */
export const listMutedMails = (db: Queryable, userId: string) =>
  db
    .select({ kind: mutedMails.kind, organization: organizations.name })
    .from(mutedMails)
    .leftJoin(organizations, eq(organizations.id, mutedMails.organizationId))
    .where(eq(mutedMails.userId, userId));

/** Makes the open pages of these users read their session again. */
export const notifyUsers = (tx: Tx, userIds: readonly string[]): Promise<void> =>
  notifyPeople(tx, sql`select * from json_array_elements_text(${JSON.stringify(userIds)}::json)`);

const ofNotice = eq(announcements.id, notices.announcementId);

/** Condition on `announcements` for notices that come from one. */
const isShown = isNull(announcements.withdrawnAt);

const noticeColumns = {
  id: notices.id,
  title: sql<string>`coalesce(${notices.title}, ${announcements.title})`,
  body: sql<string>`coalesce(${notices.body}, ${announcements.body})`,
  link: sql<string | null>`coalesce(${notices.link}, ${announcements.link})`,
  createdAt: notices.createdAt,
  readAt: notices.readAt,
};

const selectNotices = (db: Queryable) => db.select(noticeColumns).from(notices).leftJoin(announcements, ofNotice).$dynamic();

export type NoticeRow = Awaited<ReturnType<typeof selectNotices>>[number];

export const noticeOrder = keyset<NoticeRow, 'created_at'>(
  { created_at: byInstant(notices.createdAt, ({ createdAt }) => createdAt) },
  { column: notices.id, of: ({ id }) => id },
);

export const listNoticeRows = (db: Queryable, userId: string, { where, orderBy, limit }: Range): Promise<NoticeRow[]> =>
  selectNotices(db)
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

/** Changes whenever notices are created, read or withdrawn. */
export async function versionOfNotices(db: Queryable, userId: string): Promise<string> {
  const [row] = await db
    .select({ newest: max(notices.createdAt), shown: count() })
    .from(notices)
    .leftJoin(announcements, ofNotice)
    .where(and(eq(notices.userId, userId), isShown));
  return `${row?.newest?.getTime() ?? 0}:${row?.shown ?? 0}:${await countUnread(db, userId)}`;
}

/** @param ids null for all */
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

/** Those of these users who got `most` notices of this kind since then. */
export async function listRateLimited(
  tx: Tx,
  userIds: readonly string[],
  kind: NotificationKind,
  since: Date,
  most: number,
  link?: string,
): Promise<Set<string>> {
  const rows = await tx
    .select({ userId: notices.userId })
    .from(notices)
    .where(
      and(
        inArray(notices.userId, [...userIds]),
        eq(notices.kind, kind),
        gt(notices.createdAt, since),
        link === undefined ? undefined : eq(notices.link, link),
      ),
    )
    .groupBy(notices.userId)
    .having(sql`count(*) >= ${most}`);
  return new Set(rows.map(({ userId }) => userId));
}

/** Subquery of the users who got the announcement. */
export const recipientsOf = (announcementId: string): SQL =>
  sql`select ${notices.userId} from ${notices} where ${notices.announcementId} = ${announcementId}`;

export async function deleteOldNotices(db: Queryable, before: Date): Promise<void> {
  await db.delete(notices).where(lt(notices.createdAt, before));
}

type Status = components['schemas']['AnnouncementStatus'];

const selectAnnouncements = (db: Queryable, where: SQL | undefined) =>
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

export type AnnouncementRow = Awaited<ReturnType<typeof selectAnnouncements>>[number];

export const announcementOrder = keyset<AnnouncementRow, 'send_at'>(
  { send_at: byInstant(announcements.sendAt, ({ announcement }) => announcement.sendAt) },
  { column: announcements.id, of: ({ announcement }) => announcement.id },
);

export const listAnnouncementRows = (
  db: Queryable,
  status: Status | undefined,
  { where, orderBy, limit }: Range,
): Promise<AnnouncementRow[]> =>
  selectAnnouncements(db, and(status && hasStatus(status), where))
    .orderBy(...orderBy)
    .limit(limit);

const hasStatus = (status: Status): SQL | undefined =>
  status === 'withdrawn' ? isNotNull(announcements.withdrawnAt) : and(eq(announcements.status, status), isNull(announcements.withdrawnAt));

export async function findAnnouncement(db: Queryable, id: string): Promise<AnnouncementRow | undefined> {
  const [row] = await selectAnnouncements(db, eq(announcements.id, id));
  return row;
}

/** Locks the announcement until the transaction ends. */
export async function lockAnnouncement(tx: Tx, id: string): Promise<typeof announcements.$inferSelect | undefined> {
  const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update');
  return row;
}

/** False if the id exists. */
export async function insertAnnouncement(tx: Tx, row: typeof announcements.$inferInsert): Promise<boolean> {
  return (await tx.insert(announcements).values(row).onConflictDoNothing().returning({ id: announcements.id })).length > 0;
}

export async function changeAnnouncement(tx: Tx, id: string, changes: Partial<typeof announcements.$inferInsert>): Promise<void> {
  await tx.update(announcements).set(changes).where(eq(announcements.id, id));
}

/** Key of an announcement’s mail. */
export const mailKeyOf = (announcementId: string, userId: string): string => `announcement:${announcementId}:${userId}`;

export interface MailFigures {
  waiting: number;
  failed: number;
}

/** Counts the unsent mails of each announcement. Announcements without any are missing from the map. */
export async function countMails(db: Queryable, announcementIds: readonly string[]): Promise<Map<string, MailFigures>> {
  // The position of the id in the key.
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

type Target = components['schemas']['AnnouncementTarget'];

interface AudienceMember {
  userId: string;
  /** Null if the user has no address or muted announcements. */
  email: string | null;
}

const membershipOf = (db: Queryable, which: SQL | undefined) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(
        and(
          eq(memberships.userId, users.id),
          eq(memberships.status, 'active'),
          isNull(memberships.removedAt),
          isNull(organizations.deletedAt),
          which,
        ),
      ),
  );

/** The same role as in the session: the highest of the platform’s and the organizations’. */
function ofRole(db: Queryable, role: NonNullable<Target['role']>): SQL | undefined {
  if (role === 'super_admin' || role === 'admin') return eq(users.role, role);
  const isAdmin = membershipOf(db, eq(memberships.role, 'organization'));
  const isMember = membershipOf(db, undefined);
  const onPlatform = eq(users.role, 'user');
  if (role === 'organization') return and(onPlatform, isAdmin);
  if (role === 'member') return and(onPlatform, isMember, not(isAdmin));
  return and(onPlatform, not(isMember));
}

function targeted(db: Queryable, { kind, role, id }: Target): SQL | undefined {
  const isThere = and(isNull(users.deletedAt), isNull(users.disabledAt));
  if (kind === 'everyone') return isThere;
  if (kind === 'role' && role !== undefined) return and(isThere, ofRole(db, role));
  if (kind === 'organization' && id !== undefined) return and(isThere, membershipOf(db, eq(memberships.organizationId, id)));
  if (kind === 'event' && id !== undefined) {
    const takesPart = db
      .select({ one: sql`1` })
      .from(eventParticipants)
      .where(and(eq(eventParticipants.userId, users.id), eq(eventParticipants.eventId, id), isNull(eventParticipants.removedAt)));
    const ofIt = db.select({ id: events.organizationId }).from(events).where(eq(events.id, id));
    return and(isThere, or(exists(takesPart), membershipOf(db, inArray(memberships.organizationId, ofIt))));
  }
  throw new Error(`an announcement to ${kind} lacks its target`);
}

const isMailed = wantsMail({ kind: 'announcements', organizationId: null });

/** The next users after `after`, ordered by id. */
export const listAudience = (db: Queryable, target: Target, after: string | null, limit: number): Promise<AudienceMember[]> =>
  db
    .select({ userId: users.id, email: sql<string | null>`case when ${isMailed} then ${users.email} end` })
    .from(users)
    .where(and(targeted(db, target), after === null ? undefined : gt(users.id, after)))
    .orderBy(asc(users.id))
    .limit(limit);

export async function countAudience(db: Queryable, target: Target): Promise<{ people: number; byMail: number; byPush: number }> {
  const [row] = await db
    .select({
      people: count(),
      byMail: sql<number>`count(*) filter (where ${isMailed})`.mapWith(Number),
      byPush: sql<number>`count(*) filter (where ${isPushed(db)})`.mapWith(Number),
    })
    .from(users)
    .where(targeted(db, target));
  return row ?? { people: 0, byMail: 0, byPush: 0 };
}

/** Names of the targeted organizations and events, by id. Deleted ones are missing. */
export async function namesOfTargets(db: Queryable, targets: readonly Target[]): Promise<Map<string, string>> {
  const read = async (wanted: Target['kind'], from: typeof organizations | typeof events) => {
    const ids = targets.flatMap(({ kind, id }) => (kind === wanted && id !== undefined ? [id] : []));
    if (ids.length === 0) return [];
    return db
      .select({ id: from.id, name: from.name })
      .from(from)
      .where(and(inArray(from.id, ids), isNull(from.deletedAt)));
  };
  const rows = [...(await read('organization', organizations)), ...(await read('event', events))];
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The name of the targeted organization or event; null for other targets; undefined if it doesn’t exist. */
export async function nameOfTarget(db: Queryable, target: Target): Promise<string | null | undefined> {
  const { kind, id } = target;
  if (id === undefined || (kind !== 'organization' && kind !== 'event')) return null;
  return (await namesOfTargets(db, [target])).get(id);
}
