// The running system itself: its trail and its secrets.
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
