// Mails that wait to be sent: one row each, written in the transaction of what they are about, with the job that sends it.
import { and, eq, isNull, like, lt, or, sql } from 'drizzle-orm';
import { mails } from '#server/db/schema/mail.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { isMailAddress } from '#server/mail/address.ts';
import { composeLetter, type Letter, type MailBrand } from '#server/mail/letter.ts';
import { readSettings } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';

export interface NewMail {
  /** Says what it is about, as `reset:<id>`: whoever queues it twice sends it once. */
  key: string;
  to: string;
  letter: Letter;
  /** None: the product's own. */
  brand?: MailBrand;
  /** From when on it is not sent any more, as its link leads nowhere then. */
  validUntil?: Date;
}

export type MailRow = typeof mails.$inferSelect;

/** Workers share; mails alone do not take all of them while photos wait. */
const OWNER = 'mail';

interface Queueing {
  /** Until then it may be withdrawn, where what it is about is taken back. */
  notBefore?: Date;
}

const TAKE_BACK_MS = 60_000;
/** A slip is taken back within seconds, by Undo: nobody is written of what did not last. */
export const afterTakeBack = (): Queueing => ({ notBefore: new Date(Date.now() + TAKE_BACK_MS) });

/** Sends a mail if the caller's transaction commits. */
export const queueMail = (deps: Pick<Deps, 'jobs'>, tx: Queryable, mail: NewMail, queueing?: Queueing): Promise<void> =>
  queueMails(deps, tx, [mail], queueing);

/** The same of several at once. */
export async function queueMails(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Queryable,
  letters: readonly NewMail[],
  { notBefore }: Queueing = {},
): Promise<void> {
  if (letters.length === 0) return;
  const { name } = await readSettings(tx);
  const queued = await tx
    .insert(mails)
    .values(letters.map((mail) => rowOf(mail, name)))
    .onConflictDoNothing()
    .returning({ mailId: mails.id });
  await jobs.addAll(tx, 'send-mail', queued, { owner: OWNER, ...(notBefore && { runAt: notBefore }) });
}

function rowOf({ key, to, letter, brand, validUntil }: NewMail, platform: string): typeof mails.$inferInsert {
  if (!isMailAddress(to)) throw new Error('a mail goes to one address');
  const { subject, text, html } = composeLetter(letter, platform, brand);
  return { id: uuid7(), key, recipient: to, subject, content: text, html, logoKey: brand?.logoKey ?? null, validUntil: validUntil ?? null };
}

/**
 * Mails that another replaces, and that nobody is sending yet, are not sent any more. @param about how their keys begin
 * @returns the keys of those
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

/** The mail, for this caller alone until then. Undefined: it is settled, or another is sending it. */
export async function claimMail(db: Queryable, id: string, now: Date, until: Date): Promise<MailRow | undefined> {
  const isFree = or(isNull(mails.claimedUntil), lt(mails.claimedUntil, now));
  const [row] = await db
    .update(mails)
    .set({ claimedUntil: until })
    .where(and(eq(mails.id, id), isNull(mails.settledAt), isFree))
    .returning();
  return row;
}

/** Whether another is sending it. */
export async function isUnsettled(db: Queryable, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.id, id), isNull(mails.settledAt)));
  return row !== undefined;
}

/** What it said is erased: it may hold a link that opens something. */
export async function settleMail(db: Queryable, id: string, outcome: NonNullable<MailRow['outcome']>, lastError?: string): Promise<void> {
  await db
    .update(mails)
    .set({ settledAt: new Date(), outcome, claimedUntil: null, content: null, html: null, ...(lastError && { lastError }) })
    .where(and(eq(mails.id, id), isNull(mails.settledAt)));
}

/** Gives it back for the next try. */
export async function releaseMail(db: Queryable, id: string, lastError: string): Promise<void> {
  await db.update(mails).set({ claimedUntil: null, lastError }).where(eq(mails.id, id));
}

/** Settles what was given up before `givenUp`, and forgets what is from before `forgotten`. */
export async function sweepMails(db: Queryable, givenUp: Date, forgotten: Date): Promise<void> {
  await db
    .update(mails)
    .set({ settledAt: sql`now()`, outcome: 'expired', claimedUntil: null, content: null, html: null })
    .where(and(isNull(mails.settledAt), lt(mails.createdAt, givenUp)));
  await db.delete(mails).where(lt(mails.createdAt, forgotten));
}
