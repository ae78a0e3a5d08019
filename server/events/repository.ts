import { and, desc, eq, inArray, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '#server/db/types.ts';
import { prepared } from '#server/db/prepared.ts';
import { eventCounters, eventParticipants, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { ParticipantRole } from '#server/events/policy.ts';

/** An event with all that its policy and its presenter need, as one person meets it. */
export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number];

export const inEvent = sql`(${eventParticipants.userId} is not null and ${eventParticipants.removedAt} is null)`;
/** A cover is a photo that anybody who may enter may see: while it is rejected, deleted or unreadable there is none. */
const usableCover = sql<string | null>`(select p.id from ${photos} p where p.id = ${events.coverPhotoId}
  and p.event_id = ${events.id} and p.status = 'approved' and p.state = 'ready' and p.deleted_at is null)`;
export const photosCount = sql<number>`coalesce(${eventCounters.photosCount}, 0)`.mapWith(Number);

export interface Selection {
  where: SQL | undefined;
  orderBy?: SQL[];
  limit: number;
}

/** @param userId whose relation to the events is told */
export function selectEvents(db: Queryable, userId: string | Placeholder | null, { where, orderBy, limit }: Selection) {
  return db
    .select({
      id: events.id,
      organizationId: events.organizationId,
      organizationName: organizations.name,
      organizationStatus: organizations.status,
      primaryColor: organizations.primaryColor,
      secondaryColor: organizations.secondaryColor,
      logoUrl: organizations.logoUrl,
      name: events.name,
      description: events.description,
      type: events.type,
      status: events.status,
      startsAt: events.startsAt,
      durationHours: events.durationHours,
      location: events.location,
      coverPhotoId: usableCover,
      joinCode: events.joinCode,
      joinPolicy: events.joinPolicy,
      requireApproval: events.requireApproval,
      autoGallery: events.autoGallery,
      allowDownloads: events.allowDownloads,
      publishedAt: events.publishedAt,
      deletedAt: events.deletedAt,
      createdAt: events.createdAt,
      updatedAt: events.updatedAt,
      photosCount,
      attendeesCount: sql<number>`coalesce(${eventCounters.attendeesCount}, 0)`.mapWith(Number),
      changeSeq: sql<number>`coalesce(${eventCounters.changeSeq}, 0)`.mapWith(Number),
      isParticipant: sql<boolean>`${inEvent}`,
      participantRole: sql<ParticipantRole | null>`case when ${inEvent} then ${eventParticipants.role} end`,
      /** Whether they take photos here, or did until they were removed or made a guest. */
      wasPhotographer: sql<boolean>`coalesce(${eventParticipants.role} = 'photographer' or ${eventParticipants.photographerUntil} is not null, false)`,
      /** When the organization removed this person. */
      removedAt: eventParticipants.removedAt,
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

/**
 * Holds the event until the transaction ends. `share` keeps it as it is, with others who only need that; `change` is for one at a time.
 * Neither holds up photos on their way in.
 */
export async function lockEvent(tx: Tx, id: string, to: 'share' | 'change'): Promise<void> {
  await tx
    .select({ id: events.id })
    .from(events)
    .where(eq(events.id, id))
    .for(to === 'share' ? 'share' : 'no key update');
}

export type NewEvent = Omit<typeof events.$inferInsert, 'createdAt' | 'updatedAt' | 'deletedAt' | 'publishedAt'>;

export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx.insert(events).values(event);
  await tx.insert(eventCounters).values({ eventId: event.id });
}

export type EventChanges = Partial<Omit<typeof events.$inferInsert, 'id' | 'organizationId' | 'createdAt' | 'updatedAt'>>;

export async function changeEvent(tx: Tx, id: string, changes: EventChanges): Promise<void> {
  await tx
    .update(events)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(events.id, id));
}

/** Whether a photo may be the cover of an event: one of its own, approved, ready, not deleted. */
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
      ),
    );
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
