// The running system itself: its trail and its secrets.
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditAction } from '#server/audit/actions.ts';
import { created, instant } from './columns.ts';

/** Append-only: who did what, on what, from where, when, with which outcome. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    actorId: uuid('actor_id'),
    action: text('action').$type<AuditAction>().notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id'),
    organizationId: uuid('organization_id'),
    outcome: text('outcome').$type<'ok' | 'refused' | 'failed'>().notNull(),
    ip: text('ip'),
    requestId: text('request_id'),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
    /** How often the same happened within a minute; `lastAt` is the last time, where it was more than once. */
    count: integer('count').notNull().default(1),
    lastAt: instant('last_at'),
  },
  (t) => [
    index('audit_log_at').on(t.at),
    index('audit_log_organization').on(t.organizationId, t.at),
    index('audit_log_actor').on(t.actorId, t.at),
    index('audit_log_action').on(t.action, t.at),
  ],
);

/** Secrets the server made for itself (the key of access tokens), so that several processes share them. */
export const serverSecrets = pgTable('server_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: created(),
});

/** The organization of what is counted over the whole platform. */
export const WHOLE_PLATFORM = '00000000-0000-0000-0000-000000000000';

const counter = (name: string) => integer(name).notNull().default(0);

/**
 * What happened in a day, a week (from Monday) or a month, in UTC: counted by a job, read by the analytics. Of each organization where something
 * happened, and of the platform. It outlives what it counts, so nothing refers to it.
 */
export const analyticsPeriods = pgTable(
  'analytics_periods',
  {
    period: text('period').$type<'day' | 'week' | 'month'>().notNull(),
    start: date('start', { mode: 'string' }).notNull(),
    organizationId: uuid('organization_id').notNull(),
    /** Accounts with an address; of the platform alone. */
    signUps: counter('sign_ups'),
    /** Who joined an event. */
    joined: counter('joined'),
    /** Whom the audit trail names. */
    activePeople: counter('active_people'),
    /** That began then and are no drafts. */
    events: counter('events'),
    /** Photos by when they were taken, of those that have arrived since. */
    captured: counter('captured'),
    /** Photos by when they arrived. */
    delivered: counter('delivered'),
    deliveredBytes: bigint('delivered_bytes', { mode: 'number' }).notNull().default(0),
    images: counter('images'),
    failedGenerations: counter('failed_generations'),
    /** At its end, or now. Null where nobody looked then. */
    storedBytes: bigint('stored_bytes', { mode: 'number' }),
    countedAt: instant('counted_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.period, t.organizationId, t.start] }), index('analytics_periods_start').on(t.period, t.start)],
);

/** How long photos took from the shutter to the gallery, by the day on which they arrived: how many in each bucket of a fixed histogram. */
export const analyticsDelays = pgTable(
  'analytics_delays',
  {
    day: date('day', { mode: 'string' }).notNull(),
    organizationId: uuid('organization_id').notNull(),
    bucket: integer('bucket').notNull(),
    photos: integer('photos').notNull(),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.day, t.bucket] }), index('analytics_delays_day').on(t.day)],
);
