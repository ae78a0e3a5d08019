// The repository of organizations as the platform’s admins see them. No query of the details page scans photos.
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL, sum } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import type { AuditAction } from '#server/audit/actions.ts';
import { planIdOf } from '#server/billing/plans-repository.ts';
import { isOpenEvent, storageOf } from '#server/billing/usage-repository.ts';
import { countWhere } from '#server/db/count-where.ts';
import { byInstant, byText, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { invoices, subscriptions } from '#server/db/schema/billing.ts';
import { eventCounters, events } from '#server/db/schema/events.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { contains, containsLowered } from '#server/db/search.ts';
import type { Queryable } from '#server/db/types.ts';
import { isRestorable, type OrganizationRow } from '#server/organizations/repository.ts';

type Schemas = components['schemas'];

type Facts = Schemas['PlatformOrganization'];

export interface PlatformOrganizationRow {
  organization: OrganizationRow;
  members: number;
  openEvents: number;
  storageBytes: number;
  plan: Schemas['PlanId'];
  admins: Facts['admins'];
}

interface PlatformOrganizationFilter {
  q?: string | undefined;
  state?: 'waiting' | 'rejected' | 'active' | 'suspended' | undefined;
  plan?: Schemas['PlanId'] | undefined;
  deleted?: boolean | undefined;
}

export const platformOrganizationOrder = keyset<PlatformOrganizationRow, 'name' | 'created_at'>(
  {
    name: byText(organizations.name, ({ organization }) => organization.name),
    created_at: byInstant(organizations.createdAt, ({ organization }) => organization.createdAt),
  },
  { column: organizations.id, of: ({ organization }) => organization.id },
);

const ADMINS_SHOWN = 5;

const isActiveMember = and(eq(memberships.status, 'active'), isNull(memberships.removedAt));

const ofIt = and(eq(memberships.organizationId, organizations.id), isActiveMember);

const shownName = sql`(${users.firstName} || ' ' || ${users.lastName})`;

const states: Record<NonNullable<PlatformOrganizationFilter['state']>, SQL | undefined> = {
  waiting: and(eq(organizations.status, 'pending'), isNull(organizations.rejectionReason)),
  rejected: and(eq(organizations.status, 'pending'), isNotNull(organizations.rejectionReason)),
  active: eq(organizations.status, 'active'),
  suspended: eq(organizations.status, 'suspended'),
};

function matching(db: Queryable, { q, state, plan, deleted = false }: PlatformOrganizationFilter): SQL | undefined {
  // Uncorrelated: a subquery per organization would scan the users a thousand times.
  const ofSuchAdmins = (typed: string) =>
    db
      .select({ id: memberships.organizationId })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(isActiveMember, eq(memberships.role, 'organization'), containsLowered(typed, users.searchText)));
  return and(
    deleted ? and(isNotNull(organizations.deletedAt), isRestorable) : isNull(organizations.deletedAt),
    state && states[state],
    plan && eq(planIdOf, plan),
    q === undefined
      ? undefined
      : sql`(${contains(q, organizations.name, sql`coalesce(${organizations.contactEmail}, '')`)} or ${inArray(organizations.id, ofSuchAdmins(q))})`,
  );
}

export const listPlatformOrganizationRows = (db: Queryable, filter: PlatformOrganizationFilter, { where, orderBy, limit }: Range) =>
  read(db, and(matching(db, filter), where), { orderBy, limit });

/** Includes deleted ones that can still be restored. */
export async function findPlatformOrganization(db: Queryable, id: string): Promise<PlatformOrganizationRow | undefined> {
  const isKnown = or(isNull(organizations.deletedAt), isRestorable);
  const [row] = await read(db, and(eq(organizations.id, id), isKnown), { orderBy: [], limit: 1 });
  return row;
}

async function read(
  db: Queryable,
  condition: SQL | undefined,
  { orderBy, limit }: Pick<Range, 'orderBy' | 'limit'>,
): Promise<PlatformOrganizationRow[]> {
  const members = db.select({ n: count() }).from(memberships).where(ofIt);
  const openEvents = db.select({ n: count() }).from(events).where(isOpenEvent(organizations.id));
  const rows = await db
    .select({
      organization: organizations,
      members: sql<number>`(${members})`.mapWith(Number),
      openEvents: sql<number>`(${openEvents})`.mapWith(Number),
      storageBytes: sql<number>`(${storageOf(db, organizations.id)})`.mapWith(Number),
      plan: planIdOf,
    })
    .from(organizations)
    .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(condition)
    .orderBy(...orderBy)
    .limit(limit);
  const admins = await listAdminsOf(
    db,
    rows.map(({ organization }) => organization.id),
  );
  return rows.map((row) => ({ ...row, admins: admins.get(row.organization.id) ?? [] }));
}

