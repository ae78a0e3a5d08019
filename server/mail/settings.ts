// Mail settings, read from environment variables. config.ts reports invalid ones.

/**
 * One address without a name, list, quoted part or line break, so it is safe in an envelope. A superset of the contract’s `email`
 * format.
 */
const address = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

export interface Mailbox {
  /** Null if none was given. */
  name: string | null;
  address: string;
}

export const isMailAddress = (text: string): boolean => text.length <= 254 && address.test(text);

/** Parses `Name <name@example.org>` or a bare address. Null for anything else. */
function parseMailbox(text: string): Mailbox | null {
  const [, quoted, plain] = /^(?:(.*\S)\s*<([^<>]+)>|)$/u.exec(text) ?? [];
  const mailbox = { name: quoted?.replace(/^"(.*)"$/, '$1') ?? null, address: plain ?? text };
  return isMailAddress(mailbox.address) && !/[\p{Cc}<>"]/u.test(mailbox.name ?? '') ? mailbox : null;
}

type MailVariable = 'SMTP_URL' | 'SMTP_HOST' | 'SMTP_PORT' | 'SMTP_USER' | 'SMTP_PASSWORD' | 'MAIL_FROM';

export interface SmtpSettings {
  host: string;
  port: number;
  /** Implicit TLS; otherwise STARTTLS. */
  secure: boolean;
  auth: { user: string; pass: string } | null;
}

export interface MailSettings {
  /** Null: mails are written to files in the data folder. */
  smtp: SmtpSettings | null;
  /** Without a name, mails use the platform’s name at the time of sending. */
  from: Mailbox;
}

type Values = Record<MailVariable, string | null>;
type Read = (name: MailVariable) => string | null;
type Wrong = (name: MailVariable, why: string) => Error;

const SECURE_PORT = 465;

/** @param wrong creates the error for a variable; its text never contains a password */
export function readMailSettings(read: Read, wrong: Wrong): MailSettings {
  const values: Values = {
    SMTP_URL: read('SMTP_URL'),
    SMTP_HOST: read('SMTP_HOST'),
    SMTP_PORT: read('SMTP_PORT'),
    SMTP_USER: read('SMTP_USER'),
    SMTP_PASSWORD: read('SMTP_PASSWORD'),
    MAIL_FROM: read('MAIL_FROM'),
  };
  const smtp = values.SMTP_URL === null ? smtpOfParts(values, wrong) : smtpOfUrl(values, wrong);
  if (smtp && values.MAIL_FROM === null)
    throw wrong('MAIL_FROM', 'it is missing, while mail is sent by SMTP: set the address that mails come from');
  const from = parseMailbox(values.MAIL_FROM ?? 'no-reply@localhost');
  if (!from) throw wrong('MAIL_FROM', `"${values.MAIL_FROM}" is neither an address nor "Name <name@example.org>"`);
  return { smtp, from };
}

function smtpOfUrl(values: Values, wrong: Wrong): SmtpSettings {
  for (const name of ['SMTP_HOST', 'SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD'] as const)
    if (values[name] !== null) throw wrong(name, 'SMTP_URL is set as well. Use one of them');
  const text = values.SMTP_URL ?? '';
  const url = URL.canParse(text) ? new URL(text) : null;
  // The value is not repeated because it may contain a password.
  const form = 'it is not an address such as smtp://user:password@mail.example.org:587 or smtps://mail.example.org';
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || url.search !== '' || !/^\/?$/.test(url.pathname))
    throw wrong('SMTP_URL', form);
  const secure = url.protocol === 'smtps:';
  const [user, pass] = [url.username, url.password].map((part) => decoded(part, () => wrong('SMTP_URL', form)));
  if ((user === '') !== (pass === '')) throw wrong('SMTP_URL', 'either the user or the password is missing');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (secure ? SECURE_PORT : 587) : Number(url.port);
  return { host, port, secure, auth: user && pass ? { user, pass } : null };
}

function smtpOfParts(values: Values, wrong: Wrong): SmtpSettings | null {
  const { SMTP_HOST: host, SMTP_PORT: portText, SMTP_USER: user, SMTP_PASSWORD: pass } = values;
  if (host === null) {
    for (const name of ['SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD'] as const)
      if (values[name] !== null) throw wrong(name, 'it is set, while SMTP_HOST is missing');
    return null;
  }
  if (!/^[\w.:-]+$/.test(host)) throw wrong('SMTP_HOST', `"${host}" is not a host name`);
  const port = Number(portText ?? 587);
  if (!/^\d+$/.test(portText ?? '587') || port < 1 || port > 65_535)
    throw wrong('SMTP_PORT', `"${portText}" is not a whole number from 1 to 65535`);
  if (user !== null && pass === null) throw wrong('SMTP_PASSWORD', 'it is missing, while SMTP_USER is set');
  if (user === null && pass !== null) throw wrong('SMTP_USER', 'it is missing, while SMTP_PASSWORD is set');
  return { host, port, secure: port === SECURE_PORT, auth: user !== null && pass !== null ? { user, pass } : null };
}

function decoded(part: string, error: () => Error): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw error();
  }
}
