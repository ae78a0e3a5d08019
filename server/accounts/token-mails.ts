// Mails whose link holds a token: the link leads to the screen that is called as the token's purpose.
import { passwordResetEmail, verificationEmail } from '#server/accounts/emails.ts';
import { issueMailToken, type MailTokenPurpose } from '#server/accounts/mail-tokens.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailContent } from '#server/mail/email-content.ts';
import { appLink } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/queue.ts';

type Parts = Pick<Deps, 'config' | 'jobs'>;

const emailTemplates: Record<MailTokenPurpose, (url: string) => EmailContent> = {
  'reset-password': passwordResetEmail,
  'verify-email': verificationEmail,
};

/** Sends a link of this purpose to somebody's own address. @param port `ownPort` of the request that it is about */
export async function sendTokenEmail(
  deps: Parts,
  tx: Queryable,
  purpose: MailTokenPurpose,
  person: { id: string; email: string },
  port: number,
): Promise<void> {
  const { id, token, expiresAt } = await issueMailToken(tx, purpose, person.id, person.email);
  const content = emailTemplates[purpose](appLink(deps.config, `/${purpose}/${token}`, port));
  await queueMail(deps, tx, { key: `${purpose}:${id}`, to: person.email, content, validUntil: expiresAt, isRateLimited: true });
}
