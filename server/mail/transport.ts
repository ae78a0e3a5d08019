// Takes a mail out of the house: to an SMTP server, or into a file of the data folder.
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { LOGO_CID } from '#server/mail/email-content.ts';
import type { MailRow } from '#server/mail/mails-repository.ts';
import type { SmtpSettings } from '#server/mail/settings.ts';
import { errorCode } from '#server/storage/local-files.ts';

export type SendableMail = Pick<MailRow, 'id' | 'recipient' | 'subject' | 'createdAt'> & {
  content: string;
  html: string;
  /** Whom it comes from, where `MAIL_FROM` names nobody. */
  sender: string;
  /** What the HTML shows as `cid:logo`. */
  logo: { bytes: Buffer; type: 'png' | 'jpeg' } | null;
};

export interface MailTransport {
  /**
   * Resolves when the mail has been taken over.
   * @throws {MailRefused} when it will never be; any other error is worth another try
   */
  send(mail: SendableMail, signal: AbortSignal): Promise<void>;
}

/** The address or the mail itself was refused for good. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** Each may be silent this long; the caller's signal limits the whole. */
const CONNECT_MS = 15_000;
const SILENT_MS = 30_000;
const safe = { disableFileAccess: true, disableUrlAccess: true };

export function createMailTransport({ mail: { smtp, from }, dataDir }: Pick<Config, 'mail' | 'dataDir'>): MailTransport {
  const [, domain = 'localhost'] = from.address.split('@');
  const messageOf = ({ id, recipient, subject, createdAt, content, html, sender, logo }: SendableMail): SendMailOptions => ({
    from: { name: from.name ?? sender, address: from.address },
    to: { name: '', address: recipient },
    // Whatever a header came to say, this is who gets it.
    envelope: { from: from.address, to: [recipient] },
    subject,
    text: content,
    html,
    ...(logo && {
      attachments: [
        {
          cid: LOGO_CID,
          filename: `logo.${logo.type}`,
          content: logo.bytes,
          contentType: `image/${logo.type}`,
          contentDisposition: 'inline',
        },
      ],
    }),
    // The same with every try: who gets a mail twice is able to tell.
    messageId: `<${id}@${domain}>`,
    date: createdAt,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  });
  return smtp ? smtpTransport(smtp, messageOf) : fileTransport(folderOf(dataDir), messageOf);
}

function smtpTransport({ host, port, secure, auth }: SmtpSettings, messageOf: (mail: SendableMail) => SendMailOptions): MailTransport {
  // A password never crosses a network in the clear. On this machine TLS adds nothing, and its certificate is rarely anybody's.
  const isHere = ['localhost', '127.0.0.1', '::1'].includes(host);
  const transport = createTransport({
    host,
    port,
    secure,
    ...(auth && { auth }),
    ignoreTLS: isHere && !secure,
    requireTLS: auth !== null && !isHere && !secure,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    ...safe,
  });
  return {
    async send(mail, signal) {
      try {
        await transport.sendMail({ ...messageOf(mail), signal });
      } catch (error) {
        if (isFinal(error)) throw new MailRefused(error instanceof Error ? error.message : String(error), { cause: error });
        throw error;
      }
    },
  };
}

/** What cannot be mended by trying again, by its enhanced status (RFC 3463): the address, the mailbox, a mail that is too large or malformed. */
const FINAL_STATUS = /^5\d\d[ -]5\.(1\.(1|2|3|6|10)|2\.|3\.4|6\.)/;
/** A server that says no more than this. */
const FINAL_CODES = [550, 551, 552, 553];

/**
 * Whether the address or the mail itself is refused. Whatever is a fault of the settings may be mended: many servers tell only at the
 * recipient that they want a login, or take nothing from this sender (530, 554, 5.7.x).
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;
  const command = 'command' in error && typeof error.command === 'string' ? error.command : '';
  const response = 'response' in error && typeof error.response === 'string' ? error.response : '';
  if (!['RCPT TO', 'DATA'].includes(command)) return false;
  return /^\d{3}[ -]\d\.\d/.test(response) ? FINAL_STATUS.test(response) : FINAL_CODES.includes(code);
}

const folderOf = (dataDir: string): string => path.join(dataDir, 'mail');

/** Those that were written before a time, also by a server that sends them elsewhere by now. */
export async function sweepMailFiles(dataDir: string, before: Date): Promise<void> {
  const folder = folderOf(dataDir);
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    const file = path.join(folder, name);
    if ((await stat(file)).mtime < before) await rm(file, { force: true });
  }
}

/** One file a mail, by a name that is the same with every try. It is there whole or not at all. */
function fileTransport(folder: string, messageOf: (mail: SendableMail) => SendMailOptions): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...safe });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail));
      await mkdir(folder, { recursive: true });
      const name = `${mail.createdAt.toISOString().slice(0, 19).replaceAll(':', '-')}-${mail.id}.eml`;
      const part = path.join(folder, `.${name}`);
      await writeFile(part, message, { mode: 0o600, flush: true });
      await rename(part, path.join(folder, name));
    },
  };
}
