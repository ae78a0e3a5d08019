// The repository of payments: provider customers of organizations, fetched payment states, checkouts, events and prices.
import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { paymentAccounts, paymentCheckouts, paymentEvents, planPrices } from '#server/db/schema/billing.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { uuid7 } from '#server/uuid.ts';

export type PaymentAccount = typeof paymentAccounts.$inferSelect;
export type PaymentCheckout = typeof paymentCheckouts.$inferSelect;
type PlanId = components['schemas']['PlanId'];

/** Of `payment_accounts`, joined from the left: how an organization pays. */
export const paymentStateColumns = {
  status: paymentAccounts.status,
  planId: paymentAccounts.planId,
  periodEnd: paymentAccounts.periodEnd,
  endsAt: paymentAccounts.endsAt,
  pastDueSince: paymentAccounts.pastDueSince,
};

export async function findPaymentAccount(db: Queryable, organizationId: string): Promise<PaymentAccount | null> {
  const [row] = await db.select().from(paymentAccounts).where(eq(paymentAccounts.organizationId, organizationId));
  return row ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockPaymentAccount(tx: Tx, organizationId: string): Promise<PaymentAccount | null> {
  const [row] = await tx.select().from(paymentAccounts).where(eq(paymentAccounts.organizationId, organizationId)).for('update');
  return row ?? null;
}

/** @returns the customer that it is known by: of two who open one at once, the first one's */
export async function openPaymentAccount(db: Queryable, organizationId: string, customerId: string): Promise<string> {
  await db.insert(paymentAccounts).values({ organizationId, customerId }).onConflictDoNothing({ target: paymentAccounts.organizationId });
  const account = await findPaymentAccount(db, organizationId);
  if (!account) throw new Error('a payment account vanished while it was opened');
  return account.customerId;
}

/** Another customer takes the place of one that the provider knows no more. @returns whom it is known by now */
export async function replaceCustomer(db: Queryable, organizationId: string, before: string, customerId: string): Promise<string> {
  const isThat = and(eq(paymentAccounts.organizationId, organizationId), eq(paymentAccounts.customerId, before));
  await db.update(paymentAccounts).set({ customerId }).where(isThat);
  return openPaymentAccount(db, organizationId, customerId);
}

export async function findOrganizationOfCustomer(db: Queryable, customerId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: paymentAccounts.organizationId })
    .from(paymentAccounts)
    .where(eq(paymentAccounts.customerId, customerId));
  return row?.id ?? null;
}

/** Numbers a read that begins now; null: there is no account. */
export async function beginRead(tx: Tx, organizationId: string): Promise<{ customerId: string; read: number; isDeleted: boolean } | null> {
  const [row] = await tx
    .update(paymentAccounts)
    .set({ readsBegun: sql`${paymentAccounts.readsBegun} + 1` })
    .from(organizations)
    .where(and(eq(paymentAccounts.organizationId, organizationId), eq(organizations.id, paymentAccounts.organizationId)))
    .returning({ customerId: paymentAccounts.customerId, read: paymentAccounts.readsBegun, deletedAt: organizations.deletedAt });
  return row ? { customerId: row.customerId, read: row.read, isDeleted: row.deletedAt !== null } : null;
}

export type FetchedPaymentState = Pick<
  PaymentAccount,
  'subscriptionId' | 'status' | 'planId' | 'periodEnd' | 'endsAt' | 'pastDueSince' | 'readApplied'
>;

export async function writePaymentState(tx: Tx, organizationId: string, standing: FetchedPaymentState): Promise<void> {
  await tx.update(paymentAccounts).set(standing).where(eq(paymentAccounts.organizationId, organizationId));
}

/** A page for paying that is older than this is not answered again; at the provider it ends an hour later. */
const CHECKOUT_MS = 11 * 3600 * 1000;
export const checkoutEnd = ({ createdAt }: PaymentCheckout): Date => new Date(createdAt.getTime() + CHECKOUT_MS + 3600 * 1000);

export async function findOpenCheckout(db: Queryable, organizationId: string, now = new Date()): Promise<PaymentCheckout | null> {
  const [row] = await db.select().from(paymentCheckouts).where(eq(paymentCheckouts.organizationId, organizationId));
  return row && now.getTime() - row.createdAt.getTime() < CHECKOUT_MS ? row : null;
}

export async function beginCheckout(tx: Tx, organizationId: string, planId: PlanId, priceId: string): Promise<PaymentCheckout> {
  const facts = { id: uuid7(), planId, priceId, sessionId: null, url: null, createdAt: new Date() };
  const [row] = await tx
    .insert(paymentCheckouts)
    .values({ organizationId, ...facts })
    .onConflictDoUpdate({ target: paymentCheckouts.organizationId, set: facts })
    .returning();
  if (!row) throw new Error('a checkout was not written');
  return row;
}

