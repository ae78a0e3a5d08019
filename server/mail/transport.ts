// Sends mails by SMTP, or writes them to files in the data folder.
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
  /** The sender’s name if `MAIL_FROM` has none. */
  sender: string;
  /** Shown in the HTML as `cid:logo`. */
  logo: { bytes: Buffer; type: 'png' | 'jpeg' } | null;
};

export interface MailTransport {
  /**
   * Resolves when the mail was accepted.
   * @throws {MailRefused} if it was rejected permanently; other errors are retried
   */
  send(mail: SendableMail, signal: AbortSignal): Promise<void>;
}

/** The address or the mail was rejected permanently. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** Timeouts for each step; the caller’s signal limits the whole. */
const CONNECT_MS = 15_000;
const SILENT_MS = 30_000;
const safe = { disableFileAccess: true, disableUrlAccess: true };

export function createMailTransport({ mail: { smtp, from }, dataDir }: Pick<Config, 'mail' | 'dataDir'>): MailTransport {
  const [, domain = 'localhost'] = from.address.split('@');
  const messageOf = ({ id, recipient, subject, createdAt, content, html, sender, logo }: SendableMail): SendMailOptions => ({
    from: { name: from.name ?? sender, address: from.address },
    to: { name: '', address: recipient },
    // Guarantees the recipient, regardless of the headers.
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
    // The same for each attempt, so that duplicates can be recognized.
    messageId: `<${id}@${domain}>`,
    date: createdAt,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  });
  return smtp ? smtpTransport(smtp, messageOf) : fileTransport(folderOf(dataDir), messageOf);
}

function smtpTransport({ host, port, secure, auth }: SmtpSettings, messageOf: (mail: SendableMail) => SendMailOptions): MailTransport {
  // Passwords are never sent unencrypted over a network. On the same machine TLS adds nothing, and certificates are rarely valid.
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

/** Enhanced status codes (RFC 3463) of permanent failures: bad address, bad mailbox, mail too large or malformed. */
const FINAL_STATUS = /^5\d\d[ -]5\.(1\.(1|2|3|6|10)|2\.|3\.4|6\.)/;
/** Codes of servers without enhanced status. */
const FINAL_CODES = [550, 551, 552, 553];

/**
 * Whether the address or the mail itself was rejected. Errors of the configuration are retried: many servers only report at the
 * recipient
 * that they require a login or don’t accept this sender (530, 554, 5.7.x).
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

/** Deletes mail files written before a date, even if mails are sent by SMTP now. */
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

/** Writes one file per mail, atomically and under the same name for each attempt. */
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
