// The numbered changes of an event's gallery: the repository behind the stream.
import { and, asc, eq, gt, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { toViewer } from '#server/accounts/presenter.ts';
import { findPeopleOfSessions, peopleOfSessions } from '#server/accounts/sessions-repository.ts';
import type { PersonRow } from '#server/accounts/users-repository.ts';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit } from '#server/audit/audit.ts';
import { isInHiddenSection } from '#server/db/hidden-sections.ts';
import { eventChanges, eventCounters, eventParticipants, events } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Db, Queryable, Tx } from '#server/db/types.ts';
import { type EventAccess, eventAccessOf } from '#server/events/policy.ts';
import { notifyTopic, topicNotification } from '#server/live/topics-repository.ts';
import type { Viewer } from '#server/viewer.ts';

interface RecordedChange {
  action: Extract<AuditAction, `event.${string}`>;
  event: { id: string; organizationId: string };
  /** Null: the server itself. */
  by: Viewer | null;
  request?: Pick<FastifyRequest, 'ip' | 'id'>;
  detail?: Record<string, unknown>;
  /** Participants who were restored (1) or removed (-1). */
  attendees?: 1 | -1;
  /** The gallery was opened or closed, so readers reload it. */
  galleryToggled?: boolean;
}

/** Writes the audit entry and the change for open streams. Call it last in a transaction, because it locks the event's counter. */
export async function recordEventChange(
  tx: Tx,
  { action, event, by, request, detail, attendees, galleryToggled = false }: RecordedChange,
): Promise<void> {
  await audit(tx, {
    action,
    actorId: by?.userId ?? null,
    subjectType: 'event',
    subjectId: event.id,
    organizationId: event.organizationId,
    ...(detail && { detail }),
    ...(request && { request }),
  });
  if (action === 'event.join' && by) await recordJoin(tx, event.id, by.userId);
  else await recordChange(tx, event.id, 'event', null, { attendees });
  if (galleryToggled) await recordChange(tx, event.id, 'reset', null);
}

export interface EventChange {
  seq: number;
  /** `event`: the event itself, its people or its numbers. `reset`: the gallery was opened or closed. Neither is about one photo. */
  kind: (typeof eventChanges.$inferSelect)['kind'];
  photoId: string | null;
  /** Whether an open gallery showed the photo to everybody before this change. */
  wasShown: boolean;
}

/** What changes add to an event's counters. `bytes`: the size of the originals. */
interface CountersDelta {
  photos?: number;
  bytes?: number;
  attendees?: number | undefined;
}

/** Written where the event lost its cover together with the photo. */
export const coverCleared: Omit<EventChange, 'seq'> = { kind: 'event', photoId: null, wasShown: false };

const TOPIC = 'event:';

/** The event's topic for open streams; its number is that of the last change. */
export const eventTopic = (eventId: string): string => `${TOPIC}${eventId}`;

/** The event's id; null for any other topic. */
export const eventIdOfTopic = (topic: string): string | null => (topic.startsWith(TOPIC) ? topic.slice(TOPIC.length) : null);

/**
 * Numbers a change by the event's counter row, which stays locked until the transaction ends, so that numbers are in commit order. Write it last,
 * after every other lock. Streams are notified at the commit.
 */
export function recordChange(
  tx: Tx,
  eventId: string,
  kind: EventChange['kind'],
  photoId: string | null,
  delta?: CountersDelta,
): Promise<number> {
  // A new photo was not shown before.
  return recordChanges(tx, eventId, [{ kind, photoId, wasShown: kind !== 'added' }], delta);
}

const PERSON_SCOPE = 'person=';
const PHOTO_SCOPE = 'photo=';
/** Likes and counters change no access. */
const NO_RIGHTS_SCOPE = 'no-rights';

/** The access that a change may affect: of one person, to one photo, none, or all. */
export function parseScope(scope: string): { userId: string } | { photoId: string } | 'nothing' | 'everything' {
  if (scope === NO_RIGHTS_SCOPE) return 'nothing';
  if (scope.startsWith(PERSON_SCOPE)) return { userId: scope.slice(PERSON_SCOPE.length) };
  return scope.startsWith(PHOTO_SCOPE) ? { photoId: scope.slice(PHOTO_SCOPE.length) } : 'everything';
}

function scopeOf(changes: readonly Omit<EventChange, 'seq'>[]): string {
  const [first] = changes;
  if (first === undefined || changes.every(({ kind }) => kind === 'likes')) return NO_RIGHTS_SCOPE;
  return changes.length === 1 && first.photoId !== null ? `${PHOTO_SCOPE}${first.photoId}` : '';
}

