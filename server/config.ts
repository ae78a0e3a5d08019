// Every environment variable the server reads, in one place: `variables` is what the README's table and the tests are compared with.
import path from 'node:path';
import { appAddress } from '#server/mail/links.ts';
import { readMailSettings, type MailSettings } from '#server/mail/settings.ts';
import { weaknessOf } from '#server/weak-passwords.ts';

/** Told to the person who starts the server; it stops the start. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export interface Config {
  nodeEnv: 'production' | 'development' | 'test';
  port: number;
  /** As told, or null: then loopback with demo data, else every interface. */
  host: string | null;
  /** Absolute. */
  dataDir: string;
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** Where people reach the app, without a slash at the end; null when nobody told: then what the request says. */
  publicUrl: string | null;
  /** Origins of web apps that may call this server with their people's cookies. */
  webOrigins: string[];
  /** Whom passkeys are for; null: the host of the page that asks. */
  passkeyDomain: string | null;
  /** The origin that the pages served here call; null: what the build said, else their own. */
  apiBase: string | null;
  /** Whether an empty installation gets demo data. */
  demo: boolean;
  role: 'web' | 'worker' | 'all';
  superAdmin: { email: string; password: string } | null;
  mail: MailSettings;
  maxPhotoBytes: number;
  maxPhotoPixels: number;
  /** What one account may have begun and not finished at one event; three times as much at all events together. */
  openUploads: { files: number; bytes: number };
  /** Kept free on the disk of `dataDir`; null: by the disk's size. */
  diskReserveBytes: number | null;
  logLevel: (typeof logLevels)[number];
  /** Folder of `initdb` and `postgres`, or null: those of the npm package. */
  postgresBin: string | null;
  /** As fastify's `trustProxy`. */
  trustProxy: boolean | number | string;
  /** Requests per minute; `loginAccount`, `guestsOfEvent` and `invitations` per hour. */
  rateLimits: {
    login: number;
    loginAddress: number;
    loginAccount: number;
    register: number;
    guests: number;
    guestsOfEvent: number;
    accountMail: number;
    invitations: number;
    refresh: number;
    joinMisses: number;
  };
  sessionsPerAccount: number;
  streamsPerAccount: number;
  auditDays: number;
  generation: {
    /** Credits of each person, a month. */
    personalCredits: number;
    /** What one person may have begun and not finished. */
    unfinishedPerPerson: number;
    /** Jobs of this process at once. */
    atOnce: number;
    /** What one may take in all. */
    timeoutMs: number;
  };
  /** Checks each answer against the contract before it leaves: development and tests. */
  checkAnswers: boolean;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Name, default as people read it, and what it is for. */
