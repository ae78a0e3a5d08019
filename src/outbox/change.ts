// Changing a waiting photo's record. Where the storage has no room even for that, the change is held in memory until it has: sending makes
// room, and must not need any first (docs/outbox.md, Storing 5).
import { isQuotaError } from '#src/lib/disk.ts';
import { withDb, write } from './db.ts';
import { readPhotoRecord, type PhotoRecord } from './record.ts';

type RecordUpdate = Partial<PhotoRecord>;

const deferredUpdates = new Map<string, RecordUpdate>();

/** A stored record with what could not be written to it. */
export function withDeferredUpdates(stored: PhotoRecord): PhotoRecord {
  return { ...readPhotoRecord(stored), ...deferredUpdates.get(stored.id) };
}

/** Holds a change that found no room. */
export const deferUpdate = (id: string, changes: RecordUpdate): void =>
  void deferredUpdates.set(id, { ...deferredUpdates.get(id), ...changes });

/** What is held of a record is written, or the record is gone. */
export const clearDeferredUpdate = (id: string): void => void deferredUpdates.delete(id);

/**
 * @param change what is to be changed, by the record as it is now; null: nothing
 * @returns the record with its changes; null when nothing was changed, or it is gone
 */
export async function updatePhotoRecord(id: string, change: (current: PhotoRecord) => RecordUpdate | null): Promise<PhotoRecord | null> {
  const changed = (stored: PhotoRecord | undefined) => {
    const current = stored && withDeferredUpdates(stored);
    const changes = current && change(current);
    return changes ? { changes, next: { ...current, ...changes } } : null;
  };
  try {
    const written = await write(['photos'], async (tx) => {
      const photos = tx.objectStore('photos');
      const now = changed(await photos.get(id));
      if (now) await photos.put(now.next);
      return now;
    });
    if (written) clearDeferredUpdate(id);
    return written?.next ?? null;
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    const now = changed(await withDb((db) => db.get('photos', id)));
    if (now) deferUpdate(id, now.changes);
    return now?.next ?? null;
  }
}
