// Learns at once what an organization or another device changes of the session: rights, roles, organizations, its end. One tab of a browser
// listens, since a browser opens six connections to a server, and tells the others.
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

/** As many as the contract takes. */
const BATCH_SIZE = 20;
const RETRY_MS = 60_000;

/** Whose session goes on: of them the renewals tell. */
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
    // Refused, as before; but for a deleted account nobody goes on shooting.
    if (expired !== undefined && gone.includes(expired)) await forceRefresh();
  }
}

/** Asks now, and whenever the server comes back, the page is looked at, or a session begins or ends. For as long as the page lives. */
export function watchDeletedAccounts(): void {
  let asking = false;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = async () => {
    again = asking;
    // What is out of reach is asked when it comes back.
    if (asking || isReachable() === false) return;
    asking = true;
    clearTimeout(timer);
    try {
      await checkDeletedAccounts();
    } catch (error) {
      console.warn('Whether accounts were deleted could not be asked', error);
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
 * Follows the session of whoever is signed in, for as long as the page lives.
 * @param onChanged called after a renewal that says something else than before
 * @param onNotices called when notices came, or were read elsewhere
 * @param isLate the session was read a while ago: what is told first may be news already
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

/** Any call of one's own: a 401 renews the session, a refusal ends it. */
const probe = async () => unwrap(await api.GET('/api/v1/auth/sessions'));

/** Listens while this tab is seen and no other one does. Returns what ends it. */
function listen(renew: () => void, onNotices: () => void, isLate: boolean): () => void {
  // Of the account, not of one connection: what changed while nobody listened is news when it is told.
  let version: string | undefined;
  let notices: string | undefined;
  const told = ({ data }: MessageEvent<string>) => {
    const { version: now, notices: noticesNow } = JSON.parse(data) as SessionNotice;
    // Also the first time: what the screen shows may have been kept from long ago.
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
    done.catch((error: unknown) => signal.aborted || console.warn('Changes of the session are not followed', error));
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
