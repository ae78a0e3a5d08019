// Sets and tries the PIN of a photo booth; who only asks whether it is locked needs none of this.
import { remember } from '#src/lib/page-storage.ts';
import { sha256Hex } from '#src/lib/sha256.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { BOOTH_LOCK, boothLockOf, type BoothLock } from './booth-lock.ts';

const MISSES_AT_ONCE = 5;
const PAUSE_MS = 60_000;

export const PIN = /^\d{4,8}$/;

const listeners = new Set<() => void>();

export function subscribeBoothLock(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const hashOf = (salt: string, pin: string) => sha256Hex(new TextEncoder().encode(`${salt}:${pin}`).buffer);

/** @returns whether this browser keeps it: where it does not, nothing is locked */
export async function lockBooth(account: string, event: string, pin: string): Promise<boolean> {
  const salt = uuid7();
  write({ account, event, salt, hash: await hashOf(salt, pin), misses: 0, closedUntil: 0 });
  return boothLockOf(account)?.salt === salt;
}

export const unlockBooth = (): void => write(null);

function write(lock: BoothLock | null): void {
  remember(BOOTH_LOCK, lock && JSON.stringify(lock));
  for (const listener of listeners) listener();
}

/** @returns what is wrong; null: it is the PIN */
export async function tryPin(lock: BoothLock, pin: string): Promise<string | null> {
  const left = Math.ceil((lock.closedUntil - Date.now()) / 1000);
  if (left > 0 && left <= PAUSE_MS / 1000) return `Too many wrong PINs. Try again in ${left === 1 ? '1 second' : `${left} seconds`}.`;
  if ((await hashOf(lock.salt, pin)) === lock.hash) {
    write({ ...lock, misses: 0, closedUntil: 0 });
    return null;
  }
  const misses = lock.misses + 1;
  write({ ...lock, misses, closedUntil: misses % MISSES_AT_ONCE === 0 ? Date.now() + PAUSE_MS : 0 });
  return 'Wrong PIN.';
}
