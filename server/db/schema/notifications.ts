// What people do not want to be written, or pushed.
import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { users } from './accounts.ts';
import { organizations } from './organizations.ts';

/** Disabled kinds of email, one row each. Without rows a user receives everything. */
export const mutedMails = pgTable(
  'muted_mails',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<components['schemas']['NotificationKind']>().notNull(),
    /** Null: of mails that are about no organization. */
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
  },
  (t) => [unique('muted_mails_one').on(t.userId, t.kind, t.organizationId).nullsNotDistinct()],
);

/** The same for pushes, on all devices of a user. */
export const mutedPushes = pgTable(
  'muted_pushes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<components['schemas']['NotificationKind']>().notNull(),
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
  },
  (t) => [unique('muted_pushes_one').on(t.userId, t.kind, t.organizationId).nullsNotDistinct()],
);
