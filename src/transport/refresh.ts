// Session renewal: one attempt at a time across pages and the worker, with three outcomes; only `rejected` signs out
// (docs/product.md, People and sessions). Its lock differs from the outbox's, so that a drainer can renew the session.
import createClient from 'openapi-fetch';
import type { components, paths } from '#openapi/api.ts';
import { withLock } from '#src/lib/bfcache.ts';
import { delay } from '#src/lib/delay.ts';
import { logFailedCall } from '#src/lib/failure-log.ts';
import { apiUrl } from './api-base.ts';
import { fetchOrTake, SESSION_LOCK } from './early-answers.ts';
import { isFromServer, isProblem, NetworkError } from './problem.ts';
import { reportReachable } from './reachability.ts';
import { addDeletedAccount, readSessionValue, writeSessionValue } from './session-db.ts';
import { WriteRequest } from './writes.ts';

export type RefreshOutcome = 'refreshed' | 'rejected' | 'unreachable';

type Session = components['schemas']['Session'];

export interface SessionPort {
  /** The page's account, if known. */
  account(): string | null;
  onRefreshed(session: Session): void;
  /** Awaited, so that callers continue after all consequences. */
  onRejected(): Promise<void> | void;
  /** A call got 401 and the renewal was rejected: the user must sign in. */
  onSignInNeeded(): void;
}

/** The request timeout of docs/product.md, Constants. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** The pause between renewal and retry of docs/product.md, Constants. */
export const RETRY_PAUSE_MS = 300;

/** A client whose 401 does not trigger a renewal. */
export const apiWithoutRefresh = createClient<paths>({
  Request: WriteRequest,
  fetch: fetchOrTake,
  credentials: 'include',
  redirect: 'error',
  cache: 'no-store',
});

let port: SessionPort | null = null;
let accessToken: string | null = null;
let running: Promise<RefreshOutcome> | null = null;

/** Connects the session's owner. Only `main.tsx` calls it; the worker relies on cookies, because a token of its own would outlive them. */
export function configureTransport(sessionPort: SessionPort): void {
  port = sessionPort;
}

/** In memory only, never in storage (docs/product.md, People and sessions). */
export const setAccessToken = (token: string | null) => void (accessToken = token);
export const getAccessToken = () => accessToken;
export const currentAccount = (): string | null => port?.account() ?? null;
export const isRefreshing = () => running !== null;

/**
 * Renews the session, or joins the running attempt. @param since when the call that got a 401 was sent (device ms): a later renewal by another
 * page makes this one unnecessary. Without it, the caller needs the current user, which requires a new attempt
 */
export function refreshSession(since: number = Infinity): Promise<RefreshOutcome> {
  running ??= withSessionLock(() => refreshLocked(since)).finally(() => (running = null));
  return running;
}

/** Renews after a 401. @param since when the call was sent */
export async function refreshAfter401(since: number, { holdsLock = false }: { holdsLock?: boolean }): Promise<RefreshOutcome> {
  const outcome = await (holdsLock ? refreshLocked(since) : refreshSession(since));
  if (outcome === 'rejected') port?.onSignInNeeded();
  return outcome;
}

/** Serializes all changes of the session cookies across pages and the worker: a late answer could undo a newer one. */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  return withLock(SESSION_LOCK, work);
}

async function refreshLocked(since: number): Promise<RefreshOutcome> {
  const logout = await finishLogout();
  if (logout !== 'none') return logout === 'done' ? 'rejected' : 'unreachable';
  const renewedAt = await readSessionValue('refreshedAt');
  // A time further ahead was written by a clock that ran ahead.
  if (renewedAt !== undefined && renewedAt > since && renewedAt < Date.now() + REQUEST_TIMEOUT_MS) {
    // Another page's answer set the cookies, so the bearer token is outdated.
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

/** By the server itself: a 401 of an intermediary does not end the session. */
const isRefusal = (response: Response): boolean => (response.status === 401 || response.status === 403) && isProblem(response);

/** Undefined if the body was truncated. */
const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null ? ((error as { code?: string }).code ?? '') : undefined;

/** Before the session is cleared: only its snapshot has the account. The server reports the deletion until the logout. */
async function handleDeletedAccount(): Promise<void> {
  const snapshot = await readSessionValue('snapshot');
  if (snapshot) await addDeletedAccount(snapshot.user.id);
  await postLogout();
}

/** @param session unvalidated: an intermediary may answer any JSON */
async function acceptSession(session: Session | undefined): Promise<RefreshOutcome> {
  if (typeof session?.access_token !== 'string' || typeof session.user?.id !== 'string') return 'unreachable';
  await writeSessionValue('refreshedAt', Date.now());
  // Signed out in the meantime: it must not sign in again.
  const logout = await finishLogout();
  if (logout !== 'none') return logout === 'done' ? 'rejected' : 'unreachable';
  if (port) accessToken = session.access_token;
  port?.onRefreshed(session);
  return 'refreshed';
}

/** Finishes an offline logout. Call before a sign-in or delivery; a refresh does it itself. */
export async function finishPendingLogout(): Promise<'none' | 'done' | 'unreachable'> {
  // Usually there is none, and the lock is not needed.
  return (await readSessionValue('pendingLogout')) ? withSessionLock(finishLogout) : 'none';
}

/** Under the lock, so that a late logout cannot end a session that another context has started since. */
async function finishLogout(): Promise<'none' | 'done' | 'unreachable'> {
  if (!(await readSessionValue('pendingLogout'))) return 'none';
  let response = (await postLogout())?.response;
  if (response?.status === 401) {
    // As after any call (docs/product.md, Calls and errors); the result of the renewal is ignored.
    const renewed = (await postRefresh())?.response;
    if (renewed && !isRefusal(renewed) && renewed.status !== 200) return 'unreachable';
    if (renewed?.status === 200) {
      await delay(RETRY_PAUSE_MS);
      response = (await postLogout())?.response;
    } else response = renewed;
  }
  // Rejected as well: there is no session to end.
  if (!response || !(response.status === 204 || isRefusal(response))) return 'unreachable';
  await writeSessionValue('pendingLogout', undefined);
  return 'done';
}

/** A renewal must not outlive its page, which could not apply the answer. */
const callInit = () => ({ keepalive: false, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
const postRefresh = () => callAuth('/api/v1/auth/refresh', () => apiWithoutRefresh.POST('/api/v1/auth/refresh', callInit()));
const postLogout = () => callAuth('/api/v1/auth/logout', () => apiWithoutRefresh.POST('/api/v1/auth/logout', callInit()));

/** Null if the server did not answer, or the body was truncated. */
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
