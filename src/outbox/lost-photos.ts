// Photos that had arrived and are no more, or turned out damaged, as receipt-check.ts found them.
import { uuid7Time } from '#src/lib/uuid7.ts';
import { withDb, write } from './db.ts';
import { damagedKey, lostKey, readDamaged, readLost } from './ledger.ts';
import { publish } from './messages.ts';
import { writeLost } from './receipts.ts';
import type { Receipt } from './record.ts';

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
