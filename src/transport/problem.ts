import type { components } from '#openapi/api.ts';

type Problem = components['schemas']['Problem'];

/** Of an answer without words of its own. The number is for the report, not for people. */
const fallbackMessage = (status: number): string =>
  status >= 500 ? 'Something went wrong on our side. Try again.' : `The request was refused (${status}).`;

/** The server said no, in its own words (RFC 9457). `message` is the sentence for a person. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Stable, snake_case. `http_<status>` when the answer was not the server's own problem document. */
  readonly code: string;
  readonly errors: readonly { field: string; message: string }[];
  readonly requestId: string | null;
  /** Seconds the server asks to wait, from `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(response: Response, problem: Problem | null) {
    super(problem?.detail ?? fallbackMessage(response.status));
    this.status = response.status;
    this.code = problem?.code ?? `http_${response.status}`;
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.request_id ?? response.headers.get('x-request-id');
    this.retryAfter = parseRetryAfter(response.headers);
  }

  /** False when something between us and the server answered in its place. */
  get fromServer(): boolean {
    return !this.code.startsWith('http_');
  }
}

type NetworkReason = 'unreachable' | 'timeout' | 'portal' | 'gateway';

/** The server could not be reached, or something else answered in its place. It never means "signed out". */
export class NetworkError extends Error {
  override name = 'NetworkError';
  readonly reason: NetworkReason;
  /** Seconds that whoever answered in the server's place asked to wait. A hint and no more. */
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

/** A page where an answer was due, and the answers by which a network asks for a sign-in of its own. */
const CAPTIVE_PORTAL_STATUSES: ReadonlySet<number> = new Set([401, 403, 407, 511]);

/** What an answer that is not our server's means, by its status. */
export const intermediaryError = (status: number, retryAfter: number | null): NetworkError =>
  new NetworkError(status < 400 || CAPTIVE_PORTAL_STATUSES.has(status) ? 'portal' : 'gateway', undefined, retryAfter ?? 0);

/** Retry-After as seconds from the answer; both forms of RFC 9110 §10.2.3. A date is read against the answer's own clock, not this device's. */
export function parseRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  const answered = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - (Number.isNaN(answered) ? Date.now() : answered)) / 1000));
}

/** Each answer of our server names its request (server/app.ts). A portal's or a proxy's answer, JSON or not, does not. */
export const isFromServer = (response: Response): boolean => response.headers.has('x-request-id');

export const isProblem = (response: Response): boolean =>
  isFromServer(response) && (response.headers.get('content-type') ?? '').startsWith('application/problem+json');

/** Our server's problem documents carry all of these; what a proxy writes under the same content type does not. */
export function parseProblem(error: unknown): Problem | null {
  const { code, detail, request_id: id } = (error ?? {}) as Partial<Record<string, unknown>>;
  return typeof code === 'string' && typeof detail === 'string' && typeof id === 'string' ? (error as Problem) : null;
}

/**
 * The data of an answer of the generated client.
 * @throws ApiError when the server refused
 */
export function unwrap<T>(result: { data?: T; error?: unknown; response: Response }): T {
  if (result.response.ok) return result.data as T;
  throw new ApiError(result.response, isProblem(result.response) ? parseProblem(result.error) : null);
}
