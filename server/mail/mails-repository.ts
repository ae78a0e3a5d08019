// The repository of queued mails.

import { and, count, eq, gt, inArray, isNull, like, lt, or, sql } from 'drizzle-orm';
import { isProved, users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import type { Queryable } from '#server/db/types.ts';

export type MailRow = typeof mails.$inferSelect;

export type NewMailRow = typeof mails.$inferInsert;

/** Skips mails whose key is taken. Returns the ids of the inserted ones. */
export function insertMails(tx: Queryable, rows: NewMailRow[]): Promise<{ mailId: string }[]> {
  return tx.insert(mails).values(rows).onConflictDoNothing().returning({ mailId: mails.id });
}

/** The addresses that an account has proved, in lower case. */
export async function findProved(tx: Queryable, addresses: readonly string[]): Promise<Set<string>> {
  const lowered = [...new Set(addresses.map((address) => address.toLowerCase()))];
  if (lowered.length === 0) return new Set();
  const email = sql<string>`lower(${users.email})`;
  const rows = await tx
    .select({ email })
    .from(users)
    .where(and(sql`${email} = any(${sql.param(lowered)}::text[])`, isProved));
  return new Set(rows.map((row) => row.email));
}

/** How many mails each address got within the last hour, including queued ones. */
export async function countRecentMails(tx: Queryable, addresses: readonly string[]): Promise<Map<string, number>> {
  if (addresses.length === 0) return new Map();
  const rows = await tx
    .select({ recipient: mails.recipient, count: count() })
    .from(mails)
    .where(
      and(
        inArray(mails.recipient, [...new Set(addresses)]),
        gt(mails.createdAt, sql`now() - interval '1 hour'`),
        sql`${mails.outcome} is distinct from 'expired'`,
      ),
    )
    .groupBy(mails.recipient);
  return new Map(rows.map((row) => [row.recipient, row.count]));
}

/**
 * Withdraws unsent mails, for instance because newer ones replace them. @param about prefixes of their keys
 * @returns the keys of the withdrawn mails
 */
export async function withdrawMails(tx: Queryable, about: readonly string[]): Promise<string[]> {
  if (about.length === 0) return [];
  const isFree = or(isNull(mails.claimedUntil), lt(mails.claimedUntil, sql`now()`));
  const withdrawn = await tx
    .update(mails)
    .set({ settledAt: sql`now()`, outcome: 'expired', content: null, html: null })
    .where(and(isNull(mails.settledAt), isFree, or(...about.map((beginning) => like(mails.key, `${beginning}%`)))))
    .returning({ key: mails.key });
  return withdrawn.map(({ key }) => key);
}

/** Claims a mail for this worker. Undefined if it is settled or claimed by another. */
export async function claimMail(db: Queryable, id: string, now: Date, until: Date): Promise<MailRow | undefined> {
  const isFree = or(isNull(mails.claimedUntil), lt(mails.claimedUntil, now));
  const [row] = await db
    .update(mails)
    .set({ claimedUntil: until })
    .where(and(eq(mails.id, id), isNull(mails.settledAt), isFree))
    .returning();
  return row;
}

export async function isUnsettled(db: Queryable, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.id, id), isNull(mails.settledAt)));
  return row !== undefined;
}

/** Erases the content, which may contain a link with a token. */
export async function settleMail(db: Queryable, id: string, outcome: NonNullable<MailRow['outcome']>, lastError?: string): Promise<void> {
  await db
    .update(mails)
    .set({ settledAt: new Date(), outcome, claimedUntil: null, content: null, html: null, ...(lastError && { lastError }) })
    .where(and(eq(mails.id, id), isNull(mails.settledAt)));
}

/** Releases the claim for the next attempt. */
export async function releaseMail(db: Queryable, id: string, lastError: string): Promise<void> {
  await db.update(mails).set({ claimedUntil: null, lastError }).where(eq(mails.id, id));
}

/** Settles mails older than `givenUp` and deletes those older than `forgotten`. */
export async function sweepMails(db: Queryable, givenUp: Date, forgotten: Date): Promise<void> {
  await db
    .update(mails)
    .set({ settledAt: sql`now()`, outcome: 'expired', claimedUntil: null, content: null, html: null })
    .where(and(isNull(mails.settledAt), lt(mails.createdAt, givenUp)));
  await db.delete(mails).where(lt(mails.createdAt, forgotten));
}

/** How many mails with this key prefix were queued since then. */
export const countQueuedMails = (db: Queryable, keyPrefix: string, since: Date): Promise<number> =>
  db.$count(mails, and(like(mails.key, `${keyPrefix}%`), gt(mails.createdAt, sql`${since}`)));
