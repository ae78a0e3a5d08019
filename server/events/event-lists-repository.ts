// Lists of events: those that a person may enter, those of an organization, and all events of the platform.
import { and, count, eq, inArray, isNotNull, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { components, operations } from '#openapi/api.ts';
import { countWhere } from '#server/db/count-where.ts';
import { endsAt, showsAs } from '#server/db/event-status.ts';
import { byCount, byInstant, byRank, byText, keyset, type Range } from '#server/db/keyset.ts';
import { eventCounters, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { contains } from '#server/db/search.ts';
import type { Queryable } from '#server/db/types.ts';
import { type EventRow, isCurrentParticipant, photosCount, restorableUntilSql, selectEvents } from '#server/events/events-repository.ts';

// The agenda order: live events, then those that run or start within a day, then upcoming ones, then past ones, the latest first.

const DAY_S = 86_400;
/** More seconds than there are from 1970 to any event's start: sets the groups apart. */
const SPAN = 100_000_000_000;

interface AgendaFacts {
  status: (typeof events.$inferSelect)['status'];
  startsAt: Date;
  durationHours: number;
}

/** The rank of an event, least first: four groups, each in seconds since 1970 or counted down from the last. */
function agendaRank({ status, startsAt, durationHours }: AgendaFacts, now: Date): number {
  const start = clamp(Math.floor(startsAt.getTime() / 1000));
  const at = Math.floor(now.getTime() / 1000);
  const isOver = status === 'ended' || status === 'archived' || start + durationHours * 3600 <= at;
  if (isOver) return 4 * SPAN - start;
  if (status === 'live') return SPAN - start;
  return start <= at + DAY_S ? SPAN + start : 2 * SPAN + start;
}

const clamp = (seconds: number): number => Math.min(Math.max(seconds, 0), SPAN - 1);

const start = sql`least(greatest(floor(extract(epoch from ${events.startsAt}))::bigint, 0), ${SPAN - 1}::bigint)`;
const at = sql`floor(extract(epoch from now()))::bigint`;

/** As `agendaRank`, at the database's now. */
const agendaRankSql: SQL = sql`(case
  when ${events.status} in ('ended', 'archived') or ${start} + ${events.durationHours} * 3600 <= ${at} then 4 * ${SPAN}::bigint - ${start}
  when ${events.status} = 'live' then ${SPAN}::bigint - ${start}
  when ${start} <= ${at} + ${DAY_S} then ${SPAN}::bigint + ${start}
  else 2 * ${SPAN}::bigint + ${start} end)`;

// --- The events of a person and of an organization

type Schemas = components['schemas'];
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;

interface EventListQuery {
  userId: string;
  organizationIds: readonly string[];
  viewsEvents: boolean;
  scope?: Query<'listEvents'>['scope'];
  q?: string | undefined;
}

type EventSort = NonNullable<Query<'listOrganizationEvents'>['sort']>;

/** The order of both lists. */
export const eventOrder = keyset<EventRow, Exclude<EventSort, `-${string}`>>(
  {
    agenda: byRank(agendaRankSql, (event) => agendaRank(event, new Date())),
    starts_at: byInstant(events.startsAt, (event) => event.startsAt),
    created_at: byInstant(events.createdAt, (event) => event.createdAt),
    name: byText(events.name, (event) => event.name),
    photos_count: byCount(photosCount, (event) => event.photosCount),
  },
  { column: events.id, of: (event) => event.id },
);

/** Upcoming events are sorted ascending, so that the first page shows the next ones. */
export const sortOfScope = (scope: EventListQuery['scope']): EventSort =>
  scope === 'mine' || scope === 'discover' ? 'starts_at' : '-starts_at';

const isOver = inArray(events.status, ['ended', 'archived']);

/** The SQL version of `canView`; lists.test.ts compares both. */
export function listEnterable(db: Queryable, query: EventListQuery, { where, ...range }: Range): Promise<EventRow[]> {
  const isShown = ne(events.status, 'draft');
  const isRun = query.organizationIds.length > 0 ? inArray(events.organizationId, [...query.organizationIds]) : sql`false`;
  const isMine = or(isRun, and(isCurrentParticipant, isShown));
  const isPublic = query.viewsEvents ? and(eq(events.type, 'public'), isShown) : sql`false`;
  const scope = {
    all: or(isMine, isPublic),
    mine: and(isMine, not(isOver)),
    discover: and(isPublic, not(isRun), not(isCurrentParticipant), not(isOver)),
    past: and(or(isMine, isPublic), isOver),
  }[query.scope ?? 'all'];
  const found = query.q === undefined ? undefined : contains(query.q, events.name, events.location, organizations.name);
  return selectEvents(db, query.userId, {
    ...range,
    where: and(isNull(events.deletedAt), isNull(organizations.deletedAt), scope, found, where),
  });
}

interface OrganizationEventFilter {
  organizationId: string;
  q?: string | undefined;
  status?: Schemas['ShownEventStatus'] | undefined;
  time?: Query<'listOrganizationEvents'>['time'] | undefined;
  deleted?: boolean | undefined;
}

/** @param userId the person whose role at the events is read */
export function listOrganizationRows(
  db: Queryable,
  filter: OrganizationEventFilter,
  userId: string,
  { where, ...range }: Range,
): Promise<EventRow[]> {
  return selectEvents(db, userId, { ...range, where: and(matching(filter), where) });
}

const isNotDeleted = isNull(events.deletedAt);
const isRestorable = sql`(${events.deletedAt} is not null and ${restorableUntilSql} > now())`;

function matching({ organizationId, q, status, time, deleted }: OrganizationEventFilter): SQL | undefined {
  const times = {
    upcoming: sql`${events.startsAt} > now()`,
    now: sql`(${events.startsAt} <= now() and ${endsAt} > now())`,
    past: sql`${endsAt} <= now()`,
  };
  return and(
    eq(events.organizationId, organizationId),
    deleted ? isRestorable : isNotDeleted,
    q === undefined ? undefined : contains(q, events.name, events.location),
    status && showsAs(status),
    time && times[time],
  );
}

/** The total with all filters, and the number of events per status without filters. */
export async function countOrganizationEvents(
  db: Queryable,
  filter: OrganizationEventFilter,
): Promise<Pick<Schemas['OrganizationEventPage'], 'total' | 'counts'>> {
  const ofStatus = (status: Schemas['ShownEventStatus']) => countWhere(and(isNotDeleted, showsAs(status)));
  const [row] = await db
    .select({
      total: countWhere(matching(filter)),
      counts: {
        all: countWhere(isNotDeleted),
        draft: ofStatus('draft'),
        live: ofStatus('live'),
        active: ofStatus('active'),
        ending: ofStatus('ending'),
        overdue: ofStatus('overdue'),
        ended: ofStatus('ended'),
        archived: ofStatus('archived'),
        deleted: countWhere(isRestorable),
      },
    })
    .from(events)
    .where(eq(events.organizationId, filter.organizationId));
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

// --- All events, for super administrators

type PlatformQuery = NonNullable<operations['listPlatformEvents']['parameters']['query']>;

export type PlatformEventRow = Awaited<ReturnType<typeof listPlatformEventRows>>[number];
type PlatformEventFilter = Omit<PlatformQuery, 'sort' | 'cursor' | 'limit'>;

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

const attentionFilters: Record<NonNullable<PlatformQuery['with']>, SQL> = {
  paused: isNotNull(events.pausedAt),
  pending: hasPhotos(pending),
  unreadable: hasPhotos(unreadable),
};

const times: Record<NonNullable<PlatformQuery['time']>, SQL> = {
  upcoming: sql`${events.startsAt} > now()`,
  now: sql`(${events.startsAt} <= now() and ${endsAt} > now())`,
  past: sql`${endsAt} <= now()`,
};

function matchingPlatform({
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

const selectPlatformEvents = (db: Queryable) =>
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
  selectPlatformEvents(db)
    .where(and(matchingPlatform(filter), where))
    .orderBy(...orderBy)
    .limit(limit);

export async function countPlatformEvents(db: Queryable, filter: PlatformEventFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(events)
    .innerJoin(organizations, eq(organizations.id, events.organizationId))
    .where(matchingPlatform(filter));
  return row?.total ?? 0;
}

/** Deleted ones too. */
export async function findPlatformEvent(db: Queryable, id: string): Promise<PlatformEventRow | undefined> {
  const [row] = await selectPlatformEvents(db).where(eq(events.id, id));
  return row;
}
