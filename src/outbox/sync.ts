// Background Sync, where there is one (Chromium). Not having it is not an error: pages drain too.
import { publish } from './messages.ts';

const SYNC_TAG_PREFIX = 'outbox-';

/** Not in TypeScript's libraries: https://wicg.github.io/background-sync/spec/ */
interface SyncManager {
  register(tag: string): Promise<void>;
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  if ('registration' in globalThis) return (globalThis as unknown as { registration: ServiceWorkerRegistration }).registration;
  return navigator.serviceWorker?.getRegistration();
}

/**
 * Asks for a sync event. Always under a fresh tag: registering a tag that is in back-off is silently ignored (docs/outbox.md, Sending 9).
 * @returns whether the browser promised one
 */
export async function registerSync(): Promise<boolean> {
  try {
    const { sync } = ((await registration()) ?? {}) as { sync?: SyncManager };
    await sync?.register(`${SYNC_TAG_PREFIX}${Date.now()}`);
    return sync !== undefined;
  } catch {
    return false; // refused by the person's settings, or no active worker yet: the page drains
  }
}

/** Tells every page and the browser that something is to be sent. */
export function requestDrain(): void {
  publish({ type: 'queued' });
  void registerSync();
}
