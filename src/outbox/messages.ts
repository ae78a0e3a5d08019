// The typed channel between the worker and all pages. Unknown messages are ignored: the other side may be another release.
// It also requests Background Sync where the browser has it (Chromium). Elsewhere pages drain alone.
import type { components } from '#openapi/api.ts';

const SYNC_TAG_PREFIX = 'outbox-';

/** Missing in TypeScript's libraries: https://wicg.github.io/background-sync/spec/ */
interface SyncManager {
  register(tag: string): Promise<void>;
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  if ('registration' in globalThis) return (globalThis as unknown as { registration: ServiceWorkerRegistration }).registration;
  return navigator.serviceWorker?.getRegistration();
}

/**
 * Requests a sync event, always with a new tag: a tag in backoff is silently ignored (docs/outbox.md, Triggers).
 * @returns whether the browser accepted
 */
export async function registerSync(): Promise<boolean> {
  try {
    const { sync } = ((await registration()) ?? {}) as { sync?: SyncManager };
    await sync?.register(`${SYNC_TAG_PREFIX}${Date.now()}`);
    return sync !== undefined;
  } catch {
    return false; // refused by the user's settings, or no active worker yet: the page drains
  }
}

/** Notifies all pages and the browser of new work. */
export function requestDrain(): void {
  publish({ type: 'queued' });
  void registerSync();
}

type Schemas = components['schemas'];

export type OutboxMessage =
  /** There is new work, or the user wants to retry now. */
  | { type: 'queued' }
  /** The network may be back, or the user returned: aborts hanging requests and retries. */
  | { type: 'line-back' }
  /** Records of these photos were added, changed or removed. */
  | { type: 'changed'; photoIds: string[] }
  | { type: 'progress'; photoId: string; sent: number; total: number }
  /** The photo is delivered: its record is replaced by a receipt. */
  | { type: 'delivered'; photo: Schemas['Photo'] }
  /** Queued likes of this event changed; `stored` is the server's answer after a delivery. */
  | { type: 'likes-changed'; eventId: string; stored: Schemas['Like'] | null }
  /** Queued generation requests changed; `stored` is the server's answer after a delivery. */
  | { type: 'generations-changed'; account: string; stored: Schemas['Generation'] | null }
  /** Delivery for this account is paused: it needs a sign-in, or another account is signed in. */
  | { type: 'paused'; account: string; reason: 'session' | 'account' }
  /** Another tab blocks the database upgrade with an older version. */
  | { type: 'storage-blocked' }
  /** A later release has upgraded the database. */
  | { type: 'store-newer' }
  /** The database is new or was closed by the browser: its content may be missing. */
  | { type: 'store-reset' };

const KNOWN: ReadonlySet<string> = new Set<OutboxMessage['type']>([
  'queued',
  'line-back',
  'changed',
  'progress',
  'delivered',
  'likes-changed',
  'generations-changed',
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

/** Notifies all pages and the worker, this context included. */
export function publish(message: OutboxMessage): void {
  connect()?.postMessage(message);
  deliver(message);
}

/** Subscribes to messages from all contexts. Returns the unsubscribe function. */
export function subscribeOutbox(listener: (message: OutboxMessage) => void): () => void {
  connect();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
