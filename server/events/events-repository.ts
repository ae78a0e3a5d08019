import { and, count, desc, eq, inArray, isNull, ne, not, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { endsAt } from '#server/db/event-status.ts';
import { isHiddenSection, isInHiddenSection } from '#server/db/hidden-sections.ts';
import { prepared } from '#server/db/prepared.ts';
import { eventCounters, eventParticipants, events, eventSections } from '#server/db/schema/events.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { refreshRetention, withdrawWarnings } from '#server/events/photo-retention-repository.ts';
import { type EventRole, GRACE_HOURS, type ParticipantRole, RESTORABLE_DAYS } from '#server/events/policy.ts';
import { watermarkColumns } from '#server/organizations/pictures.ts';

/** An event with all that its policy and its presenter need, as one person meets it. */
export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number];

export const isCurrentParticipant = sql`(${eventParticipants.userId} is not null and ${eventParticipants.removedAt} is null)`;
/** A rejected, deleted or unreadable photo is no cover. @param isSeen by the section of the photo */
const coverWhere = (isSeen: SQL) => sql<string | null>`(select p.id from ${photos} p where p.id = ${events.coverPhotoId}
  and p.event_id = ${events.id} and p.status = 'approved' and p.state = 'ready' and p.deleted_at is null and ${isSeen})`;
const isCoverHidden = isInHiddenSection(sql`p.section_id`);
export const photosCount = sql<number>`coalesce(${eventCounters.photosCount}, 0)`.mapWith(Number);

/** The participant's role takes photos here, or once did. */
export const tookPhotos = sql`(${eventParticipants.role} = 'photographer' or (${eventParticipants.role} = 'guest' and ${events.guestCaptureAt} is not null))`;

/** By the database's clock, so that all servers agree. */
export const isGuestTimeOver = (until: typeof events.guestUntil) => sql<boolean>`coalesce(${until} <= now(), false)`;

/** True for active members, and for people whose membership ended after the event was created: photos that they took until then may still arrive. */
const wasMemberAfterCreation = (userId: string | Placeholder) => sql`exists (select 1 from ${memberships} m
  where m.organization_id = ${events.organizationId} and m.user_id = ${userId}
  and ((m.status = 'active' and m.removed_at is null) or ${events.createdAt} < m.active_until))`;

export interface EventSelection {
  where: SQL | undefined;
  orderBy?: SQL[];
  limit: number;
}

/** @param userId the person whose role at the events is read */
export function selectEvents(db: Queryable, userId: string | Placeholder | null, { where, orderBy, limit }: EventSelection) {
  return db
    .select({
      id: events.id,
      organizationId: events.organizationId,
      organizationName: organizations.name,
      organizationStatus: organizations.status,
      primaryColor: organizations.primaryColor,
      secondaryColor: organizations.secondaryColor,
      /** The avatar if there is no logo. */
      logoUrl: sql<string | null>`coalesce(${organizations.logoUrl}, ${organizations.avatarUrl})`,
      watermark: watermarkColumns,
      name: events.name,
      description: events.description,
      type: events.type,
      status: events.status,
      startsAt: events.startsAt,
      durationHours: events.durationHours,
      timeZone: events.timeZone,
      endsAutomatically: events.endsAutomatically,
      location: events.location,
      /** For everyone who may enter. */
      coverPhotoId: coverWhere(sql`not ${isCoverHidden}`),
      /** The cover while it is in a hidden section, for the organization. */
      hiddenCoverPhotoId: coverWhere(isCoverHidden),
      joinCode: events.joinCode,
      joinPolicy: events.joinPolicy,
      joinIdentity: events.joinIdentity,
      requireApproval: events.requireApproval,
      autoGallery: events.autoGallery,
      allowDownloads: events.allowDownloads,
      guestAccess: events.guestAccess,
      guestUntil: events.guestUntil,
      isGuestTimeOver: isGuestTimeOver(events.guestUntil),
      guestDownloads: events.guestDownloads,
      publishedAt: events.publishedAt,
      revealsAt: events.revealsAt,
      openedAt: events.openedAt,
      retentionDays: events.retentionDays,
      retentionScope: events.retentionScope,
      photosKeptUntil: events.photosKeptUntil,
      pausedAt: events.pausedAt,
      pauseReason: events.pauseReason,
      keptUntil: events.keptUntil,
      removalReason: events.removalReason,
      /** An event goes with its organization. */
      deletedAt: sql`coalesce(${events.deletedAt}, ${organizations.deletedAt})`.mapWith(events.deletedAt) as SQL<Date | null>,
      createdAt: events.createdAt,
      updatedAt: events.updatedAt,
      photosCount,
      attendeesCount: sql<number>`coalesce(${eventCounters.attendeesCount}, 0)`.mapWith(Number),
      changeSeq: sql<number>`coalesce(${eventCounters.changeSeq}, 0)`.mapWith(Number),
      isParticipant: sql<boolean>`${isCurrentParticipant}`,
      participantRole: sql<ParticipantRole | null>`case when ${isCurrentParticipant} then ${eventParticipants.role} end`,
      /** Whether they take photos here, or did until they were removed, made a viewer, or no longer of the organization, or guests no longer may. */
      wasPhotographer: sql<boolean>`(coalesce(${tookPhotos} or ${eventParticipants.photographerUntil} is not null, false)
        or ${userId === null ? sql`false` : wasMemberAfterCreation(userId)})`,
      /** When the organization removed this person, or they left. */
      removedAt: eventParticipants.removedAt,
      hasLeft: sql<boolean>`coalesce(${eventParticipants.hasLeft}, false)`,
    })
    .from(events)
    .innerJoin(organizations, eq(organizations.id, events.organizationId))
    .leftJoin(eventCounters, eq(eventCounters.eventId, events.id))
    .leftJoin(
      eventParticipants,
      and(eq(eventParticipants.eventId, events.id), userId === null ? sql`false` : eq(eventParticipants.userId, userId)),
    )
    .where(where)
    .orderBy(...(orderBy ?? [desc(events.startsAt), desc(events.id)]))
    .limit(limit);
}

