import { pendingRequestPrefix } from '#src/lib/pending-requests.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
// Requests that the server does not have yet, on this device: written before they are sent, so that neither a reload, a closed tab nor a lost
// answer loses one. Each has its id from when it was written, which the server makes nothing of twice; each belongs to one account.
import { safeLocalStorage } from '#src/lib/web-storage.ts';
import { readOnlyReason } from '#src/session/read-only.ts';
import type { CompleteRequest } from './generation.ts';

export interface WaitingRequest {
  id: string;
  body: CompleteRequest;
  modelName: string;
  /** Device ms. */
  writtenAt: number;
  /** The server's sentence, when it refused: it is sent again only when the person says so. */
  refusal: string | null;
}

/** One entry for each: tabs that write at the same time do not overwrite each other. */
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
    return null; // not ours
  }
}

export const waitingRequests = {
  /** In the order of their writing; the same array until something changes. */
  read(account: string): readonly WaitingRequest[] {
    const known = cachedRequests.get(account);
    if (known) return known;
    const now = readAll(account);
    cachedRequests.set(account, now);
    return now;
  },

  /** As it is on the device now, whichever tab changed it. */
  has: (account: string, id: string): boolean => safeLocalStorage()?.getItem(keyOf(account, id)) != null,

  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('storage', onStorage);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('storage', onStorage);
    };
  },

  /** What this returned from is on the device. @throws UserFacingError when there is no room for it */
  put(account: string, entry: WaitingRequest): void {
    const refusal = readOnlyReason();
    if (refusal !== null) throw new UserFacingError(refusal);
    try {
      const storage = safeLocalStorage();
      if (!storage) throw new Error('no storage');
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
