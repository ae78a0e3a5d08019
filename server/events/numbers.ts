import { and, count, countDistinct, eq, isNull, max, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import type { Queryable } from '#server/deps.ts';
import { eventCounters, eventParticipants, photos } from '#server/db/schema.ts';

/** One statement, and so one moment: the numbers hold exactly the changes up to `stream_position`. */
export async function readNumbers(db: Queryable, eventId: string): Promise<components['schemas']['EventNumbers']> {
  const tally = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  const [row] = await db
    .select({
      photos: count(),
      approved: tally(eq(photos.status, 'approved')),
      pending: tally(eq(photos.status, 'pending')),
      rejected: tally(eq(photos.status, 'rejected')),
      unreadable: tally(eq(photos.state, 'unreadable')),
      likes: sql<number>`coalesce(sum(${photos.likes}), 0)`.mapWith(Number),
      bytes: sql<number>`coalesce(sum(${photos.bytes}), 0)`.mapWith(Number),
      photographers: countDistinct(photos.uploaderId),
      last: max(photos.uploadedAt),
      participants: sql<number>`(select count(*) from ${eventParticipants} e where e.event_id = ${eventId}::uuid
        and e.removed_at is null)`.mapWith(Number),
      stream_position: sql<number>`coalesce((select c.change_seq from ${eventCounters} c where c.event_id = ${eventId}::uuid), 0)`.mapWith(
        Number,
      ),
    })
    .from(photos)
    .where(and(eq(photos.eventId, eventId), isNull(photos.deletedAt)));
  if (!row) throw new Error('an aggregate without a row');
  const { last, ...numbers } = row;
  return { ...numbers, last_photo_at: last?.toISOString() ?? null };
}
