import { and, count, eq, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { eventCounters, eventParticipants } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Queryable } from '#server/db/types.ts';

/**
 * One statement, and so one moment: the numbers hold exactly the changes up to `stream_position`. Photos are counted by person first:
 * that is how people with photos are counted without sorting all photos.
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
      bytes: sql<number>`sum(${photos.bytes})`.as('bytes'),
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
      stream_position: sql<number>`coalesce((select c.change_seq from ${eventCounters} c where c.event_id = ${eventId}::uuid), 0)`.mapWith(
        Number,
      ),
    })
    .from(person);
  if (!row) throw new Error('an aggregate without a row');
  const { last, ...numbers } = row;
  return { ...numbers, last_photo_at: last?.toISOString() ?? null };
}
