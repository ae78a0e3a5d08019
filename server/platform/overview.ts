// The repository of the platform's overview: figures of all domains, read by SQL.
import { statfs } from 'node:fs/promises';
import { and, count, eq, gt, inArray, isNotNull, isNull, sql, sum, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { users } from '#server/db/schema/accounts.ts';
import { invoices, planRequests } from '#server/db/schema/billing.ts';
import { eventCounters, events } from '#server/db/schema/events.ts';
import { generatedImages, generations } from '#server/db/schema/generation.ts';
import { mails } from '#server/db/schema/mail.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { dataRequests } from '#server/db/schema/own-data.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { tickets } from '#server/db/schema/support.ts';
import type { Queryable } from '#server/db/types.ts';

type Overview = components['schemas']['PlatformOverview'];
/** What is counted; how the server is set is known without that. */
type CountedOverview = Omit<Overview, 'is_maintained' | 'mails'> & { mails: Pick<Overview['mails'], 'waiting'> };

const yesterday = sql`now() - interval '1 day'`;
const tally = (which: SQL | undefined) => sql<number>`count(*) filter (where ${which})`.mapWith(Number);
const whole = (value: SQL) => sql<number>`coalesce(${value}, 0)`.mapWith(Number);

async function first<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw new Error('a count without a row');
  return row;
}

/** @param folder where photos are kept */
export async function readOverview(db: Queryable, folder: string): Promise<CountedOverview> {
  const present = isNull(organizations.deletedAt);
  const [
    ofOrganizations,
    openTickets,
    asked,
    wishes,
    overdue,
    full,
    people,
    ofEvents,
    photos,
    images,
    failedImages,
    ofMails,
    errors,
    jobs,
    database,
    disk,
  ] = await Promise.all([
    first(
      db
        .select({
          waiting: tally(and(present, eq(organizations.status, 'pending'), isNull(organizations.rejectionReason))),
          active: tally(and(present, eq(organizations.status, 'active'))),
          suspended: tally(and(present, eq(organizations.status, 'suspended'))),
        })
        .from(organizations),
    ),
    first(db.select({ n: count() }).from(tickets).where(eq(tickets.status, 'open'))),
    first(db.select({ n: count() }).from(dataRequests).where(eq(dataRequests.status, 'open'))),
    first(
      db
        .select({ n: count() })
        .from(planRequests)
        .innerJoin(organizations, eq(organizations.id, planRequests.organizationId))
        .where(and(present, eq(planRequests.status, 'pending'))),
    ),
    first(
      db
        .select({ n: count() })
        .from(invoices)
        .where(and(eq(invoices.status, 'open'), sql`${invoices.dueOn} < (now() at time zone 'UTC')::date`)),
    ),
    db.execute<{ n: string }>(sql`
      select count(*) as n from organizations o left join subscriptions s on s.organization_id = o.id
        join plans p on p.id = coalesce(s.plan_id, 'free')
      where o.deleted_at is null and p.max_storage_bytes <= (select coalesce(sum(c.photos_bytes), 0)
        from events e join event_counters c on c.event_id = e.id where e.organization_id = o.id and e.deleted_at is null)`),
    first(
      db
        .select({ total: count(), recent: tally(gt(users.createdAt, sql`now() - interval '7 days'`)) })
        .from(users)
        .where(isNull(users.deletedAt)),
    ),
    first(
      db
        .select({ total: count(), live: tally(inArray(events.status, ['live', 'active'])) })
        .from(events)
        .innerJoin(organizations, eq(organizations.id, events.organizationId))
        .where(and(present, isNull(events.deletedAt))),
    ),
    first(
      db
        .select({ total: whole(sum(eventCounters.photosCount)), bytes: whole(sum(eventCounters.photosBytes)) })
        .from(eventCounters)
        .innerJoin(events, eq(events.id, eventCounters.eventId))
        .where(isNull(events.deletedAt)),
    ),
    first(db.select({ n: count() }).from(generatedImages).where(gt(generatedImages.createdAt, yesterday))),
    first(
      db
        .select({ n: count() })
        .from(generations)
        .where(and(eq(generations.status, 'failed'), gt(generations.createdAt, yesterday))),
    ),
    first(
      db
        .select({
          waiting: tally(isNull(mails.settledAt)),
          refused: tally(and(isNotNull(mails.settledAt), eq(mails.outcome, 'refused'), gt(mails.settledAt, yesterday))),
        })
        .from(mails)
        .where(sql`${mails.settledAt} is null or ${mails.createdAt} > now() - interval '8 days'`),
    ),
    first(
      db
        .select({ n: whole(sum(auditLog.count)) })
        .from(auditLog)
        .where(and(eq(auditLog.action, 'server.error'), gt(auditLog.at, yesterday))),
    ),
    readJobs(db),
    db.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`),
    statfs(folder),
  ]);
  return {
    attention: {
      organizations: ofOrganizations.waiting,
      tickets: openTickets.n,
      data_requests: asked.n,
      plan_requests: wishes.n,
      overdue_invoices: overdue.n,
      full_storages: Number(full.rows[0]?.n ?? 0),
      failed_jobs: jobs.failed,
      refused_mails: ofMails.refused,
      server_errors: errors.n,
    },
    people: { total: people.total, new_this_week: people.recent },
    organizations: { active: ofOrganizations.active, suspended: ofOrganizations.suspended },
    events: { live: ofEvents.live, total: ofEvents.total },
    photos: { total: photos.total, bytes: photos.bytes },
    images: { made_today: images.n, failed_today: failedImages.n },
    jobs: { waiting: jobs.waiting, oldest_waiting_at: jobs.oldest?.toISOString() ?? null },
    mails: { waiting: ofMails.waiting },
    database: { bytes: Number(database.rows[0]?.bytes ?? 0) },
    disk: { free_bytes: disk.bavail * disk.bsize, total_bytes: disk.blocks * disk.bsize },
  };
}

async function readJobs(db: Queryable): Promise<{ waiting: number; failed: number; oldest: Date | null }> {
  const { rows } = await db.execute<{ waiting: string; failed: string; oldest: Date | null }>(sql`
    select count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as waiting,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
      min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as oldest
    from graphile_worker.jobs`);
  const row = rows[0];
  return { waiting: Number(row?.waiting ?? 0), failed: Number(row?.failed ?? 0), oldest: row?.oldest ? new Date(row.oldest) : null };
}

/** Those that nobody tries again. */
export async function forgetFailedJobs(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`select from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${before.toISOString()}))`);
}
