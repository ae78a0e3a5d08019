// Tells "the database is not to be had now" from every other failure: the first is waited for and tried again, the others are reported.

/** PostgreSQL's and the operating system's codes for a database that is gone, going, coming, or too busy. */
const UNAVAILABLE =
  /^(08|53|57P|57014|55P03|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN)/;
/** What the driver says without a code: no free connection, a connection that broke, no answer in time. */
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

/** True when this error, or one that caused it, says that the database is not to be had now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (isConnectionError(cause)) return true;
  }
  return false;
}
