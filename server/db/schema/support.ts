// Support tickets and their messages.
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { users } from './accounts.ts';
import { bytea, created, instant } from './columns.ts';

type Schemas = components['schemas'];

export const tickets = pgTable(
  'tickets',
  {
    /** Made by the client: the same one sent twice is one. */
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    category: text('category').$type<Schemas['TicketCategory']>().notNull(),
    status: text('status').$type<Schemas['TicketStatus']>().notNull().default('open'),
    /** What the person read and sent along, or null. */
    diagnostics: text('diagnostics'),
    createdAt: created(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Answers up to then were seen by the person. */
    readAt: instant('read_at'),
  },
  (t) => [
    index('tickets_user').on(t.userId, t.updatedAt, t.id),
    index('tickets_updated').on(t.updatedAt, t.id),
    index('tickets_created').on(t.createdAt, t.id),
  ],
);

export const ticketMessages = pgTable(
  'ticket_messages',
  {
    /** Made by the client; of a ticket's first message, the ticket's. */
    id: uuid('id').primaryKey(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** An answer of the platform. */
    isAnswer: boolean('is_answer').notNull(),
    body: text('body').notNull(),
    createdAt: created(),
  },
  (t) => [index('ticket_messages_ticket').on(t.ticketId, t.createdAt, t.id)],
);

/** Small, few, and gone with their ticket: so they lie beside it and not in the storage. */
export const ticketScreenshots = pgTable('ticket_screenshots', {
  ticketId: uuid('ticket_id')
    .primaryKey()
    .references(() => tickets.id, { onDelete: 'cascade' }),
  jpeg: bytea('jpeg').notNull(),
});
