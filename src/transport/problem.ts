import type { components } from '#openapi/api.ts';

type Problem = components['schemas']['Problem'];

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
    super(problem?.detail ?? `The server answered ${response.status}.`);
    this.status = response.status;
    this.code = problem?.code ?? `http_${response.status}`;
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.request_id ?? response.headers.get('x-request-id');
    this.retryAfter = parseRetryAfter(response.headers.get('retry-after'));
  }

  /** False when something between us and the server answered in its place. */
  get fromServer(): boolean {
    return !this.code.startsWith('http_');
  }
}

/** The server could not be reached, or something else answered in its place. It never means "signed out". */
export class NetworkError extends Error {
  override name = 'NetworkError';
  readonly reason: 'unreachable' | 'timeout' | 'portal';

  constructor(reason: 'unreachable' | 'timeout' | 'portal', cause?: unknown) {
    super(
      {
        unreachable: 'The server cannot be reached.',
        timeout: 'The server did not answer in time.',
        portal: 'The network answered in place of the server: it may want a sign-in of its own.',
      }[reason],
      { cause },
    );
    this.reason = reason;
  }
}

/** Retry-After as seconds from now; both forms of RFC 9110 §10.2.3. */
function parseRetryAfter(value: string | null): number | null {
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

export const isProblem = (response: Response) => (response.headers.get('content-type') ?? '').startsWith('application/problem+json');

function asProblem(error: unknown): Problem | null {
  return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error ? (error as Problem) : null;
}

/**
 * The data of an answer of the generated client.
 * @throws ApiError when the server refused
 */
export function unwrap<T>(result: { data?: T; error?: unknown; response: Response }): T {
  if (result.response.ok) return result.data as T;
  throw new ApiError(result.response, isProblem(result.response) ? asProblem(result.error) : null);
}
