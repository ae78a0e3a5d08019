// Starting, renewing and ending the session. Only these functions and those of sign-in.ts change it.
import { purgeMediaCaches } from '#src/lib/media-cache.ts';
import { isCrossOrigin } from '#src/transport/api-base.ts';
import { subscribeReachability } from '#src/transport/reachability.ts';
import { configureTransport, finishPendingLogout, isRefreshing, refreshSession, setAccessToken } from '#src/transport/refresh.ts';
import { deletedAccounts, readSessionValue, writeSessionValue } from '#src/transport/session-db.ts';
import { waitForWrites } from '#src/transport/writes.ts';
import { session } from './store.ts';

function finish(): void {
  // A hidden page may be entering the back/forward cache, where its requests would block other pages.
  if (!document.hidden) finishPendingLogout().catch((error: unknown) => console.warn('A logout could not be finished', error));
}

/** Finishes an offline logout once the server is reachable, even if the user does nothing: the login page sends no other request. */
export function watchPendingLogout(): void {
  for (const moment of ['online', 'focus', 'visibilitychange']) window.addEventListener(moment, finish);
  subscribeReachability((reachable) => reachable && finish());
}

// Cookies are shared by all tabs, so a sign-in or sign-out affects the others.
type TabMessage = { type: 'signed-in'; account: string } | { type: 'signed-out' } | { type: 'changed' } | { type: 'noticed' };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session');

export const postToTabs = (notice: TabMessage) => channel?.postMessage(notice);

/** Subscribes to other tabs: sign-in, sign-out, changes of the session, new notifications. */
export function onTabMessage(listener: (notice: TabMessage) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data));
}

/**
 * How long startup waits for the server before it uses the offline snapshot: a hanging connection must not block the shutter. A late answer
 * still counts. Without a snapshot it waits longer before it shows the signed-out state.
 */
const START_TIMEOUT_MS = 400;
const START_TIMEOUT_WITHOUT_SNAPSHOT_MS = 2500;
/** How long a logout waits for pending writes, which would be refused after it. */
const PENDING_WRITES_TIMEOUT_MS = 5000;

interface SessionCallbacks {
  /** The capture route stays open after the session has ended (docs/product.md, People and sessions). */
  mayStayExpired(): boolean;
  /** First step of every sign-out: deletes the lists stored on this phone. */
  purgeCache(): Promise<void>;
  /** Nobody is signed in anymore: clear the user's state and go to /login. `ended`: by the server, so remember the location. */
  onSignedOut(reason: 'logout' | 'ended'): void;
  /** The cookies turned out to be another account's: the screen still shows the previous one. */
  onSwitched(): void;
}

let callbacks: SessionCallbacks = {
  mayStayExpired: () => false,
  purgeCache: () => Promise.resolve(),
  onSignedOut: () => undefined,
  onSwitched: () => undefined,
};

/** Connects the session to the transport and the app. Called once, by `main.tsx`. */
export function configureSession(sessionOwner: SessionCallbacks): void {
  callbacks = sessionOwner;
  configureTransport({
    account: () => session.read()?.user.id ?? null,
    onRefreshed({ user }) {
      const before = session.read()?.user.id ?? user.id;
      void session.signIn(user);
      if (before !== user.id) callbacks.onSwitched();
    },
    onRejected: handleRejectedSession,
    onSignInNeeded: () => {
      if (session.read() === null) callbacks.onSignedOut('ended');
    },
  });
  onTabMessage((notice) => {
    if (notice.type === 'signed-out') void signOutLocally('logout');
    else if (notice.type === 'signed-in' && (notice.account !== session.read()?.user.id || session.read()?.expired)) void refreshSession();
  });
}

/** The server ended the session. */
async function handleRejectedSession(): Promise<void> {
  const snapshot = session.read() ?? (await readSessionValue('snapshot')) ?? null;
  if (!snapshot) return;
  await session.restoreOffline();
  // A deleted account cannot keep shooting: /login lists its queued photos and offers to export them.
  const isGone = (await deletedAccounts()).includes(snapshot.user.id);
  if (callbacks.mayStayExpired() && !isGone) return session.expire();
  await signOutLocally(isGone ? 'logout' : 'ended');
}

async function signOutLocally(reason: 'logout' | 'ended'): Promise<void> {
  const had = session.read() !== null;
  await clearAll();
  if (had) callbacks.onSignedOut(reason);
}

/** The cookies of the session stay until the server takes them back. By this one it would show the photos of the one who left, before the app has started. */
const clearHint = () => void (document.cookie = 'ais_session=; path=/; max-age=0');

/** In parallel: the tab may be closed at any moment. */
async function clearAll(): Promise<void> {
  setAccessToken(null);
  const kept = callbacks.purgeCache();
  await Promise.all([kept, session.clear(), purgeMediaCaches()]);
}

/**
 * Whether a session is likely: a snapshot, a pending logout, or the server's hint cookie. Otherwise no refresh is sent, so that a first
 * visit sees no 401. With a cross-origin server the cookie is not readable.
 */
async function isSessionLikely(): Promise<boolean> {
  if (session.read() !== null || isCrossOrigin() || /(^|; )ais_session=/.test(document.cookie)) return true;
  return (await readSessionValue('snapshot')) !== undefined || (await readSessionValue('pendingLogout')) === true;
}

/** The first refresh. Guards wait for its outcome, or until the server is known to be unreachable. */
export async function startSession(): Promise<void> {
  try {
    // A logout that was begun counts, even if the tab was closed right after.
    if (await readSessionValue('pendingLogout')) {
      clearHint();
      await clearAll();
    }
    const copy = session.read() ?? (await readSessionValue('snapshot'));
    const ms = copy ? START_TIMEOUT_MS : START_TIMEOUT_WITHOUT_SNAPSHOT_MS;
    const patience = new Promise<'unreachable'>((resolve) => setTimeout(() => resolve('unreachable'), ms));
    const asks = await isSessionLikely();
    if (asks && (await Promise.race([refreshSession(), patience])) === 'unreachable') await session.restoreOffline();
  } catch (error) {
    console.error('The session storage failed', error);
  }
  session.markReady();
}

/** Renews the session with a new attempt, after any running one, whose answer may be outdated. */
export async function forceRefresh(): Promise<void> {
  if (isRefreshing()) await refreshSession();
  await refreshSession();
}

/** Renews the session. False if an attempt is already running (docs/product.md, Calls and errors), was rejected, or got no answer. */
export async function refresh(): Promise<boolean> {
  if (isRefreshing()) return false;
  return (await refreshSession()) === 'refreshed';
}

/**
 * Signs out after pending writes. Queued photos stay on this phone, locked to their account. Offline, the logout at the server follows as
 * the first request once online.
 */
export async function logout(): Promise<void> {
  await waitForWrites(PENDING_WRITES_TIMEOUT_MS);
  await writeSessionValue('pendingLogout', true);
  clearHint();
  await signOutLocally('logout');
  postToTabs({ type: 'signed-out' });
  await finishPendingLogout();
}
