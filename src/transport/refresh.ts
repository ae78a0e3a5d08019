// Renewing the session: one attempt at a time over all pages and the worker, three outcomes, and only `rejected` signs anybody out
// (docs/product.md B1.7). Its lock is not the outbox's, so that a drainer may renew the session while it holds its own.
import createClient from 'openapi-fetch';
import type { components, paths } from '#openapi/api.ts';
import { withLock } from '#src/lib/bfcache.ts';
import { delay } from '#src/lib/delay.ts';
import { logFailedCall } from '#src/lib/failure-log.ts';
import { apiUrl } from './api-base.ts';
import { isFromServer, isProblem, NetworkError } from './problem.ts';
import { reportReachable } from './reachability.ts';
import { addDeletedAccount, readSessionValue, writeSessionValue } from './session-db.ts';
import { WriteRequest } from './writes.ts';

export type RefreshOutcome = 'refreshed' | 'rejected' | 'unreachable';

type Session = components['schemas']['Session'];

export interface SessionPort {
  /** Whose page this is, as far as it knows. */
  account(): string | null;
  onRefreshed(session: Session): void;
  /** Awaited: whoever asked learns of it when all that follows from it is done. */
  onRejected(): Promise<void> | void;
  /** A call was answered 401 and the renewal was refused: nobody is signed in, and somebody must be. */
  onSignInNeeded(): void;
}

const LOCK = 'session-refresh';
/** The request time-out of docs/product.md A9. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** The pause between renewal and retry of docs/product.md A9. */
export const RETRY_PAUSE_MS = 300;

/** The generated client for calls whose 401 renews nothing. */
export const apiWithoutRefresh = createClient<paths>({
  Request: WriteRequest,
  fetch: (request) => fetch(request),
  credentials: 'include',
  redirect: 'error',
  cache: 'no-store',
});

let port: SessionPort | null = null;
let accessToken: string | null = null;
let running: Promise<RefreshOutcome> | null = null;

/** Wires the session's owner in. Only `main.tsx` does; the worker has none and relies on cookies: a token of its own would outlive them. */
export function configureTransport(sessionPort: SessionPort): void {
  port = sessionPort;
}

/** In memory only, never in storage (docs/product.md B1.5). */
export const setAccessToken = (token: string | null) => void (accessToken = token);
export const getAccessToken = () => accessToken;
export const currentAccount = (): string | null => port?.account() ?? null;
export const isRefreshing = () => running !== null;

/**
 * Renews the session, or joins the attempt that runs.
 * @param since when the call that got a 401 was sent (device ms): a renewal by another page since then makes ours needless. Without it, the
 *   caller wants to learn who is signed in, and only an answer of our own tells
 */
export function refreshSession(since: number = Infinity): Promise<RefreshOutcome> {
  running ??= withSessionLock(() => refreshLocked(since)).finally(() => (running = null));
  return running;
}

/** The same after a 401. @param since when the call was sent */
export async function refreshAfter401(since: number, { holdsLock = false }: { holdsLock?: boolean }): Promise<RefreshOutcome> {
  const outcome = await (holdsLock ? refreshLocked(since) : refreshSession(since));
  if (outcome === 'rejected') port?.onSignInNeeded();
  return outcome;
}

/** Whatever changes the session's cookies: one at a time over all pages and the worker, or a late answer undoes a newer one. */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  return withLock(LOCK, work);
}

async function refreshLocked(since: number): Promise<RefreshOutcome> {
  const logout = await finishLogout();
  if (logout !== 'none') return logout === 'done' ? 'rejected' : 'unreachable';
  const renewedAt = await readSessionValue('refreshedAt');
  // Further ahead, it was written by a clock that ran ahead.
  if (renewedAt !== undefined && renewedAt > since && renewedAt < Date.now() + REQUEST_TIMEOUT_MS) {
    // Another page's answer set the cookies; our bearer token is older than they are.
    accessToken = null;
    return 'refreshed';
  }
  const answer = await postRefresh();
  if (answer === null) return 'unreachable';
  if (answer.response.status === 200) return acceptSession(answer.data);
  if (isRefusal(answer.response)) {
    const code = codeOf(answer.error);
    if (code === undefined) return 'unreachable';
    if (code === 'account_deleted') await handleDeletedAccount();
    accessToken = null;
    await port?.onRejected();
    return 'rejected';
  }
  return 'unreachable';
}

