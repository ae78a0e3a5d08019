// Mails on their way out, and that they went.
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { created, instant } from './columns.ts';

/** Few of them all, of whom those who announced something are told. As text: an index is used where its condition is said alike. */
export const UNSENT_ANNOUNCEMENT = sql.raw(`key like 'announcement:%' and outcome is distinct from 'sent'`);

/** One mail to one address. What it says may hold a link that opens something: it is erased once the mail is settled. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    /** What it is about. The same key is never queued a second time. */
    key: text('key').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Null once it is settled. */
    content: text('content'),
    html: text('html'),
    /** Where the logo lies in the storage that its head shows. */
    logoKey: text('logo_key'),
    createdAt: created(),
    /** From when on it is worth nothing, as its link: then it is not sent any more. */
    validUntil: instant('valid_until'),
    /** Somebody is sending it until then; of a process that died it is free again afterwards. */
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
