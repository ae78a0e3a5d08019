// What a user can do with queued photos besides retrying (discard, export), and the reports about them: photos of other or deleted
// accounts, lost and damaged photos, storage. Loaded late, outside the way to the shutter.
import { uuid7Time } from '#src/lib/uuid7.ts';
import { deletedAccounts } from '#src/transport/session-db.ts';
import { isReadable, toBlob, withDb, write } from './db.ts';
import { publish, requestDrain } from './messages.ts';
import { isPending, listPendingPhotos } from './queue.ts';
import { damagedKey, lostKey, readDamaged, readLost, removeAcknowledgement, writeLost } from './receipts.ts';
import type { GenerationRecord, PhotoRecord, Receipt } from './record.ts';
import { findReplicas, readReplicaBytes, removeReplicas, replicaName, withReplicaLock } from './replica.ts';

// The browser's storage figures.
export interface StorageReport {
  /** Whether the browser promised to keep this app's data; null if it cannot tell. */
  persisted: boolean | null;
  /** Bytes. An estimate, not a measure of free space (docs/outbox.md, Disk space). */
  usage: number | null;
  quota: number | null;
}

export async function storageReport(): Promise<StorageReport> {
  const { storage } = navigator;
  const { usage = null, quota = null } = (await storage?.estimate?.()) ?? {};
  return { persisted: (await storage?.persisted?.()) ?? null, usage, quota };
}

/** The photos of one event, ordered by capture time. */
export interface AffectedEvent {
  eventId: string;
  eventName: string;
  photos: (Receipt & { fileName: string | null; takenAt: number })[];
  /** Number of photos of which this device knows only the count. */
  unnamed: number;
}

/** Orders photos of the same moment the way cameras number them. */
const byName = new Intl.Collator('en', { numeric: true });

const toAffectedEvent = (eventId: string, photos: readonly Receipt[], unnamed: number): AffectedEvent => ({
  eventId,
  eventName: photos.find((photo) => photo.eventName)?.eventName ?? '',
  photos: photos
    .map((photo) => ({ ...photo, fileName: photo.fileName ?? null, takenAt: photo.takenAt ?? uuid7Time(photo.id) }))
    .toSorted((a, b) => a.takenAt - b.takenAt || byName.compare(a.fileName ?? '', b.fileName ?? '') || byName.compare(a.id, b.id)),
  unnamed,
});

/** Photos of this account that the server has lost, by event. */
export async function lostPhotos(account: string): Promise<AffectedEvent[]> {
  return (await readMetaByPrefix(lostKey(account, ''))).map(([eventId, stored]) => {
    const { photos, unnamed } = readLost(stored);
    return toAffectedEvent(eventId, photos, unnamed);
  });
}

/** Delivered imports that cannot be decoded, by event. */
export async function damagedPhotos(account: string): Promise<AffectedEvent[]> {
  return (await readMetaByPrefix(damagedKey(account, ''))).map(([eventId, stored]) => toAffectedEvent(eventId, readDamaged(stored), 0));
}

/** Call after the user has read the notice. */
export async function dismissLost(account: string, eventId: string): Promise<void> {
  await write(['meta'], (tx) => writeLost(tx, { account, eventId }, { photos: [], unnamed: 0 }));
  publish({ type: 'changed', photoIds: [] });
}

/** Call after the user has read the notice. */
export async function dismissDamaged(account: string, eventId: string): Promise<void> {
  await write(['meta'], (tx) => tx.objectStore('meta').delete(damagedKey(account, eventId)));
  publish({ type: 'changed', photoIds: [] });
}

/** Entries of `meta` with this key prefix, by the rest of the key. */
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

/** An account's generation requests that are not on the server, waiting or refused, in order. */
export async function listPendingGenerations(account: string): Promise<GenerationRecord[]> {
  const all = await withDb((db) => db.getAll('generations'));
  return all.filter((record) => record.account === account).toSorted((a, b) => a.seq - b.seq);
}

/** Of all accounts. */
export const countPending = async (): Promise<number> => (await withDb((db) => db.getAll('photos'))).filter(isPending).length;

/** Queued photos of deleted accounts, which no account can send: they can only be exported. Ordered by account and capture. */
export async function orphanedPhotos(): Promise<PhotoRecord[]> {
  return (await Promise.all((await deletedAccounts()).map((account) => listPendingPhotos(account)))).flat();
}

/** Queued photos of other accounts, locked until their account signs in. Excludes deleted accounts. */
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

/**
 * The bytes of a queued photo; null if it was delivered or discarded. Throws if its bytes and those of its replica are missing or
 * truncated.
 */
export async function readForExport(id: string): Promise<Blob | null> {
  const [record, stored] = await withDb(async (db) => {
    // One transaction: between two the photo could be delivered, and would look lost.
    const tx = db.transaction(['photos', 'blobs']);
    return Promise.all([tx.objectStore('photos').get(id), tx.objectStore('blobs').get(id), tx.done]);
  });
  if (!record || record.state === 'discarding') return null;
  const blob = stored ? toBlob(stored) : null;
  const bytes = blob && (await isReadable(blob)) ? blob : await readReplicaBytes(record);
  if (!bytes) throw new Error(`The bytes of photo ${id} are missing`);
  return bytes;
}

/**
 * Discards a queued photo for good. If sending had begun, the server may already have it: then the record stays hidden until the server's
 * copy is deleted too.
 * @returns `delivered` if it had already reached the server: then nothing was discarded
 */
export async function discard(id: string): Promise<'discarded' | 'delivered'> {
  const outcome = await withReplicaLock(() => discardLocally(id));
  publish({ type: 'changed', photoIds: [id] });
  // A generation request may have waited for it.
  if (outcome !== 'delivered') requestDrain();
  return outcome === 'delivered' ? 'delivered' : 'discarded';
}

async function discardLocally(id: string): Promise<'delivered' | 'gone' | 'under-way'> {
  // Replicas first: one left over would restore the photo. The bytes stay in the database until the next step.
  const kept = await withDb((db) => db.get('photos', id));
  await removeReplicas([...(kept ? [replicaName(kept)] : []), ...(await findReplicas(id)).map(({ name }) => name)]);
  removeAcknowledgement(id);
  return write(['photos', 'blobs', 'thumbs', 'receipts'], async (tx) => {
    const photos = tx.objectStore('photos');
    const record = await photos.get(id);
    if (!record) return (await tx.objectStore('receipts').get(id)) ? 'delivered' : 'gone';
    await tx.objectStore('blobs').delete(id);
    await tx.objectStore('thumbs').delete(id);
    // An upload that was begun may have shown the photo by its proof.
    if (record.attempts === 0 && record.uploadUrl === null) {
      await photos.delete(id);
      return 'gone';
    }
    await photos.put({ ...record, state: 'discarding', nextAttemptAt: 0 });
    return 'under-way';
  });
}
