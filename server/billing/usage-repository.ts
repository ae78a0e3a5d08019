// Usage of a plan, counted from current data.
import { and, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { monthOf, sumCredits } from '#server/billing/credits-repository.ts';
import { eventCounters, events } from '#server/db/schema/events.ts';
import { memberships, organizationInvitations, type organizations } from '#server/db/schema/organizations.ts';
import type { Queryable } from '#server/db/types.ts';

type Usage = components['schemas']['Billing']['usage'];

/** An organization by its id, or by the column of a query around. */
type OrganizationRef = string | typeof organizations.id;

const isUndeletedEvent = (of: OrganizationRef) => and(eq(events.organizationId, of), isNull(events.deletedAt));
/** Neither ended nor archived. */
export const isOpenEvent = (of: OrganizationRef): SQL | undefined =>
  and(isUndeletedEvent(of), inArray(events.status, ['draft', 'live', 'active']));
/** Members that occupy a seat. Suspended members do not. */
export const occupiesSeat = (of: OrganizationRef): SQL | undefined =>
  and(eq(memberships.organizationId, of), isNull(memberships.removedAt), inArray(memberships.status, ['active', 'invited']));
/** Neither used nor revoked, and in time. */
export const isRedeemable = and(
  isNull(organizationInvitations.usedAt),
  isNull(organizationInvitations.revokedAt),
  gt(organizationInvitations.expiresAt, sql`now()`),
);
/** Invitations that can still take a seat. */
export const isOpenInvitation = (of: OrganizationRef): SQL | undefined => and(eq(organizationInvitations.organizationId, of), isRedeemable);
/** Bytes of the originals in events that are not deleted. A sum of counters: no photo is read for it. */
export const storageOf = (db: Queryable, of: OrganizationRef) =>
  db
    .select({ bytes: sql<number>`coalesce(sum(${eventCounters.photosBytes}), 0)`.mapWith(Number) })
    .from(events)
    .innerJoin(eventCounters, eq(eventCounters.eventId, events.id))
    .where(isUndeletedEvent(of));

const countAll = sql<number>`count(*)`.mapWith(Number);

/** Events that are neither ended nor archived. */
export async function countOpenEvents(db: Queryable, organizationId: string): Promise<number> {
  const [row] = await db.select({ events: countAll }).from(events).where(isOpenEvent(organizationId));
  return row?.events ?? 0;
}

/** Counts members and open invitations that occupy a seat. Suspended members do not. */
export async function countStaff(db: Queryable, organizationId: string): Promise<Pick<Usage, 'members' | 'invitations'>> {
  const [member] = await db.select({ members: countAll }).from(memberships).where(occupiesSeat(organizationId));
  const [invitation] = await db.select({ invitations: countAll }).from(organizationInvitations).where(isOpenInvitation(organizationId));
  return { members: member?.members ?? 0, invitations: invitation?.invitations ?? 0 };
}

export async function sumStorage(db: Queryable, organizationId: string): Promise<number> {
  const [row] = await storageOf(db, organizationId);
  return row?.bytes ?? 0;
}

export async function readUsage(db: Queryable, organizationId: string, now = new Date()): Promise<Usage> {
  const [open, staff, bytes, credits] = await Promise.all([
    countOpenEvents(db, organizationId),
    countStaff(db, organizationId),
    sumStorage(db, organizationId),
    sumCredits(db, { organizationId }, monthOf(now)),
  ]);
  return { events: open, ...staff, storage_bytes: bytes, generations: credits.used };
}