export const variables = {
  PORT: { default: '3000', about: 'Port of the web server.' },
  HOST: { default: 'loopback with demo data, else 0.0.0.0', about: 'Address to listen on.' },
  DATA_DIR: { default: './data', about: 'Folder of everything the server keeps: database, photos, uploads.' },
  DATABASE_URL: {
    default: 'embedded PostgreSQL',
    about: 'A PostgreSQL (15 or newer) of your own, as postgres://user:password@host:5432/name.',
  },
  PUBLIC_URL: {
    default: 'as the request says',
    about: 'Where people reach the app, as https://photos.example.org. Only its origin may write then; https makes cookies Secure.',
  },
  WEB_ORIGINS: {
    default: 'none but its own',
    about: 'Origins of web apps on other hosts of the same site that may call this server, as https://app.example.org (comma-separated).',
  },
  API_BASE: {
    default: 'the origin of the page',
    about:
      'Origin that the web app served here calls, as https://api.example.org; that server names this one in its WEB_ORIGINS. Also read by the build.',
  },
  PASSKEY_DOMAIN: {
    default: 'host of the page',
    about:
      'Domain that passkeys are made for: the host of PUBLIC_URL, or what it and WEB_ORIGINS have in common, as example.org. Passkeys made for another one stop working.',
  },
  DEMO: {
    default: '1 without DATABASE_URL, else 0',
    about: 'Whether the first start of an empty installation makes demo data (1 or 0). Never with NODE_ENV=production.',
  },
  NODE_ENV: { default: 'unset', about: 'production, development or test. Development and test check every answer against the contract.' },
  ROLE: { default: 'all', about: 'web serves, worker does jobs, all does both. Other than all needs DATABASE_URL.' },
  SUPER_ADMIN_EMAIL: { default: 'made at the first start', about: 'Email address of the first super admin.' },
  SUPER_ADMIN_PASSWORD: { default: 'random, printed once', about: 'Password of the first super admin, at least 10 characters.' },
  SMTP_URL: {
    default: 'files in DATA_DIR/mail',
    about:
      'Server that mail is sent by, as smtp://user:password@mail.example.org:587 or smtps://…; user and password percent-encoded. Needs PUBLIC_URL or WEB_ORIGINS, where links in mails lead.',
  },
  SMTP_HOST: { default: 'none', about: 'The same in parts, instead of SMTP_URL: its name.' },
  SMTP_PORT: {
    default: '587',
    about: 'Its port. 465 is encrypted from the start, others once the server offers it, which a password on another machine requires.',
  },
  SMTP_USER: { default: 'none', about: 'Who logs in there.' },
  SMTP_PASSWORD: { default: 'none', about: 'With which password.' },
  MAIL_FROM: { default: 'none; asked for with SMTP', about: 'Who mails come from, as Photos <photos@example.org>.' },
  MAX_PHOTO_BYTES: { default: '52428800', about: 'Largest photo, in bytes.' },
  MAX_PHOTO_PIXELS: { default: '100000000', about: 'Largest photo, in pixels.' },
  MAX_OPEN_UPLOADS: {
    default: '200',
    about: 'Uploads that one account may have begun and not finished at one event; three times as many at all events together.',
  },
  MAX_OPEN_UPLOAD_BYTES: { default: '2147483648', about: 'Bytes of these uploads, counted in the same way.' },
  DISK_RESERVE_BYTES: {
    default: '5 % of the disk, from 64 MB to 1 GB',
    about: 'Kept free on the disk of DATA_DIR for the database: uploads are refused (507) before they take it.',
  },
  LOG_LEVEL: {
    default: 'info in production, else warn',
    about: 'fatal, error, warn, info, debug, trace or silent. Logs are JSON lines on stderr; requests are logged at info.',
  },
  POSTGRES_BIN: { default: 'of the npm package', about: 'Folder of the programs initdb and postgres for the embedded PostgreSQL.' },
  TRUST_PROXY: { default: '0', about: 'Whose X-Forwarded-* headers count: 0, 1, a number of hops, or addresses (comma-separated).' },
  LOGIN_RATE_LIMIT: { default: '10', about: 'Sign-ins per minute for one email address from one network address.' },
  LOGIN_ADDRESS_RATE_LIMIT: { default: '120', about: 'Sign-ins per minute from one network address (a venue shares one).' },
  LOGIN_ACCOUNT_RATE_LIMIT: {
    default: '100',
    about: 'Failed sign-ins per hour to one account from all places together where nobody has logged in to it before.',
  },
  SESSIONS_PER_ACCOUNT: { default: '100', about: 'Sessions of one account; a further sign-in ends the one that was used least recently.' },
  STREAMS_PER_ACCOUNT: { default: '50', about: 'Event streams that one account may have open at a server.' },
  AUDIT_DAYS: { default: '365', about: 'Days that the audit trail is kept.' },
  PERSONAL_CREDITS: { default: '100', about: 'Credits with which each person may have images made for themselves, a month.' },
  GENERATIONS_PER_PERSON: { default: '10', about: 'Image generations that one person may have begun and not finished.' },
  GENERATIONS_AT_ONCE: { default: '2', about: 'Image generations that are worked on at once, beside the photos.' },
  GENERATION_TIMEOUT: { default: '600', about: 'Seconds after which an image generation is given up.' },
  REGISTER_RATE_LIMIT: { default: '60', about: 'Registrations per minute from one network address.' },
  GUEST_RATE_LIMIT: {
    default: '240',
    about: 'Guests without an account who join per minute from one network address (a venue shares one).',
  },
  GUEST_EVENT_RATE_LIMIT: { default: '2000', about: 'New guests without an account at one event per hour; a quarter of them at once.' },
  ACCOUNT_MAIL_RATE_LIMIT: {
    default: '60',
    about: 'Forgotten passwords, and tries of the links mailed about accounts, per minute from one network address.',
  },
  INVITATION_RATE_LIMIT: {
    default: '5',
    about: 'Invitations by one organization to one address per hour; to all addresses together a hundred times as many.',
  },
  REFRESH_RATE_LIMIT: { default: '600', about: 'Session renewals per minute from one network address.' },
  JOIN_MISS_RATE_LIMIT: { default: '60', about: 'Join codes that open nothing, per minute of one person or one device.' },
} as const;

