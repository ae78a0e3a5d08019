// Throwing away what waits: rarely wanted, so no part of the way to the shutter.
// Reading photos for an export: rarely needed, so no part of the way to the shutter.
// Photos that wait on this phone for others. Those of accounts that were deleted meanwhile no account can send any more: they are parked for
// whoever holds it.
// Photos that had arrived and are no more, or turned out damaged, as receipt-check.ts found them.
import { uuid7Time } from '#src/lib/uuid7.ts';
import { deletedAccounts } from '#src/transport/session-db.ts';
import { isReadable, toBlob, withDb, write } from './db.ts';
import { publish, requestDrain } from './messages.ts';
import { isPending, listPendingPhotos } from './queue.ts';
import { damagedKey, lostKey, readDamaged, readLost, removeAcknowledgement, writeLost } from './receipts.ts';
import type { PhotoRecord, Receipt } from './record.ts';
import { findReplicas, readReplicaBytes, removeReplicas, replicaName, withReplicaLock } from './replica.ts';

// What the browser says of this app's storage: asked where the person reads it, so no part of the way to the shutter.
export interface StorageReport {
  /** Whether the browser promised not to clear what this app keeps; null where it cannot say. */
  persisted: boolean | null;
  /** Bytes. An estimate: no meter of free space (docs/outbox.md, Storing 5). */
  usage: number | null;
  quota: number | null;
}

export async function storageReport(): Promise<StorageReport> {
  const { storage } = navigator;
  const { usage = null, quota = null } = (await storage?.estimate?.()) ?? {};
  return { persisted: (await storage?.persisted?.()) ?? null, usage, quota };
}

/** Of one event, in the order of taking. */
export interface AffectedEvent {
  eventId: string;
  eventName: string;
  photos: (Receipt & { fileName: string | null; takenAt: number })[];
  /** Of the photos that this device knows only the number of. */
  unnamed: number;
}

/** Of photos taken in one moment, as cameras number them. */
const byName = new Intl.Collator('en', { numeric: true });

const toAffectedEvent = (eventId: string, photos: readonly Receipt[], unnamed: number): AffectedEvent => ({
  eventId,
  eventName: photos.find((photo) => photo.eventName)?.eventName ?? '',
  photos: photos
    .map((photo) => ({ ...photo, fileName: photo.fileName ?? null, takenAt: photo.takenAt ?? uuid7Time(photo.id) }))
    .toSorted((a, b) => a.takenAt - b.takenAt || byName.compare(a.fileName ?? '', b.fileName ?? '') || byName.compare(a.id, b.id)),
  unnamed,
});

/** What the server has lost of this account's photos, by event. */
export async function lostPhotos(account: string): Promise<AffectedEvent[]> {
  return (await readMetaByPrefix(lostKey(account, ''))).map(([eventId, stored]) => {
    const { photos, unnamed } = readLost(stored);
    return toAffectedEvent(eventId, photos, unnamed);
  });
}

/** Imported files that have arrived and cannot be decoded, by event. */
export async function damagedPhotos(account: string): Promise<AffectedEvent[]> {
  return (await readMetaByPrefix(damagedKey(account, ''))).map(([eventId, stored]) => toAffectedEvent(eventId, readDamaged(stored), 0));
}

/** The person has read it, and it is not told again. */
export async function dismissLost(account: string, eventId: string): Promise<void> {
  await write(['meta'], (tx) => writeLost(tx, { account, eventId }, { photos: [], unnamed: 0 }));
  publish({ type: 'changed', photoIds: [] });
}

/** The person has read it, and it is not told again. */
export async function dismissDamaged(account: string, eventId: string): Promise<void> {
  await write(['meta'], (tx) => tx.objectStore('meta').delete(damagedKey(account, eventId)));
  publish({ type: 'changed', photoIds: [] });
}

