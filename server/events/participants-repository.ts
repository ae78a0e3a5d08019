// Participants of events.
import { and, count, eq, inArray, isNotNull, isNull, not, sql, type SQL } from 'drizzle-orm';
import { firstSessionInserts, type FirstSession } from '#server/accounts/sessions-repository.ts';
import { guestInsert, type NewGuest } from '#server/accounts/users-repository.ts';
import { auditSql, type AuditEntry } from '#server/audit/audit.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { containsLowered } from '#server/db/search.ts';
import type { Db, Queryable, Tx } from '#server/db/types.ts';
import type { ParticipantRole } from '#server/events/policy.ts';

export interface ParticipantRow {
  userId: string;
  firstName: string;
  lastName: string;
  /** Null of a guest without an account. */
  email: string | null;
  avatarTag: string | null;
  role: ParticipantRole;
  joinedAt: Date;
  removedAt: Date | null;
  /** They left by themselves. */
  hasLeft: boolean;
  photosCount: number;
}

const columns = {
  userId: eventParticipants.userId,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  avatarTag: users.avatarTag,
  role: eventParticipants.role,
  joinedAt: eventParticipants.joinedAt,
  removedAt: eventParticipants.removedAt,
  hasLeft: eventParticipants.hasLeft,
};

export interface ParticipantFilter {
  eventId: string;
  q?: string | undefined;
  role?: ParticipantRole | undefined;
  /** Those who were removed, instead of those who are in. Who left is neither. */
  removed?: boolean | undefined;
}

const wasRemoved = and(isNotNull(eventParticipants.removedAt), not(eventParticipants.hasLeft));

export const participantOrder = keyset<ParticipantRow, 'joined_at'>(
  { joined_at: byInstant(eventParticipants.joinedAt, (row) => row.joinedAt) },
  { column: eventParticipants.userId, of: (row) => row.userId },
);

/** Those who are in, or were removed, with their number of photos in this event. */
export async function listParticipantRows(
  db: Queryable,
  filter: ParticipantFilter,
  { where, orderBy, limit }: Range,
): Promise<ParticipantRow[]> {
  const rows = await db
    .select(columns)
    .from(eventParticipants)
    .innerJoin(users, eq(users.id, eventParticipants.userId))
    .where(and(matching(filter), where))
    .orderBy(...orderBy)
    .limit(limit);
  return withPhotoCounts(db, filter.eventId, rows);
}

export async function countParticipants(db: Queryable, filter: ParticipantFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(eventParticipants)
    .innerJoin(users, eq(users.id, eventParticipants.userId))
    .where(matching(filter));
  return row?.total ?? 0;
}

/** Counts removed people too. Concurrent joins wait for each other, so that each newcomer gets another number. */
export async function countEverJoined(tx: Tx, eventId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(eventParticipants).where(eq(eventParticipants.eventId, eventId));
  return row?.total ?? 0;
}

function matching({ eventId, q, role, removed }: ParticipantFilter): SQL | undefined {
  return and(
    eq(eventParticipants.eventId, eventId),
    // Their row stays for the numbers that guests without a name are given.
    isNull(users.deletedAt),
    removed ? wasRemoved : isNull(eventParticipants.removedAt),
    role && eq(eventParticipants.role, role),
    q === undefined ? undefined : containsLowered(q, users.searchText),
  );
}

/** Removed ones and those who left, too. */
export async function findParticipant(db: Queryable, eventId: string, userId: string): Promise<ParticipantRow | null> {
  const rows = await db
    .select(columns)
    .from(eventParticipants)
    .innerJoin(users, eq(users.id, eventParticipants.userId))
    .where(and(eq(eventParticipants.eventId, eventId), eq(eventParticipants.userId, userId)));
  const [row] = await withPhotoCounts(db, eventId, rows);
  return row ?? null;
}

async function withPhotoCounts(db: Queryable, eventId: string, rows: Omit<ParticipantRow, 'photosCount'>[]): Promise<ParticipantRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.userId);
  const counted = await db
    .select({ userId: photos.uploaderId, photos: count() })
    .from(photos)
    .where(and(eq(photos.eventId, eventId), inArray(photos.uploaderId, ids), isNull(photos.deletedAt)))
    .groupBy(photos.uploaderId);
  const counts = new Map(counted.map((one) => [one.userId, one.photos]));
  return rows.map((row) => ({ ...row, photosCount: counts.get(row.userId) ?? 0 }));
}

