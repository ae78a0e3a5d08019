// The fetch under every call to our server, in pages and in the worker alike: credentials, bearer token, 30 s, and the one answer to a 401
// that the spec gives (§8): renew, wait 300 ms, send once more.
import { anySignal } from '#src/lib/any-signal.ts';
import { pause } from '#src/lib/pause.ts';
import { learnClock } from './clock.ts';
import { isProblem, NetworkError } from './problem.ts';
import { reportReachable } from './reachability.ts';
import { bearer, refreshSession, REQUEST_TIMEOUT_MS } from './refresh.ts';

/** The spec's pause between renewal and retry (§9). */
const RETRY_PAUSE_MS = 300;
const WITHOUT_RENEWAL = ['/api/v1/auth/login', '/api/v1/auth/refresh', '/api/v1/auth/logout', '/api/v1/auth/register'];

export interface SendOptions {
  /** Milliseconds for the whole call. `null`: the caller watches progress itself. */
  timeout?: number | null;
}

/**
 * Sends a request to our server.
 * @returns whatever answered; a 401 only after a renewal that was refused
 * @throws NetworkError unreachable or timed out; the caller's own abort is passed on
 */
export async function send(request: Request, options: SendOptions = {}): Promise<Response> {
  const sentAt = Date.now();
  const response = await attempt(request.clone(), options);
  if (response.status !== 401 || !isProblem(response) || WITHOUT_RENEWAL.includes(new URL(request.url).pathname)) return response;
  const outcome = await refreshSession(sentAt);
  if (outcome === 'unreachable') throw new NetworkError('unreachable');
  if (outcome === 'rejected') return response;
  await pause(RETRY_PAUSE_MS, request.signal);
  return attempt(request, options);
}

async function attempt(request: Request, { timeout = REQUEST_TIMEOUT_MS }: SendOptions): Promise<Response> {
  const headers = new Headers(request.headers);
  const token = bearer();
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  const limit = timeout === null ? null : AbortSignal.timeout(timeout);
  const signal = limit ? anySignal([request.signal, limit]) : request.signal;
  try {
    const response = await fetch(new Request(request, { headers, signal, credentials: 'include', redirect: 'error', cache: 'no-store' }));
    // Our server's calls are never answered with a page: a portal's or a proxy's is, and comes with a clock of its own.
    const isOurs = !(response.headers.get('content-type') ?? '').startsWith('text/html');
    reportReachable(isOurs);
    if (isOurs) learnClock(response);
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    reportReachable(false);
    throw new NetworkError(limit?.aborted ? 'timeout' : 'unreachable', error);
  }
}

/**
 * `send` for calls that answer JSON: anything else that claims success came from a captive portal or a proxy.
 * @returns the answer, wholly arrived
 * @throws NetworkError also for those, and for an answer that was cut short
 */
export async function sendJson(request: Request): Promise<Response> {
  const response = await send(request);
  if (response.status === 204) return response;
  if (response.ok && !(response.headers.get('content-type') ?? '').includes('json')) throw lost('portal');
  let body: string;
  try {
    body = await response.text();
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw lost(error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable', error);
  }
  if (response.ok && !isJson(body)) throw lost('portal');
  return new Response(body, response);
}

function lost(reason: NetworkError['reason'], cause?: unknown): NetworkError {
  reportReachable(false);
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
