import { safeLocalStorage } from './web-storage.ts';

/** How the keys begin under which an account's waiting requests are kept on this device. Without one: anybody's. */
export const pendingRequestPrefix = (account?: string): string => `waiting-generation:${account === undefined ? '' : `${account}:`}`;

/** How many images or sets of them were asked for here and are not at the server: they wait, or were refused. */
export function countPendingRequests(account: string): number {
  const storage = safeLocalStorage();
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index));
  return keys.filter((key) => key?.startsWith(pendingRequestPrefix(account))).length;
}
