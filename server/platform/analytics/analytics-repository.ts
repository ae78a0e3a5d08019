// The repository of the analytics: reads what the job has counted, and nothing else, however much there is.
import { and, asc, desc, eq, getTableColumns, gte, lte, max, min, ne, sql, sum, type SQL } from 'drizzle-orm';
import { organizations } from '#server/db/schema/organizations.ts';
import { analyticsDelays, analyticsPeriods, WHOLE_PLATFORM } from '#server/db/schema/platform.ts';
import type { Queryable } from '#server/db/types.ts';

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

/** What was counted in these periods, of one organization or of the whole platform. Periods of which nothing is known are left out. */
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
