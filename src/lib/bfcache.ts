// The browser's back/forward cache freezes a page in the middle of whatever it does. A transaction or a lock of a frozen page blocks every other
// page and the worker, in WebKit for as long as the page is kept. So a page that goes there lets go of its locks, and begins nothing on the
// databases until it is shown again.
let resumed: Promise<void> | null = null;
let resolveResumed = (): void => undefined;
const freezeListeners = new Set<() => void>();

/** The page goes into the back/forward cache. */
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

/** Calls back when the page goes into the back/forward cache. */
export const onPageFrozen = (listener: () => void) => void freezeListeners.add(listener);

/** Runs `work` while no other page and no worker runs work under this name. A page that leaves gives the lock up, and its work ends without. */
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
      // It left while it waited for its turn: it queues again when it is shown.
      if (taken.running || !left.signal.aborted) throw error;
    } finally {
      freezeListeners.delete(letGo);
    }
    if (taken.running) return taken.running;
  }
}
