// What an organization uses of its plan, counted from what is there.
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { monthOf, sumCredits } from '#server/billing/credits.ts';
import { eventCounters, events } from '#server/db/schema/events.ts';
import { memberships, organizationInvitations } from '#server/db/schema/organizations.ts';
import type { Queryable } from '#server/db/types.ts';

type Usage = components['schemas']['Billing']['usage'];

const tally = sql<number>`count(*)`.mapWith(Number);

/** Events that are neither ended nor archived. */
export async function countOpenEvents(db: Queryable, organizationId: string): Promise<number> {
  const [row] = await db
    .select({ events: tally })
    .from(events)
    .where(and(eq(events.organizationId, organizationId), isNull(events.deletedAt), inArray(events.status, ['draft', 'live', 'active'])));
  return row?.events ?? 0;
}

/** Who has a place, or may take one. Suspended members have none. */
export async function countStaff(db: Queryable, organizationId: string): Promise<Pick<Usage, 'members' | 'invitations'>> {
  const [member] = await db
    .select({ members: tally })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        isNull(memberships.removedAt),
        inArray(memberships.status, ['active', 'invited']),
      ),
    );
  const [invitation] = await db
    .select({ invitations: tally })
    .from(organizationInvitations)
    .where(
      and(
        eq(organizationInvitations.organizationId, organizationId),
        isNull(organizationInvitations.usedAt),
        isNull(organizationInvitations.revokedAt),
        gt(organizationInvitations.expiresAt, sql`now()`),
      ),
    );
  return { members: member?.members ?? 0, invitations: invitation?.invitations ?? 0 };
}

/** Of the originals in events that are not deleted. A sum of counters: no photo is read for it. */
export async function sumStorage(db: Queryable, organizationId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${eventCounters.photosBytes}), 0)`.mapWith(Number) })
    .from(events)
    .innerJoin(eventCounters, eq(eventCounters.eventId, events.id))
    .where(and(eq(events.organizationId, organizationId), isNull(events.deletedAt)));
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
