// The one channel between the worker and all pages. An unknown message is ignored: the other side may be another release.
// Background Sync, where there is one (Chromium). Not having it is not an error: pages drain too.
import type { components } from '#openapi/api.ts';

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

type Schemas = components['schemas'];

export type OutboxMessage =
  /** Something new is to be sent, or the person wants it tried again now. */
  | { type: 'queued' }
  /** The network may be back, or the person looks: what hangs is broken off, what waits is tried. */
  | { type: 'line-back' }
  /** These photos' records were added, changed or removed. */
  | { type: 'changed'; photoIds: string[] }
  | { type: 'progress'; photoId: string; sent: number; total: number }
  /** The server holds it; its record is gone, its receipt is there. */
  | { type: 'delivered'; photo: Schemas['Photo'] }
  /** Wishes of this event changed; `stored` is the server's answer when one was delivered. */
  | { type: 'likes-changed'; eventId: string; stored: Schemas['Like'] | null }
  /** Delivery of this account waits: for a sign-in, or because another account is signed in. */
  | { type: 'paused'; account: string; reason: 'session' | 'account' }
  /** Another tab holds an older version of the store open. */
  | { type: 'storage-blocked' }
  /** The store was made by a later release than this page's. */
  | { type: 'store-newer' }
  /** The store is new, or went away under its users: what was in it may be missing. */
  | { type: 'store-reset' };

const KNOWN: ReadonlySet<string> = new Set<OutboxMessage['type']>([
  'queued',
  'line-back',
  'changed',
  'progress',
  'delivered',
  'likes-changed',
  'paused',
  'storage-blocked',
  'store-newer',
  'store-reset',
]);

const listeners = new Set<(message: OutboxMessage) => void>();
let channel: BroadcastChannel | null = null;

function connect(): BroadcastChannel | null {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel('outbox');
  channel.addEventListener('message', ({ data }: MessageEvent<OutboxMessage>) => {
    if (KNOWN.has(data?.type)) deliver(data);
  });
  return channel;
}

function deliver(message: OutboxMessage): void {
  for (const listener of listeners) listener(message);
}

/** Tells every page and the worker, this one included. */
export function publish(message: OutboxMessage): void {
  connect()?.postMessage(message);
  deliver(message);
}

/** Calls back on every message, from here or elsewhere. Returns the unsubscriber. */
export function subscribeOutbox(listener: (message: OutboxMessage) => void): () => void {
  connect();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
