// Reading photos for an export: rarely needed, so no part of the way to the shutter.
import { isReadable, toBlob } from './bytes.ts';
import { readReplicaBytes } from './copies.ts';
import { withDb } from './db.ts';

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
