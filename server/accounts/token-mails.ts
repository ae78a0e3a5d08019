// Mails whose link holds a token: the link leads to the screen that is called as the token's purpose.
import { passwordResetLetter, verificationLetter } from '#server/accounts/letters.ts';
import { issueMailToken, type MailTokenPurpose } from '#server/accounts/mail-tokens.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { Letter } from '#server/mail/letter.ts';
import { appLink } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/outgoing.ts';

type Parts = Pick<Deps, 'config' | 'jobs'>;

const letters: Record<MailTokenPurpose, (url: string) => Letter> = {
  'reset-password': passwordResetLetter,
  'verify-email': verificationLetter,
};

/** Sends a link of this purpose to somebody's own address. @param port `ownPort` of the request that it is about */
export async function mailToken(
  deps: Parts,
  tx: Queryable,
  purpose: MailTokenPurpose,
  person: { id: string; email: string },
  port: number,
): Promise<void> {
  const { id, token, expiresAt } = await issueMailToken(tx, purpose, person.id, person.email);
  const letter = letters[purpose](appLink(deps.config, `/${purpose}/${token}`, port));
  await queueMail(deps, tx, { key: `${purpose}:${id}`, to: person.email, letter, validUntil: expiresAt, isCounted: true });
}
