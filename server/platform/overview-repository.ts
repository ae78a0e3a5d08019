// The repository of the platform's overview and status: figures of all domains, read by SQL.
import { and, count, desc, eq, gt, isNotNull, isNull, or, sql, type SQL, sum } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import type { Config } from '#server/config.ts';
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
import { providerKeys } from '#server/db/schema/provider-keys.ts';
import { pushes, pushSubscriptions } from '#server/db/schema/push.ts';
import { tickets } from '#server/db/schema/support.ts';
import type { Queryable } from '#server/db/types.ts';
import { type KeyedProviderId, keyedProviders } from '#server/generator-settings.ts';
import { readJobQueue } from '#server/platform/health-repository.ts';
import { readLastBackup } from '#server/settings/last-backup.ts';
import { measureDisk } from '#server/storage/disk-space.ts';

type Overview = components['schemas']['PlatformOverview'];
/** The counted figures, without the configuration. */
type CountedOverview = Omit<Overview, 'is_maintained' | 'mails'> & { mails: Pick<Overview['mails'], 'waiting'> };

const yesterday = sql`now() - interval '1 day'`;
const whole = (value: SQL) => sql<number>`coalesce(${value}, 0)`.mapWith(Number);

async function first<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw new Error('a count without a row');
  return row;
}

/** @param folder the data folder */
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

type Status = components['schemas']['PlatformStatus'];

export async function readStatus(db: Queryable, config: Config): Promise<Status> {
  const { mail, generators: by, dataDir, databaseUrl } = config;
  const [waiting, refused, devices, pushed, photos, database, disk, lastBackup, keys] = await Promise.all([
    db.select({ n: count() }).from(mails).where(isNull(mails.settledAt)),
    listRefused(db),
    db.select({ n: count() }).from(pushSubscriptions),
    db
      .select({
        waiting: countWhere(isNull(pushes.settledAt)),
        failed: countWhere(eq(pushes.outcome, 'failed')),
      })
      .from(pushes)
      .where(gt(pushes.createdAt, sql`now() - interval '1 day'`)),
    db.select({ bytes: sql<number>`coalesce(sum(${eventCounters.photosBytes}), 0)`.mapWith(Number) }).from(eventCounters),
    db.execute<{ bytes: string; version: string }>(
      sql`select pg_database_size(current_database()) as bytes, current_setting('server_version') as version`,
    ),
    measureDisk(dataDir),
    readLastBackup(dataDir),
    db.select({ provider: providerKeys.provider }).from(providerKeys),
  ]);
  const hasKey = (id: KeyedProviderId) => by[keyedProviders[id].setting] !== null || keys.some(({ provider }) => provider === id);
  const service = (id: Status['services'][number]['id'], configured: boolean) => ({ id, configured });
  return {
    mail: {
      delivery: mail.smtp ? 'smtp' : 'file',
      host: mail.smtp?.host ?? null,
      from: mail.from.address,
      waiting: waiting[0]?.n ?? 0,
      refused,
    },
    push: {
      contact: config.push.subject,
      devices: devices[0]?.n ?? 0,
      waiting: pushed[0]?.waiting ?? 0,
      failed_today: pushed[0]?.failed ?? 0,
    },
    storage: { photos_bytes: photos[0]?.bytes ?? 0, free_bytes: disk.free, total_bytes: disk.total },
    database: {
      embedded: databaseUrl === null,
      version: (database.rows[0]?.version ?? '').split(' ')[0] ?? '',
      bytes: Number(database.rows[0]?.bytes ?? 0),
    },
    services: [
      service('openai', hasKey('openai')),
      service('openai_compatible', by.openaiCompatible !== null),
      service('google', hasKey('google')),
      service('fal', hasKey('fal')),
      service('replicate', hasKey('replicate')),
      service('black_forest_labs', hasKey('black-forest-labs')),
      service('sd_server', by.sdServer !== null),
      service('stripe', config.stripe !== null),
    ],
    last_backup_at: lastBackup,
  };
}

const MOST_REFUSED = 20;

/** Mails that were refused for good within a day. Those are settled within days of their making, by which they are found. */
async function listRefused(db: Queryable): Promise<Status['mail']['refused']> {
  const rows = await db
    .select({
      id: mails.id,
      to: mails.recipient,
      subject: mails.subject,
      reason: mails.lastError,
      at: sql<Date>`${mails.settledAt}`.mapWith(mails.settledAt),
    })
    .from(mails)
    .where(
      and(
        eq(mails.outcome, 'refused'),
        gt(mails.settledAt, sql`now() - interval '1 day'`),
        gt(mails.createdAt, sql`now() - interval '8 days'`),
      ),
    )
    .orderBy(desc(mails.settledAt))
    .limit(MOST_REFUSED);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
