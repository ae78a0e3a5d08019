// Staying signed in, and signing out. Screens call these and those of sign-in.ts; nothing else changes the session.
import { purgeMediaCaches } from '#src/lib/media-cache.ts';
import { isCrossOrigin } from '#src/transport/api-base.ts';
import { subscribeReachability } from '#src/transport/reachability.ts';
import { configureTransport, finishPendingLogout, isRefreshing, refreshSession, setAccessToken } from '#src/transport/refresh.ts';
import { deletedAccounts, readSessionValue, writeSessionValue } from '#src/transport/session-db.ts';
import { waitForWrites } from '#src/transport/writes.ts';
import { session } from './store.ts';

function finish(): void {
  // A page that is hidden may be on its way into the back/forward cache: what it begins then blocks every other page.
  if (!document.hidden) finishPendingLogout().catch((error: unknown) => console.warn('A logout could not be finished', error));
}

/** A logout made offline is finished when the server can be reached again, also where nobody presses anything: the login page sends nothing else. */
export function watchPendingLogout(): void {
  for (const moment of ['online', 'focus', 'visibilitychange']) window.addEventListener(moment, finish);
  subscribeReachability((reachable) => reachable && finish());
}

// Cookies are shared by all tabs, so a sign-in or sign-out in one concerns the others.
type TabMessage = { type: 'signed-in'; account: string } | { type: 'signed-out' } | { type: 'changed' } | { type: 'noticed' };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session');

export const postToTabs = (notice: TabMessage) => channel?.postMessage(notice);

/** Calls back when another tab signed in or out, or heard that the session says something else now, or that notices came. */
export function onTabMessage(listener: (notice: TabMessage) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data));
}

/**
 * How long a start waits for the server before it believes the copy on this phone: a line that hangs must not bar the way to the shutter.
 * The answer counts all the same when it comes. Without a copy there is nothing to believe: it waits longer before it says "signed out".
 */
const START_TIMEOUT_MS = 400;
const START_TIMEOUT_WITHOUT_SNAPSHOT_MS = 2500;
/** How long a logout waits for changes under way: they would be refused after it. */
const PENDING_WRITES_TIMEOUT_MS = 5000;

interface SessionCallbacks {
  /** On the capture route an ended session keeps its place (docs/product.md B1.7). */
  mayStayExpired(): boolean;
  /** The first step of every sign-out: what is kept of lists on this phone goes. */
  purgeCache(): Promise<void>;
  /** Nobody is signed in now: forget what was theirs, go to /login. `ended`: by the server, so remember where they were. */
  onSignedOut(reason: 'logout' | 'ended'): void;
  /** The cookies turned out to be another person's: what is on the screen was the one's before. */
  onSwitched(): void;
}

let callbacks: SessionCallbacks = {
  mayStayExpired: () => false,
  purgeCache: () => Promise.resolve(),
  onSignedOut: () => undefined,
  onSwitched: () => undefined,
};

/** Wires the session into the transport and the app around it. Called once, by `main.tsx`. */
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
  // For an account that was deleted nobody goes on shooting: /login tells what waits here of it, and offers to export that.
  const isGone = (await deletedAccounts()).includes(snapshot.user.id);
  if (callbacks.mayStayExpired() && !isGone) return session.expire();
  await signOutLocally(isGone ? 'logout' : 'ended');
}

async function signOutLocally(reason: 'logout' | 'ended'): Promise<void> {
  const had = session.read() !== null;
  await clearAll();
  if (had) callbacks.onSignedOut(reason);
}

/** All at once: the tab may be closed at any moment. */
async function clearAll(): Promise<void> {
  setAccessToken(null);
  const kept = callbacks.purgeCache();
  await Promise.all([kept, session.clear(), purgeMediaCaches()]);
}

/**
 * Whether there may be a session: a snapshot of one, a logout still to be made, or the server's hint. It is asked for only then, so that a
 * stranger's first page meets no refusal. Of a server elsewhere the page cannot read the hint.
 */
async function isSessionLikely(): Promise<boolean> {
  if (session.read() !== null || isCrossOrigin() || /(^|; )ais_session=/.test(document.cookie)) return true;
  return (await readSessionValue('snapshot')) !== undefined || (await readSessionValue('pendingLogout')) === true;
}

/** The first refresh. Guards wait for its outcome, or for it to be plain that the server cannot be reached now. */
export async function startSession(): Promise<void> {
  try {
    // A logout that was begun is one, however soon the tab was closed after it.
    if (await readSessionValue('pendingLogout')) await clearAll();
    const copy = session.read() ?? (await readSessionValue('snapshot'));
    const ms = copy ? START_TIMEOUT_MS : START_TIMEOUT_WITHOUT_SNAPSHOT_MS;
    const patience = new Promise<'unreachable'>((resolve) => setTimeout(() => resolve('unreachable'), ms));
    const asks = await isSessionLikely();
    if (asks && (await Promise.race([refreshSession(), patience])) === 'unreachable') await session.restoreOffline();
  } catch (error) {
    console.error('The storage of the session failed', error);
  }
  session.markReady();
}

/** Renews the session by an attempt that begins now: one under way may tell what was before. Joins it first. */
export async function forceRefresh(): Promise<void> {
  if (isRefreshing()) await refreshSession();
  await refreshSession();
}

/** Renews the session. False at once when a renewal is under way (docs/product.md A8); false when it was refused or nothing answered. */
export async function refresh(): Promise<boolean> {
  if (isRefreshing()) return false;
  return (await refreshSession()) === 'refreshed';
}

/**
 * Signs out, after the changes that are under way. Photos that wait stay on this phone, locked to their account. Offline it leaves a mark, and
 * the first thing done online is the logout at the server.
 */
export async function logout(): Promise<void> {
  await waitForWrites(PENDING_WRITES_TIMEOUT_MS);
  await writeSessionValue('pendingLogout', true);
  await signOutLocally('logout');
  postToTabs({ type: 'signed-out' });
  await finishPendingLogout();
}
