// The back/forward cache freezes a page in mid-work. Transactions and locks of a frozen page block all other pages and the worker (in
// WebKit for as long as the page is cached). So a page that enters the cache releases its locks and starts no database work until it is
// shown again.
let resumed: Promise<void> | null = null;
let resolveResumed = (): void => undefined;
const freezeListeners = new Set<() => void>();

/** The page enters the back/forward cache. */
export function freezePage(): void {
  resumed ??= new Promise((resolve) => {
    resolveResumed = () => {
      resumed = null;
      resolve();
    };
  });
  for (const letGo of freezeListeners) letGo();
}

/** The page is shown again. */
export const resumePage = (): void => resolveResumed();

/** Settles when the page is shown again; null while it is in use. */
export const pageResumed = (): Promise<void> | null => resumed;

/** Calls back when the page enters the back/forward cache. */
export const onPageFrozen = (listener: () => void) => void freezeListeners.add(listener);

/**
 * Runs `work` under a lock shared by all pages and the worker. A page that is frozen releases the lock, and its work finishes without it.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  for (;;) {
    for (let away = resumed; away; away = resumed) await away;
    const left = new AbortController();
    const letGo = () => left.abort();
    freezeListeners.add(letGo);
    const taken: { running?: Promise<T> } = {};
    try {
      await navigator.locks.request(name, { signal: left.signal }, async () => {
        taken.running = work();
        const gaveUp = new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()));
        await Promise.race([gaveUp, taken.running.catch(() => undefined)]);
      });
    } catch (error) {
      // Frozen while waiting: request the lock again once the page is shown.
      if (taken.running || !left.signal.aborted) throw error;
    } finally {
      freezeListeners.delete(letGo);
    }
    if (taken.running) return taken.running;
  }
}
