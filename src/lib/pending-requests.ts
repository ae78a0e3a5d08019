import { safeLocalStorage } from './web-storage.ts';

/** Key prefix of an account's queued requests on this device; without an account, of all. */
export const pendingRequestPrefix = (account?: string): string => `waiting-generation:${account === undefined ? '' : `${account}:`}`;

/** Number of image requests that have not reached the server: queued or refused. */
export function countPendingRequests(account: string): number {
  const storage = safeLocalStorage();
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index));
  return keys.filter((key) => key?.startsWith(pendingRequestPrefix(account))).length;
}
