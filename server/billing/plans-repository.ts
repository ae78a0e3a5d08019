// The repository of plans, and of which organization is on which.
import { asc, count, eq, isNull, sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { plans, subscriptions } from '#server/db/schema/billing.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

export type PlanRow = typeof plans.$inferSelect;
type PlanId = components['schemas']['PlanId'];

/** Of an organization that was put on none. */
export const FIRST_PLAN: PlanId = 'free';

export const listPlans = (db: Queryable): Promise<PlanRow[]> => db.select().from(plans).orderBy(asc(plans.monthlyPrice));

export async function findPlan(db: Queryable, id: PlanId): Promise<PlanRow> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, id));
  if (!plan) throw new Error(`there is no plan ${id}`);
  return plan;
}

/** The plan that an organization is on, and since when somebody chose it. */
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

/** Whom a plan is for. */
export type BillableOrganization = Pick<typeof organizations.$inferSelect, 'id' | 'name' | 'status' | 'contactEmail' | 'deletedAt'>;

/** Held until the transaction ends: what changes its plan happens one after the other. Also of one that is deleted. */
export async function lockBillableOrganization(tx: Tx, id: string): Promise<BillableOrganization | null> {
  const { name, status, contactEmail, deletedAt } = organizations;
  const [row] = await tx
    .select({ id: organizations.id, name, status, contactEmail, deletedAt })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('no key update');
  return row ?? null;
}

/** Held until the transaction ends. */
export async function lockPlanRow(tx: Tx, id: PlanId): Promise<PlanRow> {
  await tx.select({ id: plans.id }).from(plans).where(eq(plans.id, id)).for('update');
  return findPlan(tx, id);
}

export async function changePlan(tx: Tx, id: PlanId, changes: Omit<PlanRow, 'id'>): Promise<void> {
  await tx.update(plans).set(changes).where(eq(plans.id, id));
}
