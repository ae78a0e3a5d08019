// An organization in numbers: what its people see first.
import { and, asc, count, eq, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { endsAt, showsAs } from '#server/db/event-status.ts';
import { eventCounters, eventParticipants, events } from '#server/db/schema/events.ts';
import { keptBytes, photoReports, photos } from '#server/db/schema/photos.ts';
import type { Queryable } from '#server/db/types.ts';
import { daysUpTo } from '#server/http/time-zones.ts';

/**
 * Reads all numbers in one statement, so that they match `stream_position` exactly. Photos are counted per person first, which counts the
 * photographers without sorting all photos.
 */
export async function readEventNumbers(db: Queryable, eventId: string): Promise<components['schemas']['EventNumbers']> {
  const tally = (condition: SQL, name: string) => sql<number>`count(*) filter (where ${condition})`.as(name);
  const person = db
    .select({
      photos: sql<number>`count(*)`.as('photos'),
      // The four add up to all photos. An approved photo that cannot be decoded is not shown, so it counts as unreadable.
      approved: tally(sql`${photos.status} = 'approved' and ${photos.state} <> 'unreadable'`, 'approved'),
      pending: tally(eq(photos.status, 'pending'), 'pending'),
      rejected: tally(eq(photos.status, 'rejected'), 'rejected'),
      unreadable: tally(sql`${photos.status} = 'approved' and ${photos.state} = 'unreadable'`, 'unreadable'),
      likes: sql<number>`sum(${photos.likes})`.as('likes'),
      bytes: sql<number>`sum(${keptBytes})`.as('bytes'),
      last: sql<Date>`max(${photos.uploadedAt})`.as('last'),
    })
    .from(photos)
    .where(and(eq(photos.eventId, eventId), isNull(photos.deletedAt)))
    .groupBy(photos.uploaderId)
    .as('person');
  const total = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const [row] = await db
    .select({
      photos: total(person.photos),
      approved: total(person.approved),
      pending: total(person.pending),
      rejected: total(person.rejected),
      unreadable: total(person.unreadable),
      likes: total(person.likes),
      bytes: total(person.bytes),
      photographers: count(),
      last: sql<Date | null>`max(${person.last})`.mapWith(photos.uploadedAt),
      participants: sql<number>`(select count(*) from ${eventParticipants} e where e.event_id = ${eventId}::uuid
        and e.removed_at is null)`.mapWith(Number),
      reported: sql<number>`(select count(distinct r.photo_id) from ${photoReports} r join ${photos} p on p.id = r.photo_id
        where r.event_id = ${eventId}::uuid and r.decided_at is null and p.deleted_at is null)`.mapWith(Number),
      stream_position: sql<number>`coalesce((select c.change_seq from ${eventCounters} c where c.event_id = ${eventId}::uuid), 0)`.mapWith(
        Number,
      ),
    })
    .from(person);
  if (!row) throw new Error('an aggregate without a row');
  const { last, ...numbers } = row;
  return { ...numbers, last_photo_at: last?.toISOString() ?? null };
}

type Overview = components['schemas']['OrganizationOverview'];

const MOST_LISTED = 5;
const OVERVIEW_DAYS = 30;

/** Of its events that are not deleted. Sums of counters: no photo is read for them. */
export async function sumGalleries(db: Queryable, organizationId: string): Promise<Pick<Overview, 'photos' | 'bytes'>> {
  const [row] = await db
    .select({
      photos: sql<number>`coalesce(sum(${eventCounters.photosCount}), 0)`.mapWith(Number),
      bytes: sql<number>`coalesce(sum(${eventCounters.photosBytes}), 0)`.mapWith(Number),
    })
    .from(events)
    .innerJoin(eventCounters, eq(eventCounters.eventId, events.id))
    .where(and(eq(events.organizationId, organizationId), isNull(events.deletedAt)));
  return row ?? { photos: 0, bytes: 0 };
}

const isPending = eq(photos.status, 'pending');
const isReported = sql`exists (select from ${photoReports} r where r.photo_id = ${photos.id} and r.decided_at is null)`;

/** Photos that wait for a decision, on the photo or on its reports: all of them, and the events where most do. */
export async function listEventsWithWaitingPhotos(
  db: Queryable,
  organizationId: string,
  decision: 'pending' | 'reported',
): Promise<Overview['pending']> {
  const waits = decision === 'pending' ? isPending : isReported;
  const count = sql<number>`count(*)`.mapWith(Number);
  const rows = await db
    .select({ id: events.id, name: events.name, photos: count, total: sql<number>`sum(count(*)) over ()`.mapWith(Number) })
    .from(events)
    .innerJoin(photos, and(eq(photos.eventId, events.id), waits, isNull(photos.deletedAt)))
    .where(and(eq(events.organizationId, organizationId), isNull(events.deletedAt)))
    .groupBy(events.id)
    .orderBy(sql`count(*) desc`, events.id)
    .limit(MOST_LISTED);
  return { photos: rows[0]?.total ?? 0, events: rows.map(({ total: _total, ...event }) => event) };
}

/** Events past their end that still take photos, and do not end by themselves. The longest over first. */
export async function listOverdueEvents(db: Queryable, organizationId: string): Promise<Overview['past_their_end']> {
  return db
    .select({ id: events.id, name: events.name })
    .from(events)
    .where(and(eq(events.organizationId, organizationId), isNull(events.deletedAt), showsAs('overdue')))
    .orderBy(asc(endsAt), events.id)
    .limit(MOST_LISTED);
}

/** Photos by the day they were taken on, and the likes they have: the last days of this zone, today last, days without photos too. */
export async function listDailyCounts(
  db: Queryable,
  organizationId: string,
  timeZone: string,
  now = new Date(),
): Promise<Overview['days']> {
  const days = daysUpTo(now, OVERVIEW_DAYS, timeZone);
  const starts = `{${days.map(({ startsAt }) => startsAt.toISOString()).join(',')}}`;
  const { rows } = await db.execute<{ number: number; photos: string; likes: string }>(sql`
    with days as (select ${starts}::timestamptz[] as starts)
    select width_bucket(p.taken_at, days.starts) as number, count(*) as photos, sum(p.likes) as likes
    from days, ${events} as e join ${photos} as p on p.event_id = e.id and p.deleted_at is null
    where e.organization_id = ${organizationId} and e.deleted_at is null
      and p.taken_at >= days.starts[1] and p.taken_at < days.starts[array_upper(days.starts, 1)]
    group by 1`);
  const taken = new Map(rows.map((row) => [row.number, row]));
  return days.slice(0, -1).map(({ day }, index) => {
    const { photos: count = 0, likes = 0 } = taken.get(index + 1) ?? {};
    return { day, photos: Number(count), likes: Number(likes) };
  });
}