const attendanceChange: Omit<EventChange, 'seq'> = { kind: 'event', photoId: null, wasShown: true };

/** As `recordChange`, for one person who joined. */
export const recordJoin = (tx: Tx, eventId: string, userId: string): Promise<number> =>
  recordChanges(tx, eventId, [attendanceChange], { attendees: 1 }, `${PERSON_SCOPE}${userId}`);

/** An attempt fails only if a concurrent transaction changed the number. */
const MAX_RECOUNTS = 10;

/**
 * Counts all who have joined and are not counted yet, and records one change for them. At the start of an event hundreds join within seconds:
 * if each locked the counter for itself, all would wait for each other's disk writes.
 *
 * The number is set only if it has not changed since the statement's snapshot; otherwise the count is repeated. After too many attempts it
 * is left to the next arrival.
 */
export async function recountAttendees(db: Db, eventId: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_RECOUNTS; attempt++) {
    const { rowCount } =
      await db.execute(sql`with ${lockedEvent(eventId)}, ${attendeesRecount(eventId)}, ${insertedChanges(eventId, [attendanceChange])}
      ${notifiedChanges(eventId, NO_RIGHTS_SCOPE)}`);
    if (rowCount !== 0) return;
  }
}

/** Records several changes of one event, as `recordChange` does one. Returns the last one's number. */
export async function recordChanges(
  tx: Tx,
  eventId: string,
  changes: readonly Omit<EventChange, 'seq'>[],
  delta: CountersDelta = {},
  scope = scopeOf(changes),
): Promise<number> {
  const { rows } = await tx.execute<{ seq: string }>(
    sql`with ${changesCtes(eventId, changes, { delta, after: sql`locked_event` })} ${notifiedChanges(eventId, scope)}`,
  );
  const seq = Number(rows[0]?.seq);
  if (!Number.isSafeInteger(seq)) throw new Error(`event ${eventId} has no counter`);
  return seq;
}

/**
 * Common table expressions that record changes in the same statement that causes them, to save a round trip: `locked_event`, `counter` and
 * `inserted_changes`; `recorded` is the last, with a row if changes were recorded.
 * @param after names of expressions, joined by commas, that must all have a row; the counter is locked after them
 */
export const recordChangesCtes = (
  eventId: string,
  changes: readonly Omit<EventChange, 'seq'>[],
  { after, delta }: { after: SQL; delta?: CountersDelta },
): SQL => sql`${changesCtes(eventId, changes, { delta, after: sql`locked_event, ${after}` })},
  recorded as materialized (${notifiedChanges(eventId, scopeOf(changes))})`;

const changesCtes = (
  eventId: string,
  changes: readonly Omit<EventChange, 'seq'>[],
  { delta, after }: { delta: CountersDelta | undefined; after: SQL },
): SQL => sql`${lockedEvent(eventId)}, ${counter(eventId, changes.length, delta, after)}, ${insertedChanges(eventId, changes)}`;

/** The event is locked before its counter, as renewing a join code does: the counter's foreign key would lock them the other way round. */
const lockedEvent = (eventId: string): SQL =>
  sql`locked_event as materialized (select ${events.id} from ${events} where ${events.id} = ${eventId} for key share)`;

const counter = (eventId: string, count: number, { photos = 0, bytes = 0, attendees = 0 }: CountersDelta = {}, after: SQL): SQL =>
  sql`counter as (
    insert into ${eventCounters} as counters (event_id, change_seq, photos_count, photos_bytes, attendees_count)
    select ${eventId}::uuid, ${count}::int, ${Math.max(0, photos)}::int, ${Math.max(0, bytes)}::bigint, ${Math.max(0, attendees)}::int
    from ${after} limit 1
    on conflict (event_id) do update set
      change_seq = counters.change_seq + ${count}::int,
      photos_count = counters.photos_count + ${photos}::int,
      photos_bytes = counters.photos_bytes + ${bytes}::bigint,
      attendees_count = counters.attendees_count + ${attendees}::int
    returning change_seq as seq
  )`;

/** `counter` without a row: the number was changed by a transaction that the statement's snapshot does not show. */
const attendeesRecount = (eventId: string): SQL => {
  const present = sql`(select count(*) from ${eventParticipants} present where present.event_id = ${eventId} and present.removed_at is null)`;
  return sql`counter as (
    insert into ${eventCounters} as counters (event_id, change_seq, attendees_count) select ${eventId}::uuid, 1, ${present} from locked_event
    on conflict (event_id) do update set change_seq = counters.change_seq + 1, attendees_count = ${present}
    where counters.attendees_count = (select known.attendees_count from ${eventCounters} known where known.event_id = ${eventId})
    returning change_seq as seq
  )`;
};