export type VariableName = keyof typeof variables;
export type Environment = Partial<Record<VariableName, string | undefined>>;

/** @throws {ConfigError} with a sentence that names the variable whose value is wrong */
export function readConfig(env: Environment): Config {
  const nodeEnv = choice(env, 'NODE_ENV', ['production', 'development', 'test'] as const, null);
  const production = nodeEnv === 'production';
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const role = choice(env, 'ROLE', ['web', 'worker', 'all'] as const, 'all');
  if (role !== 'all' && databaseUrl === null)
    throw wrong('ROLE', `${role} needs DATABASE_URL: the embedded database serves one process that does everything`);
  const apiBase = text(env, 'API_BASE');
  const publicUrl = url(env, 'PUBLIC_URL', ['http:', 'https:'])?.href.replace(/\/+$/, '') ?? null;
  const webOrigins = (text(env, 'WEB_ORIGINS') ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((value) => originOf('WEB_ORIGINS', value));
  const demo = choice(env, 'DEMO', ['0', '1'] as const, databaseUrl === null ? '1' : '0');
  return {
    nodeEnv: nodeEnv ?? 'development',
    port: integer(env, 'PORT', 3000, 0, 65535),
    host: text(env, 'HOST'),
    dataDir: path.resolve(text(env, 'DATA_DIR') ?? 'data'),
    databaseUrl: databaseUrl?.href ?? null,
    publicUrl,
    webOrigins,
    passkeyDomain: passkeyDomain(env, [...(publicUrl === null ? [] : [publicUrl]), ...webOrigins]),
    apiBase: apiBase === null ? null : originOf('API_BASE', apiBase),
    demo: demo === '1' && !production,
    role,
    superAdmin: superAdmin(env),
    mail: mail(env, { publicUrl, webOrigins }),
    maxPhotoBytes: integer(env, 'MAX_PHOTO_BYTES', 50 * 1024 * 1024, 1, 2 ** 40),
    maxPhotoPixels: integer(env, 'MAX_PHOTO_PIXELS', 100_000_000, 1, 268_402_689),
    openUploads: {
      files: integer(env, 'MAX_OPEN_UPLOADS', 200, 1, 1e9),
      bytes: integer(env, 'MAX_OPEN_UPLOAD_BYTES', 2 * 1024 ** 3, 1, 2 ** 50),
    },
    diskReserveBytes: text(env, 'DISK_RESERVE_BYTES') === null ? null : integer(env, 'DISK_RESERVE_BYTES', 0, 0, 2 ** 50),
    logLevel: choice(env, 'LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    postgresBin: text(env, 'POSTGRES_BIN'),
    trustProxy: trustProxy(text(env, 'TRUST_PROXY') ?? '0'),
    rateLimits: {
      login: integer(env, 'LOGIN_RATE_LIMIT', 10, 1, 1e9),
      loginAddress: integer(env, 'LOGIN_ADDRESS_RATE_LIMIT', 120, 1, 1e9),
      loginAccount: integer(env, 'LOGIN_ACCOUNT_RATE_LIMIT', 100, 1, 1e9),
      register: integer(env, 'REGISTER_RATE_LIMIT', 60, 1, 1e9),
      guests: integer(env, 'GUEST_RATE_LIMIT', 240, 1, 1e9),
      guestsOfEvent: integer(env, 'GUEST_EVENT_RATE_LIMIT', 2000, 1, 1e9),
      accountMail: integer(env, 'ACCOUNT_MAIL_RATE_LIMIT', 60, 1, 1e9),
      invitations: integer(env, 'INVITATION_RATE_LIMIT', 5, 1, 1e7),
      refresh: integer(env, 'REFRESH_RATE_LIMIT', 600, 1, 1e9),
      joinMisses: integer(env, 'JOIN_MISS_RATE_LIMIT', 60, 1, 1e9),
    },
    sessionsPerAccount: integer(env, 'SESSIONS_PER_ACCOUNT', 100, 1, 1e9),
    streamsPerAccount: integer(env, 'STREAMS_PER_ACCOUNT', 50, 1, 1e9),
    auditDays: integer(env, 'AUDIT_DAYS', 365, 1, 36_500),
    generation: {
      personalCredits: integer(env, 'PERSONAL_CREDITS', 100, 0, 1e9),
      unfinishedPerPerson: integer(env, 'GENERATIONS_PER_PERSON', 10, 1, 1e6),
      atOnce: integer(env, 'GENERATIONS_AT_ONCE', 2, 1, 100),
      timeoutMs: integer(env, 'GENERATION_TIMEOUT', 600, 1, 86_400) * 1000,
    },
    checkAnswers: nodeEnv === 'development' || nodeEnv === 'test',
  };
}

const wrong = (name: VariableName, why: string) => new ConfigError(`${name} is wrong: ${why}.`);

/** The value without surrounding spaces; an empty one counts as not set. */
function text(env: Environment, name: VariableName): string | null {
  return env[name]?.trim() || null;
}

function integer(env: Environment, name: VariableName, fallback: number, least: number, most: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw wrong(name, `"${value}" is not a whole number from ${least} to ${most}`);
  return number;
}

function choice<T extends string, F extends T | null>(env: Environment, name: VariableName, allowed: readonly T[], fallback: F): T | F {
  const value = text(env, name);
  if (value === null) return fallback;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw wrong(name, `"${value}" is none of ${allowed.join(', ')}`);
  return found;
}

function url(env: Environment, name: VariableName, protocols: readonly string[]): URL | null {
  const value = text(env, name);
  if (value === null) return null;
  const parsed = URL.canParse(value) ? new URL(value) : null;
  // The value is not repeated: it may hold a password.
  if (!parsed || !protocols.includes(parsed.protocol))
    throw wrong(name, `it is not an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
  return parsed;
}

/** Of an address that says an origin and nothing else: a path would be left out without a word. */
function originOf(name: VariableName, value: string): string {
  const parsed = URL.canParse(value) ? new URL(value) : null;
  const plain = parsed && /^https?:$/.test(parsed.protocol) && parsed.href === `${parsed.origin}/`;
  if (!plain) throw wrong(name, `"${value}" is not an origin such as https://app.example.org`);
  return parsed.origin;
}

/** Browsers take a page's own host, or a domain above it. */
function passkeyDomain(env: Environment, addresses: readonly string[]): string | null {
  const domain = text(env, 'PASSKEY_DOMAIN')?.toLowerCase() ?? null;
  if (domain === null) return null;
  if (!/^([a-z\d-]+\.)*[a-z\d-]+$/.test(domain)) throw wrong('PASSKEY_DOMAIN', `"${domain}" is not a domain such as example.org`);
  const other = addresses.find((address) => !`.${new URL(address).hostname}`.endsWith(`.${domain}`));
  if (other !== undefined) throw wrong('PASSKEY_DOMAIN', `${other} does not lie in "${domain}"`);
  return domain;
}

function mail(env: Environment, addresses: Pick<Config, 'publicUrl' | 'webOrigins'>): MailSettings {
  const settings = readMailSettings((name) => text(env, name), wrong);
  if (settings.smtp && appAddress(addresses) === null)
    throw wrong('PUBLIC_URL', 'it is missing, while mail is sent by SMTP: links in mails lead there');
  return settings;
}

function superAdmin(env: Environment): Config['superAdmin'] {
  const email = text(env, 'SUPER_ADMIN_EMAIL');
  const password = text(env, 'SUPER_ADMIN_PASSWORD');
  if (email === null && password === null) return null;
  if (email === null) throw wrong('SUPER_ADMIN_EMAIL', 'it is missing, while SUPER_ADMIN_PASSWORD is set');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw wrong('SUPER_ADMIN_EMAIL', `"${email}" is not an email address`);
  if (password === null) throw wrong('SUPER_ADMIN_PASSWORD', 'it is missing, while SUPER_ADMIN_EMAIL is set');
  if (password.length < 10 || password.length > 200) throw wrong('SUPER_ADMIN_PASSWORD', 'it must have 10 to 200 characters');
  const weakness = weaknessOf(password, email);
  if (weakness !== null) throw wrong('SUPER_ADMIN_PASSWORD', weakness.replace(/\.$/, ''));
  return { email: email.toLowerCase(), password };
}

function trustProxy(value: string): Config['trustProxy'] {
  if (value === '0') return false;
  if (/^\d+$/.test(value)) return Number(value);
  if (!/^[\da-fA-F.:/, a-z]+$/.test(value)) throw wrong('TRUST_PROXY', `"${value}" is neither a number of hops nor a list of addresses`);
  return value;
}
