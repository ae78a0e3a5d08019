// The event last opened on this phone's camera. The start page, error pages and the home screen's "Camera" shortcut lead back to it, online or
// offline. Not secret: an id and a name, useless without a session, offered only to the same account.
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';

const KEY = 'last-event';

export interface LastEvent {
  account: string;
  id: string;
  name: string;
}

export function readLastEvent(account: string | undefined): LastEvent | null {
  try {
    const stored = JSON.parse(safeLocalStorage()?.getItem(KEY) ?? 'null') as LastEvent | null;
    return stored !== null && stored.account === account ? stored : null;
  } catch {
    return null; // written by an earlier release
  }
}

export const rememberLastEvent = (event: LastEvent): void => writeLocalStorage(KEY, JSON.stringify(event));

export const forgetLastEvent = (): void => writeLocalStorage(KEY, null);
