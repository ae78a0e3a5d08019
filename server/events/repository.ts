import { and, desc, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '#server/deps.ts';
import { eventCounters, eventParticipants, events, organizations } from '#server/db/schema.ts';

/** An event with all that its policy and its presenter need, as one person meets it. */
export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number];

function selectEvents(db: Queryable, userId: string | null, where: SQL | undefined, limit: number) {
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
      coverPhotoId: events.coverPhotoId,
      joinCode: events.joinCode,
      requireApproval: events.requireApproval,
      autoGallery: events.autoGallery,
      allowDownloads: events.allowDownloads,
      publishedAt: events.publishedAt,
      deletedAt: events.deletedAt,
      createdAt: events.createdAt,
      updatedAt: events.updatedAt,
      photosCount: sql<number>`coalesce(${eventCounters.photosCount}, 0)`.mapWith(Number),
      attendeesCount: sql<number>`coalesce(${eventCounters.attendeesCount}, 0)`.mapWith(Number),
      changeSeq: sql<number>`coalesce(${eventCounters.changeSeq}, 0)`.mapWith(Number),
      isParticipant: sql<boolean>`${eventParticipants.userId} is not null`,
    })
    .from(events)
    .innerJoin(organizations, eq(organizations.id, events.organizationId))
    .leftJoin(eventCounters, eq(eventCounters.eventId, events.id))
    .leftJoin(
      eventParticipants,
      and(eq(eventParticipants.eventId, events.id), userId === null ? sql`false` : eq(eventParticipants.userId, userId)),
    )
    .where(where)
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(limit);
}

/** Deleted events too: whether one may know of them is the policy's business. */
export async function findEvent(db: Queryable, id: string, userId: string | null): Promise<EventRow | null> {
  const [row] = await selectEvents(db, userId, eq(events.id, id), 1);
  return row ?? null;
}

/** @param code normalised: upper case, without separators */
export async function findEventByCode(db: Queryable, code: string, userId: string): Promise<EventRow | null> {
  const [row] = await selectEvents(db, userId, and(eq(events.joinCode, code), isNull(events.deletedAt)), 1);
  return row ?? null;
}

export interface EventListQuery {
  userId: string;
  organizationIds: readonly string[];
  viewsEvents: boolean;
  /** The last event of the page before. */
  after: { at: Date; id: string } | null;
  limit: number;
}

/** The events that `canView` allows to this person; policy.test.ts and repository.test.ts hold both to the same table. */
export function listEnterable(db: Queryable, query: EventListQuery): Promise<EventRow[]> {
  const ways = [and(sql`${eventParticipants.userId} is not null`, ne(events.status, 'draft'))];
  if (query.organizationIds.length > 0) ways.push(inArray(events.organizationId, [...query.organizationIds]));
  if (query.viewsEvents) ways.push(and(eq(events.type, 'public'), ne(events.status, 'draft')));
  const behind =
    query.after && sql`(${events.startsAt}, ${events.id}) < (${query.after.at.toISOString()}::timestamptz, ${query.after.id}::uuid)`;
  return selectEvents(db, query.userId, and(isNull(events.deletedAt), or(...ways), behind ?? undefined), query.limit);
}

/** Makes somebody a participant. Returns false when they were one already. */
export async function addParticipant(tx: Tx, eventId: string, userId: string): Promise<boolean> {
  const added = await tx
    .insert(eventParticipants)
    .values({ eventId, userId })
    .onConflictDoNothing()
    .returning({ userId: eventParticipants.userId });
  if (added.length === 0) return false;
  await tx
    .insert(eventCounters)
    .values({ eventId, attendeesCount: 1 })
    .onConflictDoUpdate({ target: eventCounters.eventId, set: { attendeesCount: sql`${eventCounters.attendeesCount} + 1` } });
  return true;
}

/** A photo that is deleted is no cover any more. */
export async function clearCover(tx: Tx, eventId: string, photoId: string): Promise<void> {
  await tx
    .update(events)
    .set({ coverPhotoId: null })
    .where(and(eq(events.id, eventId), eq(events.coverPhotoId, photoId)));
}
