// The repository of what the server is set up with, and how full it is. Of a secret it tells whether it is there.
import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import type { Config } from '#server/config.ts';
import { countWhere } from '#server/db/count-where.ts';
import { eventCounters } from '#server/db/schema/events.ts';
import { mails } from '#server/db/schema/mail.ts';
import { pushes, pushSubscriptions } from '#server/db/schema/push.ts';
import type { Queryable } from '#server/db/types.ts';
import { readLastBackup } from '#server/settings/last-backup.ts';
import { measureDisk } from '#server/storage/disk-space.ts';

type Status = components['schemas']['PlatformStatus'];

export async function readStatus(db: Queryable, config: Config): Promise<Status> {
  const { mail, generators: by, dataDir, databaseUrl } = config;
  const [waiting, refused, devices, pushed, photos, database, disk, lastBackup] = await Promise.all([
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
  ]);
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
      service('openai', by.openai !== null),
      service('openai_compatible', by.openaiCompatible !== null),
      service('google', by.google !== null),
      service('fal', by.fal !== null),
      service('replicate', by.replicate !== null),
      service('black_forest_labs', by.blackForestLabs !== null),
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
