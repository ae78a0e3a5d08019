// The configuration, read once from the environment variables at startup.
import path from 'node:path';
import {
  type GeneratorSettings,
  type ProviderAddresses,
  readGeneratorSettings,
  readProviderAddresses,
} from '#server/generator-settings.ts';
import { readEmail } from '#server/http/email-addresses.ts';
import { type Mailbox, type MailSettings, readMailSettings } from '#server/mail/settings.ts';
import { readS3Settings, type S3Settings } from '#server/storage/s3-settings.ts';
import { type MetricsSettings, readMetricsSettings, readTraceSettings, type TraceSettings } from '#server/telemetry/settings.ts';
import type { Environment, VariableName } from '#server/variables.ts';
import { weaknessOf } from '#server/weak-passwords.ts';

/** Minimum retention of the audit log in days, for the app (openapi/schemas/logs.yaml) and `AUDIT_DAYS`. */
export const MIN_RETENTION_DAYS = 30;

/** Shown to the person who starts the server; aborts the startup. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export interface Config {
  nodeEnv: 'production' | 'development' | 'test';
  port: number;
  /** As configured. Null: loopback if there is demo data, else all interfaces. */
  host: string | null;
  /** Absolute. */
  dataDir: string;
  /** Wraps the keys in the database; null: a file in `dataDir` does. */
  secretKey: string | null;
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** The bucket for photos and other files. Null: they are in `dataDir`. Contains a secret, like `generators`. */
  s3: S3Settings | null;
  /** Public URL of the app without a trailing slash. Null if not configured: then the request's own host is used. */
  publicUrl: string | null;
  /** Origins of web apps that may call this server with their people's cookies. */
  webOrigins: string[];
  /** Whom passkeys are for; null: the host of the page that asks. */
  passkeyDomain: string | null;
  /** The origin that the served pages call. Null: as built, else their own. */
  apiBase: string | null;
  /** Whether an empty installation gets demo data. */
  demo: boolean;
  role: 'web' | 'worker' | 'all';
  superAdmin: { email: string; password: string } | null;
  mail: MailSettings;
  push: {
    /** Sent to push services with each push (VAPID). */
    subject: string;
    /** Whether a push service of a test, on this machine, is one. */
    toLoopback: boolean;
  };
  /** Whether messages may be sent to http on this machine. */
  webhooksToLoopback: boolean;
  /** Configured image providers. They contain API keys: never log them or send them to clients. */
  generators: GeneratorSettings;
  /** Where image providers are reached whose keys are set in the app. */
  providerAddresses: ProviderAddresses;
  /** Null: manual billing. Contains secrets, like `generators`. */
  stripe: StripeSettings | null;
  maxPhotoBytes: number;
  maxPhotoPixels: number;
  /** What one account may have begun and not finished at one event; three times as much at all events together. */
  openUploads: { files: number; bytes: number };
  /** Reserved space on the disk of `dataDir`. Null: depends on the size of the disk. */
  diskReserveBytes: number | null;
  logLevel: (typeof logLevels)[number];
  /** How long requests are answered after the signal to stop, until a load balancer has noticed. */
  drainMs: number;
  /** Where metrics are served. Null: nowhere. */
  metrics: MetricsSettings | null;
  /** Where traces are sent. Null: nothing is traced. */
  traces: TraceSettings | null;
  /** Folder of `initdb` and `postgres`, or null: those of the npm package. */
  postgresBin: string | null;
  /** As fastify's `trustProxy`. */
  trustProxy: boolean | number | string;
  /** Requests per minute; `loginAccount`, `guestsOfEvent`, `invitations`, `planRequests` and `pictures` per hour. */
  rateLimits: {
    login: number;
    loginAddress: number;
    loginAccount: number;
    register: number;
    guests: number;
    guestsOfEvent: number;
    accountMail: number;
    invitations: number;
    planRequests: number;
    pictures: number;
    refresh: number;
    apiToken: number;
    joinMisses: number;
    deletedAccounts: number;
  };
  sessionsPerAccount: number;
  streamsPerAccount: number;
  auditDays: number;
  auditSealSeconds: number;
  generation: {
    /** Credits of each person, a month. */
    personalCredits: number;
    /** What one person may have begun and not finished. */
    unfinishedPerPerson: number;
    /** Images a day (UTC) of all users by models that cost money, unless the platform's settings say otherwise. */
    paidImagesPerDay: number;
    /** Jobs of this process at once. */
    atOnce: number;
    /** What one may take in all. */
    timeoutMs: number;
    /** With folders of local models to install. */
    modelsFolder: string | null;
  };
  /** Checks each answer against the contract before it leaves: development and tests. */
  checkAnswers: boolean;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const MIN_SECRET_LENGTH = 32;

