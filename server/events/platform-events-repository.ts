// The repository of all events of the platform, as super administrators see them.
import { and, count, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { operations } from '#openapi/api.ts';
import { endsAt, showsAs } from '#server/db/event-status.ts';
import { byCount, byInstant, byRank, byText, keyset, type Range } from '#server/db/keyset.ts';
import { eventCounters, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { contains } from '#server/db/search.ts';
import type { Queryable } from '#server/db/types.ts';
import { agendaRank, agendaRankSql } from '#server/events/agenda.ts';
import { photosCount, restorableUntilSql } from '#server/events/events-repository.ts';

type Query = NonNullable<operations['listPlatformEvents']['parameters']['query']>;

export type PlatformEventRow = Awaited<ReturnType<typeof listPlatformEventRows>>[number];
export type PlatformEventFilter = Omit<Query, 'sort' | 'cursor' | 'limit'>;

// Written out, not as parameters: the database must see that they are what partial indexes were made for.
const pending = sql.raw(`p.deleted_at is null and p.status = 'pending'`);
const unreadable = sql.raw(`p.deleted_at is null and p.state = 'unreadable'`);
const countPhotos = (which: SQL) =>
  sql<number>`(select count(*) from ${photos} p where p.event_id = ${events.id} and ${which})`.mapWith(Number);
const hasPhotos = (which: SQL) => sql`${events.id} in (select p.event_id from ${photos} p where ${which})`;

const deletedAtSql = sql<Date | null>`coalesce(${events.deletedAt}, ${organizations.deletedAt})`.mapWith(
  events.deletedAt,
) as SQL<Date | null>;

export const platformEventOrder = keyset<
  Pick<PlatformEventRow, 'id' | 'name' | 'status' | 'startsAt' | 'durationHours' | 'createdAt' | 'photosCount'>,
  'agenda' | 'starts_at' | 'name' | 'photos_count' | 'created_at'
>(
  {
    agenda: byRank(agendaRankSql, (event) => agendaRank(event, new Date())),
    starts_at: byInstant(events.startsAt, (event) => event.startsAt),
    created_at: byInstant(events.createdAt, (event) => event.createdAt),
    name: byText(events.name, (event) => event.name),
    photos_count: byCount(photosCount, (event) => event.photosCount),
  },
  { column: events.id, of: (event) => event.id },
);

const attentionFilters: Record<NonNullable<Query['with']>, SQL> = {
  paused: isNotNull(events.pausedAt),
  pending: hasPhotos(pending),
  unreadable: hasPhotos(unreadable),
};

const times: Record<NonNullable<Query['time']>, SQL> = {
  upcoming: sql`${events.startsAt} > now()`,
  now: sql`(${events.startsAt} <= now() and ${endsAt} > now())`,
  past: sql`${endsAt} <= now()`,
};

function matching({
  q,
  organization_id: organizationId,
  status,
  time,
  with: having,
  deleted = false,
}: PlatformEventFilter): SQL | undefined {
  return and(
    deleted
      ? or(isNotNull(events.deletedAt), isNotNull(organizations.deletedAt))
      : and(isNull(events.deletedAt), isNull(organizations.deletedAt)),
    organizationId === undefined ? undefined : eq(events.organizationId, organizationId),
    status && showsAs(status),
    time && times[time],
    having && attentionFilters[having],
    q === undefined ? undefined : contains(q, events.name, events.location, organizations.name),
  );
}

const select = (db: Queryable) =>
  db
    .select({
      id: events.id,
      name: events.name,
      organizationId: events.organizationId,
      organizationName: organizations.name,
      organizationStatus: organizations.status,
      type: events.type,
      status: events.status,
      startsAt: events.startsAt,
      durationHours: events.durationHours,
      timeZone: events.timeZone,
      endsAutomatically: events.endsAutomatically,
      location: events.location,
      photosCount,
      photosBytes: sql<number>`coalesce(${eventCounters.photosBytes}, 0)`.mapWith(Number),
      pendingCount: countPhotos(pending),
      unreadableCount: countPhotos(unreadable),
      attendeesCount: sql<number>`coalesce(${eventCounters.attendeesCount}, 0)`.mapWith(Number),
      pausedAt: events.pausedAt,
      pauseReason: events.pauseReason,
      removalReason: events.removalReason,
      createdAt: events.createdAt,
      deletedAt: deletedAtSql,
      /** Not with its organization. */
      isOwnDeletion: sql<boolean>`${organizations.deletedAt} is null`,
      restorableUntil: sql`case when ${deletedAtSql} is not null then ${restorableUntilSql} end`.mapWith(
        events.keptUntil,
      ) as SQL<Date | null>,
    })
    .from(events)
    .innerJoin(organizations, eq(organizations.id, events.organizationId))
    .leftJoin(eventCounters, eq(eventCounters.eventId, events.id));

export const listPlatformEventRows = (db: Queryable, filter: PlatformEventFilter, { where, orderBy, limit }: Range) =>
  select(db)
    .where(and(matching(filter), where))
    .orderBy(...orderBy)
    .limit(limit);

export async function countPlatformEvents(db: Queryable, filter: PlatformEventFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(events)
    .innerJoin(organizations, eq(organizations.id, events.organizationId))
    .where(matching(filter));
  return row?.total ?? 0;
}

/** Deleted ones too. */
export async function findPlatformEvent(db: Queryable, id: string): Promise<PlatformEventRow | undefined> {
  const [row] = await select(db).where(eq(events.id, id));
  return row;
}
