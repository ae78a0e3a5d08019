// The fetch behind every API call, in pages and in the worker: credentials, bearer token, 30 s timeout, and the handling of 401 by
// docs/product.md, Calls and errors (renew, wait 300 ms, retry once). Failures are logged and passed on.
// It also tracks the clock offset from the `Date` of answers (docs/outbox.md, Order and time), which converts monotonic times to server time
// even if the wall clock is changed.
import { anySignal, delay } from '#src/lib/delay.ts';
import { logFailedCall } from '#src/lib/failure-log.ts';
import { monotonicNow, type MonotonicTime, timeOrigin } from '#src/lib/monotonic-clock.ts';
import { fetchOrTake } from './early-answers.ts';
import { isFromServer, NetworkError } from './problem.ts';
import { reportReachable } from './reachability.ts';
import { currentAccount, getAccessToken, refreshAfter401, REQUEST_TIMEOUT_MS, RETRY_PAUSE_MS } from './refresh.ts';
import { readSessionValue, writeSessionValue } from './session-db.ts';
import { isWrite } from './writes.ts';

const NO_REFRESH_PATHS = ['/api/v1/auth/login', '/api/v1/auth/refresh'];

interface SendOptions {
  /** Milliseconds for the whole call. `null`: the caller watches progress. */
  timeout?: number | null;
  /** The caller holds the session lock, so a renewal must not wait for it. */
  holdsLock?: boolean;
}

/**
 * Sends a request to the server.
 * @returns any response; a 401 only after a rejected renewal
 * @throws NetworkError if unreachable or timed out; the caller's abort is passed on
 */
export async function send(request: Request, options: SendOptions = {}): Promise<Response> {
  try {
    const response = await sendWithRefresh(request, options);
    if (response.status >= 400) logFailedCall(request, String(response.status), response.headers.get('x-request-id'));
    return response;
  } catch (error) {
    if (error instanceof NetworkError) logFailedCall(request, error.reason);
    throw error;
  }
}

async function sendWithRefresh(asked: Request, options: SendOptions): Promise<Response> {
  const request = withAccountHeader(asked);
  const sentAt = Date.now();
  const response = await attempt(request.clone(), options);
  if (response.status !== 401 || !isFromServer(response) || NO_REFRESH_PATHS.includes(new URL(request.url).pathname)) return response;
  const outcome = await refreshAfter401(sentAt, options);
  if (outcome === 'unreachable') throw new NetworkError('unreachable');
  if (outcome === 'rejected') return response;
  await delay(RETRY_PAUSE_MS, request.signal);
  return attempt(request, options);
}

/**
 * Writes name their account, as deliveries do: cookies belong to the browser, and may be another user's by the time of a retry. The server
 * refuses a mismatch (409 `account_mismatch`).
 */
function withAccountHeader(request: Request): Request {
  const account = currentAccount();
  if (account === null || !isWrite(request.method) || request.headers.has('X-Account')) return request;
  const headers = new Headers(request.headers);
  headers.set('X-Account', account);
  return new Request(request, { headers });
}

async function attempt(request: Request, { timeout = REQUEST_TIMEOUT_MS }: SendOptions): Promise<Response> {
  const headers = new Headers(request.headers);
  const token = getAccessToken();
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  const limit = timeout === null ? null : AbortSignal.timeout(timeout);
  const signal = limit ? anySignal([request.signal, limit]) : request.signal;
  try {
    const sentAt = performance.now();
    const response = await fetchOrTake(
      new Request(request, { headers, signal, credentials: 'include', redirect: 'error', cache: 'no-store' }),
    );
    // Answers of intermediaries have another clock. A 413 from a proxy does not mean that the server is unreachable.
    const ours = isFromServer(response);
    if (ours || response.status !== 413) reportReachable(ours);
    if (ours) updateClockOffset(response, sentAt);
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    reportReachable(false);
    throw new NetworkError(limit?.aborted ? 'timeout' : 'unreachable', error);
  }
}

/**
 * `send` for JSON calls: a success that is not the server's comes from a captive portal or a proxy.
 * @returns the response with its complete body
 * @throws NetworkError also for those and for truncated bodies
 */
export async function sendJson(request: Request, options?: SendOptions): Promise<Response> {
  const response = await send(request, options);
  if (response.ok && !isFromServer(response)) throw reportNetworkError(request, 'portal');
  if (response.status === 204) return response;
  let body: string;
  try {
    body = await response.text();
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw reportNetworkError(request, error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable', error);
  }
  if (response.ok && !isJson(body)) throw reportNetworkError(request, 'portal');
  return new Response(body, response);
}

function reportNetworkError(request: Request, reason: NetworkError['reason'], cause?: unknown): NetworkError {
  reportReachable(false);
  logFailedCall(request, reason);
  return new NetworkError(reason, cause);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `Date` has a resolution of seconds: smaller differences are ignored. */
const NOISE_MS = 3000;

/** Server time at zero of the monotonic clock in the current stretch. */
let serverTimeOrigin: MonotonicTime | null = null;
let stored: number | null = null;

/** Server time minus device time in milliseconds; 0 within the noise; null if unknown. */
export async function clockOffset(): Promise<number | null> {
  if (serverTimeOrigin?.stretch === monotonicNow().stretch) return offsetNow(serverTimeOrigin);
  stored ??= (await readSessionValue('clockOffset')) ?? null;
  return stored;
}

/** Server time of a moment of this page; null before the first answer. */
export const serverTimeOf = (moment: MonotonicTime): number | null =>
  serverTimeOrigin?.stretch === moment.stretch ? moment.at + serverTimeOrigin.at : null;

/** @param sentAt when the request was sent (`performance.now()`): the server wrote its `Date` between then and now */
export function updateClockOffset(response: Response, sentAt: number): void {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  const { stretch, at: now } = monotonicNow();
  // The header is truncated to the second.
  const least = date - now - NOISE_MS;
  const most = date + 1000 - sentAt + NOISE_MS;
  const fits = (zero: number) => zero >= least && zero <= most;
  if (serverTimeOrigin?.stretch !== stretch || !fits(serverTimeOrigin.at)) {
    serverTimeOrigin = { stretch, at: fits(timeOrigin()) ? timeOrigin() : (least + most) / 2 };
  }
  const offset = offsetNow(serverTimeOrigin);
  if (stored !== null && Math.abs(stored - offset) < NOISE_MS) return;
  stored = offset;
  writeSessionValue('clockOffset', offset).catch((error: unknown) => console.warn('The clock offset was not stored', error));
}

function offsetNow({ at }: MonotonicTime): number {
  const offset = at - timeOrigin();
  return Math.abs(offset) < NOISE_MS ? 0 : offset;
}
