// The repository of the analytics: a job counts into tables by day, week and month, and screens read only those.
import { and, asc, desc, eq, getTableColumns, gte, lte, max, min, ne, sql, type SQL, sum } from 'drizzle-orm';
import { organizations } from '#server/db/schema/organizations.ts';
import { analyticsDelays, analyticsPeriods, WHOLE_PLATFORM } from '#server/db/schema/platform.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

export type AnalyticsPeriod = (typeof analyticsPeriods.$inferSelect)['period'];

/** First days of periods, in UTC: from one up to and with the other. */
export interface PeriodRange {
  period: AnalyticsPeriod;
  from: string;
  to: string;
}

const { period: _period, organizationId: _organizationId, countedAt: _countedAt, ...countColumns } = getTableColumns(analyticsPeriods);

const isInRange = ({ period, from, to }: PeriodRange): SQL | undefined =>
  and(eq(analyticsPeriods.period, period), gte(analyticsPeriods.start, from), lte(analyticsPeriods.start, to));

/** Figures of the periods, for one organization or the whole platform. Periods without data are left out. */
export const listCounted = (db: Queryable, organizationId: string | null, range: PeriodRange) =>
  db
    .select(countColumns)
    .from(analyticsPeriods)
    .where(and(isInRange(range), eq(analyticsPeriods.organizationId, organizationId ?? WHOLE_PLATFORM)))
    .orderBy(asc(analyticsPeriods.start));

export type Counted = Awaited<ReturnType<typeof listCounted>>[number];

export interface Delays {
  start: string;
  bucket: number;
  photos: number;
}

/** How long photos took that arrived in these periods: how many in each bucket. */
export async function listDelays(db: Queryable, organizationId: string | null, { period, from, to }: PeriodRange): Promise<Delays[]> {
  const { rows } = await db.execute<{ start: string; bucket: number; photos: string }>(sql`
    select to_char(date_trunc(${period}, day::timestamp), 'YYYY-MM-DD') as start, bucket, sum(photos) as photos from ${analyticsDelays}
    where organization_id = ${organizationId ?? WHOLE_PLATFORM}::uuid
      and day >= ${from}::date and day < ${to}::date + ${`1 ${period}`}::interval
    group by 1, 2`);
  return rows.map(({ start, bucket, photos }) => ({ start, bucket, photos: Number(photos) }));
}

export interface OrganizationCounts {
  id: string;
  name: string | null;
  events: number;
  joined: number;
  captured: number;
  delivered: number;
  deliveredBytes: number;
  images: number;
}

/** The organizations of which most photos arrived. */
export async function listBusiest(db: Queryable, range: PeriodRange, limit: number): Promise<OrganizationCounts[]> {
  const total = (column: SQL | Parameters<typeof sum>[0]) => sql<number>`coalesce(${sum(column)}, 0)`.mapWith(Number);
  const delivered = total(analyticsPeriods.delivered);
  const busiest = db
    .select({
      id: analyticsPeriods.organizationId,
      events: total(analyticsPeriods.events).as('n_events'),
      joined: total(analyticsPeriods.joined).as('n_joined'),
      captured: total(analyticsPeriods.captured).as('n_captured'),
      delivered: delivered.as('n_delivered'),
      deliveredBytes: total(analyticsPeriods.deliveredBytes).as('n_bytes'),
      images: total(analyticsPeriods.images).as('n_images'),
    })
    .from(analyticsPeriods)
    .where(and(isInRange(range), ne(analyticsPeriods.organizationId, WHOLE_PLATFORM)))
    .groupBy(analyticsPeriods.organizationId)
    .orderBy(desc(delivered), asc(analyticsPeriods.organizationId))
    .limit(limit)
    .as('busiest');
  return db
    .select({
      id: busiest.id,
      name: organizations.name,
      events: busiest.events,
      joined: busiest.joined,
      captured: busiest.captured,
      delivered: busiest.delivered,
      deliveredBytes: busiest.deliveredBytes,
      images: busiest.images,
    })
    .from(busiest)
    .leftJoin(organizations, eq(organizations.id, busiest.id))
    .orderBy(desc(busiest.delivered), asc(busiest.id));
}

