// API tokens and webhooks of organizations.
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { users } from './accounts.ts';
import { created, instant } from './columns.ts';
import { organizations } from './organizations.ts';

type Schemas = components['schemas'];

export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    secretHash: text('secret_hash').notNull(),
    /** The first characters of the secret, by which people recognize it. */
    hint: text('hint').notNull(),
    scopes: text('scopes').array().$type<Schemas['ApiTokenScope'][]>().notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: created(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** Written at most once a minute. */
    lastUsedAt: instant('last_used_at'),
    lastUsedFrom: text('last_used_from'),
  },
  (t) => [uniqueIndex('api_tokens_secret').on(t.secretHash), index('api_tokens_organization').on(t.organizationId, t.createdAt)],
);

export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    events: text('events').array().$type<Schemas['WebhookEvent'][]>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    /** Set if the server turned it off. */
    disabledReason: text('disabled_reason').$type<NonNullable<Schemas['Webhook']['disabled_reason']>>(),
    /** The first failure after the last success. */
    failingSince: instant('failing_since'),
    /** Encrypted: unlike tokens, the server needs it again to sign messages. */
    sealedSecret: text('sealed_secret').notNull(),
    previousSealedSecret: text('previous_sealed_secret'),
    previousUntil: instant('previous_until'),
    createdAt: created(),
  },
  (t) => [index('webhooks_organization').on(t.organizationId, t.createdAt)],
);

/** Messages to send, one row for each webhook that gets one. Written in the transaction of the change. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same for all webhooks that get the message. */
    messageId: uuid('message_id').notNull(),
    type: text('type').notNull(),
    body: text('body').notNull(),
    status: text('status').$type<Schemas['WebhookDeliveryStatus']>().notNull().default('pending'),
    /** Since it was created, or sent again. */
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').defaultNow(),
    lastAttemptAt: instant('last_attempt_at'),
    responseStatus: integer('response_status'),
    responseBody: text('response_body'),
    error: text('error'),
    createdAt: created(),
  },
  (t) => [index('webhook_deliveries_webhook').on(t.webhookId, t.createdAt, t.id), index('webhook_deliveries_created').on(t.createdAt)],
);