/** @returns false if another checkout replaced it */
export async function completeCheckout(db: Queryable, id: string, session: { id: string; url: string }): Promise<boolean> {
  const { rowCount } = await db
    .update(paymentCheckouts)
    .set({ sessionId: session.id, url: session.url })
    .where(eq(paymentCheckouts.id, id));
  return rowCount === 1;
}

/** One that nothing was made for. */
export async function dropCheckout(db: Queryable, id: string): Promise<void> {
  await db.delete(paymentCheckouts).where(and(eq(paymentCheckouts.id, id), isNull(paymentCheckouts.sessionId)));
}

/** Ends a completed checkout. */
export async function endCheckout(tx: Tx, organizationId: string): Promise<void> {
  await tx.delete(paymentCheckouts).where(eq(paymentCheckouts.organizationId, organizationId));
}

/** @returns false when it is known already */
export async function insertPaymentEvent(tx: Tx, event: typeof paymentEvents.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(paymentEvents).values(event).onConflictDoNothing();
  return rowCount === 1;
}

const isUnhandled = (organizationId: string) => and(eq(paymentEvents.organizationId, organizationId), isNull(paymentEvents.handledAt));

export async function listUnhandledEvents(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx.select({ id: paymentEvents.id }).from(paymentEvents).where(isUnhandled(organizationId));
  return rows.map(({ id }) => id);
}

export async function markEventsHandled(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(paymentEvents)
    .set({ handledAt: new Date() })
    .where(inArray(paymentEvents.id, [...ids]));
}

export async function findLastEventAt(db: Queryable): Promise<Date | null> {
  const [row] = await db.select({ at: paymentEvents.receivedAt }).from(paymentEvents).orderBy(desc(paymentEvents.receivedAt)).limit(1);
  return row?.at ?? null;
}

/** Those that came before a time and are done with. */
export async function deleteHandledEvents(db: Queryable, before: Date): Promise<void> {
  await db.delete(paymentEvents).where(and(lt(paymentEvents.receivedAt, before), isNotNull(paymentEvents.handledAt)));
}

/** Organizations whose payment state may be out of date: an expected event may be missing. */
export async function listOutOfSync(db: Queryable): Promise<string[]> {
  const exists = (query: SQL) => sql`exists (${query})`;
  const id = paymentAccounts.organizationId;
  const rows = await db
    .select({ id })
    .from(paymentAccounts)
    .innerJoin(organizations, eq(organizations.id, id))
    .where(
      or(
        eq(paymentAccounts.status, 'past_due'),
        lt(paymentAccounts.periodEnd, sql`now()`),
        and(isNotNull(organizations.deletedAt), isNotNull(paymentAccounts.status)),
        exists(sql`select from ${paymentCheckouts} where ${paymentCheckouts.organizationId} = ${id}`),
        exists(sql`select from ${paymentEvents} where ${paymentEvents.organizationId} = ${id} and ${paymentEvents.handledAt} is null`),
      ),
    );
  return rows.map((row) => row.id);
}

/** What each plan is sold at. */
export async function listCurrentPrices(db: Queryable): Promise<Map<PlanId, string>> {
  const rows = await db.select().from(planPrices).where(eq(planPrices.isCurrent, true));
  return new Map(rows.map(({ planId, priceId }) => [planId, priceId]));
}

/** The plan of a current or former price. */
export async function findPlanOfPrice(db: Queryable, priceId: string): Promise<PlanId | null> {
  const [row] = await db.select().from(planPrices).where(eq(planPrices.priceId, priceId));
  return row?.planId ?? null;
}

/** @param priceId null: it is not sold any more */
export async function setCurrentPrice(tx: Tx, planId: PlanId, priceId: string | null): Promise<void> {
  await tx.update(planPrices).set({ isCurrent: false }).where(eq(planPrices.planId, planId));
  if (priceId === null) return;
  const set = { isCurrent: true };
  await tx
    .insert(planPrices)
    .values({ planId, priceId, ...set })
    .onConflictDoUpdate({ target: planPrices.priceId, set });
}

/** Queues a sync of an organization's payments, one for all requests until it runs. A hanging provider only blocks payment jobs. */
export const queueSync = (jobs: Jobs, tx: Queryable, organizationId: string): Promise<void> =>
  jobs.add(tx, 'sync-payments', { organizationId }, { key: `sync-payments:${organizationId}`, owner: 'payments' });
