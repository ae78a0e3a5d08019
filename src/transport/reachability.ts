// Whether the server answers, by the outcome of real requests: `navigator.onLine` is only a hint.
const listeners = new Set<(reachable: boolean) => void>();
let reachable: boolean | null = null;

/** Null before the first outcome. */
export const isReachable = () => reachable;

export function reportReachable(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener(now);
}

/** Calls back once when the server is reachable again. */
export function onceReachable(act: () => unknown): void {
  const stop = subscribeReachability((now) => {
    if (!now) return;
    stop();
    act();
  });
}

/** Subscribes to changes of reachability. Returns the unsubscribe function. */
export function subscribeReachability(listener: (reachable: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
