// Emptying the outbox: one drainer at a time over all tabs and the worker, several photos at once, none held up by another.
import { uuid7 } from '#src/lib/uuid7.ts';
import { finishPendingLogout } from '#src/transport/refresh.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { LEASE_MS, hasOtherDrainer } from './lease.ts';
import { DrainRun, type DrainRunOptions, type DrainRunResult } from './scheduler.ts';
import { pendingWork, remainingWork } from './waiting.ts';

const LOCK = 'outbox-drain';

export interface DrainResult extends DrainRunResult {
  /** Someone else drains. */
  busy: boolean;
  /** Photos and wishes of the signed-in account that are still to be sent (parked ones are not). */
  left: number;
  /** Milliseconds until there is something to do about them (0: at once); null when none is left. */
  nextIn: number | null;
}

export type DrainOptions = Pick<DrainRunOptions, 'startUntil' | 'signal'>;

const owner = uuid7();

/**
 * Sends what is due for the signed-in account until nothing is, the line is down, or it is told to stop.
 * Safe to call at any time from anywhere.
 */
export async function drain(options: DrainOptions = {}): Promise<DrainResult> {
  const account = await deliveringAccount();
  if (account === null) return { busy: false, left: 0, nextIn: null, halted: null };
  const run = async (exclusive: boolean): Promise<DrainResult> => {
    const { halted } = await new DrainRun({ ...options, account, owner, exclusive }).run();
    return { busy: false, halted, ...(await remainingWork(account)) };
  };
  const busy = async (): Promise<DrainResult> => ({ busy: true, halted: null, ...(await remainingWork(account)) });
  if (!('locks' in navigator)) return (await hasOtherDrainer(account, owner)) ? busy() : run(false);
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) return run(true);
    return (await isHolderFrozen(account)) ? run(false) : busy();
  });
}

/** Since when something is due and nobody works on it, though the lock is held (device ms). */
let idleSince: number | null = null;

/** A frozen page may hold the lock for hours. Its leases tell, for they are renewed only while it lives; so does work that nobody takes up. */
async function isHolderFrozen(account: string): Promise<boolean> {
  const now = Date.now();
  const { nextIn } = await remainingWork(account);
  if (nextIn === null || nextIn > 0 || (await hasOtherDrainer(account, owner))) {
    idleSince = null;
    return false;
  }
  // A clock that was set back begins anew.
  if (idleSince === null || idleSince > now) idleSince = now;
  return now - idleSince > LEASE_MS || (await hasExpiredLease(account));
}

/**
 * Whose photos may be sent: the account signed in on this device, while its session lives and nobody looks at the app as somebody else. A logout
 * made offline comes first.
 */
async function deliveringAccount(): Promise<string | null> {
  if ((await finishPendingLogout()) === 'unreachable') return null;
  const snapshot = await readSessionValue('snapshot');
  return snapshot && !snapshot.expired && !snapshot.user.viewing ? snapshot.user.id : null;
}

/** A lease that ran out means its owner stopped in the middle; no lease at all means nobody begun: the holder is merely between two. */
async function hasExpiredLease(account: string): Promise<boolean> {
  return (await pendingWork(account)).photos.some((photo) => photo.lease && photo.lease.expiresAt < Date.now());
}
