// The repository of the platform's overview: figures of all domains, read by SQL.
import { and, count, eq, gt, isNotNull, isNull, or, sql, sum, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { countWhere } from '#server/db/count-where.ts';
import { showsAs } from '#server/db/event-status.ts';
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
import { readJobQueue } from '#server/platform/job-queue-repository.ts';
import { measureDisk } from '#server/storage/disk-space.ts';

type Overview = components['schemas']['PlatformOverview'];
/** What is counted; how the server is set is known without that. */
type CountedOverview = Omit<Overview, 'is_maintained' | 'mails'> & { mails: Pick<Overview['mails'], 'waiting'> };

const yesterday = sql`now() - interval '1 day'`;
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
          waiting: countWhere(and(present, eq(organizations.status, 'pending'), isNull(organizations.rejectionReason))),
          active: countWhere(and(present, eq(organizations.status, 'active'))),
          suspended: countWhere(and(present, eq(organizations.status, 'suspended'))),
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
        .select({ total: count(), recent: countWhere(gt(users.createdAt, sql`now() - interval '7 days'`)) })
        .from(users)
        .where(isNull(users.deletedAt)),
    ),
    first(
      db
        .select({ total: count(), live: countWhere(or(showsAs('live'), showsAs('active'))) })
        .from(events)
        .innerJoin(organizations, eq(organizations.id, events.organizationId))
        .where(and(present, isNull(events.deletedAt))),
    ),
    first(
      db
        .select({ total: whole(sum(eventCounters.photosCount)), bytes: whole(sum(eventCounters.photosBytes)) })
        .from(eventCounters)
        .innerJoin(events, eq(events.id, eventCounters.eventId))
        .innerJoin(organizations, eq(organizations.id, events.organizationId))
        .where(and(present, isNull(events.deletedAt))),
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
          waiting: countWhere(isNull(mails.settledAt)),
          refused: countWhere(and(isNotNull(mails.settledAt), eq(mails.outcome, 'refused'), gt(mails.settledAt, yesterday))),
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
    readJobQueue(db),
    db.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`),
    measureDisk(folder),
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
    disk: { free_bytes: disk.free, total_bytes: disk.total },
  };
}
