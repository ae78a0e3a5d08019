// The running system itself: its trail and its secrets.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import type { AuditAction } from '#server/audit/actions.ts';
import { bytea, created, instant } from './columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Append-only, which the database sees to: who did what, on what, from where, when, with which outcome. Sealed in blocks: docs/decisions/026. */
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
    /** Part of the hash of personal data, so that erased data cannot be guessed. Null once all of it is erased; replaced if some remains. */
    nonce: uuid('nonce').defaultRandom(),
    /** The hash of erased personal data. */
    erased: bytea('erased'),
    /** The same for a detail that is not personal by its action but contains an address. Both null: older than these columns. */
    detailNonce: uuid('detail_nonce').defaultRandom(),
    erasedDetail: bytea('erased_detail'),
    /** The deleted account that caused the erasure. */
    erasedFor: uuid('erased_for'),
    /** Full-text search. */
    words: tsvector('words')
      .notNull()
      .generatedAlwaysAs(sql`audit_words(action, subject_type, subject_id, outcome, ip, request_id, detail)`),
  },
  (t) => [
    index('audit_log_at_id').on(t.at, t.id),
    index('audit_log_words').using('gin', t.words),
    index('audit_log_organization').on(t.organizationId, t.at),
    // In the full order of the list, so that only the latest entries of a busy user are read.
    index('audit_log_actor').on(t.actorId, t.at, t.id),
    index('audit_log_action').on(t.action, t.at),
    // Actions on a person: on their account or their membership.
    index('audit_log_person')
      .on(t.subjectId, t.at, t.id)
      .where(sql`subject_type in ('user', 'member')`),
    // What became of an organization itself is little among all that its people do.
    index('audit_log_of_organization')
      .on(t.organizationId, t.at, t.id)
      .where(sql`subject_type = 'organization'`),
  ],
);

/** The sealed log: each block contains the hashes of its entries and is hashed together with the previous block's hash. */
export const auditBlocks = pgTable('audit_blocks', {
  number: bigint('number', { mode: 'number' }).primaryKey(),
  sealedAt: instant('sealed_at').notNull().defaultNow(),
  entries: integer('entries').notNull(),
  /** Of its last entry: where it ends. */
  lastAt: instant('last_at').notNull(),
  lastId: bigint('last_id', { mode: 'number' }).notNull(),
  /** Ids of the entries, each with its hash. Null once they were forgotten. */
  list: bytea('list'),
  listHash: bytea('list_hash').notNull(),
  hash: bytea('hash').notNull(),
  forgottenAt: instant('forgotten_at'),
});

/** Settings of the whole platform, by name. Missing ones come from the environment. */
export const platformSettings = pgTable('platform_settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Secrets the server made for itself (the key of access tokens), so that several processes share them, and the id of the storage. */
export const serverSecrets = pgTable('server_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: created(),
});

/** Health of each part of the platform, every few minutes. Deleted after 30 days. */
export const healthSamples = pgTable(
  'health_samples',
  {
    part: text('part').$type<components['schemas']['HealthPart']>().notNull(),
    /** When this round of measuring began: the same for all of its parts. */
    at: instant('at').notNull(),
    state: text('state').$type<components['schemas']['HealthState']>().notNull(),
    latencyMs: integer('latency_ms'),
    figure: integer('figure'),
  },
  (t) => [primaryKey({ columns: [t.part, t.at] }), index('health_samples_at').on(t.at)],
);

/** The organization id of figures for the whole platform. */
export const WHOLE_PLATFORM = '00000000-0000-0000-0000-000000000000';

const counter = (name: string) => integer(name).notNull().default(0);

/**
 * Figures per day, week (from Monday) or month, in UTC, written by a job and read by the analytics: for each active organization, and for the
 * platform. They outlive their sources, so there are no foreign keys.
 */
export const analyticsPeriods = pgTable(
  'analytics_periods',
  {
    period: text('period').$type<'day' | 'week' | 'month'>().notNull(),
    start: date('start', { mode: 'string' }).notNull(),
    organizationId: uuid('organization_id').notNull(),
    /** Accounts with an address; of the platform alone. */
    signUps: counter('sign_ups'),
    /** People who joined an event. */
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
    /** At the end of the period, or now. Null if it was not measured. */
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

/**
 * Counters of rate limits (http/rate-limit-store.ts). The migration makes the table unlogged, which drizzle doesn't model: a crash of the database
 * empties it. It has no index but its key, because each update changes `untilMs`.
 */
export const rateLimits = pgTable('rate_limits', {
  /** A hash: names contain addresses and emails. */
  key: text('key').primaryKey(),
  /** In a window. */
  used: integer('used').notNull(),
  /** By attempts in progress, in a window. */
  reserved: integer('reserved').notNull(),
  /** In ms since 1970: when the window ends, or when the bucket is full again. The row is then as good as none. */
  untilMs: doublePrecision('until_ms').notNull(),
  /** Whether the latest attempt to take from it was refused. */
  isRefused: boolean('is_refused').notNull(),
});