function insertedChanges(eventId: string, changes: readonly Omit<EventChange, 'seq'>[]): SQL {
  const given = JSON.stringify(changes.map((change, index) => ({ ...change, place: index + 1 })));
  return sql`inserted_changes as (
    insert into ${eventChanges} (event_id, seq, kind, photo_id, was_shown)
    select ${eventId}::uuid, counter.seq - ${changes.length}::int + given.place, given.kind, given."photoId", given."wasShown"
    from counter, jsonb_to_recordset(${given}::jsonb) as given (place int, kind text, "photoId" uuid, "wasShown" boolean)
  )`;
}

/** Streams hear of it at the commit. */
const notifiedChanges = (eventId: string, scope: string): SQL =>
  sql`select seq, ${topicNotification(eventTopic(eventId), sql`seq`, scope)} from counter`;

/**
 * Notifies the readers of all events of an organization that its branding changed.
 * @param changed `pictures`: photos look different as well, so readers reload their galleries. Write it last, as `recordChange`
 */
export async function recordBrandingChange(tx: Tx, organizationId: string, { pictures }: { pictures: boolean }): Promise<void> {
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
export async function lastChangeSeq(db: Queryable, eventId: string): Promise<number> {
  const [row] = await db.select({ seq: eventCounters.changeSeq }).from(eventCounters).where(eq(eventCounters.eventId, eventId));
  return row?.seq ?? 0;
}

/** What changed behind a number, for those who only see an open gallery. */
export interface ShownChanges {
  /** The last one’s number. */
  reached: number;
  /** Of photos that are shown, or were; or of the gallery as a whole. */
  photos: boolean;
  /** Of any photo, those in hidden sections too. */
  anyPhotos: boolean;
  /** Of the event, its people or its numbers. */
  event: boolean;
}

export async function readShownChanges(db: Queryable, eventId: string, after: number): Promise<ShownChanges> {
  const { rows } = await db.execute<{ reached: string; photos: boolean; any_photos: boolean; event: boolean }>(sql`
    select coalesce(max(c.seq), ${after}) as reached, coalesce(bool_or(c.photo_id is null), false) as event,
      coalesce(bool_or(c.photo_id is not null and c.kind <> 'likes'), false) as any_photos,
      coalesce(bool_or(c.kind = 'reset' or c.photo_id is not null and c.kind <> 'likes'
        and (c.was_shown or (p.status = 'approved' and p.state <> 'unreadable' and p.deleted_at is null and not ${isInHiddenSection(sql`p.section_id`)}))), false) as photos
    from ${eventChanges} c left join ${photos} p on p.id = c.photo_id where c.event_id = ${eventId}::uuid and c.seq > ${after}`);
  const [row] = rows;
  return {
    reached: Number(row?.reached ?? after),
    photos: row?.photos ?? false,
    anyPhotos: row?.any_photos ?? false,
    event: row?.event ?? false,
  };
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
export async function deleteOldChanges(db: Queryable, before: Date): Promise<number> {
  const gone = await db.delete(eventChanges).where(lt(eventChanges.createdAt, before)).returning({ seq: eventChanges.seq });
  return gone.length;
}

/** What the sessions of open streams still are to an event, read at once for all of them. Sessions that ended are left out. */
export async function readEventAccess(
  db: Queryable,
  event: { id: string; organizationId: string },
  sessionIds: readonly string[],
): Promise<Map<string, EventAccess>> {
  const [people, rows] = await Promise.all([
    findPeopleOfSessions(db, sessionIds),
    db
      .selectDistinct({ userId: eventParticipants.userId, role: eventParticipants.role })
      .from(eventParticipants)
      .where(
        and(
          eq(eventParticipants.eventId, event.id),
          isNull(eventParticipants.removedAt),
          sql`${eventParticipants.userId} in (${peopleOfSessions(sessionIds)})`,
        ),
      ),
  ]);
  const roles = new Map(rows.map((row) => [row.userId, row.role]));
  const standing = (sessionId: string, person: PersonRow) => {
    const participantRole = roles.get(person.id) ?? null;
    return eventAccessOf(toViewer(person, sessionId), {
      organizationId: event.organizationId,
      isParticipant: participantRole !== null,
      participantRole,
    });
  };
  return new Map([...people].map(([sessionId, person]) => [sessionId, standing(sessionId, person)]));
}
