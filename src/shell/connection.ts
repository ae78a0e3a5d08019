// Whether the server answers, from real outcomes. `navigator.onLine` only names the reason and gives the hint to look again.
import { useSyncExternalStore } from 'react';
import { isReachable, reportReachable, subscribeReachability } from '#src/transport/reachability.ts';

/** `offline`: the device says it has no network. `unreachable`: it has one, but the server does not answer through it. */
export type Connection = 'online' | 'offline' | 'unreachable';

const PROBE_TIMEOUT_MS = 8_000;
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

export const useConnection = (): Connection => useSyncExternalStore(subscribe, readConnection);

/** One look at the server. Only its own JSON counts: a captive portal answers 200 to anything. */
async function probe(): Promise<boolean> {
  let answered = false;
  try {
    const response = await fetch('/healthz', { cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    answered = response.ok && ((await response.json()) as { status?: unknown }).status === 'ok';
  } catch {
    answered = false;
  }
  reportReachable(answered);
  return answered;
}

/** Watches for the way back while the server is out of reach and the page is seen. Returns the end of it. */
export function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = PROBE_FIRST_MS;

  const plan = () => {
    clearTimeout(timer);
    if (isReachable() !== false) {
      delay = PROBE_FIRST_MS;
      return;
    }
    timer = setTimeout(() => {
      delay = Math.min(delay * 2, PROBE_MAX_MS);
      if (document.visibilityState === 'visible') void probe().then(plan);
      else plan();
    }, delay);
  };
  const look = () => void probe().then(plan);
  const onVisible = () => {
    if (document.visibilityState === 'visible' && isReachable() === false) look();
  };

  const unsubscribe = subscribeReachability(plan);
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  document.addEventListener('visibilitychange', onVisible);
  plan();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('online', look);
    window.removeEventListener('offline', look);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
