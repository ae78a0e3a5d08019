// The numbered changes of an event's gallery: the repository behind the stream.
import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { toViewer } from '#server/accounts/presenter.ts';
import { findPeopleOfSessions, type PersonRow } from '#server/accounts/repository.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { eventChanges, eventCounters, eventParticipants, events } from '#server/db/schema/events.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { notifyTopic } from '#server/live/hub.ts';
import { standingOf, type Standing } from '#server/events/policy.ts';

export interface Change {
  seq: number;
  /** `event`: the event itself, its people or its numbers. `reset`: the gallery was opened or closed. Neither is about one photo. */
  kind: (typeof eventChanges.$inferSelect)['kind'];
  photoId: string | null;
  /** Whether an open gallery showed the photo to everybody before this change. */
  wasShown: boolean;
}

/** Written where the event lost its cover together with the photo. */
export const coverGone: Omit<Change, 'seq'> = { kind: 'event', photoId: null, wasShown: false };

/** The event's topic for open streams; its number is that of the last change. */
export const eventTopic = (eventId: string): string => `event:${eventId}`;

/**
 * Numbers a change by the event's counter row, which stays locked until the transaction ends: numbers are in commit order. So write it
 * last, after every other lock. Streams are told at the commit.
 * @param photosDelta what the change adds to the event's number of photos
 */
export function recordChange(tx: Tx, eventId: string, kind: Change['kind'], photoId: string | null, photosDelta = 0): Promise<number> {
  // Nobody was shown a photo before it was added.
  return recordChanges(tx, eventId, [{ kind, photoId, wasShown: kind !== 'added' }], photosDelta);
}

/** Several changes of one event, as `recordChange` does one. Returns the last one's number. */
export async function recordChanges(tx: Tx, eventId: string, changes: readonly Omit<Change, 'seq'>[], photosDelta = 0): Promise<number> {
  // The event before its counter, as whoever renews a join code locks them: the numbers' foreign key would take them the other way round.
  await tx.select({ id: events.id }).from(events).where(eq(events.id, eventId)).for('key share');
  const [counter] = await tx
    .insert(eventCounters)
    .values({ eventId, changeSeq: changes.length, photosCount: Math.max(0, photosDelta) })
    .onConflictDoUpdate({
      target: eventCounters.eventId,
      set: {
        changeSeq: sql`${eventCounters.changeSeq} + ${changes.length}`,
        photosCount: sql`${eventCounters.photosCount} + ${photosDelta}`,
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

/** The number of the event's last change; 0 before the first. */
export async function lastChange(db: Queryable, eventId: string): Promise<number> {
  const [row] = await db.select({ seq: eventCounters.changeSeq }).from(eventCounters).where(eq(eventCounters.eventId, eventId));
  return row?.seq ?? 0;
}

/** Changes behind a number, oldest first. */
export function listChanges(db: Queryable, eventId: string, after: number, limit: number): Promise<Change[]> {
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
      .innerJoin(sessions, eq(sessions.userId, eventParticipants.userId))
      .where(
        and(
          eq(eventParticipants.eventId, event.id),
          isNull(eventParticipants.removedAt),
          sql`${sessions.id} = any(${sql.param([...sessionIds])}::uuid[])`,
        ),
      ),
  ]);
  const participants = new Set(rows.map((row) => row.userId));
  const standing = (sessionId: string, person: PersonRow) =>
    standingOf(toViewer(person, sessionId), { organizationId: event.organizationId, isParticipant: participants.has(person.id) });
  return new Map([...people].map(([sessionId, person]) => [sessionId, standing(sessionId, person)]));
}
