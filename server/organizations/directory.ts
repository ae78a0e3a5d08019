// The repository of lists of organizations.
import { and, count, eq, exists, gt, isNotNull, isNull, lt, not, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { byInstant, byText, keyset, type Range } from '#server/db/keyset.ts';
import { paymentAccounts } from '#server/db/schema/billing.ts';
import { events } from '#server/db/schema/events.ts';
import { generatedImages } from '#server/db/schema/generation.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { contains } from '#server/db/search.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { RESTORABLE_ORGANIZATION_DAYS } from '#server/organizations/policy.ts';
import type { OrganizationRow } from '#server/organizations/repository.ts';

type Schemas = components['schemas'];

export const organizationOrder = keyset<OrganizationRow, 'name' | 'created_at'>(
  {
    name: byText(organizations.name, (row) => row.name),
    created_at: byInstant(organizations.createdAt, (row) => row.createdAt),
  },
  { column: organizations.id, of: (row) => row.id },
);

export interface OrganizationFilter {
  /** Only those of this person; null: all. */
  userId: string | null;
  q?: string | undefined;
  status?: Schemas['Organization']['status'] | undefined;
  deleted?: boolean | undefined;
}

/** Deleted, and not for too long. */
export const isRestorable = gt(organizations.deletedAt, sql`now() - make_interval(days => ${RESTORABLE_ORGANIZATION_DAYS})`);

function matching(db: Queryable, { userId, q, status, deleted = false }: OrganizationFilter): SQL | undefined {
  const own = and(eq(memberships.organizationId, organizations.id), eq(memberships.status, 'active'), isNull(memberships.removedAt));
  // Who is left of a deleted one are its admins, as far as they can restore it.
  const role = deleted ? and(eq(memberships.role, 'organization'), eq(organizations.deletedByPlatform, false)) : undefined;
  const isOwn =
    userId === null
      ? undefined
      : exists(
          db
            .select({ id: memberships.id })
            .from(memberships)
            .where(and(own, eq(memberships.userId, userId), role)),
        );
  return and(
    isOwn,
    deleted ? and(isNotNull(organizations.deletedAt), isRestorable) : isNull(organizations.deletedAt),
    q === undefined ? undefined : contains(q, organizations.name, sql`coalesce(${organizations.contactEmail}, '')`),
    status && eq(organizations.status, status),
  );
}

export function listVisibleOrganizations(db: Queryable, filter: OrganizationFilter, { where, orderBy, limit }: Range) {
  return db
    .select()
    .from(organizations)
    .where(and(matching(db, filter), where))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countVisibleOrganizations(db: Queryable, filter: OrganizationFilter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(organizations).where(matching(db, filter));
  return row?.total ?? 0;
}

export interface OrganizationOfPersonRow {
  organization: OrganizationRow;
  membership: typeof memberships.$inferSelect;
}

export const organizationOfPersonOrder = keyset<OrganizationOfPersonRow, 'joined_at'>(
  { joined_at: byInstant(memberships.joinedAt, (row) => row.membership.joinedAt) },
  { column: memberships.id, of: (row) => row.membership.id },
);

/** With those that the person was asked to join, and those where they are suspended. */
export function listOrganizationsOfPerson(
  db: Queryable,
  userId: string,
  { where, orderBy, limit }: Range,
): Promise<OrganizationOfPersonRow[]> {
  return db
    .select({ organization: organizations, membership: memberships })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(memberships.userId, userId), isNull(memberships.removedAt), isNull(organizations.deletedAt), where))
    .orderBy(...orderBy)
    .limit(limit);
}

/** Of those where this person is an admin, how many wait for approval. */
export async function countPending(db: Queryable, userId: string): Promise<number> {
  const filter = { userId, status: 'pending' } as const;
  return countVisibleOrganizations(db, filter);
}

/** Names of its events that take photos now. Until the transaction ends no event of it opens. */
export async function lockOpenEvents(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: events.name, status: events.status })
    .from(events)
    .where(and(eq(events.organizationId, organizationId), isNull(events.deletedAt)))
    .orderBy(events.startsAt, events.id)
    .for('no key update');
  return rows.filter(({ status }) => status === 'live' || status === 'active').map(({ name }) => name);
}

/** Whether it has ever made an event, deleted ones included. */
export async function hasEvents(db: Queryable, organizationId: string): Promise<boolean> {
  const [any] = await db.select({ id: events.id }).from(events).where(eq(events.organizationId, organizationId)).limit(1);
  return any !== undefined;
}

const isOver = (before: Date) =>
  and(
    lt(organizations.deletedAt, before),
    // Its events go first, with their photos and files, and so do the images that were made for it.
    sql`not exists (select from ${events} where ${events.organizationId} = ${organizations.id})`,
    sql`not exists (select from ${generatedImages} where ${generatedImages.organizationId} = ${organizations.id})`,
  );

/** Its subscription ends first: nobody would know of it any more, and it would be paid for without end. */
const isPaying = sql`exists (
  select from ${paymentAccounts} where ${paymentAccounts.organizationId} = ${organizations.id} and ${paymentAccounts.status} is not null)`;

/**
 * Organizations deleted before then of whose events and images nothing is left.
 * @param evenPaying also those with a subscription: there is no provider to end it at
 */
export async function listPurgeable(db: Queryable, before: Date, evenPaying: boolean): Promise<OrganizationRow[]> {
  const isPurgeable = evenPaying ? isOver(before) : and(isOver(before), not(isPaying));
  return db.select().from(organizations).where(isPurgeable).orderBy(organizations.deletedAt);
}

/** The others: ids of those that only their subscription keeps. */
export async function listStillPaying(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(isOver(before), isPaying))
    .orderBy(organizations.deletedAt);
  return rows.map(({ id }) => id);
}

/** Removes it with its memberships, invitations and settings. False where it has gone or come back meanwhile. */
export async function purgeOrganization(tx: Tx, id: string, before: Date): Promise<boolean> {
  const { rowCount } = await tx.delete(organizations).where(and(eq(organizations.id, id), isOver(before)));
  return (rowCount ?? 0) > 0;
}
