// Mails on their way out, and that they went.
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { created, instant } from './columns.ts';

/** A small partial index for senders of announcements. As raw text: PostgreSQL uses the index only for an identical condition. */
export const UNSENT_ANNOUNCEMENT = sql.raw(`key like 'announcement:%' and outcome is distinct from 'sent'`);

/** One email to one address. Its content may contain a secret link, so it is erased once the email is settled. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    /** Deduplication key: the same key is never queued a second time. */
    key: text('key').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Null once it is settled. */
    content: text('content'),
    html: text('html'),
    /** Storage key of the logo in the header. */
    logoKey: text('logo_key'),
    createdAt: created(),
    /** From when on it is worth nothing, as its link: then it is not sent any more. */
    validUntil: instant('valid_until'),
    /** Lease of the sending process; if it dies, the email is free again after this time. */
    claimedUntil: instant('claimed_until'),
    /** Sent, or given up: nothing more happens to it. */
    settledAt: instant('settled_at'),
    outcome: text('outcome').$type<'sent' | 'refused' | 'expired'>(),
    lastError: text('last_error'),
  },
  (t) => [
    uniqueIndex('mails_key').on(t.key),
    index('mails_created').on(t.createdAt),
    index('mails_recipient').on(t.recipient, t.createdAt),
    index('mails_unsettled')
      .on(t.createdAt)
      .where(sql`settled_at is null`),
    index('mails_announced').on(t.key).where(UNSENT_ANNOUNCEMENT),
  ],
);
