// Who works on a record. The drain lock makes leases stand unopposed; they matter where there is no lock, or where its holder is frozen
// and does not let go (docs/outbox.md, Sending 8).
import { withDeferredUpdates, updatePhotoRecord } from './change.ts';
import { SMALL_BYTES } from './chunks.ts';
import { storedPhotos } from './db.ts';
import { retryAfterIn, dueIn } from './deadline.ts';
import type { Lease, PhotoRecord } from './record.ts';

export const LEASE_MS = 45_000;
const RENEW_MS = 15_000;

/** One that ends later than any lease can was written by a clock that ran ahead. */
const isLeasedByOther = (lease: Lease | null, owner: string, now: number) =>
  lease !== null && lease.owner !== owner && lease.expiresAt > now && lease.expiresAt <= now + LEASE_MS;

/** True while another drainer works on any of this account's photos. */
export async function hasOtherDrainer(account: string, owner: string): Promise<boolean> {
  return (await storedPhotos(account)).some((photo) => isLeasedByOther(photo.lease, owner, Date.now()));
}

/** How large, coarsely: photos of one kind keep the order they were taken in. */
const sizeClass = ({ bytes }: PhotoRecord) => Math.max(0, Math.ceil(Math.log2(bytes / SMALL_BYTES) / 2));

/** Fewest attempts first, then small, then in the order of taking (docs/outbox.md, Sending 11). */
const byPriority = (a: PhotoRecord, b: PhotoRecord) => a.attempts - b.attempts || sizeClass(a) - sizeClass(b) || a.seq - b.seq;

export interface ClaimOptions {
  account: string;
  owner: string;
  /** The caller holds the drain lock: leases of others are leftovers of the dead. */
  exclusive: boolean;
  /** Not these: they are being sent, or failed in a way that waiting does not mend. */
  skip: { has(id: string): boolean };
  /** Whether there is a place for it now. */
  hasSlot(record: PhotoRecord): boolean;
  /** One that waits in back-off may go now, whatever it waits for: it finds out whether its trouble is over. */
  trial: boolean;
}

export interface ClaimResult {
  record: PhotoRecord | null;
  /** The first that is due, has never failed, and finds no place. */
  starved: PhotoRecord | null;
}

/** Takes the next photo whose turn it is, and counts the attempt. */
export async function claimNext({ account, owner, exclusive, skip, hasSlot, trial }: ClaimOptions): Promise<ClaimResult> {
  const now = Date.now();
  const free = (record: PhotoRecord) =>
    record.state !== 'parked' && !skip.has(record.id) && (exclusive || !isLeasedByOther(record.lease, owner, now));
  const waiting = (await storedPhotos(account)).map(withDeferredUpdates).filter(free).toSorted(byPriority);
  const due = waiting.filter((record) => dueIn(record, now) === 0);
  const next =
    due.find(hasSlot) ??
    (trial ? waiting.find((record) => !neverFailed(record) && retryAfterIn(record, now) === 0 && hasSlot(record)) : undefined);
  const crowdedOut = due.find((record) => neverFailed(record) && !hasSlot(record)) ?? null;
  if (!next) return { record: null, starved: crowdedOut };
  const claim = ({ attempts }: PhotoRecord) => ({ attempts: attempts + 1, lease: { owner, expiresAt: now + LEASE_MS } });
  // Discarded or parked meanwhile: the caller looks again.
  const record = await updatePhotoRecord(next.id, (current) => (free(current) ? claim(current) : null));
  return { record, starved: crowdedOut };
}

/** One whose proof found no room has no error, and waits as if it had. */
export const neverFailed = ({ lastError, scheduledAt }: PhotoRecord): boolean => !lastError && !scheduledAt;

/** Keeps the lease alive while `work` runs. */
export async function withLease<T>(id: string, owner: string, work: () => Promise<T>): Promise<T> {
  const renew = () => setLease(id, owner, { owner, expiresAt: Date.now() + LEASE_MS });
  const timer = setInterval(() => renew().catch((error: unknown) => console.warn('A lease was not renewed', error)), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Gives a record back, unfinished. */
export const releaseLease = (id: string, owner: string) => setLease(id, owner, null);

/** Gives a record back as if it had not been begun: it only made way. */
export async function unclaim(id: string): Promise<void> {
  await updatePhotoRecord(id, ({ attempts }) => ({ attempts: Math.max(0, attempts - 1), lease: null }));
}

async function setLease(id: string, owner: string, lease: Lease | null): Promise<void> {
  await updatePhotoRecord(id, (current) => (current.lease?.owner === owner ? { lease } : null));
}