/** When the job counted last; null before the first time. */
export async function readCountedAt(db: Queryable): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(analyticsPeriods.countedAt) })
    .from(analyticsPeriods)
    .where(and(eq(analyticsPeriods.period, 'day'), eq(analyticsPeriods.organizationId, WHOLE_PLATFORM)));
  return row?.at ?? null;
}

/** The first period of which anything on the platform is known. */
export async function findCountedSince(db: Queryable, period: AnalyticsPeriod): Promise<string | null> {
  const [row] = await db
    .select({ start: min(analyticsPeriods.start) })
    .from(analyticsPeriods)
    .where(and(eq(analyticsPeriods.period, period), eq(analyticsPeriods.organizationId, WHOLE_PLATFORM)));
  return row?.start ?? null;
}

/** Undefined for one that never was. A deleted one is known while its events are. */
export async function findCountedOrganization(db: Queryable, id: string): Promise<{ id: string; name: string } | undefined> {
  const [row] = await db.select({ id: organizations.id, name: organizations.name }).from(organizations).where(eq(organizations.id, id));
  return row;
}

/** DayRange in UTC, as `2026-11-20`: from one, up to but without the other. */
export interface DayRange {
  from: string;
  to: string;
}

const dayOf = (at: SQL) => sql`(${at} at time zone 'utc')::date`;
/** Written so that an index on the instant is used. */
const isIn = (at: SQL, { from, to }: DayRange) =>
  sql`${at} >= (${from}::date::timestamp at time zone 'utc') and ${at} < (${to}::date::timestamp at time zone 'utc')`;

const bucketSql = (seconds: SQL) =>
  sql`case when ${seconds} <= ${FIRST_EDGE}::float8 then 0
    else least(${LAST_BUCKET}, ceil(ln(${seconds} / ${FIRST_EDGE}::float8) / ln(${GROWTH}::float8)))::integer end`;

/** Each counted kind: day, organization and amount. */
const counted = (days: DayRange) => sql`
  select ${dayOf(sql`created_at`)} as day, null::uuid as org, 1 as sign_ups, 0 as joined, 0 as events, 0 as captured, 0 as delivered,
    0::bigint as delivered_bytes, 0 as images, 0 as failed
    from users where email is not null and ${isIn(sql`created_at`, days)}
  union all select ${dayOf(sql`p.joined_at`)}, e.organization_id, 0, 1, 0, 0, 0, 0, 0, 0
    from event_participants p join events e on e.id = p.event_id where ${isIn(sql`p.joined_at`, days)}
  union all select ${dayOf(sql`starts_at`)}, organization_id, 0, 0, 1, 0, 0, 0, 0, 0
    from events where status <> 'draft' and deleted_at is null and ${isIn(sql`starts_at`, days)}
  union all (select ${dayOf(sql`p.taken_at`)}, e.organization_id, 0, 0, 0, count(*)::integer, 0, 0, 0, 0
    from photos p join events e on e.id = p.event_id where ${isIn(sql`p.taken_at`, days)} group by 1, 2)
  union all (select ${dayOf(sql`p.uploaded_at`)}, e.organization_id, 0, 0, 0, 0, count(*)::integer, sum(p.bytes)::bigint, 0, 0
    from photos p join events e on e.id = p.event_id where ${isIn(sql`p.uploaded_at`, days)} group by 1, 2)
  union all select ${dayOf(sql`created_at`)}, organization_id, 0, 0, 0, 0, 0, 0, 1, 0
    from generated_images where ${isIn(sql`created_at`, days)}
  union all select ${dayOf(sql`created_at`)}, organization_id, 0, 0, 0, 0, 0, 0, 0, 1
    from generations where status = 'failed' and ${isIn(sql`created_at`, days)}`;

const sums = ['sign_ups', 'joined', 'events', 'captured', 'delivered', 'delivered_bytes', 'images', 'failed_generations'];
const replaced = sql.raw(sums.map((name) => `${name} = excluded.${name}`).join(', '));
const zeroed = sql.raw(sums.map((name) => `${name} = 0`).join(', '));
/** Earlier, higher figures are preserved, because old photos and audit entries are deleted. */
const raised = sql.raw(sums.map((name) => `${name} = greatest(analytics_periods.${name}, excluded.${name})`).join(', '));

