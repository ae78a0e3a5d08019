// The repository of organizations.
import { and, count, eq, exists, gt, isNotNull, isNull, lt, not, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { byInstant, byText, keyset, type Range } from '#server/db/keyset.ts';
import { isProved, type PermissionFlag, rolePermissions, users } from '#server/db/schema/accounts.ts';
import { paymentAccounts } from '#server/db/schema/billing.ts';
import { events } from '#server/db/schema/events.ts';
import { generatedImages } from '#server/db/schema/generation.ts';
import { apiTokens } from '#server/db/schema/integrations.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { contains } from '#server/db/search.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import { unauthenticated } from '#server/http/problem.ts';
import { notifyMembers } from '#server/organizations/members-repository.ts';
import { RESTORABLE_ORGANIZATION_DAYS } from '#server/organizations/policy.ts';

type Schemas = components['schemas'];

export type OrganizationRow = typeof organizations.$inferSelect;

/** Excludes deleted ones. */
export async function findOrganization(db: Queryable, id: string) {
  const row = await findOrganizationWithDeleted(db, id);
  return row?.deletedAt ? undefined : row;
}

/** Includes deleted ones. */
export async function findOrganizationWithDeleted(db: Queryable, id: string) {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, id));
  return row;
}

export async function insertOrganization(tx: Tx, organization: typeof organizations.$inferInsert): Promise<void> {
  await tx.insert(organizations).values(organization);
}

/** @param deletion null restores it */
export async function markOrganizationDeleted(tx: Tx, id: string, deletion: { at: Date; byPlatform: boolean } | null): Promise<void> {
  const changes = { deletedAt: deletion?.at ?? null, deletedByPlatform: deletion?.byPlatform ?? false };
  await tx.update(organizations).set(changes).where(eq(organizations.id, id));
  await notifyMembers(tx, id);
}

/**
 * Locks the user until the transaction ends, so that no membership is added and the account isn’t deleted concurrently. Lock order: users
 * before organizations and events. False if the account was deleted or disabled.
 */
export async function lockUser(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.select({ disabledAt: users.disabledAt }).from(users).where(eq(users.id, userId)).for('no key update');
  return row?.disabledAt === null;
}

/**
 * The same for the viewer.
 * @throws {Problem} 401 `unauthenticated`
 */
export async function lockActiveUser(tx: Tx, userId: string): Promise<void> {
  if (!(await lockUser(tx, userId))) throw unauthenticated();
}

/** Includes suspended accounts. */
export async function findAccountByEmail(db: Queryable, email: string): Promise<{ id: string; isVerified: boolean } | null> {
  const [row] = await db
    .select({ id: users.id, isVerified: users.isVerified })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, normalizeEmail(email)), isNull(users.deletedAt)));
  return row ?? null;
}

/** Requires a locked user. */
export async function findAddress(tx: Tx, userId: string): Promise<{ email: string | null; isVerified: boolean; isProved: boolean }> {
  const [row] = await tx.select({ email: users.email, isVerified: users.isVerified, isProved }).from(users).where(eq(users.id, userId));
  return row ?? { email: null, isVerified: false, isProved: false };
}

interface Owned {
  joinedAt: Date;
  membershipId: string;
}

export const ownedOrder = keyset<Owned, 'joined_at'>(
  { joined_at: byInstant(memberships.joinedAt, (row) => row.joinedAt) },
  { column: memberships.id, of: (row) => row.membershipId },
);

/** The organizations this user is an admin of. */
export async function listOwnedOrganizations(db: Queryable, userId: string, { where, orderBy, limit }: Range) {
  return db
    .select({ organization: organizations, joinedAt: memberships.joinedAt, membershipId: memberships.id })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.role, 'organization'),
        eq(memberships.status, 'active'),
        isNull(memberships.removedAt),
        isNull(organizations.deletedAt),
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
}

/** Locks the organization until the transaction ends, so that its members and settings change one at a time. */
export async function lockOrganization(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id)).for('no key update');
}

/** Whether an API token is neither revoked nor expired. */
export async function isTokenActive(db: Queryable, id: string): Promise<boolean> {
  const isActive = and(eq(apiTokens.id, id), isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, sql`now()`));
  const [row] = await db.select({ id: apiTokens.id }).from(apiTokens).where(isActive);
  return row !== undefined;
}

/** The flags of the user's platform role. Undefined if the account doesn't exist or is disabled. */
export async function findPlatformFlags(db: Queryable, userId: string): Promise<PermissionFlag[] | undefined> {
  const rows = await db
    .select({ flag: rolePermissions.flag })
    .from(users)
    .leftJoin(rolePermissions, eq(rolePermissions.role, users.role))
    .where(and(eq(users.id, userId), isNull(users.disabledAt)));
  return rows.length === 0 ? undefined : rows.flatMap(({ flag }) => flag ?? []);
}

