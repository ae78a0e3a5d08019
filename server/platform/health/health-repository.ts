// What was measured of the platform's health, kept and read.
import { lt, sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { healthSamples } from '#server/db/schema/platform.ts';
import type { Queryable } from '#server/db/types.ts';
import { HEALTH_PARTS } from '#server/platform/health/measure.ts';

type Health = components['schemas']['PlatformHealth'];
type State = components['schemas']['HealthState'];

/** How often it is measured: as the schedule of jobs says. */
export const MEASURE_INTERVAL_S = 300;
const KEPT_DAYS = 30;
const HOURS = 24;
const HOUR_MS = 3600 * 1000;

/** The same round twice, as after a crash, is one. */
export async function insertHealthSamples(db: Queryable, samples: (typeof healthSamples.$inferInsert)[]): Promise<void> {
  await db.insert(healthSamples).values(samples).onConflictDoNothing();
}

export async function deleteOldHealthSamples(db: Queryable): Promise<void> {
  await db.delete(healthSamples).where(lt(healthSamples.at, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}

interface PartRow extends Record<string, unknown> {
  part: (typeof HEALTH_PARTS)[number];
  at: Date;
  state: State;
  latency_ms: number | null;
  figure: number | null;
  since: Date;
  good: string;
  /** Null: it was never set up. */
  begun: Date | null;
}

interface HourRow extends Record<string, unknown> {
  part: string;
  hour: Date;
  worst: State;
}

export async function readHealth(db: Queryable, now: Date): Promise<Health> {
  const from = sql`now() - make_interval(days => ${KEPT_DAYS})`;
  const [parts, hours] = await Promise.all([
    db.execute<PartRow>(sql`
      with latest as (select distinct on (part) * from health_samples where at > ${from} order by part, at desc)
      select latest.*, counted.good, counted.begun,
        (select min(at) from health_samples same where same.part = latest.part and same.at > ${from} and same.at > coalesce(
          (select max(at) from health_samples other where other.part = latest.part and other.state <> latest.state), '-infinity')) as since
      from latest join (select part, count(*) filter (where state = 'good') as good, min(at) filter (where state <> 'off') as begun
        from health_samples where at > ${from} group by part) counted using (part)`),
    db.execute<HourRow>(sql`
      select part, date_trunc('hour', at, 'UTC') as hour,
        (array_agg(state order by array_position(array['down', 'degraded', 'good', 'off'], state)))[1] as worst
      from health_samples where at > now() - make_interval(hours => ${HOURS + 1}) group by part, hour`),
  ]);
  const worst = new Map(hours.rows.map(({ part, hour, worst: state }) => [`${part} ${new Date(hour).getTime()}`, state]));
  const thisHour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const starts = Array.from({ length: HOURS }, (_, index) => thisHour - (HOURS - 1 - index) * HOUR_MS);
  const rows = HEALTH_PARTS.flatMap((part) => parts.rows.find((row) => row.part === part) ?? []);
  const measured = rows.map(({ at }) => new Date(at).getTime());
  return {
    measured_at: measured.length === 0 ? null : new Date(Math.max(...measured)).toISOString(),
    every_seconds: MEASURE_INTERVAL_S,
    parts: rows.map((row) => ({
      part: row.part,
      state: row.state,
      since: new Date(row.since).toISOString(),
      latency_ms: row.latency_ms,
      figure: row.figure,
      good_share:
        row.state === 'off' || row.begun === null ? null : shareOf(Number(row.good), now.getTime() - new Date(row.begun).getTime()),
      hours: starts.map((start) => ({ at: new Date(start).toISOString(), state: worst.get(`${row.part} ${start}`) ?? null })),
    })),
  };
}

/** Of as many measurements as there are in this time, the one that is due now not counted; the first was at its beginning. */
function shareOf(good: number, ms: number): number {
  const due = Math.floor(ms / (MEASURE_INTERVAL_S * 1000)) + 1;
  return Math.min(1, good / due);
}
