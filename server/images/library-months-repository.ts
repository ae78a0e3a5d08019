// In which months a shelf has images: read from one month of an event to the next along the gallery's index, not photo by photo.
import { and, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '#server/db/types.ts';
import type { ImageFilter } from '#server/generation/image-repository.ts';
import {
  eventsOf,
  generatedWhere,
  isPhotoNotDeleted,
  photoParts,
  uuids,
  type LibraryQuery,
  type LibraryScopes,
} from '#server/images/library-repository.ts';

const monthOf = (at: string) => sql.raw(`date_trunc('month', ${at}, 'UTC')`);
const monthsIn = (rows: SQL) => sql`select ${monthOf('image.at')} as month from (${rows}) image`;

/**
 * The newest first.
 * @param images what of the generated ones; null: none. @param scopes null: no photos
 */
export async function listLibraryMonths(
  db: Queryable,
  query: LibraryQuery,
  scopes: LibraryScopes | null,
  images: ImageFilter | null,
): Promise<string[]> {
  const { sets, events } = scopes ? photoParts(query, scopes) : { sets: [], events: null };
  const parts = [
    ...sets.map(monthsIn),
    ...(scopes && events ? [monthsOfEvents(eventsOf(scopes, events.uploaderId), events.uploaderId)] : []),
    ...(images ? [monthsIn(generatedWhere(query, images))] : []),
  ];
  if (parts.length === 0) return [];
  const { rows } = await db.execute<{ month: string }>(sql`
    select to_char(month at time zone 'UTC', 'YYYY-MM') as month
    from (select distinct month from (${sql.join(parts, sql` union all `)}) part) shelf order by shelf.month desc`);
  return rows.map(({ month }) => month);
}

function monthsOfEvents(eventIds: readonly string[], uploaderId: string | null): SQL {
  const of = uploaderId === null ? undefined : sql`photos.uploader_id = ${uploaderId}::uuid`;
  const latest = (eventId: SQL, before?: SQL) => sql`
    (select photos.taken_at as at from photos where ${and(isPhotoNotDeleted, sql`photos.event_id = ${eventId}`, of, before)} order by photos.taken_at desc limit 1)`;
  return sql`select stretch.month from (
    with recursive months as (
      select event.id as event_id, ${monthOf('latest.at')} as month from unnest(${uuids(eventIds)}) event(id)
        cross join lateral ${latest(sql.raw('event.id'))} latest
      union all
      select months.event_id, ${monthOf('earlier.at')} from months
        cross join lateral ${latest(sql.raw('months.event_id'), sql.raw('photos.taken_at < months.month'))} earlier)
    select month from months) stretch`;
}
