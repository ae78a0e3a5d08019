// The numbered changes of an event's gallery: the repository behind the stream.
import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { toViewer } from '#server/accounts/presenter.ts';
import { findPeopleOfSessions, peopleOfSessions, type PersonRow } from '#server/accounts/repository.ts';
import { eventChanges, eventCounters, eventParticipants, events } from '#server/db/schema/events.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { standingOf, type Standing } from '#server/events/policy.ts';
import { notifyTopic } from '#server/live/hub.ts';

export interface EventChange {
  seq: number;
  /** `event`: the event itself, its people or its numbers. `reset`: the gallery was opened or closed. Neither is about one photo. */
  kind: (typeof eventChanges.$inferSelect)['kind'];
  photoId: string | null;
  /** Whether an open gallery showed the photo to everybody before this change. */
  wasShown: boolean;
}

/** What changes add to an event's number of photos, and to the size of their originals. */
export interface PhotosDelta {
  photos: number;
  bytes: number;
}

/** Written where the event lost its cover together with the photo. */
export const coverGone: Omit<EventChange, 'seq'> = { kind: 'event', photoId: null, wasShown: false };

/** The event's topic for open streams; its number is that of the last change. */
export const eventTopic = (eventId: string): string => `event:${eventId}`;

/**
 * Numbers a change by the event's counter row, which stays locked until the transaction ends: numbers are in commit order. So write it
 * last, after every other lock. Streams are told at the commit.
 */
export function recordChange(
  tx: Tx,
  eventId: string,
  kind: EventChange['kind'],
  photoId: string | null,
  delta?: PhotosDelta,
): Promise<number> {
  // Nobody was shown a photo before it was added.
  return recordChanges(tx, eventId, [{ kind, photoId, wasShown: kind !== 'added' }], delta);
}

/** Several changes of one event, as `recordChange` does one. Returns the last one's number. */
export async function recordChanges(
  tx: Tx,
  eventId: string,
  changes: readonly Omit<EventChange, 'seq'>[],
  delta: PhotosDelta = { photos: 0, bytes: 0 },
): Promise<number> {
  // The event before its counter, as whoever renews a join code locks them: the numbers' foreign key would take them the other way round.
  await tx.select({ id: events.id }).from(events).where(eq(events.id, eventId)).for('key share');
  const [counter] = await tx
    .insert(eventCounters)
    .values({ eventId, changeSeq: changes.length, photosCount: Math.max(0, delta.photos), photosBytes: Math.max(0, delta.bytes) })
    .onConflictDoUpdate({
      target: eventCounters.eventId,
      set: {
        changeSeq: sql`${eventCounters.changeSeq} + ${changes.length}`,
        photosCount: sql`${eventCounters.photosCount} + ${delta.photos}`,
        photosBytes: sql`${eventCounters.photosBytes} + ${delta.bytes}`,
      },
    })
    .returning({ seq: eventCounters.changeSeq });
  if (!counter) throw new Error(`event ${eventId} has no counter`);
  const first = counter.seq - changes.length + 1;
  if (changes.length > 0)
    await tx.insert(eventChanges).values(changes.map((change, index) => ({ ...change, eventId, seq: first + index })));
  await notifyTopic(tx, eventTopic(eventId), counter.seq);
  return counter.seq;
}

/**
 * Tells the readers of all events of an organization that these look otherwise; `pictures`: what they are shown of the photos as well, so that
 * they read their galleries again. As `recordChange`: written last.
 */
export async function recordLookChange(tx: Tx, organizationId: string, { pictures }: { pictures: boolean }): Promise<void> {
  const isTheirs = and(eq(events.organizationId, organizationId), isNull(events.deletedAt));
  const rows = await tx.select({ id: events.id }).from(events).where(isTheirs).orderBy(asc(events.id)).for('key share');
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  const kinds = pictures ? (['event', 'reset'] as const) : (['event'] as const);
  await tx
    .insert(eventCounters)
    .values(ids.map((eventId) => ({ eventId })))
    .onConflictDoNothing();
  const isOfThem = inArray(eventCounters.eventId, ids);
  // One after the other in one order: two such changes never wait for each other.
  await tx.select({ id: eventCounters.eventId }).from(eventCounters).where(isOfThem).orderBy(asc(eventCounters.eventId)).for('update');
  const counters = await tx
    .update(eventCounters)
    .set({ changeSeq: sql`${eventCounters.changeSeq} + ${kinds.length}` })
    .where(isOfThem)
    .returning({ eventId: eventCounters.eventId, seq: eventCounters.changeSeq });
  const numbered = counters.flatMap(({ eventId, seq }) =>
    kinds.map((kind, index) => ({ eventId, seq: seq - kinds.length + 1 + index, kind, photoId: null, wasShown: false })),
  );
  await tx.insert(eventChanges).values(numbered);
  for (const { eventId, seq } of counters) await notifyTopic(tx, eventTopic(eventId), seq);
}

/** The number of the event's last change; 0 before the first. */
export async function lastChange(db: Queryable, eventId: string): Promise<number> {
  const [row] = await db.select({ seq: eventCounters.changeSeq }).from(eventCounters).where(eq(eventCounters.eventId, eventId));
  return row?.seq ?? 0;
}

/** Changes behind a number, oldest first. */
export function listChanges(db: Queryable, eventId: string, after: number, limit: number): Promise<EventChange[]> {
  return db
    .select({ seq: eventChanges.seq, kind: eventChanges.kind, photoId: eventChanges.photoId, wasShown: eventChanges.wasShown })
    .from(eventChanges)
    .where(and(eq(eventChanges.eventId, eventId), gt(eventChanges.seq, after)))
    .orderBy(asc(eventChanges.seq))
    .limit(limit);
}

/** Forgets changes made before a time. Returns how many. */
export async function forgetChanges(db: Queryable, before: Date): Promise<number> {
  const gone = await db.delete(eventChanges).where(lt(eventChanges.createdAt, before)).returning({ seq: eventChanges.seq });
  return gone.length;
}

/** What the sessions of open streams still are to an event, read at once for all of them. Sessions that ended are left out. */
export async function readStandings(
  db: Queryable,
  event: { id: string; organizationId: string },
  sessionIds: readonly string[],
): Promise<Map<string, Standing>> {
  const [people, rows] = await Promise.all([
    findPeopleOfSessions(db, sessionIds),
    db
      .selectDistinct({ userId: eventParticipants.userId })
      .from(eventParticipants)
      .where(
        and(
          eq(eventParticipants.eventId, event.id),
          isNull(eventParticipants.removedAt),
          sql`${eventParticipants.userId} in (${peopleOfSessions(sessionIds)})`,
        ),
      ),
  ]);
  const participants = new Set(rows.map((row) => row.userId));
  const standing = (sessionId: string, person: PersonRow) =>
    standingOf(toViewer(person, sessionId), { organizationId: event.organizationId, isParticipant: participants.has(person.id) });
  return new Map([...people].map(([sessionId, person]) => [sessionId, standing(sessionId, person)]));
}
