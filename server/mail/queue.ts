// Mails that wait to be sent: one row each, written in the transaction of what they are about, with the job that sends it.
import { and, count, eq, gt, inArray, isNull, like, lt, or, sql } from 'drizzle-orm';
import { isProved, users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { isMailAddress } from '#server/mail/address.ts';
import { renderEmail, unprovedVariantOf, type EmailContent, type MailBrand } from '#server/mail/email-content.ts';
import { readSettings } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';

export interface NewMail {
  /** Says what it is about, as `reset:<id>`: whoever queues it twice sends it once. */
  key: string;
  to: string;
  content: EmailContent;
  /** None: the product's own. */
  brand?: MailBrand;
  /** What counts it when it is asked for, and refuses it there: http/rate-limits.ts, or nobody but the platform's people send it. Else it is a notice. */
  isRateLimited?: true;
  /** Whether its reader proved the address, where no account has it any more. */
  wasProved?: boolean;
  /** From when on it is not sent any more, as its link leads nowhere then. */
  validUntil?: Date;
}

export type MailRow = typeof mails.$inferSelect;

/** Workers share; mails alone do not take all of them while photos wait. */
const OWNER = 'mail';

export interface QueueOptions {
  /** Until then it may be withdrawn, where what it is about is taken back. */
  notBefore?: Date;
}

const UNDO_WINDOW_MS = 60_000;
/** A slip is taken back within seconds, by Undo: nobody is written of what did not last. */
export const afterUndoWindow = (): QueueOptions => ({ notBefore: new Date(Date.now() + UNDO_WINDOW_MS) });

/** Sends a mail if the caller's transaction commits. */
export const queueMail = (deps: Pick<Deps, 'jobs'>, tx: Queryable, mail: NewMail, queueing?: QueueOptions): Promise<void> =>
  queueMails(deps, tx, [mail], queueing);

/** The same of several at once. */
export async function queueMails(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Queryable,
  emails: readonly NewMail[],
  { notBefore }: QueueOptions = {},
): Promise<void> {
  const kept = await throttleUnproved(tx, emails);
  if (kept.length === 0) return;
  const { name } = await readSettings(tx);
  const queued = await tx
    .insert(mails)
    .values(kept.map((mail) => rowOf(mail, name)))
    .onConflictDoNothing()
    .returning({ mailId: mails.id });
  await jobs.addAll(tx, 'send-mail', queued, { owner: OWNER, ...(notBefore && { runAt: notBefore }) });
}

/** A mailbox whose owner may never have asked for an account gets so many mails an hour; notices beyond are left out. */
const MAX_UNPROVED_PER_HOUR = 10;

/** Every mail goes through here: to addresses that no account has proved few notices go, and none with what somebody typed. */
async function throttleUnproved(tx: Queryable, emails: readonly NewMail[]): Promise<NewMail[]> {
  const proved = await findProved(
    tx,
    emails.map(({ to }) => to),
  );
  const strange = emails.filter(({ to, wasProved }) => wasProved !== true && !proved.has(to.toLowerCase()));
  if (strange.length === 0) return [...emails];
  const isStrange = new Set(strange);
  const counts = await countLately(
    tx,
    strange.filter(({ isRateLimited }) => !isRateLimited).map(({ to }) => to),
  );
  return emails.flatMap((mail) => {
    if (!isStrange.has(mail)) return [mail];
    const told = mail.content.unprovedVariant === 'same' ? mail : unbranded(mail);
    if (mail.isRateLimited) return [told];
    const before = counts.get(mail.to) ?? 0;
    counts.set(mail.to, before + 1);
    return before < MAX_UNPROVED_PER_HOUR ? [told] : [];
  });
}

const unbranded = ({ key, to, content, validUntil }: NewMail): NewMail => ({
  key,
  to,
  content: unprovedVariantOf(content),
  ...(validUntil && { validUntil }),
});

/** Those that the owner of an account has proved, in lower case. */
async function findProved(tx: Queryable, addresses: readonly string[]): Promise<Set<string>> {
  const lowered = [...new Set(addresses.map((address) => address.toLowerCase()))];
  if (lowered.length === 0) return new Set();
  const email = sql<string>`lower(${users.email})`;
  const rows = await tx
    .select({ email })
    .from(users)
    .where(and(sql`${email} = any(${sql.param(lowered)}::text[])`, isProved));
  return new Set(rows.map((row) => row.email));
}

/** How many mails each got within the hour, or is about to get. */
async function countLately(tx: Queryable, addresses: readonly string[]): Promise<Map<string, number>> {
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

function rowOf({ key, to, content, brand, validUntil }: NewMail, platform: string): typeof mails.$inferInsert {
  if (!isMailAddress(to)) throw new Error('a mail goes to one address');
  const { subject, text, html } = renderEmail(content, platform, brand);
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

/** How many mails were queued since then whose keys begin like this. */
export const countQueuedMails = (db: Queryable, keyPrefix: string, since: Date): Promise<number> =>
  db.$count(mails, and(like(mails.key, `${keyPrefix}%`), gt(mails.createdAt, sql`${since}`)));
