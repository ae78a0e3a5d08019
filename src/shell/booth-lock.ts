// A photo booth that visitors cannot leave: who set it up gave it a PIN, which is asked for before anybody gets at their account. It keeps out
// whoever stands at the screen; the account itself is kept by its session.
import { safeLocalStorage } from '#src/lib/web-storage.ts';

export interface BoothLock {
  /** Whose account it keeps; another one's is not locked by it. */
  account: string;
  /** Where the booth stands. */
  event: string;
  salt: string;
  hash: string;
  misses: number;
  /** Device ms. */
  closedUntil: number;
}

export const BOOTH_LOCK_KEY = 'booth-lock';

let cached: { text: string | null; lock: BoothLock | null } = { text: null, lock: null };

/** The same object until it changes. */
export function boothLock(): BoothLock | null {
  const text = safeLocalStorage()?.getItem(BOOTH_LOCK_KEY) ?? null;
  if (text !== cached.text) cached = { text, lock: parse(text) };
  return cached.lock;
}

function parse(text: string | null): BoothLock | null {
  try {
    const lock = JSON.parse(text ?? 'null') as BoothLock | null;
    return lock && typeof lock.account === 'string' && typeof lock.event === 'string' ? lock : null;
  } catch {
    return null; // not ours
  }
}

/** @returns null: this one is not locked */
export function boothLockOf(account: string): BoothLock | null {
  const lock = boothLock();
  return lock?.account === account ? lock : null;
}