/** In our server's own words: a portal's or a proxy's 401 ends nothing. */
const isRefusal = (response: Response): boolean => (response.status === 401 || response.status === 403) && isProblem(response);

/** Undefined where the answer was cut short. */
const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null ? ((error as { code?: string }).code ?? '') : undefined;

/** Before the session goes: only its snapshot tells whose it was. The server says so until the logout, and not after it. */
async function handleDeletedAccount(): Promise<void> {
  const snapshot = await readSessionValue('snapshot');
  if (snapshot) await addDeletedAccount(snapshot.user.id);
  await postLogout();
}

/** @param session as far as it is one: a portal's answer may be any JSON */
async function acceptSession(session: Session | undefined): Promise<RefreshOutcome> {
  if (typeof session?.access_token !== 'string' || typeof session.user?.id !== 'string') return 'unreachable';
  await writeSessionValue('refreshedAt', Date.now());
  // Signed out while this was on its way: it must not sign in again.
  const logout = await finishLogout();
  if (logout !== 'none') return logout === 'done' ? 'rejected' : 'unreachable';
  if (port) accessToken = session.access_token;
  port?.onRefreshed(session);
  return 'refreshed';
}

/** Carries out a logout that was made offline. Called before any sign-in or sending; a refresh does it by itself. */
export async function finishPendingLogout(): Promise<'none' | 'done' | 'unreachable'> {
  // Most times there is none: no need to queue for the lock.
  return (await readSessionValue('pendingLogout')) ? withSessionLock(finishLogout) : 'none';
}

/** Under the lock, so that a late logout of one context cannot end the session that another has begun since. */
async function finishLogout(): Promise<'none' | 'done' | 'unreachable'> {
  if (!(await readSessionValue('pendingLogout'))) return 'none';
  let response = (await postLogout())?.response;
  if (response?.status === 401) {
    // As after any call (docs/product.md A8); what the renewal answers signs nobody in.
    const renewed = (await postRefresh())?.response;
    if (renewed && !isRefusal(renewed) && renewed.status !== 200) return 'unreachable';
    if (renewed?.status === 200) {
      await delay(RETRY_PAUSE_MS);
      response = (await postLogout())?.response;
    } else response = renewed;
  }
  // Refused as well: there is no session left to end.
  if (!response || !(response.status === 204 || isRefusal(response))) return 'unreachable';
  await writeSessionValue('pendingLogout', undefined);
  return 'done';
}

/** A renewal must not outlive its page: what it answers would reach nobody. */
const callInit = () => ({ keepalive: false, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
const postRefresh = () => callAuth('/api/v1/auth/refresh', () => apiWithoutRefresh.POST('/api/v1/auth/refresh', callInit()));
const postLogout = () => callAuth('/api/v1/auth/logout', () => apiWithoutRefresh.POST('/api/v1/auth/logout', callInit()));

/** Null when the server did not answer: nothing did, a portal or a proxy, or the answer was cut short. */
async function callAuth<T extends { response: Response }>(path: string, call: () => Promise<T>): Promise<T | null> {
  const url = apiUrl(path);
  try {
    const answer = await call();
    const { response } = answer;
    if (!isFromServer(response)) throw new NetworkError('portal');
    reportReachable(true);
    if (!response.ok) logFailedCall({ method: 'POST', url }, String(response.status), response.headers.get('x-request-id'));
    return answer;
  } catch {
    reportReachable(false);
    logFailedCall({ method: 'POST', url }, 'unreachable');
    return null;
  }
}
