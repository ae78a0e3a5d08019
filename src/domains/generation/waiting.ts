// Generation requests that aren't on the server yet. They are saved in localStorage before they are sent, so that a reload, a closed tab or a lost
// answer loses none. Each has a client-made id, which makes retries idempotent, and belongs to one account.
import { pendingRequestPrefix } from '#src/lib/pending-requests.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { safeLocalStorage } from '#src/lib/web-storage.ts';
import { readOnlyReason } from '#src/session/selection.ts';
import type { CompleteRequest } from './generation.ts';

export interface WaitingRequest {
  id: string;
  body: CompleteRequest;
  modelName: string;
  /** Device time in ms. */
  writtenAt: number;
  /** The server's error message. A refused request is sent again only on demand. */
  refusal: string | null;
}

/** One key per request, so that tabs don't overwrite each other's. */
const keyOf = (account: string, id: string): string => `${pendingRequestPrefix(account)}${id}`;

const NONE: readonly WaitingRequest[] = [];
const cachedRequests = new Map<string, readonly WaitingRequest[]>();
const listeners = new Set<() => void>();

function changed(): void {
  cachedRequests.clear();
  for (const listener of listeners) listener();
}

function onStorage({ key }: StorageEvent): void {
  if (key === null || key.startsWith(pendingRequestPrefix())) changed();
}

function readAll(account: string): readonly WaitingRequest[] {
  const storage = safeLocalStorage();
  const begin = pendingRequestPrefix(account);
  const found: WaitingRequest[] = [];
  for (let index = 0; index < (storage?.length ?? 0); index += 1) {
    const key = storage?.key(index);
    if (!key?.startsWith(begin)) continue;
    const entry = parse(storage?.getItem(key) ?? null);
    if (entry) found.push(entry);
  }
  return found.length === 0 ? NONE : found.toSorted((a, b) => a.writtenAt - b.writtenAt || (a.id < b.id ? -1 : 1));
}

function parse(text: string | null): WaitingRequest | null {
  try {
    const entry = JSON.parse(text ?? 'null') as WaitingRequest | null;
    return entry && typeof entry.id === 'string' && typeof entry.body === 'object' ? entry : null;
  } catch {
    return null; // not a waiting request
  }
}

export const waitingRequests = {
  /** In order of creation. Returns the same array until something changes. */
  read(account: string): readonly WaitingRequest[] {
    const known = cachedRequests.get(account);
    if (known) return known;
    const now = readAll(account);
    cachedRequests.set(account, now);
    return now;
  },

  /** Reads the device storage, which another tab may have changed. */
  has: (account: string, id: string): boolean => safeLocalStorage()?.getItem(keyOf(account, id)) != null,

  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('storage', onStorage);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('storage', onStorage);
    };
  },

  /** When this returns, the request is on the device. @throws UserFacingError if there is no space */
  put(account: string, entry: WaitingRequest): void {
    const refusal = readOnlyReason();
    if (refusal !== null) throw new UserFacingError(refusal);
    try {
      const storage = safeLocalStorage();
      if (!storage) throw new Error('localStorage is not available');
      storage.setItem(keyOf(account, entry.id), JSON.stringify(entry));
    } catch (cause) {
      throw new UserFacingError('This browser doesn’t save data for this site, so we couldn’t save the request.', { cause });
    }
    changed();
  },

  remove(account: string, id: string): void {
    safeLocalStorage()?.removeItem(keyOf(account, id));
    changed();
  },
};
