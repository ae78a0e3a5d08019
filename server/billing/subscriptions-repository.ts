// The repository of organizations with their plan and its usage.
import { and, count, eq, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { monthOf } from '#server/billing/credits-repository.ts';
import { paymentStateColumns } from '#server/billing/payments-repository.ts';
import { planIdOf } from '#server/billing/plans-repository.ts';
import { occupiesSeat, isOpenEvent, isOpenInvitation, storageOf } from '#server/billing/usage-repository.ts';
import { byInstant, byText, keyset, type Range } from '#server/db/keyset.ts';
import { invoices, paymentAccounts, subscriptions } from '#server/db/schema/billing.ts';
import { events } from '#server/db/schema/events.ts';
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
  /** Only those that have used up their storage. */
  storage?: 'full' | undefined;
}

const matching = (db: Queryable, { q, plan, storage }: SubscriptionFilter): SQL | undefined =>
  and(
    isNull(organizations.deletedAt),
    plan && eq(planIdOf, plan),
    storage && sql`(${storageOf(db, organizations.id)}) >= (select max_storage_bytes from plans where id = ${planIdOf})`,
    q === undefined ? undefined : contains(q, organizations.name, sql`coalesce(${organizations.contactEmail}, '')`),
  );

/** What each uses, as `usage-repository.ts` counts it. */
function usageOf(db: Queryable) {
  const number = (query: { getSQL: () => SQL }) => sql<number>`(${query})`.mapWith(Number);
  const tally = { n: count() };
  const { id } = organizations;
  const spent = and(eq(creditEntries.organizationId, id), eq(creditEntries.month, monthOf(new Date())), eq(creditEntries.kind, 'settle'));
  return {
    events: number(db.select(tally).from(events).where(isOpenEvent(id))),
    members: number(db.select(tally).from(memberships).where(occupiesSeat(id))),
    invitations: number(db.select(tally).from(organizationInvitations).where(isOpenInvitation(id))),
    storageBytes: number(storageOf(db, id)),
    generations: number(
      db
        .select({ n: sql`coalesce(sum(${creditEntries.amount}), 0)` })
        .from(creditEntries)
        .where(spent),
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
      payment: paymentStateColumns,
      invoicedUntil: sql<string | null>`(${invoicedUntil})`,
      ...usageOf(db),
    })
    .from(organizations)
    .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .leftJoin(paymentAccounts, eq(paymentAccounts.organizationId, organizations.id))
    .where(and(matching(db, filter), where))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countSubscriptions(db: Queryable, filter: SubscriptionFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(organizations)
    .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(matching(db, filter));
  return row?.total ?? 0;
}
