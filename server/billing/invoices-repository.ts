// The repository of invoices.
import { and, count, eq, inArray, isNotNull, max, sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { LOCKS } from '#server/db/advisory-locks.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { invoices } from '#server/db/schema/billing.ts';
import { contains } from '#server/db/search.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

export type InvoiceRow = typeof invoices.$inferSelect;
type InvoiceStatus = components['schemas']['InvoiceStatus'];

/** In the order in which they were issued, by whomever. */
export const invoiceOrder = keyset<InvoiceRow, 'issued_at'>(
  { issued_at: byInstant(invoices.issuedAt, (row) => row.issuedAt) },
  { column: invoices.id, of: (row) => row.id },
);

export interface InvoiceFilter {
  /** Only this one's. */
  organizationId?: string;
  state?: InvoiceStatus | 'overdue' | undefined;
  q?: string | undefined;
}

/** Open after the day on which it is due (UTC). */
export const overdueInvoice = sql`${invoices.status} = 'open' and ${invoices.dueOn} < (now() at time zone 'UTC')::date`;

const writtenNumber = sql`coalesce(${invoices.providerNumber}, 'INV-' || lpad(${invoices.number}::text, 5, '0'))`;

const matching = ({ organizationId, state, q }: InvoiceFilter) =>
  and(
    organizationId === undefined ? undefined : eq(invoices.organizationId, organizationId),
    state === 'overdue' ? overdueInvoice : state && eq(invoices.status, state),
    q === undefined ? undefined : contains(q, writtenNumber, invoices.description, invoices.billedToName),
  );

export function listInvoiceRows(db: Queryable, filter: InvoiceFilter, { where, orderBy, limit }: Range): Promise<InvoiceRow[]> {
  return db
    .select()
    .from(invoices)
    .where(and(matching(filter), where))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countInvoices(db: Queryable, filter: InvoiceFilter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(invoices).where(matching(filter));
  return row?.total ?? 0;
}

/** Whichever organization's it is: whether it is the right one's is the caller's business. */
export async function findInvoice(db: Queryable, id: string): Promise<InvoiceRow | null> {
  const [row] = await db.select().from(invoices).where(eq(invoices.id, id));
  return row ?? null;
}

/** Held until the transaction ends. */
export async function lockInvoice(tx: Tx, id: string): Promise<InvoiceRow | null> {
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for('no key update');
  return row ?? null;
}

/** With the next number, one after the other, so that there are no gaps. Null when there is an invoice with this id already. */
export async function insertInvoice(
  tx: Tx,
  invoice: Omit<typeof invoices.$inferInsert, 'number' | 'providerId' | 'providerNumber' | 'status' | 'issuedAt' | 'paidAt' | 'voidedAt'>,
): Promise<InvoiceRow | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.invoiceNumbers})`);
  const [last] = await tx
    .select({ number: max(invoices.number), at: max(invoices.issuedAt) })
    .from(invoices)
    .where(isNotNull(invoices.number));
  // The one before was issued before it, however close: lists are in this order.
  const after = last?.at ? sql`${last.at.toISOString()}::timestamptz + interval '1 millisecond'` : null;
  const [made] = await tx
    .insert(invoices)
    .values({ ...invoice, number: (last?.number ?? 0) + 1, issuedAt: sql`greatest(clock_timestamp(), ${after})` })
    .onConflictDoNothing({ target: invoices.id })
    .returning();
  return made ?? null;
}

export async function setInvoiceStatus(tx: Tx, id: string, status: InvoiceStatus): Promise<InvoiceRow> {
  const now = new Date();
  const [row] = await tx
    .update(invoices)
    .set({ status, paidAt: status === 'paid' ? now : null, voidedAt: status === 'void' ? now : null })
    .where(eq(invoices.id, id))
    .returning();
  if (!row) throw new Error(`there is no invoice ${id}`);
  return row;
}

/** What is known of the payment provider's, by its ids. */
export async function findProviderInvoices(db: Queryable, providerIds: readonly string[]): Promise<Map<string, InvoiceRow>> {
  const rows =
    providerIds.length === 0
      ? []
      : await db
          .select()
          .from(invoices)
          .where(inArray(invoices.providerId, [...providerIds]));
  return new Map(rows.map((row) => [row.providerId ?? '', row]));
}

/** One that the payment provider issued, as it is by now. */
export async function writeProviderInvoice(
  tx: Tx,
  { status, paidAt, voidedAt, amount, ...facts }: typeof invoices.$inferInsert & { providerId: string; providerNumber: string },
): Promise<void> {
  const changes = { status, paidAt, voidedAt, amount };
  await tx
    .insert(invoices)
    .values({ ...facts, ...changes })
    .onConflictDoUpdate({ target: invoices.providerId, set: changes });
}
