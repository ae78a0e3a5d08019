// Bringing back what the database lost, from the second copies. Loaded only when something is missing.
import { DiskFullError } from '#src/lib/disk.ts';
import { sha256Hex } from '#src/lib/hex.ts';
import { api } from '#src/transport/client.ts';
import { ApiError } from '#src/transport/problem.ts';
import { storeBlob } from './bytes.ts';
import { readCopy, removeCopies } from './copies.ts';
import { nextSeq, write } from './db.ts';
import { allAcknowledged, forgetAcknowledged, noteAcknowledged, type Acknowledged } from './ledger.ts';
import { publish } from './messages.ts';
import { newPhotoRecord, type PhotoRecord } from './record.ts';
import { announceWork } from './sync.ts';
import { readWitness, type WitnessFacts } from './witness-file.ts';

export interface Healing {
  /** Photos that were brought back. */
  restored: number;
  /** Photos whose copies are whole, and for which there is no room now: they come back when there is. */
  later: number;
  /** Acknowledged, with no copy, and not known to be on the server. `asked`: the server said that it has not got it. */
  lost: (Acknowledged & { asked: boolean })[];
}

/** In the order of taking: ids tell it. */
export async function heal(ids: readonly string[]): Promise<Healing> {
  const healing: Healing = { restored: 0, later: 0, lost: [] };
  const noted = new Map(allAcknowledged().map((shot) => [shot.id, shot]));
  for (const id of ids.toSorted()) {
    const copy = await readWhole(id);
    if (copy) {
      if (await putBack(copy.facts, copy.blob)) healing.restored += 1;
      else healing.later += 1;
      continue;
    }
    const shot = noted.get(id);
    if (!shot) {
      // Cut while it was written: it was never acknowledged.
      await removeCopies([id]);
      continue;
    }
    const onServer = await isOnServer(shot);
    if (onServer) forgetAcknowledged(id);
    else healing.lost.push({ ...shot, asked: onServer === false });
  }
  if (healing.restored > 0) {
    publish({ type: 'changed', photoIds: [...ids] });
    announceWork();
  }
  return healing;
}

async function readWhole(id: string): Promise<{ facts: WitnessFacts; blob: Blob } | null> {
  const file = await readCopy(id);
  const copy = file && (await readWitness(file));
  if (!copy || copy.facts.id !== id) return null;
  const bytes = await copy.blob.arrayBuffer();
  // From memory: the file goes when the photo is delivered.
  return (await sha256Hex(bytes)) === copy.facts.sha256
    ? { facts: copy.facts, blob: new Blob([bytes], { type: copy.facts.contentType }) }
    : null;
}

/** @returns false where there is no room for it now */
async function putBack(facts: WitnessFacts, blob: Blob): Promise<boolean> {
  try {
    const record = await storeBlob(blob, (data) =>
      write(
        ['photos', 'blobs', 'meta'],
        async (tx): Promise<PhotoRecord> => {
          const photos = tx.objectStore('photos');
          const there = await photos.get(facts.id);
          if (there) return there;
          const made = newPhotoRecord({ ...facts, seq: await nextSeq(tx) });
          await photos.add(made);
          await tx.objectStore('blobs').put({ id: facts.id, type: facts.contentType, data });
          return made;
        },
        'much',
      ),
    );
    noteAcknowledged(record);
    return true;
  } catch (error) {
    if (error instanceof DiskFullError || (error instanceof DOMException && error.name === 'QuotaExceededError')) return false;
    throw error;
  }
}

/** The worker may have delivered it before the database was lost. Null when nobody can say now. */
async function isOnServer({ id, account, eventId }: Acknowledged): Promise<boolean | null> {
  try {
    const { response, error } = await api.GET('/api/v1/event/{id}/photos/{photoId}', {
      params: { path: { id: eventId, photoId: id } },
      headers: { 'X-Account': account },
    });
    if (response.ok) return true;
    const failure = new ApiError(response, error ?? null);
    if (!failure.fromServer) return null;
    return failure.status === 410 ? true : failure.status === 404 ? false : null;
  } catch {
    return null; // no line: it is told as not known
  }
}