/** @throws {ConfigError} with a sentence that names the invalid variable */
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
  const mailSettings = mail(env, { publicUrl, webOrigins });
  const demo = choice(env, 'DEMO', ['0', '1'] as const, databaseUrl === null ? '1' : '0');
  return {
    nodeEnv: nodeEnv ?? 'development',
    port: integer(env, 'PORT', 3000, 0, 65535),
    host: text(env, 'HOST'),
    dataDir: path.resolve(text(env, 'DATA_DIR') ?? 'data'),
    secretKey: secretKey(env),
    databaseUrl: databaseUrl?.href ?? null,
    s3: readS3Settings((name) => text(env, name), wrong),
    publicUrl,
    webOrigins,
    passkeyDomain: passkeyDomain(env, [...(publicUrl === null ? [] : [publicUrl]), ...webOrigins]),
    apiBase: apiBase === null ? null : originOf('API_BASE', apiBase),
    demo: demo === '1' && !production,
    role,
    superAdmin: superAdmin(env),
    mail: mailSettings,
    push: push(env, nodeEnv, publicUrl, mailSettings.from),
    webhooksToLoopback: webhooksToLoopback(env, production),
    generators: readGeneratorSettings((name) => text(env, name), wrong),
    providerAddresses: readProviderAddresses((name) => text(env, name), wrong),
    stripe: readStripeSettings((name) => text(env, name), wrong),
    maxPhotoBytes: integer(env, 'MAX_PHOTO_BYTES', 50 * 1024 * 1024, 1, 2 ** 40),
    maxPhotoPixels: integer(env, 'MAX_PHOTO_PIXELS', 100_000_000, 1, 268_402_689),
    openUploads: {
      files: integer(env, 'MAX_OPEN_UPLOADS', 200, 1, 1e9),
      bytes: integer(env, 'MAX_OPEN_UPLOAD_BYTES', 2 * 1024 ** 3, 1, 2 ** 50),
    },
    diskReserveBytes: text(env, 'DISK_RESERVE_BYTES') === null ? null : integer(env, 'DISK_RESERVE_BYTES', 0, 0, 2 ** 50),
    logLevel: choice(env, 'LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    drainMs: integer(env, 'DRAIN_SECONDS', 0, 0, 10) * 1000,
    metrics: readMetricsSettings((name) => text(env, name), wrong),
    traces: readTraceSettings((name) => text(env, name), wrong),
    postgresBin: text(env, 'POSTGRES_BIN'),
    trustProxy: trustProxy(text(env, 'TRUST_PROXY') ?? '0'),
    rateLimits: {
      login: integer(env, 'LOGIN_RATE_LIMIT', 10, 1, 1e9),
      loginAddress: integer(env, 'LOGIN_ADDRESS_RATE_LIMIT', 120, 1, 1e9),
      loginAccount: integer(env, 'LOGIN_ACCOUNT_RATE_LIMIT', 100, 1, 1e9),
      register: integer(env, 'REGISTER_RATE_LIMIT', 60, 1, 1e9),
      guests: integer(env, 'GUEST_RATE_LIMIT', 600, 1, 1e9),
      guestsOfEvent: integer(env, 'GUEST_EVENT_RATE_LIMIT', 2000, 1, 1e9),
      accountMail: integer(env, 'ACCOUNT_MAIL_RATE_LIMIT', 60, 1, 1e9),
      invitations: integer(env, 'INVITATION_RATE_LIMIT', 5, 1, 1e7),
      planRequests: integer(env, 'PLAN_REQUEST_RATE_LIMIT', 5, 1, 1e9),
      pictures: integer(env, 'PICTURE_RATE_LIMIT', 120, 1, 1e9),
      refresh: integer(env, 'REFRESH_RATE_LIMIT', 600, 1, 1e9),
      apiToken: integer(env, 'API_TOKEN_RATE_LIMIT', 600, 1, 1e7),
      joinMisses: integer(env, 'JOIN_MISS_RATE_LIMIT', 60, 1, 1e9),
      deletedAccounts: integer(env, 'DELETED_ACCOUNTS_RATE_LIMIT', 240, 1, 1e9),
    },
    sessionsPerAccount: integer(env, 'SESSIONS_PER_ACCOUNT', 100, 1, 1e9),
    streamsPerAccount: integer(env, 'STREAMS_PER_ACCOUNT', 50, 1, 1e9),
    auditDays: integer(env, 'AUDIT_DAYS', 365, MIN_RETENTION_DAYS, 36_500),
    auditSealSeconds: integer(env, 'AUDIT_SEAL_SECONDS', 90, 0, 86_400),
    generation: {
      personalCredits: integer(env, 'PERSONAL_CREDITS', 100, 0, 1e9),
      paidImagesPerDay: integer(env, 'PAID_IMAGES_PER_DAY', 1000, 0, 1e9),
      unfinishedPerPerson: integer(env, 'GENERATIONS_PER_PERSON', 10, 1, 1e6),
      atOnce: integer(env, 'GENERATIONS_AT_ONCE', 2, 1, 100),
      timeoutMs: integer(env, 'GENERATION_TIMEOUT', 600, 1, 86_400) * 1000,
      modelsFolder: folder(env, 'MODELS_FOLDER'),
    },
    checkAnswers: nodeEnv === 'development' || nodeEnv === 'test',
  };
}