/**
 * Adds a participant. Returns false, with nothing written, if the person is or was one. The caller counts them with the change that it records
 * (changes-repository.ts), so that the event's counter is locked last.
 */
export async function addParticipant(tx: Tx, eventId: string, userId: string, role: ParticipantRole): Promise<boolean> {
  const added = await tx
    .insert(eventParticipants)
    .values({ eventId, userId, role })
    .onConflictDoNothing()
    .returning({ userId: eventParticipants.userId });
  return added.length > 0;
}

/**
 * Makes a new guest a participant, in one statement: with the account, the first session and the audit entries.
 * @returns false, with nothing written, if the event has changed since it was read, its organization is no longer active, or the guest's key is
 * taken
 */
export async function insertGuestParticipant(
  db: Db,
  event: { id: string; updatedAt: Date },
  guest: NewGuest,
  session: FirstSession,
  entries: readonly AuditEntry[],
): Promise<boolean> {
  const inserted = sql`inserted_guest`;
  const audited = entries.map((entry, index) => sql`${sql.identifier(`audited_${index}`)} as (${auditSql(entry, inserted)})`);
  const { rowCount } = await db.execute(sql`with unchanged_event as materialized (
      select from ${events} where ${events.id} = ${event.id} and ${events.deletedAt} is null
      and ${events.updatedAt} = ${event.updatedAt.toISOString()}::timestamptz
      and exists (select from ${organizations} where ${organizations.id} = ${events.organizationId}
        and ${organizations.status} = 'active' and ${organizations.deletedAt} is null) for share
    ), inserted_guest as (${guestInsert(guest, sql`unchanged_event`)}), ${firstSessionInserts(session, inserted)}, ${sql.join(audited, sql`, `)},
    participant as (
      insert into ${eventParticipants} (event_id, user_id, role) select ${event.id}::uuid, id, 'guest' from ${inserted} returning user_id
    ) select from participant`);
  return rowCount === 1;
}

/** Readmits a person who was removed or left. Returns false if they are a participant. */
export async function readmitParticipant(tx: Tx, eventId: string, userId: string, role?: ParticipantRole): Promise<boolean> {
  const back = await tx
    .update(eventParticipants)
    .set({ removedAt: null, hasLeft: false, ...(role && roleChange(role)) })
    .where(and(isParticipantRow(eventId, userId), sql`${eventParticipants.removedAt} is not null`))
    .returning({ userId: eventParticipants.userId });
  return back.length > 0;
}

/** Returns false when they were removed, or left, before. @param hasLeft they end it themselves */
export async function markParticipantRemoved(tx: Tx, eventId: string, userId: string, { hasLeft = false } = {}): Promise<boolean> {
  const removed = await tx
    .update(eventParticipants)
    .set({ removedAt: sql`clock_timestamp()`, hasLeft })
    .where(and(isParticipantRow(eventId, userId), isNull(eventParticipants.removedAt)))
    .returning({ userId: eventParticipants.userId });
  return removed.length > 0;
}

/** Returns false when they have this role already, or are not in. */
export async function setParticipantRole(tx: Tx, eventId: string, userId: string, role: ParticipantRole): Promise<boolean> {
  const changed = await tx
    .update(eventParticipants)
    .set(roleChange(role))
    .where(and(isParticipantRow(eventId, userId), isNull(eventParticipants.removedAt), sql`${eventParticipants.role} <> ${role}`))
    .returning({ userId: eventParticipants.userId });
  return changed.length > 0;
}

/** Notes until when they had a role that takes photos. The columns on the right are as they were before. */
const roleChange = (role: ParticipantRole) => ({
  role,
  photographerUntil: sql`case when ${role} <> ${eventParticipants.role} and (${eventParticipants.role} = 'photographer' or (${eventParticipants.role} = 'guest'
    and exists (select from ${events} e where e.id = ${eventParticipants.eventId} and e.guest_capture_at is not null))) then clock_timestamp()
    else ${eventParticipants.photographerUntil} end`,
});

const isParticipantRow = (eventId: string, userId: string) =>
  and(eq(eventParticipants.eventId, eventId), eq(eventParticipants.userId, userId));
