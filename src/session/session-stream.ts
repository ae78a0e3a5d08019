// Learns at once what an organization or another device changes of the session: rights, roles, organizations, its end. One tab of a browser
// listens, since a browser opens six connections to a server, and tells the others.
import type { components } from '#openapi/api.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { forceRefresh } from './actions.ts';
import { openReconnectingStream } from './reconnecting-stream.ts';
import { session } from './store.ts';
import { postToTabs, onTabMessage } from './tab-channel.ts';

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