const wrong = (name: VariableName, why: string) => new ConfigError(`${name} is wrong: ${why}.`);

/** The value without surrounding spaces; an empty one counts as not set. */
function text(env: Environment, name: VariableName): string | null {
  return env[name]?.trim() || null;
}

function folder(env: Environment, name: VariableName): string | null {
  const value = text(env, name);
  return value === null ? null : path.resolve(value);
}

function secretKey(env: Environment): string | null {
  const value = text(env, 'SECRET_KEY');
  if (value !== null && value.length < MIN_SECRET_LENGTH)
    throw new ConfigError(
      `SECRET_KEY is too short: give it ${MIN_SECRET_LENGTH} random characters or more, as of openssl rand -base64 32.`,
    );
  return value;
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
  // The value is not repeated in the error: it may contain a password.
  if (!parsed || !protocols.includes(parsed.protocol))
    throw wrong(name, `it is not an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
  return parsed;
}

/** Accepts an origin only: a path would be ignored silently. */
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

/** The web app's address as it was configured, for others than this machine; null: none was. */
export const appAddress = ({ publicUrl, webOrigins }: Pick<Config, 'publicUrl' | 'webOrigins'>): string | null =>
  publicUrl ?? webOrigins[0] ?? null;

function mail(env: Environment, addresses: Pick<Config, 'publicUrl' | 'webOrigins'>): MailSettings {
  const settings = readMailSettings((name) => text(env, name), wrong);
  if (settings.smtp && appAddress(addresses) === null)
    throw wrong('PUBLIC_URL', 'it is missing, while mail is sent by SMTP: links in mails lead there');
  return settings;
}

function push(env: Environment, nodeEnv: string | null, publicUrl: string | null, from: Mailbox): Config['push'] {
  const subject = text(env, 'VAPID_SUBJECT');
  // What push services take (RFC 8292, 2.1), and the library refuses others when it is too late.
  const isSubject = /^mailto:[^\s@]+@[^\s@]+$/.test(subject ?? '') || (URL.canParse(subject ?? '') && subject?.startsWith('https://'));
  if (subject !== null && !isSubject) throw wrong('VAPID_SUBJECT', `"${subject}" is neither an https address nor mailto:name@example.org`);
  const toLoopback = choice(env, 'PUSH_TO_LOOPBACK', ['0', '1'] as const, '0') === '1';
  if (toLoopback && nodeEnv !== 'test') throw wrong('PUSH_TO_LOOPBACK', 'it is for tests (NODE_ENV=test) alone');
  return { subject: subject ?? (publicUrl?.startsWith('https://') ? publicUrl : `mailto:${from.address}`), toLoopback };
}

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Without a path. */
  baseUrl: URL;
}

function webhooksToLoopback(env: Environment, production: boolean): boolean {
  const toLoopback = choice(env, 'WEBHOOKS_TO_LOOPBACK', ['0', '1'] as const, '0') === '1';
  if (toLoopback && production) throw wrong('WEBHOOKS_TO_LOOPBACK', 'it is not for NODE_ENV=production');
  return toLoopback;
}

type Read = (name: VariableName) => string | null;
type Wrong = (name: VariableName, why: string) => Error;

/** @param wrong creates the error for a variable; its text never repeats a secret */
function readStripeSettings(read: Read, wrong: Wrong): StripeSettings | null {
  const secretOf = (name: VariableName, begins: RegExp, like: string): string | null => {
    const value = read(name);
    if (value !== null && !(begins.test(value) && /^[\w-]+$/.test(value))) throw wrong(name, `it is not such as ${like}`);
    return value;
  };
  const secretKey = secretOf('STRIPE_SECRET_KEY', /^[sr]k_(test|live)_./, 'sk_live_…, or a restricted rk_live_…');
  const webhookSecret = secretOf('STRIPE_WEBHOOK_SECRET', /^whsec_./, 'whsec_…');
  const address = read('STRIPE_BASE_URL');
  const baseUrl = new URL(URL.canParse(address ?? '') ? (address ?? '') : 'https://api.stripe.com');
  if (address !== null && (!/^https?:/.test(address) || baseUrl.origin !== address.replace(/\/$/, '')))
    throw wrong('STRIPE_BASE_URL', 'it is not an address such as https://api.stripe.com, without a path or a user');
  if (secretKey === null) {
    for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_BASE_URL'] as const)
      if (read(name) !== null) throw wrong(name, 'it is set, while STRIPE_SECRET_KEY is missing');
    return null;
  }
  // Without it the server would never learn about payments.
  if (webhookSecret === null) throw wrong('STRIPE_WEBHOOK_SECRET', 'it is missing, while STRIPE_SECRET_KEY is set');
  return { secretKey, webhookSecret, baseUrl };
}

function superAdmin(env: Environment): Config['superAdmin'] {
  const email = text(env, 'SUPER_ADMIN_EMAIL');
  const password = text(env, 'SUPER_ADMIN_PASSWORD');
  if (email === null && password === null) return null;
  if (email === null) throw wrong('SUPER_ADMIN_EMAIL', 'it is missing, while SUPER_ADMIN_PASSWORD is set');
  const { address, fault } = readEmail(email);
  if (address === null) throw wrong('SUPER_ADMIN_EMAIL', `"${email}" ${fault}`);
  if (password === null) throw wrong('SUPER_ADMIN_PASSWORD', 'it is missing, while SUPER_ADMIN_EMAIL is set');
  if (password.length < 10 || password.length > 200) throw wrong('SUPER_ADMIN_PASSWORD', 'it must have 10 to 200 characters');
  const weakness = weaknessOf(password, email);
  if (weakness !== null) throw wrong('SUPER_ADMIN_PASSWORD', weakness.replace(/\.$/, ''));
  return { email: address, password };
}

function trustProxy(value: string): Config['trustProxy'] {
  if (value === '0') return false;
  if (/^\d+$/.test(value)) return Number(value);
  if (!/^[\da-fA-F.:/, a-z]+$/.test(value)) throw wrong('TRUST_PROXY', `"${value}" is neither a number of hops nor a list of addresses`);
  return value;
}
