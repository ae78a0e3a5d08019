// Errors of the database repeat the values of the query that failed: addresses, hashes, and mails with the links in them.
import { DrizzleQueryError } from 'drizzle-orm';

/** What PostgreSQL adds to an error that may quote rows and parameters. Its message, code, table and constraint stay. */
const QUOTING = ['detail', 'where', 'internalQuery', 'params', 'parameters'] as const;
const DEEPEST = 8;

/** The same error without values, its causes too. Returns it as it is if nothing in it quotes any. */
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
