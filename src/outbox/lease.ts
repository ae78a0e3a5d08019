// Who works on a record. The drain lock makes leases stand unopposed; they matter where there is no lock, or where its holder is frozen
// and does not let go (offline.md, Sending 8).
import { storedPhotos, write } from './db.ts';
import { readPhotoRecord, type Lease, type PhotoRecord } from './record.ts';

export const LEASE_MS = 45_000;
const RENEW_MS = 15_000;

const holds = (lease: Lease | null, owner: string, now: number) => lease !== null && lease.owner !== owner && lease.expiresAt > now;

/** True while another drainer works on any of this account's photos. */
export async function someoneElseWorks(account: string, owner: string): Promise<boolean> {
  return (await storedPhotos(account)).some((photo) => holds(photo.lease, owner, Date.now()));
}

/**
 * Takes the next photo that is due, in the queue's order, and counts the attempt.
 * @param exclusive the caller holds the drain lock: leases of others are leftovers of the dead
 */
export async function claimNext(
  account: string,
  owner: string,
  exclusive: boolean,
  skip: ReadonlySet<string>,
): Promise<PhotoRecord | null> {
  return write(['photos'], async (tx) => {
    const now = Date.now();
    const range = IDBKeyRange.bound([account, 0], [account, Infinity]);
    for (let cursor = await tx.objectStore('photos').index('account').openCursor(range); cursor; cursor = await cursor.continue()) {
      const record = readPhotoRecord(cursor.value);
      if (record.state === 'parked' || record.nextAttemptAt > now || skip.has(record.id)) continue;
      if (!exclusive && holds(record.lease, owner, now)) continue;
      const claimed = { ...record, attempts: record.attempts + 1, lease: { owner, expiresAt: now + LEASE_MS } };
      await cursor.update(claimed);
      return claimed;
    }
    return null;
  });
}

/** Keeps the lease alive while `work` runs. */
export async function whileLeased<T>(id: string, owner: string, work: () => Promise<T>): Promise<T> {
  const renew = () => setLease(id, owner, { owner, expiresAt: Date.now() + LEASE_MS });
  const timer = setInterval(() => renew().catch((error: unknown) => console.warn('A lease was not renewed', error)), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Gives a record back, unfinished. */
export const release = (id: string, owner: string) => setLease(id, owner, null);

async function setLease(id: string, owner: string, lease: Lease | null): Promise<void> {
  await write(['photos'], async (tx) => {
    const photos = tx.objectStore('photos');
    const record = await photos.get(id);
    if (record?.lease?.owner === owner) await photos.put({ ...record, lease });
  });
}
