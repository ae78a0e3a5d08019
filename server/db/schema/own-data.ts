// What people ask the platform to do with their data, because they cannot, or would rather not, do it themselves.
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { users } from './accounts.ts';
import { instant } from './columns.ts';

type Schemas = components['schemas'];

/** They outlive the account, as proof that they were answered: without words and addresses then. */
export const dataRequests = pgTable(
  'data_requests',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<Schemas['DataRequestKind']>().notNull(),
    /** What happens to the photos; null for an export. */
    photos: text('photos').$type<Schemas['FateOfPhotos']>(),
    status: text('status').$type<Schemas['DataRequestStatus']>().notNull().default('open'),
    note: text('note').notNull().default(''),
    /** Where a guest is written, who has no address. */
    replyTo: text('reply_to'),
    /** The super admin who recorded a request received outside the app; null: requested in the app. */
    recordedBy: uuid('recorded_by').references(() => users.id, { onDelete: 'set null' }),
    /** When it came: the month to answer it runs from here. */
    askedAt: instant('asked_at').notNull().defaultNow(),
    settledAt: instant('settled_at'),
    settledBy: uuid('settled_by').references(() => users.id, { onDelete: 'set null' }),
    /** Why it was declined. */
    answer: text('answer').notNull().default(''),
    /** Of a link that opens the download by itself, by its hash. */
    tokenHash: text('token_hash'),
    linkExpiresAt: instant('link_expires_at'),
    /** By that link, the first time. */
    downloadedAt: instant('downloaded_at'),
  },
  (t) => [
    uniqueIndex('data_requests_open')
      .on(t.userId, t.kind)
      .where(sql`status = 'open'`),
    uniqueIndex('data_requests_token').on(t.tokenHash),
    index('data_requests_asked').on(t.askedAt, t.id),
    index('data_requests_user').on(t.userId, t.askedAt, t.id),
  ],
);
