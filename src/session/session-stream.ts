// Live changes of the session by an organization or another device: permissions, roles, organizations, its end. One tab listens, because a
// browser opens only six connections to a server, and notifies the others. Also finds deleted accounts.
import type { components } from '#openapi/api.ts';
import { publish } from '#src/outbox/messages.ts';
import { countsOfOtherAccounts } from '#src/outbox/queue-management.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { isReachable, subscribeReachability } from '#src/transport/reachability.ts';
import { addDeletedAccount, deletedAccounts } from '#src/transport/session-db.ts';
import { forceRefresh, onTabMessage, postToTabs } from './actions.ts';
import { openReconnectingStream } from './reconnecting-stream.ts';
import { session } from './store.ts';

/** The API's limit. */
const BATCH_SIZE = 20;
const RETRY_MS = 60_000;

/** The account with a live session: renewals report on it. */
const activeAccount = (): string | null => {
  const now = session.read();
  return now && !now.expired ? now.user.id : null;
};

async function checkDeletedAccounts(): Promise<void> {
  const ids = new Set((await countsOfOtherAccounts(activeAccount())).map(({ account }) => account));
  const expired = session.read()?.expired ? session.read()?.user.id : undefined;
  if (expired !== undefined && !(await deletedAccounts()).includes(expired)) ids.add(expired);
  const all = [...ids];
  for (let from = 0; from < all.length; from += BATCH_SIZE) {
    const body = { ids: all.slice(from, from + BATCH_SIZE) };
    const { deleted_ids: gone } = unwrap(await api.POST('/api/v1/auth/deleted-accounts', { body }));
    for (const account of gone) await addDeletedAccount(account);
    if (gone.length > 0) publish({ type: 'changed', photoIds: [] });
    // Rejected as before, but now the deleted account cannot keep shooting.
    if (expired !== undefined && gone.includes(expired)) await forceRefresh();
  }
}

/** Checks now, and whenever the server returns, the page becomes visible, or a session begins or ends. */
export function watchDeletedAccounts(): void {
  let asking = false;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = async () => {
    again = asking;
    // Offline, the check runs when the server returns.
    if (asking || isReachable() === false) return;
    asking = true;
    clearTimeout(timer);
    try {
      await checkDeletedAccounts();
    } catch (error) {
      console.warn('Deleted accounts could not be checked', error);
      timer = setTimeout(() => void look(), RETRY_MS);
    }
    asking = false;
    if (again) void look();
  };

  let before = activeAccount();
  session.subscribe(() => {
    const now = activeAccount();
    if (now !== before) void look();
    before = now;
  });
  subscribeReachability((reachable) => reachable && void look());
  document.addEventListener('visibilitychange', () => document.hidden || void look());
  void look();
}

type SessionNotice = components['schemas']['SessionNotice'];

/**
 * Watches the session of the signed-in user while the page lives.
 * @param onChanged called after a renewal that changed the session
 * @param onNotices called when notifications arrived or were read elsewhere
 * @param isLate the session was read a while ago, so it may have changed since
 */
export function watchSession(onChanged: () => void, onNotices: () => void, isLate = false): void {
  let account: string | undefined;
  let end: (() => void) | undefined;

  const renew = async () => {
    const before = JSON.stringify(session.read()?.user);
    await forceRefresh();
    if (session.read() !== null && JSON.stringify(session.read()?.user) !== before) onChanged();
  };

  const follow = () => {
    const now = session.read();
    const wanted = now === null || now.expired ? undefined : now.user.id;
    if (wanted === account) return;
    account = wanted;
    end?.();
    end = wanted === undefined ? undefined : listen(() => void renew(), onNotices, isLate);
    isLate = false;
  };

  onTabMessage(({ type }) => {
    if (type === 'changed') void renew();
    if (type === 'noticed') onNotices();
  });
  session.subscribe(follow);
  follow();
}

/** Any authenticated call: a 401 renews the session, a rejection ends it. */
const probe = async () => unwrap(await api.GET('/api/v1/auth/sessions'));

/** Listens while this tab is visible and no other tab listens. Returns the unsubscribe function. */
function listen(renew: () => void, onNotices: () => void, isLate: boolean): () => void {
  // Per account, not per connection: changes during a gap count as new.
  let version: string | undefined;
  let notices: string | undefined;
  const told = ({ data }: MessageEvent<string>) => {
    const { version: now, notices: noticesNow } = JSON.parse(data) as SessionNotice;
    // Also on the first connection: the screen may show old stored data.
    if (notices !== noticesNow) {
      notices = noticesNow;
      postToTabs({ type: 'noticed' });
      onNotices();
    }
    const isNews = version === undefined ? isLate : version !== now;
    version = now;
    if (!isNews) return;
    postToTabs({ type: 'changed' });
    renew();
  };
  let listening: AbortController | null = null;
  const untilHidden = async (signal: AbortSignal) => {
    const stream = openReconnectingStream('/api/v1/auth/stream', { kinds: ['session'], after: () => null, onMessage: told, probe });
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    stream.end();
  };
  const begin = () => {
    if (listening || document.hidden) return;
    listening = new AbortController();
    const { signal } = listening;
    const done =
      'locks' in navigator ? navigator.locks.request('session-stream', { signal }, () => untilHidden(signal)) : untilHidden(signal);
    done.catch((error: unknown) => signal.aborted || console.warn('Session changes are not watched', error));
  };
  const stop = () => {
    listening?.abort();
    listening = null;
  };
  const onVisibility = () => (document.hidden ? stop() : begin());
  document.addEventListener('visibilitychange', onVisibility);
  begin();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    stop();
  };
}
