import { useSyncExternalStore } from 'react';
import { boothLockOf, type BoothLock } from '#src/shell/booth-lock.ts';
import { subscribeBoothLock } from '#src/shell/booth-pin.ts';

/** Follows what is locked here. @returns null: this account's booth is open */
export function useBoothLock(account: string): BoothLock | null {
  return useSyncExternalStore(subscribeBoothLock, () => boothLockOf(account));
}
