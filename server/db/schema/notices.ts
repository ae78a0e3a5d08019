// Notices in the app, and announcements of the platform.
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { users } from './accounts.ts';
import { created, instant } from './columns.ts';

type Schemas = components['schemas'];

export const announcements = pgTable(
  'announcements',
  {
    /** Made by the client: the same one sent twice is one. */
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** A path of the web app. */
    link: text('link'),
    target: jsonb('target').$type<Schemas['AnnouncementTarget']>().notNull(),
    byMail: boolean('by_mail').notNull(),
    byPush: boolean('by_push').notNull().default(false),
    status: text('status').$type<Exclude<Schemas['AnnouncementStatus'], 'withdrawn'>>().notNull().default('scheduled'),
    /** Cursor over user ids: users up to here have received it. */
    toldUntil: uuid('told_until'),
    recipients: integer('recipients').notNull().default(0),
    mails: integer('mails').notNull().default(0),
    pushes: integer('pushes').notNull().default(0),
    sendAt: instant('send_at').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: created(),
    finishedAt: instant('finished_at'),
    /** Taken out of the app again, from whomever it reached. */
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [index('announcements_send_at').on(t.sendAt, t.id), index('announcements_status').on(t.status, t.sendAt, t.id)],
);

export const notices = pgTable(
  'notices',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: an individual notice, not an announcement. */
    announcementId: uuid('announcement_id').references(() => announcements.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<Schemas['NotificationKind']>(),
    title: text('title'),
    body: text('body'),
    /** A path of the web app. */
    link: text('link'),
    createdAt: created(),
    readAt: instant('read_at'),
  },
  (t) => [
    uniqueIndex('notices_once').on(t.announcementId, t.userId),
    index('notices_user').on(t.userId, t.createdAt, t.id),
    index('notices_unread')
      .on(t.userId)
      .where(sql`read_at is null`),
    // How many have read one is counted among those alone.
    index('notices_read')
      .on(t.announcementId)
      .where(sql`read_at is not null`),
    index('notices_created_at').on(t.createdAt),
    check('notices_says_something', sql`announcement_id is not null or (kind is not null and title is not null and body is not null)`),
  ],
);
