// The repository of one organization as super administrators look at it: each query is a range of an index, and none reads photos.
import { and, asc, count, desc, eq, inArray, isNull, sql, sum, type SQL } from 'drizzle-orm';
import type { AuditAction } from '#server/audit/actions.ts';
import { countWhere } from '#server/db/count-where.ts';
import { users } from '#server/db/schema/accounts.ts';
import { invoices } from '#server/db/schema/billing.ts';
import { eventCounters, events } from '#server/db/schema/events.ts';
import { memberships } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import type { Queryable } from '#server/db/types.ts';

const HISTORY_LIMIT = 20;
const MEMBERS_SHOWN = 200;
const EVENTS_SHOWN = 5;

/** What the trail tells of an organization's status. */
const statusChanges = ['create', 'approve', 'withdraw_approval', 'reject', 'suspend', 'reactivate', 'delete', 'restore'] as const;
export type StatusChange = (typeof statusChanges)[number];
const actionOf = (what: StatusChange): AuditAction => `organization.${what}`;

export type StatusChangeRow = Awaited<ReturnType<typeof listStatusChanges>>[number];

/** The latest first. */
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
        // Written out: the database must see that this is what the index was made for.
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

/** Admins first, then who joined first. */
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

/** What is told of it beyond its row in the list. */
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
