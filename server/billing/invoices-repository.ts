// The repository of invoices, of the seller on them, and of revenue.
import { and, count, eq, gt, inArray, isNotNull, isNull, max, ne, sql, sum } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { planIdOf } from '#server/billing/plans-repository.ts';
import { LOCKS } from '#server/db/advisory-locks.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { billingSeller, invoices, plans, subscriptions } from '#server/db/schema/billing.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { contains } from '#server/db/search.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

export type InvoiceRow = typeof invoices.$inferSelect;
type InvoiceStatus = components['schemas']['InvoiceStatus'];

/** In the order in which they were issued, by whomever. */
export const invoiceOrder = keyset<InvoiceRow, 'issued_at'>(
  { issued_at: byInstant(invoices.issuedAt, (row) => row.issuedAt) },
  { column: invoices.id, of: (row) => row.id },
);

interface InvoiceFilter {
  /** Only this one's. */
  organizationId?: string;
  state?: InvoiceStatus | 'overdue' | undefined;
  q?: string | undefined;
}

/** Open after the day on which it is due (UTC). */
const overdueInvoice = sql`${invoices.status} = 'open' and ${invoices.dueOn} < (now() at time zone 'UTC')::date`;

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

/** Of any organization: the caller checks the owner. */
export async function findInvoice(db: Queryable, id: string): Promise<InvoiceRow | null> {
  const [row] = await db.select().from(invoices).where(eq(invoices.id, id));
  return row ?? null;
}

/** Locks the row until the transaction ends. */
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

/** Known invoices of the payment provider, by its ids. */
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

type Seller = components['schemas']['Seller'];

/** The default until it is set. */
export const UNNAMED_SELLER: Seller = { name: 'AI Image Suite', address: '', email: '', tax_id: '', payment_note: '' };

export async function readSeller(db: Queryable): Promise<Seller> {
  const [row] = await db.select().from(billingSeller);
  return row?.facts ?? UNNAMED_SELLER;
}

/** Locks the seller until the transaction ends, even if it is not set yet. */
export async function lockSeller(tx: Tx): Promise<Seller> {
  await tx.execute(sql`lock table ${billingSeller} in share row exclusive mode`);
  return readSeller(tx);
}

export async function writeSeller(tx: Tx, facts: Seller): Promise<void> {
  await tx.insert(billingSeller).values({ facts }).onConflictDoUpdate({ target: billingSeller.id, set: { facts } });
}

type Revenue = components['schemas']['Revenue'];

const MONTHS = 12;

const whole = (value: ReturnType<typeof sql> | typeof invoices.amount) => sql<number>`coalesce(${sum(value)}, 0)`.mapWith(Number);

export async function readRevenue(db: Queryable): Promise<Revenue> {
  const [months, open, recurring] = await Promise.all([readMonths(db), readOpen(db), readRecurring(db)]);
  return { months, open, recurring };
}

/** Each invoice twice: in the month of its issue, and in that of its payment. */
async function readMonths(db: Queryable): Promise<Revenue['months']> {
  const { rows } = await db.execute<Record<keyof Revenue['months'][number], string>>(sql`
    with entries as (
      select ${invoices.issuedAt} as at, ${invoices.currency} as currency, 1 as issues, ${invoices.amount} as issued, 0 as paid
        from ${invoices} where ${invoices.status} <> 'void'
      union all
      select ${invoices.paidAt}, ${invoices.currency}, 0, 0, ${invoices.amount} from ${invoices} where ${invoices.status} = 'paid'
    )
    select to_char(date_trunc('month', at at time zone 'UTC'), 'YYYY-MM-DD') as month, currency,
      sum(issues) as invoices, sum(issued) as issued, sum(paid) as paid
    from entries
    where at >= (date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${MONTHS - 1})) at time zone 'UTC'
    group by 1, 2 order by 1 desc, 2`);
  return rows.map(({ month, currency, ...sums }) => ({
    month,
    currency,
    invoices: Number(sums.invoices),
    issued: Number(sums.issued),
    paid: Number(sums.paid),
  }));
}

const readOpen = (db: Queryable): Promise<Revenue['open']> =>
  db
    .select({
      currency: invoices.currency,
      amount: whole(invoices.amount),
      overdue: whole(sql`case when ${overdueInvoice} then ${invoices.amount} end`),
    })
    .from(invoices)
    .where(eq(invoices.status, 'open'))
    .groupBy(invoices.currency)
    .orderBy(invoices.currency);

const readRecurring = (db: Queryable): Promise<Revenue['recurring']> =>
  db
    .select({ currency: plans.currency, amount: whole(sql`${plans.monthlyPrice}`), organizations: count() })
    .from(organizations)
    .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .innerJoin(plans, eq(plans.id, planIdOf))
    .where(and(isNull(organizations.deletedAt), ne(organizations.status, 'pending'), gt(plans.monthlyPrice, 0)))
    .groupBy(plans.currency)
    .orderBy(plans.currency);
