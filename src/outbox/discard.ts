// Throwing away what waits: rarely wanted, so no part of the way to the shutter.
import { findReplicas, replicaName, removeReplicas, withReplicaLock } from './copies.ts';
import { withDb, write } from './db.ts';
import { removeAcknowledgement } from './ledger.ts';
import { publish } from './messages.ts';
import { requestDrain } from './sync.ts';

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