/** Recounts these days and the delays of their photos. The stored bytes are not changed. */
export async function countDays(tx: Tx, days: DayRange): Promise<void> {
  const isOfThem = sql`period = 'day' and start >= ${days.from}::date and start < ${days.to}::date`;
  // Sources may have disappeared since.
  await tx.execute(sql`update analytics_periods set ${zeroed} where ${isOfThem}`);
  await writeDays(tx, days, replaced);
  await countPeople(tx, 'day', days);
  await countDelays(tx, days);
}

/** Adds late photos to days of long ago: figures never decrease. */
export const raiseDays = (tx: Tx, days: DayRange): Promise<void> => writeDays(tx, days, raised);

async function writeDays(tx: Tx, days: DayRange, set: SQL): Promise<void> {
  await tx.execute(sql`
    insert into analytics_periods (period, start, organization_id, ${sql.raw(sums.join(', '))})
    select 'day', day, coalesce(org, ${WHOLE_PLATFORM}::uuid), sum(sign_ups), sum(joined), sum(events), sum(captured), sum(delivered),
      sum(delivered_bytes), sum(images), sum(failed)
    from (${counted(days)}) counted group by grouping sets ((day), (day, org)) having grouping(org) = 1 or org is not null
    on conflict (period, organization_id, start) do update set ${set}, counted_at = now()`);
}

async function countDelays(tx: Tx, days: DayRange): Promise<void> {
  await tx.execute(sql`delete from analytics_delays where day >= ${days.from}::date and day < ${days.to}::date`);
  // Imports are excluded: people wait for photos of the camera.
  await tx.execute(sql`
    insert into analytics_delays (day, organization_id, bucket, photos)
    select day, coalesce(org, ${WHOLE_PLATFORM}::uuid), bucket, count(*) from (
      select ${dayOf(sql`p.uploaded_at`)} as day, e.organization_id as org,
        ${bucketSql(sql`greatest(0, extract(epoch from p.uploaded_at - p.taken_at))::float8`)} as bucket
      from photos p join events e on e.id = p.event_id
      where p.source = 'camera' and p.taken_at_claimed is null and ${isIn(sql`p.uploaded_at`, days)}) delays
    group by grouping sets ((day, bucket), (day, org, bucket))`);
}

/**
 * Recounts the weeks and months that contain these days from their days. Active people are counted separately, since sums would count them twice.
 * @param people whether to recount active people, from the audit log of the whole period
 */
export async function countPeriods(tx: Tx, days: DayRange, { people } = { people: true }): Promise<void> {
  for (const period of ['week', 'month'] as const) {
    const { rows } = await tx.execute<DayRange & Record<string, unknown>>(sql`
      select to_char(date_trunc(${period}, ${days.from}::timestamp), 'YYYY-MM-DD') as from,
        to_char(date_trunc(${period}, ${days.to}::timestamp - interval '1 day') + ${`1 ${period}`}::interval, 'YYYY-MM-DD') as to`);
    const [whole] = rows;
    if (!whole) throw new Error('a row without a question');
    await tx.execute(sql`
      update analytics_periods set ${zeroed} where period = ${period} and start >= ${whole.from}::date and start < ${whole.to}::date`);
    await tx.execute(sql`
      insert into analytics_periods (period, start, organization_id, ${sql.raw(sums.join(', '))}, stored_bytes)
      select ${period}, date_trunc(${period}, start::timestamp)::date as first, organization_id, ${sql.raw(sums.map((name) => `sum(${name})`).join(', '))},
        (array_agg(stored_bytes order by start desc) filter (where stored_bytes is not null))[1]
      from analytics_periods where period = 'day' and start >= ${whole.from}::date and start < ${whole.to}::date
      group by first, organization_id
      on conflict (period, organization_id, start) do update
        set ${replaced}, stored_bytes = coalesce(excluded.stored_bytes, analytics_periods.stored_bytes), counted_at = now()`);
    if (people) await countPeople(tx, period, whole);
  }
}

