// Whether the server answers, told by real outcomes only: `navigator.onLine` is a hint and nothing more.
const listeners = new Set<(reachable: boolean) => void>();
let reachable: boolean | null = null;

/** Null until the first outcome. */
export const isReachable = () => reachable;

export function reportReachable(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener(now);
}

/** Calls back once, when the server answers again. */
export function onceReachable(act: () => unknown): void {
  const stop = subscribeReachability((now) => {
    if (!now) return;
    stop();
    act();
  });
}

/** Calls back when the server becomes reachable or unreachable. Returns the unsubscriber. */
export function subscribeReachability(listener: (reachable: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
