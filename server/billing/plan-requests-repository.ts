// The repository of what organizations ask for.
import { and, count, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { planRequests } from '#server/db/schema/billing.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { uuid7 } from '#server/uuid.ts';

type Schemas = components['schemas'];
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

export interface NewPlanRequest {
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
