// The repository of what was billed and paid.
import { and, count, eq, gt, isNull, ne, sql, sum } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { overdueInvoice } from '#server/billing/invoices-repository.ts';
import { planIdOf } from '#server/billing/plans-repository.ts';
import { invoices, plans, subscriptions } from '#server/db/schema/billing.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Queryable } from '#server/db/types.ts';

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
