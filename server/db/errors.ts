// Database errors: which ones mean that the database is unavailable, and how to log them without the values of the query.
import { DrizzleQueryError } from 'drizzle-orm';

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
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Query read timeout|Cannot use a pool after calling end/;

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
