// The connection to the server, derived from real requests. `navigator.onLine` only explains the reason and triggers new checks.
import { useSyncExternalStore } from 'react';
import { checkHealth } from '#src/transport/client.ts';
import { isReachable, subscribeReachability } from '#src/transport/reachability.ts';

/** `offline`: the device has no network. `unreachable`: it has one, but the server does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable';

export const NEEDS_CONNECTION = 'This needs a connection.';

const PROBE_FIRST_MS = 3_000;
const PROBE_MAX_MS = 60_000;

function readConnection(): Connection {
  if (isReachable() !== false) return 'online';
  return navigator.onLine ? 'unreachable' : 'offline';
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = subscribeReachability(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Names the missing connection: the device's, or the server's. */
export const offlineTitle = (connection: Connection): string => (connection === 'offline' ? 'You’re offline' : 'Can’t reach the server');

export const useConnection = (): Connection => useSyncExternalStore(subscribe, readConnection);

/** Polls for the server while it is unreachable and the page is visible. Returns a function that stops it. */
export function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = PROBE_FIRST_MS;

  const schedule = () => {
    clearTimeout(timer);
    // "Reachable" on an offline device may come from an answer that was under way when the network dropped.
    if (isReachable() !== false && navigator.onLine) {
      delay = PROBE_FIRST_MS;
      return;
    }
    timer = setTimeout(() => {
      delay = Math.min(delay * 2, PROBE_MAX_MS);
      if (document.visibilityState === 'visible') void checkHealth().then(schedule);
      else schedule();
    }, delay);
  };
  const check = () => void checkHealth().then(schedule);
  const onVisible = () => {
    if (document.visibilityState === 'visible' && isReachable() === false) check();
  };

  const unsubscribe = subscribeReachability(schedule);
  window.addEventListener('online', check);
  window.addEventListener('offline', check);
  document.addEventListener('visibilitychange', onVisible);
  schedule();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('online', check);
    window.removeEventListener('offline', check);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
