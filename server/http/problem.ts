import type { components } from '#openapi/api.ts';

export type FieldProblem = NonNullable<components['schemas']['Problem']['errors']>[number];

/** An error answer. Handlers and policies throw it; the error handler turns it into `application/problem+json` (RFC 9457). */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly errors: FieldProblem[] | undefined;
  readonly headers: Record<string, string | string[]> | undefined;

  /**
   * @param status HTTP status, 400 to 599
   * @param code stable, snake_case; one of the operation's `x-errors` or the common codes
   * @param detail a sentence for a person
   */
  constructor(
    status: number,
    code: string,
    detail: string,
    more: { errors?: FieldProblem[]; headers?: Record<string, string | string[]>; cause?: Error | undefined } = {},
  ) {
    // No stack trace: it is never read, and capturing it took a good part of the time of a refusal.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail, more.cause && { cause: more.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.headers = more.headers;
  }
}

export const unauthenticated = () => new Problem(401, 'unauthenticated', 'Log in to continue.');
export const forbidden = (detail = 'You don’t have permission to do this.') => new Problem(403, 'forbidden', detail);
/** For writes during impersonation. */
export const readOnlyImpersonation = () =>
  new Problem(403, 'view_only', 'You’re viewing this account. You can’t change or download anything.');
export const ONLY_SUPER_ADMINS = 'Only super admins can do this.';
/**
 * @param waitMs until it is worth trying again
 * @param why a sentence without its full stop
 */
export function tooManyAttempts(waitMs: number, why = 'Too many attempts'): Problem {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = seconds > 120 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  return new Problem(429, 'too_many_requests', `${why}. Wait ${wait}.`, { headers: { 'retry-after': String(seconds) } });
}
/** @param more an additional sentence: the reason, or an alternative */
export const emailNotConfirmed = (more = '') =>
  new Problem(409, 'email_not_confirmed', `Your account’s email address isn’t confirmed. Confirm it first.${more && ` ${more}`}`);
export const notFound = (what: string) => new Problem(404, 'not_found', `This ${what} doesn’t exist.`);
/** Looking waits, delivering does not. */
export const busy = () => new Problem(503, 'busy', 'The server is busy. Try again in a moment.', { headers: { 'retry-after': '2' } });
