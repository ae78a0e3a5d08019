// The repository of the platform's health: the samples, and the figures that they are measured by.
import { and, eq, gt, inArray, isNull, lt, not, sql, sum, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { countWhere } from '#server/db/count-where.ts';
import { generations, REQUEST_ERROR_CODES } from '#server/db/schema/generation.ts';
import { mails } from '#server/db/schema/mail.ts';
import { photos } from '#server/db/schema/photos.ts';
import { auditLog, healthSamples } from '#server/db/schema/platform.ts';
import { pushes } from '#server/db/schema/push.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Backlogs } from '#server/telemetry/metrics.ts';

type Health = components['schemas']['PlatformHealth'];
type State = components['schemas']['HealthState'];

/** In the order in which they are shown. */
export const HEALTH_PARTS: readonly components['schemas']['HealthPart'][] = [
  'web',
  'database',
  'storage',
  'jobs',
  'mail',
  'push',
  'providers',
];

/** As in the cron schedule. */
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

/** Server errors of the last five minutes, repetitions included. */
export async function countRecentErrors(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ errors: sum(auditLog.count) })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'server.error'), gt(auditLog.at, sql`now() - interval '5 minutes'`)));
  return Number(row?.errors ?? 0);
}

/** A cheap query that reads a table. */
export async function probeDatabase(db: Queryable): Promise<void> {
  await db.execute(sql`select count(*) from platform_settings`);
}

/** Seconds since the earliest value of `column`; 0 without any. */
const ageOf = (column: SQL) => sql<number>`coalesce(extract(epoch from now() - min(${column})), 0)`.mapWith(Number);

/** Emails that are not settled, and the age of the oldest in seconds. */
export async function readMailBacklog(db: Queryable): Promise<{ waiting: number; age: number }> {
  const [row] = await db
    .select({ waiting: countWhere(sql`true`), age: ageOf(sql`${mails.createdAt}`) })
    .from(mails)
    .where(isNull(mails.settledAt));
  return row ?? { waiting: 0, age: 0 };
}

const quarter = sql`now() - interval '15 minutes'`;

/** Pushes settled in the last 15 minutes. A device that is gone is no failure. */
export async function countRecentPushes(db: Queryable): Promise<{ sent: number; failed: number }> {
  const [row] = await db
    .select({ sent: countWhere(eq(pushes.outcome, 'sent')), failed: countWhere(eq(pushes.outcome, 'failed')) })
    .from(pushes)
    .where(and(gt(pushes.createdAt, sql`now() - interval '2 days'`), gt(pushes.settledAt, quarter)));
  return row ?? { sent: 0, failed: 0 };
}

/** Generations finished in the last 15 minutes. Those refused because of the request itself are no failures. */
export async function countRecentGenerations(db: Queryable): Promise<{ made: number; failed: number }> {
  const isBadRequest = inArray(sql`${generations.error} ->> 'code'`, REQUEST_ERROR_CODES);
  const [row] = await db
    .select({
      made: countWhere(eq(generations.status, 'succeeded')),
      failed: countWhere(and(eq(generations.status, 'failed'), not(isBadRequest))),
    })
    .from(generations)
    .where(gt(generations.finishedAt, quarter));
  return row ?? { made: 0, failed: 0 };
}

interface JobQueue {
  /** That could run now. */
  waiting: number;
  /** Given up after all of their tries. */
  failed: number;
  /** Since when the first of those that wait could have run; null: none waits. */
  oldest: Date | null;
  /** For how many seconds, by the database's clock. */
  oldestSeconds: number;
}

export async function readJobQueue(db: Queryable): Promise<JobQueue> {
  const { rows } = await db.execute<{ waiting: string; failed: string; oldest: Date | null; seconds: string | null }>(sql`
    select count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as waiting,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
      min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as oldest,
      extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now())) as seconds
    from graphile_worker.jobs`);
  const row = rows[0];
  return {
    waiting: Number(row?.waiting ?? 0),
    failed: Number(row?.failed ?? 0),
    oldest: row?.oldest ? new Date(row.oldest) : null,
    oldestSeconds: Math.max(0, Math.round(Number(row?.seconds ?? 0))),
  };
}

/** The same by job, with those that run later. */
async function readJobQueues(db: Queryable): Promise<Backlogs['jobs']> {
  const { rows } = await db.execute<Record<'job' | 'waiting' | 'seconds' | 'deferred' | 'given_up', string>>(sql`
    select task_identifier as job, count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as waiting,
      extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now())) as seconds,
      count(*) filter (where attempts < max_attempts and locked_at is null and run_at > now()) as deferred,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as given_up
    from graphile_worker.jobs group by task_identifier`);
  return rows.map(({ job, waiting, seconds, deferred, given_up }) => ({
    job,
    waiting: Number(waiting),
    oldestSeconds: Math.max(0, Number(seconds ?? 0)),
    deferred: Number(deferred),
    givenUp: Number(given_up),
  }));
}

/** Photos without thumbnail and preview. */
async function readPhotoBacklog(db: Queryable): Promise<Backlogs['photos']> {
  const [row] = await db
    .select({ waiting: countWhere(sql`true`), oldestSeconds: ageOf(sql`${photos.uploadedAt}`) })
    .from(photos)
    .where(and(isNull(photos.deletedAt), sql`${photos.state} = 'processing'`));
  return row ?? { waiting: 0, oldestSeconds: 0 };
}

/** What waits, for metrics. */
export async function readBacklogs(db: Queryable): Promise<Backlogs> {
  const [ofJobs, ofPhotos, ofMails] = await Promise.all([readJobQueues(db), readPhotoBacklog(db), readMailBacklog(db)]);
  return { jobs: ofJobs, photos: ofPhotos, mails: ofMails };
}

/** Deletes permanently failed jobs. */
export async function deleteFailedJobs(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`select from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${before.toISOString()}))`);
}
