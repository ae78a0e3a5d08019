// The repository of which organization is on which plan, with what it uses of it.
import { and, count, eq, gt, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { monthOf } from '#server/billing/credits.ts';
import { planIdOf } from '#server/billing/plans.ts';
import { byInstant, byText, keyset, type Range } from '#server/db/keyset.ts';
import { invoices, subscriptions } from '#server/db/schema/billing.ts';
import { eventCounters, events } from '#server/db/schema/events.ts';
import { creditEntries } from '#server/db/schema/generation.ts';
import { memberships, organizationInvitations, organizations } from '#server/db/schema/organizations.ts';
import { contains } from '#server/db/search.ts';
import type { Queryable } from '#server/db/types.ts';

type Schemas = components['schemas'];

export type SubscriptionRow = Awaited<ReturnType<typeof listSubscriptionRows>>[number];

export const subscriptionOrder = keyset<{ id: string; name: string; createdAt: Date }, 'name' | 'created_at'>(
  { name: byText(organizations.name, (row) => row.name), created_at: byInstant(organizations.createdAt, (row) => row.createdAt) },
  { column: organizations.id, of: (row) => row.id },
);

export interface SubscriptionFilter {
  q?: string | undefined;
  plan?: Schemas['PlanId'] | undefined;
}

const matching = ({ q, plan }: SubscriptionFilter): SQL | undefined =>
  and(
    isNull(organizations.deletedAt),
    plan && eq(planIdOf, plan),
    q === undefined ? undefined : contains(q, organizations.name, sql`coalesce(${organizations.contactEmail}, '')`),
  );

/** As `usage.ts` counts it for one organization. */
function usageOf(db: Queryable) {
  const number = (query: { getSQL: () => SQL }) => sql<number>`(${query})`.mapWith(Number);
  const standing = and(eq(events.organizationId, organizations.id), isNull(events.deletedAt));
  return {
    events: number(
      db
        .select({ n: count() })
        .from(events)
        .where(and(standing, inArray(events.status, ['draft', 'live', 'active']))),
    ),
    members: number(
      db
        .select({ n: count() })
        .from(memberships)
        .where(
          and(
            eq(memberships.organizationId, organizations.id),
            isNull(memberships.removedAt),
            inArray(memberships.status, ['active', 'invited']),
          ),
        ),
    ),
    invitations: number(
      db
        .select({ n: count() })
        .from(organizationInvitations)
        .where(
          and(
            eq(organizationInvitations.organizationId, organizations.id),
            isNull(organizationInvitations.usedAt),
            isNull(organizationInvitations.revokedAt),
            gt(organizationInvitations.expiresAt, sql`now()`),
          ),
        ),
    ),
    storageBytes: number(
      db
        .select({ n: sql`coalesce(sum(${eventCounters.photosBytes}), 0)` })
        .from(events)
        .innerJoin(eventCounters, eq(eventCounters.eventId, events.id))
        .where(standing),
    ),
    generations: number(
      db
        .select({ n: sql`coalesce(sum(${creditEntries.amount}), 0)` })
        .from(creditEntries)
        .where(
          and(
            eq(creditEntries.organizationId, organizations.id),
            eq(creditEntries.month, monthOf(new Date())),
            eq(creditEntries.kind, 'settle'),
          ),
        ),
    ),
  };
}

export function listSubscriptionRows(db: Queryable, filter: SubscriptionFilter, { where, orderBy, limit }: Range) {
  const invoicedUntil = db
    .select({ day: sql`max(${invoices.periodEnd})::text` })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizations.id), ne(invoices.status, 'void')));
  return db
    .select({
      id: organizations.id,
      name: organizations.name,
      status: organizations.status,
      createdAt: organizations.createdAt,
      plan: planIdOf,
      since: subscriptions.since,
      invoicedUntil: sql<string | null>`(${invoicedUntil})`,
      ...usageOf(db),
    })
    .from(organizations)
    .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(and(matching(filter), where))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countSubscriptions(db: Queryable, filter: SubscriptionFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(organizations)
    .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(matching(filter));
  return row?.total ?? 0;
}
