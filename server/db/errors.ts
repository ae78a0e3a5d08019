// Database errors: which ones mean that the database is unavailable, how to log them without the values of the query, and as sentences for the person
// who starts the server.
import { DrizzleQueryError } from 'drizzle-orm';
import { ConfigError } from '#server/config.ts';

/** Whether a write was refused because another row has the same value under this unique index. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '23505' && 'constraint' in cause && cause.constraint === index) return true;
  }
  return false;
}

/** Whether a statement gave up waiting for a lock (`lock_timeout`). */
export function isLockTimeout(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if ('code' in cause && cause.code === '55P03') return true;
  return false;
}

/** PostgreSQL's and the operating system's codes for a database that is gone, going, coming, or too busy. */
const UNAVAILABLE =
  /^(08|53|57P|57014|55P03|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN)/;
/** Driver errors without a code: no free connection, a broken connection, a timeout. */
const DRIVER =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable|Query read timeout|Cannot use a pool after calling end/;

/** The queue of reads is full (lanes.ts): this one is rejected at once instead of waiting. */
export class TooManyReads extends Error {
  constructor() {
    super('too many reads wait for a database connection');
  }
}

/** Of this very error, not of what caused it. Of database connections only: a missing file has a code as well, but is no reason to try again. */
export function isConnectionError(error: Error): boolean {
  if (error instanceof TooManyReads || DRIVER.test(error.message)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // A name with several addresses, none of which answers.
  if (error instanceof AggregateError) return error.errors.some((one) => one instanceof Error && isConnectionError(one));
  const isConnecting = 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo');
  const ofConnection = 'severity' in error || isConnecting || code === 'ECONNRESET' || code === 'EPIPE';
  return ofConnection && UNAVAILABLE.test(code);
}

/** True if this error, or one of its causes, means that the database is unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (isConnectionError(cause)) return true;
  }
  return false;
}

/** What the driver or PostgreSQL said, without the query that failed. */
export function describeFailure(error: unknown): string {
  if (error instanceof DrizzleQueryError && error.cause) return describeFailure(error.cause);
  if (error instanceof AggregateError) return error.errors.map(describeFailure).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** The database does not work now and may later. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

const OF_THE_CERTIFICATE = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

/**
 * Why the server can't use its database, and what to change. Contains no password.
 * @returns the error itself if it is no fault of the database
 */
export function explainDatabaseFailure(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error)) return error;
  const { host, username, pathname, searchParams } = new URL(databaseUrl);
  const where = host || (searchParams.get('host') ?? 'this machine');
  const user = `"${decodeURIComponent(username)}"`;
  const database = `"${decodeURIComponent(pathname.slice(1))}"`;
  const wrong = (why: string) => new ConfigError(`DATABASE_URL is wrong: ${why}.`);
  const cause = error instanceof DrizzleQueryError && error.cause ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const said = describeFailure(cause);
  if ('severity' in cause) {
    if (code === '28P01') return wrong(`PostgreSQL at ${where} refuses the password of ${user}`);
    if (code === '28000') return wrong(`PostgreSQL at ${where} refuses ${user} (${said})`);
    if (code === '3D000') return wrong(`PostgreSQL at ${where} has no database ${database}. Create it first, or correct the name`);
    if (code === '42501') return wrong(`${user} lacks a right in the database ${database} (${said}). Make it the owner of the database`);
  }
  if (said.startsWith('SASL: ')) return wrong(`PostgreSQL at ${where} asks for a password, and there is none in it`);
  if (said === 'The server does not support SSL connections') return wrong(`PostgreSQL at ${where} has no TLS. Remove sslmode from it`);
  if (OF_THE_CERTIFICATE.test(code)) return wrong(`the certificate of ${where} is not trusted (${code})`);
  if (!isDatabaseUnavailable(error)) return error;
  return new DatabaseUnavailable(
    `The PostgreSQL of DATABASE_URL (${where}) does not answer as it should (${said}). Try again when it works.`,
  );
}

/** What PostgreSQL adds to an error that may quote rows and parameters. Its message, code, table and constraint stay. */
const QUOTING = ['detail', 'where', 'internalQuery', 'params', 'parameters'] as const;
const DEEPEST = 8;

/**
 * Returns a copy of the error, and of its causes, without the values of the query that failed: they include addresses, hashes and emails with their
 * links. Returns the error itself if it quotes no values.
 */
export function redactQueryValues(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > DEEPEST) return error;
  const cause = redactQueryValues(error.cause, depth + 1);
  const quotes = error instanceof DrizzleQueryError || QUOTING.some((name) => name in error);
  const errors = 'errors' in error && Array.isArray(error.errors) ? error.errors : null;
  if (!quotes && cause === error.cause && errors === null) return error;
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : withoutCause(error.message, error.cause);
  const clean = new Error(message);
  const own = Object.entries(error).filter(([name]) => !QUOTING.some((quoting) => quoting === name));
  const code = error instanceof DrizzleQueryError && cause instanceof Error && 'code' in cause ? { code: cause.code } : {};
  Object.assign(clean, Object.fromEntries(own), code);
  const hidden = {
    name: error.name,
    stack: `${error.name}: ${message}\n${framesOf(error)}`,
    ...(cause !== undefined && { cause }),
    ...(errors && { errors: errors.map((one) => redactQueryValues(one, depth + 1)) }),
  };
  for (const [name, value] of Object.entries(hidden)) Object.defineProperty(clean, name, { value, configurable: true, writable: true });
  return clean;
}

/** Errors that wrap another often repeat its message. */
function withoutCause(message: string, cause: unknown): string {
  if (!(cause instanceof DrizzleQueryError)) return message;
  const parameters = cause.message.slice(`Failed query: ${cause.query}`.length);
  return message.replaceAll(cause.message, `Failed query: ${cause.query}`).replaceAll(parameters, '');
}

const framesOf = ({ stack = '' }: Error): string => {
  const lines = stack.split('\n');
  const first = lines.findIndex((line) => /^\s+at /.test(line));
  return first < 0 ? '' : lines.slice(first).join('\n');
};
