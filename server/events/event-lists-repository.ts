// The repository of lists of events: those a person may enter, and those an organization runs.
import { and, eq, inArray, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { components, operations } from '#openapi/api.ts';
import { countWhere } from '#server/db/count-where.ts';
import { endsAt, showsAs } from '#server/db/event-status.ts';
import { byCount, byInstant, byRank, byText, keyset, type Range } from '#server/db/keyset.ts';
import { events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { contains } from '#server/db/search.ts';
import type { Queryable } from '#server/db/types.ts';
import { agendaRank, agendaRankSql } from '#server/events/agenda.ts';
import { isCurrentParticipant, photosCount, restorableUntilSql, selectEvents, type EventRow } from '#server/events/events-repository.ts';

type Schemas = components['schemas'];
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;

export interface EventListQuery {
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

/** What is not over comes in the order in which it happens: the first page holds what is on now, not what is furthest away. */
export const sortOfScope = (scope: EventListQuery['scope']): EventSort =>
  scope === 'mine' || scope === 'discover' ? 'starts_at' : '-starts_at';

const isOver = inArray(events.status, ['ended', 'archived']);

/** The events that `canView` allows to this person; lists.test.ts holds the list to what the policy says. */
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

export interface OrganizationEventFilter {
  organizationId: string;
  q?: string | undefined;
  status?: Schemas['ShownEventStatus'] | undefined;
  time?: Query<'listOrganizationEvents'>['time'] | undefined;
  deleted?: boolean | undefined;
}

/** @param userId whose relation to the events is told */
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

/** How many the filters leave, and how many show as each status whatever the filters say. */
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