export type OrganizationChanges = Partial<Omit<typeof organizations.$inferInsert, 'id' | 'createdAt' | 'deletedAt' | 'settingsVersion'>>;

/** Requires a locked organization. */
export async function changeOrganization(tx: Tx, id: string, changes: OrganizationChanges): Promise<void> {
  await tx
    .update(organizations)
    .set({ ...changes, settingsVersion: sql`${organizations.settingsVersion} + 1` })
    .where(eq(organizations.id, id));
  await notifyMembers(tx, id);
}

export const organizationOrder = keyset<OrganizationRow, 'name' | 'created_at'>(
  {
    name: byText(organizations.name, (row) => row.name),
    created_at: byInstant(organizations.createdAt, (row) => row.createdAt),
  },
  { column: organizations.id, of: (row) => row.id },
);

interface OrganizationFilter {
  /** Only this user’s organizations; null for all. */
  userId: string | null;
  q?: string | undefined;
  status?: Schemas['Organization']['status'] | undefined;
  deleted?: boolean | undefined;
}

/** Deleted, but can still be restored. */
export const isRestorable = gt(organizations.deletedAt, sql`now() - make_interval(days => ${RESTORABLE_ORGANIZATION_DAYS})`);

function matchesOrganizationFilter(db: Queryable, { userId, q, status, deleted = false }: OrganizationFilter): SQL | undefined {
  const own = and(eq(memberships.organizationId, organizations.id), eq(memberships.status, 'active'), isNull(memberships.removedAt));
  // A deleted organization is listed for its admins if they can restore it.
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
    .where(and(matchesOrganizationFilter(db, filter), where))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countVisibleOrganizations(db: Queryable, filter: OrganizationFilter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(organizations).where(matchesOrganizationFilter(db, filter));
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

/** Includes pending invitations and suspended memberships. */
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

/** How many pending organizations this user is an admin of. */
export async function countPending(db: Queryable, userId: string): Promise<number> {
  const filter = { userId, status: 'pending' } as const;
  return countVisibleOrganizations(db, filter);
}

/** Names of the events that accept photos. Locks the events until the transaction ends, so that none opens. */
export async function lockOpenEvents(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: events.name, status: events.status })
    .from(events)
    .where(and(eq(events.organizationId, organizationId), isNull(events.deletedAt)))
    .orderBy(events.startsAt, events.id)
    .for('no key update');
  return rows.filter(({ status }) => status === 'live' || status === 'active').map(({ name }) => name);
}

/** Whether it has ever had an event, including deleted ones. */
export async function hasEvents(db: Queryable, organizationId: string): Promise<boolean> {
  const [any] = await db.select({ id: events.id }).from(events).where(eq(events.organizationId, organizationId)).limit(1);
  return any !== undefined;
}

const isOver = (before: Date) =>
  and(
    lt(organizations.deletedAt, before),
    // Its events, photos and generated images are purged first.
    sql`not exists (select from ${events} where ${events.organizationId} = ${organizations.id})`,
    sql`not exists (select from ${generatedImages} where ${generatedImages.organizationId} = ${organizations.id})`,
  );

/** Its subscription has to end first. Otherwise it would be billed forever. */
const isPaying = sql`exists (
  select from ${paymentAccounts} where ${paymentAccounts.organizationId} = ${organizations.id} and ${paymentAccounts.status} is not null)`;

/**
 * Organizations deleted before then whose events and images are purged.
 * @param evenPaying includes those with a subscription, if no payment provider is configured
 */
export async function listPurgeable(db: Queryable, before: Date, evenPaying: boolean): Promise<OrganizationRow[]> {
  const isPurgeable = evenPaying ? isOver(before) : and(isOver(before), not(isPaying));
  return db.select().from(organizations).where(isPurgeable).orderBy(organizations.deletedAt);
}

/** Ids of those that can’t be purged because of a subscription. */
export async function listStillPaying(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(isOver(before), isPaying))
    .orderBy(organizations.deletedAt);
  return rows.map(({ id }) => id);
}

/** Deletes the organization with its memberships, invitations and settings. False if it was purged or restored concurrently. */
export async function purgeOrganization(tx: Tx, id: string, before: Date): Promise<boolean> {
  const { rowCount } = await tx.delete(organizations).where(and(eq(organizations.id, id), isOver(before)));
  return (rowCount ?? 0) > 0;
}
