// What people read on a server that sends no email: those who run it are told how to set it up, everyone else what they can do.
import { useSession } from '#src/session/use-session.ts';
import { NO_MAIL_MESSAGE } from './sends-mail.ts';

/** For super administrators. */
export const MAIL_SETUP_MESSAGE =
  'Email isn’t set up. To send it, set SMTP_URL and MAIL_FROM. Until then, messages are saved in the server’s data folder, under “mail”.';

export const useSetsUpMail = (): boolean => useSession()?.user.permissions.all === true;

/** Shown where a signed-in person waits for a message. */
export const useNoMailMessage = (): string => (useSetsUpMail() ? MAIL_SETUP_MESSAGE : NO_MAIL_MESSAGE);
