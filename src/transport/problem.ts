import type { components } from '#openapi/api.ts';

type Problem = components['schemas']['Problem'];

/** For answers without a message. The status is for reports. */
const fallbackMessage = (status: number): string =>
  status >= 500 ? 'Something went wrong on our side. Try again.' : `The request was refused (${status}).`;

/** The server refused the call (RFC 9457). `message` is meant for users. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Stable, snake_case. `http_<status>` if the answer was not the server's own problem document. */
  readonly code: string;
  readonly errors: readonly { field: string; message: string }[];
  readonly requestId: string | null;
  /** Seconds from `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(response: Response, problem: Problem | null) {
    super(problem?.detail ?? fallbackMessage(response.status));
    this.status = response.status;
    this.code = problem?.code ?? `http_${response.status}`;
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.request_id ?? response.headers.get('x-request-id');
    this.retryAfter = parseRetryAfter(response.headers);
  }

  /** False if an intermediary answered. */
  get fromServer(): boolean {
    return !this.code.startsWith('http_');
  }
}

type NetworkReason = 'unreachable' | 'timeout' | 'portal' | 'gateway';

/** The server was unreachable, or an intermediary answered. Never means "signed out". */
export class NetworkError extends Error {
  override name = 'NetworkError';
  readonly reason: NetworkReason;
  /** Seconds that an intermediary asked to wait. Only a hint. */
  readonly hint: number;

  constructor(reason: NetworkReason, cause?: unknown, hint = 0) {
    super(
      {
        unreachable: 'Can’t reach the server.',
        timeout: 'The server didn’t respond in time.',
        portal: 'The network responded instead of the server. You may need to sign in to the Wi-Fi.',
        gateway: 'Something between you and the server blocked this request.',
      }[reason],
      { cause },
    );
    this.reason = reason;
    this.hint = hint;
  }
}

/** An HTML page, and the statuses by which a network requires its own sign-in. */
const CAPTIVE_PORTAL_STATUSES: ReadonlySet<number> = new Set([401, 403, 407, 511]);

/** The error for an intermediary's answer, by status. */
export const intermediaryError = (status: number, retryAfter: number | null): NetworkError =>
  new NetworkError(status < 400 || CAPTIVE_PORTAL_STATUSES.has(status) ? 'portal' : 'gateway', undefined, retryAfter ?? 0);

/** Retry-After in seconds, in both forms of RFC 9110 §10.2.3. A date is compared with the answer's own clock, not the device's. */
export function parseRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  const answered = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - (Number.isNaN(answered) ? Date.now() : answered)) / 1000));
}

const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 423, 425, 429]);

/** Whether an answer of the server says to try again later, and refuses nothing. */
export const asksToRetry = (status: number): boolean => status >= 500 || RETRY_STATUSES.has(status);

/** Every answer of the server has a request id (server/app.ts). Intermediaries do not send it. */
export const isFromServer = (response: Response): boolean => response.headers.has('x-request-id');

export const isProblem = (response: Response): boolean =>
  isFromServer(response) && (response.headers.get('content-type') ?? '').startsWith('application/problem+json');

/** The server's problem documents have all of these; a proxy's may not. */
export function parseProblem(error: unknown): Problem | null {
  const { code, detail, request_id: id } = (error ?? {}) as Partial<Record<string, unknown>>;
  return typeof code === 'string' && typeof detail === 'string' && typeof id === 'string' ? (error as Problem) : null;
}

/**
 * Unwraps the data of a generated client's answer.
 * @throws ApiError if the server refused
 */
export function unwrap<T>(result: { data?: T; error?: unknown; response: Response }): T {
  if (result.response.ok) return result.data as T;
  throw new ApiError(result.response, isProblem(result.response) ? parseProblem(result.error) : null);
}