/** Distinct actors of the audit log per period. Entries are deleted after their retention, so figures never decrease. */
async function countPeople(tx: Tx, period: 'day' | 'week' | 'month', days: DayRange): Promise<void> {
  await tx.execute(sql`
    insert into analytics_periods (period, start, organization_id, active_people)
    select ${period}, first, coalesce(org, ${WHOLE_PLATFORM}::uuid), count(distinct actor_id) from (
      select distinct date_trunc(${period}, at at time zone 'utc')::date as first, organization_id as org, actor_id
      from audit_log where actor_id is not null and outcome = 'ok' and ${isIn(sql`at`, days)}) acted
    group by grouping sets ((first), (first, org)) having grouping(org) = 1 or org is not null
    on conflict (period, organization_id, start) do update
      set active_people = greatest(analytics_periods.active_people, excluded.active_people), counted_at = now()`);
}

/** Records the currently stored bytes for this day. */
export async function recordStorage(tx: Tx, day: string): Promise<void> {
  await tx.execute(sql`
    insert into analytics_periods (period, start, organization_id, stored_bytes)
    select 'day', ${day}::date, coalesce(org, ${WHOLE_PLATFORM}::uuid), sum(bytes) from (
      select e.organization_id as org, c.photos_bytes as bytes from event_counters c join events e on e.id = c.event_id
      union all select organization_id, bytes from generated_images where deleted_at is null) stored
    group by grouping sets ((), (org)) having grouping(org) = 1 or org is not null
    on conflict (period, organization_id, start) do update set stored_bytes = excluded.stored_bytes, counted_at = now()`);
}

/** The last day that was counted, and when; null before the first time. */
export async function lastCounted(db: Queryable): Promise<{ day: string; at: Date } | null> {
  const { rows } = await db.execute<{ day: string; at: Date }>(sql`
    select to_char(start, 'YYYY-MM-DD') as day, counted_at as at from analytics_periods
    where period = 'day' and organization_id = ${WHOLE_PLATFORM}::uuid order by start desc limit 1`);
  const [row] = rows;
  return row ? { day: row.day, at: new Date(row.at) } : null;
}

/** The day on which all began: the first account's. */
export async function firstDay(db: Queryable): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select to_char(min(created_at) at time zone 'utc', 'YYYY-MM-DD') as day from users`,
  );
  return rows[0]?.day ?? null;
}

/** The days before, on which photos were taken that have arrived since. */
export async function lateDays(db: Queryable, since: Date, { from, to }: DayRange): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select distinct to_char(taken_at at time zone 'utc', 'YYYY-MM-DD') as day from photos
    where uploaded_at >= ${since.toISOString()}::timestamptz and ${isIn(sql`taken_at`, { from, to })} order by day`);
  return rows.map(({ day }) => day);
}

// A histogram with fixed buckets, each a tenth wider than the one before: those of several days are added up, and a percentile of the sum is off
// by less than five per cent, however many there are.

/** In seconds. Smaller delays are in the first bucket. */
const FIRST_EDGE = 0.1;
const GROWTH = 1.1;
/** Its lower edge is at a month; what took longer is in it. */
const LAST_BUCKET = 180;
/** Of a percentile between the first edge and the last: half a bucket, in proportion. */
export const PERCENTILE_ERROR = 0.05;

/** The bucket of a delay. In SQL: `bucketSql`. */
export const bucketOf = (seconds: number): number =>
  seconds <= FIRST_EDGE ? 0 : Math.min(LAST_BUCKET, Math.ceil(Math.log(seconds / FIRST_EDGE) / Math.log(GROWTH)));

/** The representative value of a bucket: the geometric mean of its edges. */
const middleOf = (bucket: number): number => (bucket === 0 ? FIRST_EDGE : FIRST_EDGE * GROWTH ** (bucket - 0.5));

/**
 * The delay that this part of all did not exceed, in seconds; null where there are none.
 * @param buckets how many in each, in any order
 */
export function percentileOf(buckets: readonly { bucket: number; photos: number }[], part: number): number | null {
  const total = buckets.reduce((sum, { photos }) => sum + photos, 0);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(total * part));
  let counted = 0;
  for (const { bucket, photos } of [...buckets].sort((one, other) => one.bucket - other.bucket)) {
    counted += photos;
    if (counted >= rank) return Number(middleOf(bucket).toPrecision(3));
  }
  return null;
}
