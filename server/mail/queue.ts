// Queues mails in the transaction of what they are about, with the job that sends each.
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { renderEmail, unprovedVariantOf, type EmailContent, type MailBrand } from '#server/mail/email-content.ts';
import { insertMails, type NewMailRow, findProved, countRecentMails } from '#server/mail/mails-repository.ts';
import { isMailAddress } from '#server/mail/settings.ts';
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
  const queued = await insertMails(
    tx,
    kept.map((mail) => rowOf(mail, name)),
  );
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
  const counts = await countRecentMails(
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

function rowOf({ key, to, content, brand, validUntil }: NewMail, platform: string): NewMailRow {
  if (!isMailAddress(to)) throw new Error('a mail goes to one address');
  const { subject, text, html } = renderEmail(content, platform, brand);
  return { id: uuid7(), key, recipient: to, subject, content: text, html, logoKey: brand?.logoKey ?? null, validUntil: validUntil ?? null };
}