const eventById = prepared('event_by_id', (db) =>
  selectEvents(db, sql.placeholder('userId'), { where: eq(events.id, sql.placeholder('id')), limit: 1 }),
);

/** Deleted events too: whether one may know of them is the policy's business. */
export async function findEvent(db: Queryable, id: string, userId: string | null): Promise<EventRow | null> {
  const [row] = await eventById(db).execute({ id, userId });
  return row ?? null;
}

const eventByCode = prepared('event_by_code', (db) =>
  selectEvents(db, null, { where: eq(events.joinCode, sql.placeholder('code')), limit: 1 }),
);

/** The event that currently has this code, for an unknown person. @param code normalized */
export async function findEventByCode(db: Queryable, code: string): Promise<EventRow | null> {
  const [row] = await eventByCode(db).execute({ code });
  return row ?? null;
}

/**
 * Counts the photos of these events that are hidden from the person: other people's photos that only their authors and the organization see. The
 * organization sees all. Uses partial indexes.
 */
export async function countHidden(
  db: Queryable,
  found: readonly { event: EventRow; relation: EventRole }[],
  userId: string,
): Promise<(event: EventRow) => number> {
  const ids = found.flatMap(({ event, relation }) => (relation === 'organization' ? [] : event.id));
  if (ids.length === 0) return () => 0;
  const notShown = or(ne(photos.status, 'approved'), eq(photos.state, 'unreadable'));
  const others = and(inArray(photos.eventId, ids), isNull(photos.deletedAt), ne(photos.uploaderId, userId));
  const rows = await unionAll(
    db.select({ eventId: photos.eventId, hidden: count() }).from(photos).where(and(others, notShown)).groupBy(photos.eventId),
    db
      .select({ eventId: photos.eventId, hidden: count() })
      .from(photos)
      .innerJoin(eventSections, and(eq(eventSections.id, photos.sectionId), isHiddenSection))
      .where(and(others, eq(photos.status, 'approved'), ne(photos.state, 'unreadable'), eq(eventSections.eventId, photos.eventId)))
      .groupBy(photos.eventId),
  );
  const counts = new Map<string, number>();
  for (const { eventId, hidden } of rows) counts.set(eventId, (counts.get(eventId) ?? 0) + hidden);
  return ({ id }) => counts.get(id) ?? 0;
}

/** Deleted events too, in no particular order. */
export const findEvents = (db: Queryable, ids: readonly string[], userId: string): Promise<EventRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectEvents(db, userId, { where: inArray(events.id, [...ids]), limit: ids.length });

/**
 * Locks the event until the transaction ends: `share` (FOR SHARE) against changes, `change` (FOR NO KEY UPDATE) exclusively. Neither blocks
 * incoming photos.
 */
export async function lockEvent(tx: Tx, id: string, to: 'share' | 'change'): Promise<void> {
  await tx
    .select({ id: events.id })
    .from(events)
    .where(eq(events.id, id))
    .for(to === 'share' ? 'share' : 'no key update');
}

