// The repository of plans, and of which organization is on which.
import { asc, eq } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { plans, subscriptions } from '#server/db/schema/billing.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

export type PlanRow = typeof plans.$inferSelect;
type PlanId = components['schemas']['PlanId'];

/** Of an organization that was put on none. */
const FIRST: PlanId = 'free';

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
  return chosen ?? { plan: await findPlan(db, FIRST), since: null };
}

export async function putOnPlan(tx: Tx, organizationId: string, planId: PlanId): Promise<void> {
  const row = { planId, since: new Date() };
  await tx
    .insert(subscriptions)
    .values({ organizationId, ...row })
    .onConflictDoUpdate({ target: subscriptions.organizationId, set: row });
}
