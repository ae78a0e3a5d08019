// A photo booth that visitors cannot leave: a PIN protects the account of the person who set it up. It only restricts visitors; the session
// protects the account itself.
import { redirect } from '@tanstack/react-router';
import { safeLocalStorage } from '#src/lib/web-storage.ts';
import { session } from '#src/session/store.ts';

export interface BoothLock {
  /** The account that is protected. Other accounts are not locked. */
  account: string;
  /** The event of the booth. */
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
function boothLock(): BoothLock | null {
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

/** @returns null if this account is not locked */
export function boothLockOf(account: string): BoothLock | null {
  const lock = boothLock();
  return lock?.account === account ? lock : null;
}

/**
 * Called with the routes of each area of the app (scripts/lazy-routes-plugin.ts): on a locked photo booth no area opens, not even by a typed
 * address or the browser's back button.
 * @throws Redirect to the booth, even before the account is known: a loaded area does not ask again
 */
export function enforceBoothLock(): void {
  const lock = boothLock();
  if (!lock) return;
  const account = session.read()?.user.id;
  if (account === undefined || account === lock.account)
    throw redirect({ to: '/fullscreen-image-generation', search: { event: lock.event }, replace: true });
}
