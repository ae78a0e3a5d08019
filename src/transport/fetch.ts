// The fetch under every call to our server, in pages and in the worker alike: credentials, bearer token, 30 s, and the one answer to a 401
// that docs/product.md A8 gives: renew, wait 300 ms, send once more. What fails all the same is noted here and passed on.
// The device's clock against the server's, from the `Date` of its answers (docs/outbox.md, Sending 14): an offset for the wall clock, and for
// moments taken on the steady clock the server's own time, whatever the wall clock was set to meanwhile.
import { anySignal, delay } from '#src/lib/delay.ts';
import { logFailedCall } from '#src/lib/failure-log.ts';
import { monotonicNow, type MonotonicTime, timeOrigin } from '#src/lib/monotonic-clock.ts';
import { isFromServer, NetworkError } from './problem.ts';
import { reportReachable } from './reachability.ts';
import { currentAccount, getAccessToken, refreshAfter401, REQUEST_TIMEOUT_MS, RETRY_PAUSE_MS } from './refresh.ts';
import { readSessionValue, writeSessionValue } from './session-db.ts';
import { isWrite } from './writes.ts';

/** `Date` has whole seconds: what is less than this is no difference. */
const NOISE_MS = 3000;

/** Server time at the steady clock's nought, as learned in this stretch. */
let serverTimeOrigin: MonotonicTime | null = null;
let stored: number | null = null;

/** Server time minus device time in milliseconds; 0 within the noise; null when never learned. */
export async function clockOffset(): Promise<number | null> {
  if (serverTimeOrigin?.stretch === monotonicNow().stretch) return offsetNow(serverTimeOrigin);
  stored ??= (await readSessionValue('clockOffset')) ?? null;
  return stored;
}

/** Server time of a moment of this page; null while no answer told. */
export const serverTimeOf = (moment: MonotonicTime): number | null =>
  serverTimeOrigin?.stretch === moment.stretch ? moment.at + serverTimeOrigin.at : null;

/** @param sentAt when the request left, on the steady clock: the server wrote its `Date` between then and now */
export function updateClockOffset(response: Response, sentAt: number): void {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  const { stretch, at: now } = monotonicNow();
  // The header is cut to the second.
  const least = date - now - NOISE_MS;
  const most = date + 1000 - sentAt + NOISE_MS;
  const fits = (zero: number) => zero >= least && zero <= most;
  if (serverTimeOrigin?.stretch !== stretch || !fits(serverTimeOrigin.at)) {
    serverTimeOrigin = { stretch, at: fits(timeOrigin()) ? timeOrigin() : (least + most) / 2 };
  }
  const offset = offsetNow(serverTimeOrigin);
  if (stored !== null && Math.abs(stored - offset) < NOISE_MS) return;
  stored = offset;
  writeSessionValue('clockOffset', offset).catch((error: unknown) => console.warn('The clock offset was not kept', error));
}

function offsetNow({ at }: MonotonicTime): number {
  const offset = at - timeOrigin();
  return Math.abs(offset) < NOISE_MS ? 0 : offset;
}

const NO_REFRESH_PATHS = ['/api/v1/auth/login', '/api/v1/auth/refresh'];

interface SendOptions {
  /** Milliseconds for the whole call. `null`: the caller watches progress itself. */
  timeout?: number | null;
  /** The caller holds the session's lock: a renewal must not wait for it. */
  holdsLock?: boolean;
}

/**
 * Sends a request to our server.
 * @returns whatever answered; a 401 only after a renewal that was refused
 * @throws NetworkError unreachable or timed out; the caller's own abort is passed on
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
 * A change names whose it is, as deliveries do: cookies are one browser's, and by the time of a retry they may be the next person's. The server
 * then refuses it (409 `account_mismatch`).
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
    const response = await fetch(new Request(request, { headers, signal, credentials: 'include', redirect: 'error', cache: 'no-store' }));
    // A portal's or a proxy's answer comes with a clock of its own. That a request is too large for a proxy says nothing about the rest.
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
 * `send` for calls that answer JSON: what claims success and is not our server's answer came from a captive portal or a proxy.
 * @returns the answer, wholly arrived
 * @throws NetworkError also for those, and for an answer that was cut short
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

/** A file of the app itself, which is no call: nothing is renewed for it, and nothing told of it. */
export const fetchAsset = (request: Request): Promise<Response> => fetch(request);
