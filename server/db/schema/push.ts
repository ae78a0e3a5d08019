// Devices that are pushed to, and what became of each push.
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sessions, users } from './accounts.ts';
import { created, instant } from './columns.ts';
import { announcements } from './notices.ts';

/** What a browser gave for one device. It is worth as much as the session that it was turned on in: nothing is pushed when that is over. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** URL at the browser's push service. It is sufficient to reach the device: never log it. */
    endpoint: text('endpoint').notNull(),
    /** What pushes are encrypted for: the device's public key, and the secret it shares with us. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: created(),
  },
  (t) => [
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    index('push_subscriptions_user').on(t.userId),
    index('push_subscriptions_session').on(t.sessionId),
  ],
);

export const pushes = pgTable(
  'pushes',
  {
    id: uuid('id').primaryKey(),
    announcementId: uuid('announcement_id')
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    /** Null: the device is gone. */
    subscriptionId: uuid('subscription_id').references(() => pushSubscriptions.id, { onDelete: 'set null' }),
    createdAt: created(),
    /** Sent, or given up: nothing more happens to it. */
    settledAt: instant('settled_at'),
    outcome: text('outcome').$type<'sent' | 'failed' | 'gone'>(),
    lastError: text('last_error'),
  },
  (t) => [
    index('pushes_not_sent')
      .on(t.announcementId)
      .where(sql`outcome is distinct from 'sent'`),
    index('pushes_subscription').on(t.subscriptionId),
    index('pushes_created_at').on(t.createdAt),
    index('pushes_unsettled')
      .on(t.createdAt)
      .where(sql`settled_at is null`),
  ],
);
