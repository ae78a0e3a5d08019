// The repository of plans, of each organization's plan, and of requests for another plan.
import { and, asc, count, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { planRequests, plans, subscriptions } from '#server/db/schema/billing.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { uuid7 } from '#server/uuid.ts';

type Schemas = components['schemas'];

export type PlanRow = typeof plans.$inferSelect;
type PlanId = Schemas['PlanId'];

/** Of an organization that was put on none. */
export const FIRST_PLAN: PlanId = 'free';

export const listPlans = (db: Queryable): Promise<PlanRow[]> => db.select().from(plans).orderBy(asc(plans.monthlyPrice));

export async function findPlan(db: Queryable, id: PlanId): Promise<PlanRow> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, id));
  if (!plan) throw new Error(`there is no plan ${id}`);
  return plan;
}

/** The organization's plan, and since when it was chosen. */
export async function planOf(db: Queryable, organizationId: string): Promise<{ plan: PlanRow; since: Date | null }> {
  const [chosen] = await db
    .select({ plan: plans, since: subscriptions.since })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(eq(subscriptions.organizationId, organizationId));
  return chosen ?? { plan: await findPlan(db, FIRST_PLAN), since: null };
}

export async function putOnPlan(tx: Tx, organizationId: string, planId: PlanId): Promise<void> {
  const row = { planId, since: new Date() };
  await tx
    .insert(subscriptions)
    .values({ organizationId, ...row })
    .onConflictDoUpdate({ target: subscriptions.organizationId, set: row });
}

/** Which plan an organization is on: of `subscriptions`, joined from the left. */
export const planIdOf = sql<PlanId>`coalesce(${subscriptions.planId}, ${FIRST_PLAN})`;

/** How many organizations are on each. */
export async function countOnPlans(db: Queryable): Promise<Map<PlanId, number>> {
  const rows = await db
    .select({ plan: planIdOf, of: count() })
    .from(organizations)
    .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(isNull(organizations.deletedAt))
    .groupBy(sql`1`);
  return new Map(rows.map(({ plan, of }) => [plan, of]));
}

/** The organization that a plan applies to. */
export type BillableOrganization = Pick<typeof organizations.$inferSelect, 'id' | 'name' | 'status' | 'contactEmail' | 'deletedAt'>;

const billableColumns = {
  id: organizations.id,
  name: organizations.name,
  status: organizations.status,
  contactEmail: organizations.contactEmail,
  deletedAt: organizations.deletedAt,
};

/** Finds deleted organizations too. */
export async function findBillableOrganization(db: Queryable, id: string): Promise<BillableOrganization | null> {
  const [row] = await db.select(billableColumns).from(organizations).where(eq(organizations.id, id));
  return row ?? null;
}

/** Locks the organization until the transaction ends, so that changes of its plan are serialized. Finds deleted organizations too. */
export async function lockBillableOrganization(tx: Tx, id: string): Promise<BillableOrganization | null> {
  const [row] = await tx.select(billableColumns).from(organizations).where(eq(organizations.id, id)).for('no key update');
  return row ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockPlanRow(tx: Tx, id: PlanId): Promise<PlanRow> {
  await tx.select({ id: plans.id }).from(plans).where(eq(plans.id, id)).for('update');
  return findPlan(tx, id);
}

/**
 * The plan of an organization, locked until the transaction ends: of two requests for the last seat, the second one waits and sees that it is taken.
 */
export async function lockPlanOf(tx: Tx, organizationId: string): Promise<PlanRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`plan:${organizationId}`}, 0))`);
  return (await planOf(tx, organizationId)).plan;
}

export async function changePlan(tx: Tx, id: PlanId, changes: Omit<PlanRow, 'id'>): Promise<void> {
  await tx.update(plans).set(changes).where(eq(plans.id, id));
}

type PlanRequestStatus = Schemas['PlanRequest']['status'];

export type PlanRequestRow = typeof planRequests.$inferSelect & {
  organizationName: string;
  requester: { firstName: string; lastName: string } | null;
};

export const planRequestOrder = keyset<PlanRequestRow, 'requested_at'>(
  { requested_at: byInstant(planRequests.createdAt, (row) => row.createdAt) },
  { column: planRequests.id, of: (row) => row.id },
);

const selectRequests = (db: Queryable) =>
  db
    .select({
      request: planRequests,
      organizationName: organizations.name,
      requester: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(planRequests)
    .innerJoin(organizations, eq(organizations.id, planRequests.organizationId))
    .leftJoin(users, eq(users.id, planRequests.requestedBy));

type Selected = Awaited<ReturnType<typeof selectRequests>>[number];
const rowOf = ({ request, ...rest }: Selected): PlanRequestRow => ({ ...request, ...rest });

const ofStatus = (status: PlanRequestStatus) => and(eq(planRequests.status, status), isNull(organizations.deletedAt));

export async function listPlanRequestRows(
  db: Queryable,
  status: PlanRequestStatus,
  { where, orderBy, limit }: Range,
): Promise<PlanRequestRow[]> {
  const rows = await selectRequests(db)
    .where(and(ofStatus(status), where))
    .orderBy(...orderBy)
    .limit(limit);
  return rows.map(rowOf);
}

export async function countPlanRequests(db: Queryable, status: PlanRequestStatus): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(planRequests)
    .innerJoin(organizations, eq(organizations.id, planRequests.organizationId))
    .where(ofStatus(status));
  return row?.total ?? 0;
}

export async function findPlanRequest(db: Queryable, organizationId: string, id: string): Promise<PlanRequestRow | null> {
  const [row] = await selectRequests(db).where(and(eq(planRequests.organizationId, organizationId), eq(planRequests.id, id)));
  return row ? rowOf(row) : null;
}

/** The latest that was not withdrawn. */
export async function findLatestPlanRequest(db: Queryable, organizationId: string): Promise<PlanRequestRow | null> {
  const [row] = await selectRequests(db)
    .where(and(eq(planRequests.organizationId, organizationId), ne(planRequests.status, 'withdrawn')))
    .orderBy(desc(planRequests.createdAt), desc(planRequests.id))
    .limit(1);
  return row ? rowOf(row) : null;
}

interface NewPlanRequest {
  organizationId: string;
  planId: Schemas['PlanId'];
  message: string;
  requestedBy: string;
}

/** Where one is pending, this one's message takes its place. Returns its id. */
export async function upsertPlanRequest(tx: Tx, wish: NewPlanRequest): Promise<string> {
  const [row] = await tx
    .insert(planRequests)
    .values({ id: uuid7(), ...wish })
    .onConflictDoUpdate({
      target: planRequests.organizationId,
      targetWhere: sql`status = 'pending'`,
      set: { message: wish.message, requestedBy: wish.requestedBy },
    })
    .returning({ id: planRequests.id });
  if (!row) throw new Error('a request for a plan was not written');
  return row.id;
}

export async function settlePlanRequest(tx: Tx, id: string, status: Exclude<PlanRequestStatus, 'pending'>, answer = ''): Promise<void> {
  await tx.update(planRequests).set({ status, answer, settledAt: new Date() }).where(eq(planRequests.id, id));
}