async function listAdminsOf(db: Queryable, organizationIds: string[]): Promise<Map<string, Facts['admins']>> {
  const rank = sql<number>`row_number() over (partition by ${memberships.organizationId} order by ${memberships.joinedAt}, ${memberships.id})`;
  const ranked = db
    .select({
      organizationId: memberships.organizationId,
      userId: memberships.userId,
      name: sql<string>`trim(${shownName})`.as('name'),
      email: sql<string>`coalesce(${users.email}, '')`.as('email'),
      rank: rank.as('rank'),
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(inArray(memberships.organizationId, organizationIds), eq(memberships.role, 'organization'), isActiveMember))
    .as('ranked');
  const rows = await db
    .select()
    .from(ranked)
    .where(sql`${ranked.rank} <= ${ADMINS_SHOWN}`)
    .orderBy(ranked.rank);
  const byOrganization = new Map<string, Facts['admins']>();
  for (const { organizationId, userId, name, email } of rows)
    byOrganization.set(organizationId, [...(byOrganization.get(organizationId) ?? []), { user_id: userId, name, email }]);
  return byOrganization;
}

export async function countPlatformOrganizations(
  db: Queryable,
  filter: PlatformOrganizationFilter,
): Promise<Pick<Schemas['PlatformOrganizationPage'], 'total' | 'counts'>> {
  const present = isNull(organizations.deletedAt);
  const [all] = await db
    .select({
      waiting: countWhere(and(present, states.waiting)),
      rejected: countWhere(and(present, states.rejected)),
      active: countWhere(and(present, states.active)),
      suspended: countWhere(and(present, states.suspended)),
      deleted: countWhere(and(isNotNull(organizations.deletedAt), isRestorable)),
    })
    .from(organizations);
  const [found] = await db
    .select({ total: count() })
    .from(organizations)
    .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(matching(db, filter));
  return { total: found?.total ?? 0, counts: all ?? { waiting: 0, rejected: 0, active: 0, suspended: 0, deleted: 0 } };
}

const HISTORY_LIMIT = 20;

const MEMBERS_SHOWN = 200;

const EVENTS_SHOWN = 5;

/** Audit actions that change an organization’s status. */
const statusChanges = ['create', 'approve', 'withdraw_approval', 'reject', 'suspend', 'reactivate', 'delete', 'restore'] as const;

type StatusChange = (typeof statusChanges)[number];

const actionOf = (what: StatusChange): AuditAction => `organization.${what}`;

export type StatusChangeRow = Awaited<ReturnType<typeof listStatusChanges>>[number];

/** Latest first. */
function listStatusChanges(db: Queryable, organizationId: string, which: readonly StatusChange[], limit: number) {
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      what: sql<StatusChange>`split_part(${auditLog.action}, '.', 2)`,
      reason: sql<string | null>`${auditLog.detail} ->> 'reason'`,
      actor: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(auditLog)
    .leftJoin(users, and(eq(users.id, auditLog.actorId), isNull(users.deletedAt)))
    .where(
      and(
        eq(auditLog.organizationId, organizationId),
        // A literal, so that the planner can use the partial index.
        sql`${auditLog.subjectType} = 'organization'`,
        inArray(auditLog.action, which.map(actionOf)),
        eq(auditLog.outcome, 'ok'),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit);
}

const inIt = (organizationId: string): SQL | undefined =>
  and(eq(memberships.organizationId, organizationId), isNull(memberships.removedAt));

/** Admins first, then by date of joining. */
const listMembersShown = (db: Queryable, organizationId: string) =>
  db
    .select({
      userId: memberships.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: sql<string>`coalesce(${users.email}, '')`,
      avatarTag: users.avatarTag,
      role: memberships.role,
      status: memberships.status,
      joinedAt: memberships.joinedAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(inIt(organizationId))
    .orderBy(desc(eq(memberships.role, 'organization')), asc(memberships.joinedAt), asc(memberships.id))
    .limit(MEMBERS_SHOWN);

const isShownEvent = (organizationId: string): SQL | undefined => and(eq(events.organizationId, organizationId), isNull(events.deletedAt));

const listLatestEvents = (db: Queryable, organizationId: string) =>
  db
    .select({
      id: events.id,
      name: events.name,
      status: events.status,
      startsAt: events.startsAt,
      durationHours: events.durationHours,
      timeZone: events.timeZone,
      endsAutomatically: events.endsAutomatically,
      photosCount: sql<number>`coalesce(${eventCounters.photosCount}, 0)`.mapWith(Number),
    })
    .from(events)
    .leftJoin(eventCounters, eq(eventCounters.eventId, events.id))
    .where(isShownEvent(organizationId))
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(EVENTS_SHOWN);

const openInvoice = eq(invoices.status, 'open');

/** Further facts for the details page. */
export async function readOrganizationFacts(db: Queryable, organizationId: string) {
  const [history, [created], [approved], members, [memberCount], latestEvents, [eventSums], [billed]] = await Promise.all([
    listStatusChanges(db, organizationId, statusChanges, HISTORY_LIMIT),
    listStatusChanges(db, organizationId, ['create'], 1),
    listStatusChanges(db, organizationId, ['approve'], 1),
    listMembersShown(db, organizationId),
    db.select({ n: count() }).from(memberships).where(inIt(organizationId)),
    listLatestEvents(db, organizationId),
    db
      .select({ n: count(), photos: sql<number>`coalesce(${sum(eventCounters.photosCount)}, 0)`.mapWith(Number) })
      .from(events)
      .leftJoin(eventCounters, eq(eventCounters.eventId, events.id))
      .where(isShownEvent(organizationId)),
    db
      .select({
        total: count(),
        open: countWhere(openInvoice),
        overdue: countWhere(and(openInvoice, sql`${invoices.dueOn} < current_date`)),
      })
      .from(invoices)
      .where(eq(invoices.organizationId, organizationId)),
  ]);
  return {
    history,
    created: created ?? null,
    approved: approved ?? null,
    members: { total: memberCount?.n ?? 0, rows: members },
    events: { total: eventSums?.n ?? 0, latest: latestEvents },
    photos: eventSums?.photos ?? 0,
    invoices: billed ?? { total: 0, open: 0, overdue: 0 },
  };
}

export type OrganizationDetails = Awaited<ReturnType<typeof readOrganizationFacts>>;