/** Events that are due to end automatically. */
export async function listDueToEnd(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    // An event goes with its organization, and comes back with it as it was.
    .innerJoin(organizations, and(eq(organizations.id, events.organizationId), isNull(organizations.deletedAt)))
    .where(
      and(
        eq(events.endsAutomatically, true),
        inArray(events.status, ['live', 'active']),
        isNull(events.deletedAt),
        sql`${endsAt} + ${GRACE_HOURS} * interval '1 hour' <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** When it went: by itself, or with its organization. */
const deletedSince = sql`least(${events.deletedAt},
  (select ${organizations.deletedAt} from ${organizations} where ${organizations.id} = ${events.organizationId}))`;

/** Until when a deleted one can be restored. */
export const restorableUntilSql = sql`coalesce(${events.keptUntil}, ${deletedSince} + make_interval(days => ${RESTORABLE_DAYS}))`;
const isNoLongerRestorable = (now: Date) =>
  sql`(${deletedSince} is not null and ${restorableUntilSql} < ${now.toISOString()}::timestamptz)`;

/** Deleted events that could be restored until then at the latest, those of deleted organizations too. */
export async function listPurgeableEvents(db: Queryable, until: Date): Promise<string[]> {
  const rows = await db.select({ id: events.id }).from(events).where(isNoLongerRestorable(until)).orderBy(deletedSince);
  return rows.map(({ id }) => id);
}

/** Deletes an event whose restore period is over, with everything in it. Null if it was purged or restored concurrently. */
export async function purgeEvent(tx: Tx, id: string, until: Date): Promise<{ organizationId: string; name: string } | null> {
  const [gone] = await tx
    .delete(events)
    .where(and(eq(events.id, id), isNoLongerRestorable(until)))
    .returning({ organizationId: events.organizationId, name: events.name });
  return gone ?? null;
}

export type EventInsert = Omit<
  typeof events.$inferInsert,
  'createdAt' | 'updatedAt' | 'deletedAt' | 'publishedAt' | 'openedAt' | 'endedAt' | 'photosKeptUntil' | 'guestCaptureAt'
>;

const opens = ({ status }: EventChanges) => status === 'live' || status === 'active';

export async function insertEvent(tx: Tx, event: EventInsert): Promise<void> {
  const letsCapture = event.guestAccess !== 'view';
  await tx
    .insert(events)
    .values({ ...event, guestCaptureAt: letsCapture ? new Date() : null, ...(opens(event) && { openedAt: new Date() }) });
  await tx.insert(eventCounters).values({ eventId: event.id });
}

export type EventChanges = Partial<
  Omit<
    typeof events.$inferInsert,
    'id' | 'organizationId' | 'createdAt' | 'updatedAt' | 'openedAt' | 'endedAt' | 'photosKeptUntil' | 'guestCaptureAt'
  >
>;

/** Changes that move the date until which photos are kept. */
const movesRetention = (changes: EventChanges): boolean =>
  (['status', 'startsAt', 'durationHours', 'retentionDays', 'retentionScope', 'deletedAt'] as const).some((key) => key in changes);

export async function changeEvent(tx: Tx, id: string, changes: EventChanges): Promise<void> {
  await tx
    .update(events)
    .set({
      ...changes,
      ...(opens(changes) && { openedAt: sql`coalesce(${events.openedAt}, now())` }),
      ...(changes.status === 'ended' && {
        endedAt: sql`case when ${events.status} in ('live', 'active') then now() else ${events.endedAt} end`,
      }),
      ...(changes.guestAccess && changes.guestAccess !== 'view' && { guestCaptureAt: sql`coalesce(${events.guestCaptureAt}, now())` }),
      updatedAt: sql`now()`,
    })
    .where(eq(events.id, id));
  if ('retentionDays' in changes || 'retentionScope' in changes) await withdrawWarnings(tx, id);
  if (movesRetention(changes)) await refreshRetention(tx, id, new Date());
}

/** Returns true for an approved, ready, existing photo of the event that is in no hidden section. */
export async function isUsableCover(db: Queryable, eventId: string, photoId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: photos.id })
    .from(photos)
    .where(
      and(
        eq(photos.id, photoId),
        eq(photos.eventId, eventId),
        eq(photos.status, 'approved'),
        eq(photos.state, 'ready'),
        isNull(photos.deletedAt),
        not(isInHiddenSection(sql`${photos.sectionId}`)),
      ),
    );
  return row !== undefined;
}

/** Whether the event's cover, usable or not, is one of these photos. */
export async function isCoverAmong(tx: Tx, eventId: string, photoIds: readonly string[]): Promise<boolean> {
  const [row] = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.id, eventId), inArray(events.coverPhotoId, [...photoIds])));
  return row !== undefined;
}

/** Photos that were deleted, rejected or wait again are no cover any more. Returns whether one of these was. */
export async function clearCover(tx: Tx, eventId: string, photoIds: readonly string[]): Promise<boolean> {
  const cleared = await tx
    .update(events)
    .set({ coverPhotoId: null })
    .where(and(eq(events.id, eventId), inArray(events.coverPhotoId, [...photoIds])))
    .returning({ id: events.id });
  return cleared.length > 0;
}
