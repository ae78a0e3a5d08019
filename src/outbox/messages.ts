// The one channel between the worker and all pages. An unknown message is ignored: the other side may be another release.
import type { components } from '#openapi/api.ts';

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
