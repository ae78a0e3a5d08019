import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/types.ts';
import type { GalleryPart } from '#server/photos/gallery-repository.ts';
import { MAX_BUCKETS, type PhotoCounts, type Resolution } from '#server/photos/timeline.ts';

export interface CountsAt extends PhotoCounts {
  /** Number of the event's last change that is counted: read in the same moment. */
  position: number;
}

/** As `countByTime`, for a part that is empty for most people, such as their own hidden photos: planning that statement takes longer than a check. */
export async function countFewByTime(db: Queryable, eventId: string, part: GalleryPart): Promise<CountsAt> {
  const { rows } = await db.execute<{ position: string; some: boolean }>(
    sql`select ${positionOf(eventId)} as position, exists (select from ${part.source} where ${part.where}) as some`,
  );
  const [row] = rows;
  return row && !row.some ? { position: Number(row.position), resolution: 'minute', buckets: new Map() } : countByTime(db, eventId, part);
}

const positionOf = (eventId: string) => sql`coalesce((select change_seq from event_counters where event_id = ${eventId}::uuid), 0)`;

/** Counts a part of a gallery by the times its photos were taken, in the shortest stretches that fit. Reads indexes only. */
export async function countByTime(db: Queryable, eventId: string, { source, where }: GalleryPart): Promise<CountsAt> {
  const stretch = (length: string) => sql.raw(`date_bin('1 ${length}', at, 'epoch'::timestamptz)`);
  const summed = (from: string, start: ReturnType<typeof sql.raw>) =>
    sql`select ${start} as at, sum(count) as count from ${sql.raw(from)} group by 1`;
  const told = (resolution: Resolution, from: string) =>
    sql`select at, count from ${sql.raw(from)} where (select resolution from fitting) = ${sql.raw(`'${resolution}'`)}`;
  const { rows } = await db.execute<{ position: string; resolution: Resolution; stretches: [number, number][] }>(sql`
    with minutes as materialized (
      select date_bin('1 minute', photos.taken_at, 'epoch'::timestamptz) as at, count(*) as count from ${source} where ${where} group by 1),
    hours as materialized (${summed('minutes', stretch('hour'))}),
    days as materialized (${summed('hours', stretch('day'))}),
    months as (${summed('days', sql.raw(`date_trunc('month', at, 'UTC')`))}),
    fitting as materialized (select case
      when (select count(*) from minutes) <= ${MAX_BUCKETS} then 'minute'
      when (select count(*) from hours) <= ${MAX_BUCKETS} then 'hour'
      when (select count(*) from days) <= ${MAX_BUCKETS} then 'day' else 'month' end as resolution),
    told as (${told('minute', 'minutes')} union all ${told('hour', 'hours')} union all ${told('day', 'days')} union all ${told('month', 'months')})
    select ${positionOf(eventId)} as position,
      (select resolution from fitting) as resolution,
      coalesce((select json_agg(json_build_array(extract(epoch from at)::bigint * 1000, count)) from told), '[]') as stretches`);
  const [row] = rows;
  if (!row) throw new Error(`the photos of event ${eventId} were not counted`);
  return { position: Number(row.position), resolution: row.resolution, buckets: new Map(row.stretches) };
}
