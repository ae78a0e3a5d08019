import { sha256Hex } from '#src/lib/sha256.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
// Sets and verifies the PIN of a photo booth. Apart from booth-lock.ts, which every area loads.
import { writeLocalStorage } from '#src/lib/web-storage.ts';
import { BOOTH_LOCK_KEY, boothLockOf, type BoothLock } from './booth-lock.ts';

const MAX_ATTEMPTS = 5;
const LOCKOUT_MS = 60_000;

export const PIN_PATTERN = /^\d{4,8}$/;

const listeners = new Set<() => void>();

export function subscribeBoothLock(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const hashPin = (salt: string, pin: string) => sha256Hex(new TextEncoder().encode(`${salt}:${pin}`).buffer);

/** @returns false if this browser cannot store the lock: then nothing is locked */
export async function lockBooth(account: string, event: string, pin: string): Promise<boolean> {
  const salt = uuid7();
  write({ account, event, salt, hash: await hashPin(salt, pin), misses: 0, closedUntil: 0 });
  return boothLockOf(account)?.salt === salt;
}

export const unlockBooth = (): void => write(null);

function write(lock: BoothLock | null): void {
  writeLocalStorage(BOOTH_LOCK_KEY, lock && JSON.stringify(lock));
  for (const listener of listeners) listener();
}

/** @returns an error message, or null if the PIN is correct */
export async function verifyPin(lock: BoothLock, pin: string): Promise<string | null> {
  const left = Math.ceil((lock.closedUntil - Date.now()) / 1000);
  if (left > 0 && left <= LOCKOUT_MS / 1000) return `Too many wrong PINs. Try again in ${left === 1 ? '1 second' : `${left} seconds`}.`;
  if ((await hashPin(lock.salt, pin)) === lock.hash) {
    write({ ...lock, misses: 0, closedUntil: 0 });
    return null;
  }
  const misses = lock.misses + 1;
  write({ ...lock, misses, closedUntil: misses % MAX_ATTEMPTS === 0 ? Date.now() + LOCKOUT_MS : 0 });
  return 'Wrong PIN.';
}
