// The repository of all organizations, as those see them who decide about them.
import { and, count, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { planIdOf } from '#server/billing/plans-repository.ts';
import { isOpenEvent, storageOf } from '#server/billing/usage-repository.ts';
import { countWhere } from '#server/db/count-where.ts';
import { byInstant, byText, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { subscriptions } from '#server/db/schema/billing.ts';
import { events } from '#server/db/schema/events.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { contains, containsLowered } from '#server/db/search.ts';
import type { Queryable } from '#server/db/types.ts';
import { isRestorable } from '#server/organizations/directory.ts';
import type { OrganizationRow } from '#server/organizations/repository.ts';

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

export interface PlatformOrganizationFilter {
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
  // All at once: looked for by each organization, people would be read through a thousand times.
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

/** Deleted ones too, while they can be restored. */
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
