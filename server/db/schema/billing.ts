// Plans, subscriptions, invoices and payments of organizations.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { users } from './accounts.ts';
import { created, instant } from './columns.ts';
import { organizations } from './organizations.ts';

type Schemas = components['schemas'];

/** The plans there are: rows, which a migration brought. A limit that is null is none. */
export const plans = pgTable('plans', {
  id: text('id').$type<Schemas['PlanId']>().primaryKey(),
  name: text('name').notNull(),
  /** In hundredths of the currency. */
  monthlyPrice: integer('monthly_price').notNull(),
  currency: text('currency').notNull(),
  maxOpenEvents: integer('max_open_events'),
  maxStaff: integer('max_staff'),
  maxStorageBytes: bigint('max_storage_bytes', { mode: 'number' }),
  maxGenerations: integer('max_generations'),
});

/** Which plan an organization was put on. Without a row it is the free one. */
export const subscriptions = pgTable('subscriptions', {
  organizationId: uuid('organization_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  planId: text('plan_id')
    .$type<Schemas['PlanId']>()
    .notNull()
    .references(() => plans.id),
  since: instant('since').notNull().defaultNow(),
});

/** Wishes for another plan, which the platform's people answer. */
export const planRequests = pgTable(
  'plan_requests',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    planId: text('plan_id')
      .$type<Schemas['PlanId']>()
      .notNull()
      .references(() => plans.id),
    message: text('message').notNull().default(''),
    status: text('status').$type<Schemas['PlanRequest']['status']>().notNull().default('pending'),
    requestedBy: uuid('requested_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: created(),
    answer: text('answer').notNull().default(''),
    /** When it was answered, or withdrawn. */
    settledAt: instant('settled_at'),
  },
  (t) => [
    uniqueIndex('plan_requests_pending')
      .on(t.organizationId)
      .where(sql`status = 'pending'`),
    index('plan_requests_organization').on(t.organizationId, t.createdAt),
    index('plan_requests_status').on(t.status, t.createdAt, t.id),
  ],
);

/** Invoices outlive their organization: the books stay whole. */
export const invoices = pgTable(
  'invoices',
  {
    id: uuid('id').primaryKey(),
    /** Null once the organization was removed for good. */
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'set null' }),
    number: integer('number'),
    /** For invoices of the payment provider: its id and its number, instead of ours. */
    providerId: text('provider_id'),
    providerNumber: text('provider_number'),
    status: text('status').$type<Schemas['InvoiceStatus']>().notNull().default('open'),
    description: text('description').notNull(),
    /** In hundredths, also of a currency without: a million of those is beyond an integer. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    periodStart: date('period_start', { mode: 'string' }).notNull(),
    periodEnd: date('period_end', { mode: 'string' }).notNull(),
    issuedAt: instant('issued_at').notNull().defaultNow(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    paidAt: instant('paid_at'),
    voidedAt: instant('voided_at'),
    billedToName: text('billed_to_name').notNull(),
    billedToEmail: text('billed_to_email'),
    /** The seller at the time of issue; null for invoices older than this column. */
    issuedBy: jsonb('issued_by').$type<Schemas['Seller']>(),
  },
  (t) => [
    uniqueIndex('invoices_number').on(t.number),
    uniqueIndex('invoices_provider').on(t.providerId),
    index('invoices_organization').on(t.organizationId, t.issuedAt, t.id),
    index('invoices_issued').on(t.issuedAt, t.id),
    check('invoices_numbered', sql`(${t.number} is null) <> (${t.providerId} is null)`),
  ],
);

/** The seller on invoices: one row, once it has been set. */
export const billingSeller = pgTable('billing_seller', {
  id: integer('id').primaryKey().default(1),
  facts: jsonb('facts').$type<Schemas['Seller']>().notNull(),
});

/** What a plan is sold by at the payment provider. A price that was a plan's stays its own: who bought at it is on that plan still. */
export const planPrices = pgTable(
  'plan_prices',
  {
    priceId: text('price_id').primaryKey(),
    planId: text('plan_id')
      .$type<Schemas['PlanId']>()
      .notNull()
      .references(() => plans.id),
    /** Whether the plan is sold at it now. */
    isCurrent: boolean('is_current').notNull(),
  },
  (t) => [
    uniqueIndex('plan_prices_current')
      .on(t.planId)
      .where(sql`${t.isCurrent}`),
  ],
);

/** The organization's customer at the payment provider, and the payment state that was last fetched. */
export const paymentAccounts = pgTable('payment_accounts', {
  organizationId: uuid('organization_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  customerId: text('customer_id').notNull().unique(),
  /** Null: it pays for none. */
  subscriptionId: text('subscription_id'),
  status: text('status').$type<Schemas['PaymentStatus']>(),
  /** The paid plan; null if its price belongs to no plan. */
  planId: text('plan_id')
    .$type<Schemas['PlanId']>()
    .references(() => plans.id),
  periodEnd: instant('period_end'),
  /** When it ends without being renewed. */
  endsAt: instant('ends_at'),
  pastDueSince: instant('past_due_since'),
  /** Reads are numbered when they begin: what a later one found is not overwritten by an earlier one. */
  readsBegun: integer('reads_begun').notNull().default(0),
  readApplied: integer('read_applied').notNull().default(0),
  createdAt: created(),
});

/** Where an organization was sent to pay: one at a time. Its id is the idempotency key of everything that is made for it. */
export const paymentCheckouts = pgTable('payment_checkouts', {
  organizationId: uuid('organization_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  id: uuid('id').notNull(),
  planId: text('plan_id')
    .$type<Schemas['PlanId']>()
    .notNull()
    .references(() => plans.id),
  priceId: text('price_id').notNull(),
  /** Null until the provider has answered. */
  sessionId: text('session_id'),
  url: text('url'),
  createdAt: created(),
});

/** Events of the payment provider, each once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** Null: for an unknown customer. */
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
    receivedAt: instant('received_at').notNull().defaultNow(),
    /** Null while it waits. */
    handledAt: instant('handled_at'),
  },
  (t) => [
    index('payment_events_received').on(t.receivedAt),
    index('payment_events_waiting')
      .on(t.organizationId)
      .where(sql`${t.handledAt} is null`),
  ],
);