/** Values of `meta` under keys that begin so, by the rest of the key. */
export function readMetaByPrefix(prefix: string): Promise<[rest: string, value: string | number][]> {
  return withDb(async (db) => {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const tx = db.transaction('meta');
    const [keys, values] = await Promise.all([tx.store.getAllKeys(range), tx.store.getAll(range), tx.done]);
    return keys.flatMap((key, at): [string, string | number][] => {
      const value = values[at];
      return value === undefined ? [] : [[key.slice(prefix.length), value]];
    });
  });
}

/** Of all accounts. */
export const countPending = async (): Promise<number> => (await withDb((db) => db.getAll('photos'))).filter(isPending).length;

/** In the order they were taken in, account by account. */
export async function orphanedPhotos(): Promise<PhotoRecord[]> {
  return (await Promise.all((await deletedAccounts()).map((account) => listPendingPhotos(account)))).flat();
}

/** Photos of other accounts that wait on this phone, locked until their account signs in. Those of deleted accounts are not among them. */
export async function countsOfOtherAccounts(account: string | null): Promise<{ account: string; email: string; count: number }[]> {
  const gone = await deletedAccounts();
  const others = new Map<string, { account: string; email: string; count: number }>();
  for (const photo of (await withDb((db) => db.getAll('photos'))).filter(isPending)) {
    if (photo.account === account || gone.includes(photo.account)) continue;
    const entry = others.get(photo.account) ?? { account: photo.account, email: photo.accountEmail, count: 0 };
    others.set(photo.account, { ...entry, count: entry.count + 1 });
  }
  return [...others.values()];
}

/** The bytes of a photo that waits; null if it no longer waits, because it was delivered or discarded. Throws if its bytes are missing or torn, and those of its second copy, too. */
export async function readForExport(id: string): Promise<Blob | null> {
  const [record, stored] = await withDb(async (db) => {
    // One transaction: between two the photo may be delivered, and would look lost.
    const tx = db.transaction(['photos', 'blobs']);
    return Promise.all([tx.objectStore('photos').get(id), tx.objectStore('blobs').get(id), tx.done]);
  });
  if (!record || record.state === 'discarding') return null;
  const blob = stored ? toBlob(stored) : null;
  const bytes = blob && (await isReadable(blob)) ? blob : await readReplicaBytes(record);
  if (!bytes) throw new Error(`the bytes of photo ${id} are missing`);
  return bytes;
}

/**
 * Throws a waiting photo away, for good. When sending had begun, the server may hold it already: then the record stays, unseen, until the
 * server's copy is deleted too.
 * @returns `delivered` when it reached the server before: then nothing was thrown away
 */
export async function discard(id: string): Promise<'discarded' | 'delivered'> {
  const outcome = await withReplicaLock(() => discardLocally(id));
  publish({ type: 'changed', photoIds: [id] });
  if (outcome === 'under-way') requestDrain();
  return outcome === 'delivered' ? 'delivered' : 'discarded';
}

async function discardLocally(id: string): Promise<'delivered' | 'gone' | 'under-way'> {
  // First, and for certain: a copy that stayed would bring it back. Its bytes are in the database until the next step.
  const kept = await withDb((db) => db.get('photos', id));
  await removeReplicas([...(kept ? [replicaName(kept)] : []), ...(await findReplicas(id)).map(({ name }) => name)]);
  removeAcknowledgement(id);
  return write(['photos', 'blobs', 'thumbs', 'receipts'], async (tx) => {
    const photos = tx.objectStore('photos');
    const record = await photos.get(id);
    if (!record) return (await tx.objectStore('receipts').get(id)) ? 'delivered' : 'gone';
    await tx.objectStore('blobs').delete(id);
    await tx.objectStore('thumbs').delete(id);
    if (record.attempts === 0) {
      await photos.delete(id);
      return 'gone';
    }
    await photos.put({ ...record, state: 'discarding', nextAttemptAt: 0 });
    return 'under-way';
  });
}
