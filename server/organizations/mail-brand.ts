import type { MailBrand } from '#server/mail/email-content.ts';
import { pictureKeyOf } from '#server/organizations/pictures.ts';

/** The default of the contract: no colour was chosen. */
const NOT_CHOSEN = '#000000';

/** How an organization's mails look. */
export function mailBrandOf({ name, primaryColor, logoUrl }: { name: string; primaryColor: string; logoUrl: string | null }): MailBrand {
  return {
    name,
    primaryColor: primaryColor === NOT_CHOSEN ? null : primaryColor,
    logoKey: logoUrl === null ? null : pictureKeyOf(logoUrl),
  };
}
