// Queues emails, and the jobs that send them, in the transaction of the change.
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { renderEmail, unprovedVariantOf, type EmailContent, type MailBrand } from '#server/mail/email-content.ts';
import { insertMails, type NewMailRow, findProved, countRecentMails } from '#server/mail/mails-repository.ts';
import { isMailAddress } from '#server/mail/settings.ts';
import { readSettings } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';

export interface NewMail {
  /** Deduplicates: a mail with a known key is not queued again. For example `reset:<id>`. */
  key: string;
  to: string;
  content: EmailContent;
  /** Defaults to the platform’s. */
  brand?: MailBrand;
  /**
   * Set if the caller has a rate limit (http/rate-limits.ts), or only super admins can cause the mail. Otherwise the mail counts as a
   * notice.
   */
  isRateLimited?: true;
  /** Whether the reader had proved the address, if no account has it any more. */
  wasProved?: boolean;
  /** The mail is not sent after its link has expired. */
  validUntil?: Date;
}

/** Limits how many workers send mail, so that photos don’t have to wait. */
const OWNER = 'mail';

export interface QueueOptions {
  /** Delays the mail, so that it can still be withdrawn. */
  notBefore?: Date;
}

const UNDO_WINDOW_MS = 60_000;

/** Undo happens within seconds. Nothing is sent about a change that was undone. */
export const afterUndoWindow = (): QueueOptions => ({ notBefore: new Date(Date.now() + UNDO_WINDOW_MS) });

/** Queues a mail. It is sent if the caller’s transaction commits. */
export const queueMail = (deps: Pick<Deps, 'jobs'>, tx: Queryable, mail: NewMail, queueing?: QueueOptions): Promise<void> =>
  queueMails(deps, tx, [mail], queueing);

export async function queueMails(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Queryable,
  emails: readonly NewMail[],
  { notBefore }: QueueOptions = {},
): Promise<void> {
  const unproved = await findUnproved(tx, emails);
  const accepted = await dropExcessNotices(tx, emails, unproved);
  if (accepted.length === 0) return;
  const { name } = await readSettings(tx);
  const queued = await insertMails(
    tx,
    accepted.map((mail) => rowOf(unproved.has(mail) ? withoutUserText(mail) : mail, name)),
  );
  await jobs.addAll(tx, 'send-mail', queued, { owner: OWNER, ...(notBefore && { runAt: notBefore }) });
}

/** An unproved mailbox gets at most this many notices an hour, because its owner may never have registered. */
const MAX_UNPROVED_PER_HOUR = 10;

/** The mails to addresses that no account’s owner has proved. */
async function findUnproved(tx: Queryable, emails: readonly NewMail[]): Promise<ReadonlySet<NewMail>> {
  const proved = await findProved(
    tx,
    emails.map(({ to }) => to),
  );
  return new Set(emails.filter(({ to, wasProved }) => wasProved !== true && !proved.has(to.toLowerCase())));
}

/** Drops notices to unproved addresses beyond the hourly limit. */
async function dropExcessNotices(tx: Queryable, emails: readonly NewMail[], unproved: ReadonlySet<NewMail>): Promise<readonly NewMail[]> {
  if (unproved.size === 0) return emails;
  const isLimited = (mail: NewMail) => unproved.has(mail) && !mail.isRateLimited;
  const counts = await countRecentMails(
    tx,
    emails.filter(isLimited).map(({ to }) => to),
  );
  return emails.filter((mail) => {
    if (!isLimited(mail)) return true;
    const before = counts.get(mail.to) ?? 0;
    counts.set(mail.to, before + 1);
    return before < MAX_UNPROVED_PER_HOUR;
  });
}

/** An unproved address gets no text typed by users, and no brand of an organization. */
function withoutUserText(mail: NewMail): NewMail {
  const { key, to, content, validUntil } = mail;
  return content.unprovedVariant === 'same' ? mail : { key, to, content: unprovedVariantOf(content), ...(validUntil && { validUntil }) };
}

function rowOf({ key, to, content, brand, validUntil }: NewMail, platform: string): NewMailRow {
  if (!isMailAddress(to)) throw new Error('a mail must have exactly one recipient');
  const { subject, text, html } = renderEmail(content, platform, brand);
  return { id: uuid7(), key, recipient: to, subject, content: text, html, logoKey: brand?.logoKey ?? null, validUntil: validUntil ?? null };
}
