// What waits on this phone, read once for everybody who shows it, and kept current while anybody does. A burst, an import or a drain sends many
// messages: they are gathered, and the more a reading takes, the longer the next one waits, so that looking never costs more than doing.
import { subscribeOutbox, type OutboxMessage } from './messages.ts';
import { listPendingPhotos } from './queue.ts';
import type { PhotoRecord } from './record.ts';

export interface LiveQueryState<T> {
  /** Undefined until the first reading. The last good one stays when a later one fails. */
  data: T | undefined;
  error: Error | null;
  /** Something has changed since it was read, and is about to be read. Told only where it was asked for. */
  stale?: boolean;
}

export interface LiveQuery<T> {
  subscribe(listener: () => void): () => void;
  /** The same object until something was read. */
  read(): LiveQueryState<T>;
  reload(): void;
}

/** Read at most this often. */
const SETTLE_MS = 80;
/** A reading that took a while is followed by a pause of so many times as long. */
const PAUSE_TIMES = 4;

const isQueueChange = ({ type }: OutboxMessage) => type === 'changed' || type === 'delivered';

/**
 * @param ask reads; called while somebody listens, at once and when the outbox says that it changed
 * @param tellsStale whether listeners hear of a change before it was read
 */
export function createLiveQuery<T>(ask: () => Promise<T>, tellsStale = false): LiveQuery<T> {
  let state: LiveQueryState<T> = { data: undefined, error: null };
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let dirty = false;
  let pauseMs = 0;
  let unsubscribe: (() => void) | null = null;

  const tell = () => {
    for (const listener of listeners) listener();
  };

  async function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = true;
    dirty = false;
    const began = performance.now();
    try {
      state = { data: await ask(), error: null };
    } catch (error) {
      state = { data: state.data, error: error instanceof Error ? error : new Error(String(error)) };
    }
    running = false;
    pauseMs = (performance.now() - began) * PAUSE_TIMES;
    if (tellsStale) state.stale = dirty;
    tell();
    if (dirty && listeners.size > 0) plan();
  }

  function plan(): void {
    if (tellsStale && !state.stale) {
      state = { ...state, stale: true };
      tell();
    }
    dirty = true;
    if (!running) timer ??= setTimeout(() => void run(), Math.max(SETTLE_MS, pauseMs));
  }

  function reload(): void {
    if (running) dirty = true;
    else void run();
  }

  return {
    read: () => state,
    reload,
    subscribe(listener) {
      listeners.add(listener);
      if (!unsubscribe) {
        unsubscribe = subscribeOutbox((message) => isQueueChange(message) && plan());
        reload();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unsubscribe?.();
        unsubscribe = null;
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}

const byAccount = new Map<string, LiveQuery<PhotoRecord[]>>();

const NONE: LiveQueryState<PhotoRecord[]> = { data: [], error: null };
const emptyQuery: LiveQuery<PhotoRecord[]> = { read: () => NONE, subscribe: () => () => undefined, reload: () => undefined };

/** All of an account's photos that only this phone has, in the order they were taken in. */
export function pendingPhotos(account: string | null): LiveQuery<PhotoRecord[]> {
  if (account === null) return emptyQuery;
  const known = byAccount.get(account);
  if (known) return known;
  const made = createLiveQuery(() => listPendingPhotos(account));
  byAccount.set(account, made);
  return made;
}
