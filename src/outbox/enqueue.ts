// Enqueues photos and likes. When these functions resolve, the data is on disk: only then may the app show "saved on this phone".
import { deviceLabel } from '#src/lib/device.ts';
import { DiskFullError, diskState, isQuotaError, reportDiskFull } from '#src/lib/disk.ts';
import { clearRuntimeCache, purgeMediaCaches } from '#src/lib/media-cache.ts';
import { sha256Hex } from '#src/lib/sha256.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { nextSeq, storeBlob, write, type WriteTx } from './db.ts';
import { publish, requestDrain } from './messages.ts';
import { addAcknowledgement, dropReceipts, removeAcknowledgement, removeFromLost } from './receipts.ts';
import { type ImportedFile, newPhotoRecord, type NewShot, offsetAtCapture, type PhotoRecord, type Receipt } from './record.ts';
import { beginReplica, isNoSpaceError, ReplicaTimeoutError } from './replica.ts';

/** The device is out of space. Nothing was stored; existing data is intact. */
export class StorageFullError extends Error {
  override name = 'StorageFullError';
}

/** The device's storage failed for another reason. Nothing was stored. */
export class StorageFailedError extends Error {
  override name = 'StorageFailedError';
}

/** This phone already imported this file into the event, or is about to. Nothing was stored. */
export class DuplicateFileError extends Error {
  override name = 'DuplicateFileError';
}

const isOutOfSpace = (error: unknown) => error instanceof DiskFullError || isNoSpaceError(error) || isQuotaError(error);

/**
 * Stores a shot twice: record and bytes in one strict transaction, and a replica file where the engine supports it.
 * @returns the record, once both are durable
 * @throws StorageFullError if it does not fit even after evicting caches
 * @throws StorageFailedError
 * @throws DuplicateFileError
 */
export async function enqueuePhoto(shot: NewShot): Promise<PhotoRecord> {
  const id = shot.id ?? uuid7();
  let record: PhotoRecord;
  try {
    // Below the floor nothing is written: the remaining space belongs to the databases.
    if (diskState() !== 'fine') throw new DiskFullError(`This ${deviceLabel} is full.`);
    record = await storeWithReplica({ ...shot, id }).catch(async (error: unknown) => {
      if (isOutOfSpace(error)) {
        await evictCaches();
        if (diskState() !== 'fine') throw error;
      } else if (!(error instanceof ReplicaTimeoutError)) throw error;
      return storeWithReplica({ ...shot, id });
    });
  } catch (error) {
    if (error instanceof DuplicateFileError) throw error;
    const full = isOutOfSpace(error);
    if (full) await reportDiskFull();
    if (full) throw new StorageFullError(`This ${deviceLabel} is out of space.`, { cause: error });
    throw new StorageFailedError(`This ${deviceLabel}’s storage failed. The photo wasn’t saved.`, { cause: error });
  }
  addAcknowledgement(record);
  publish({ type: 'changed', photoIds: [record.id] });
  // The photo is safe; a thumbnail that cannot be stored must not report a failure.
  if (shot.thumb) await storeThumb(record.id, shot.thumb).catch((error: unknown) => console.warn('A thumbnail was not stored', error));
  requestDrain();
  return record;
}

/**
 * The replica needs space before the transaction begins, so that a full disk fails a file and not the database's log. Everything else runs
 * in parallel.
 */
async function storeWithReplica(shot: NewShot & { id: string }): Promise<PhotoRecord> {
  // An import has just read the bytes; on a second attempt the first replica has taken them.
  const read = shot.file?.bytes;
  const bytes = read && read.byteLength > 0 ? read : await shot.blob.arrayBuffer();
  // Hashing reads the bytes before the transfer to the replica.
  const hashing = shot.file?.sha256 ?? sha256Hex(bytes);
  const moment = shot.moment ?? null;
  const copy = beginReplica(bytes);
  try {
    // An unknown server clock is no reason to refuse a photo.
    const asking = offsetAtCapture({ takenAt: shot.takenAt, moment, source: shot.source }).catch(() => null);
    const [name, sha256, clockOffset] = await Promise.all([copy.written, hashing, asking]);
    const facts = { ...shot, sha256, moment, clockOffset };
    const { blob, thumb: _made, file: _import, ...told } = facts;
    const [record] = await Promise.all([
      storeBlob(blob, (data) => insertPhoto(facts, data, name)),
      name !== null && copy.end({ ...told, bytes: blob.size }),
    ]);
    return record;
  } catch (error) {
    // Without an acknowledgement no replica may restore the photo. If removal fails, the result is a duplicate, never a loss.
    await copy.cancel().catch((left: unknown) => console.warn('A replica was not removed', left));
    throw error;
  }
}

type PhotoFacts = NewShot & Pick<PhotoRecord, 'id' | 'sha256' | 'moment' | 'clockOffset'>;

async function insertPhoto(shot: PhotoFacts, data: Blob | ArrayBuffer, copy: string | null): Promise<PhotoRecord> {
  const { blob, thumb: _made, file, ...facts } = shot;
  const stores: Parameters<typeof write>[0] = file
    ? ['photos', 'blobs', 'thumbs', 'meta', 'receipts', 'imports']
    : ['photos', 'blobs', 'meta'];
  const replaced: string[] = [];
  const work = async (tx: WriteTx) => {
    const photos = tx.objectStore('photos');
    // The connection died after the transaction had completed: it is already stored. Or it is imported again, and the server named the photo.
    const kept = await photos.get(shot.id);
    if (kept?.sha256 === shot.sha256 && !lacksBytes(kept)) {
      if (copy !== null) await photos.put({ ...kept, copy });
      return kept;
    }
    const askFirst = file && (await registerImportedFile(tx, facts, file, replaced));
    const record = newPhotoRecord({ ...facts, copy, seq: await nextSeq(tx), bytes: blob.size, ...(askFirst && { askFirst }) });
    // `add`, not `put`: a clash with another photo's id is a bug and must not replace that photo.
    await photos.add(record);
    await tx.objectStore('blobs').add({ id: shot.id, type: shot.contentType, data });
    return record;
  };
  const record = await write(stores, work, 'much');
  for (const id of replaced) removeAcknowledgement(id);
  return record;
}

/** Parked only because its bytes are missing; importing the same file restores them. */
const lacksBytes = ({ state, lastError }: PhotoRecord): boolean => state === 'parked' && lastError?.code === 'bytes_missing';

/**
 * Runs in the storing transaction, so two tabs that import the same files import each of them once.
 * @param replaced receives the ids of photos without bytes that this one replaces
 * @returns whether to ask the server before sending
 */
async function registerImportedFile(
  tx: WriteTx,
  { account, eventId }: Omit<PhotoFacts, 'blob' | 'thumb'>,
  file: ImportedFile,
  replaced: string[],
): Promise<boolean> {
  const since = file.unlessSince;
  let askFirst = false;
  if (since !== null) {
    const same = IDBKeyRange.only([account, eventId, file.sha256]);
    const waiting = (await tx.objectStore('photos').index('hash').getAll(same)).filter(({ state }) => state !== 'discarding');
    const stored = await tx.objectStore('receipts').index('hash').getAll(same);
    // A receipt from the future was written by a clock that ran ahead; it may be older than the server's answer.
    const isNewer = ({ storedAt }: Receipt) => storedAt >= since && storedAt <= Date.now();
    if (!waiting.every(lacksBytes) || stored.some(isNewer)) throw new DuplicateFileError();
    for (const { id } of waiting) {
      for (const store of ['photos', 'blobs', 'thumbs'] as const) await tx.objectStore(store).delete(id);
      replaced.push(id);
    }
    // This device may have sent it before, or another one.
    askFirst = since === Infinity;
    // The server answered that it does not have these bytes, so older receipts are void.
    if (!askFirst) await dropReceipts(tx, stored);
  }
  await removeFromLost(tx, { account, eventId, sha256: file.sha256 });
  const imports = tx.objectStore('imports');
  const row = file.row && (await imports.get(file.row));
  if (row) await imports.put({ ...row, state: 'stored', reason: null });
  return askFirst;
}

/** Evicts caches and thumbnails, which can be recreated (docs/outbox.md, Disk space). Originals are deleted on delivery. */
async function evictCaches(): Promise<void> {
  await purgeMediaCaches();
  await clearRuntimeCache();
  await reportDiskFull();
  await write(['thumbs'], (tx) => tx.objectStore('thumbs').clear());
}

/** Stores a thumbnail for the queue and the gallery. Thumbnails are optional, so a full disk is ignored. */
export async function storeThumb(id: string, thumb: Blob): Promise<void> {
  try {
    const put = (data: Blob | ArrayBuffer) =>
      write(['photos', 'thumbs'], async (tx) => {
        // Delivered in the meantime: nothing would ever delete this thumbnail.
        if (!(await tx.objectStore('photos').getKey(id))) return;
        await tx.objectStore('thumbs').put({ id, type: thumb.type, data });
      });
    await storeBlob(thumb, put);
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
    return;
  }
  publish({ type: 'changed', photoIds: [id] });
}

/**
 * Records that a photo is to be liked or not; the last wish wins. A wish equal to the server's state is dropped.
 * @param serverLiked the server's state as known to the caller
 */
export async function enqueueLike(wish: {
  account: string;
  eventId: string;
  photoId: string;
  liked: boolean;
  serverLiked: boolean;
}): Promise<void> {
  await write(['likes', 'meta'], async (tx) => {
    const likes = tx.objectStore('likes');
    const queued = await likes.get([wish.account, wish.photoId]);
    const sent = queued?.sent ?? false;
    // A wish that was sent may have changed the server, so it is followed by its opposite instead of dropped.
    if (wish.liked === (queued?.serverLiked ?? wish.serverLiked) && !sent) {
      await likes.delete([wish.account, wish.photoId]);
      return;
    }
    const serverLiked = queued?.serverLiked ?? wish.serverLiked;
    // The backoff of the previous wish continues: another tap does not fix the network.
    const { attempts = 0, nextAttemptAt = 0, scheduledAt = null, holdsOthers = false } = queued ?? {};
    const waits = { attempts, nextAttemptAt, scheduledAt, holdsOthers };
    await likes.put({ ...wish, ...waits, serverLiked, sent, v: 1, seq: await nextSeq(tx) });
  });
  publish({ type: 'likes-changed', eventId: wish.eventId, stored: null });
  requestDrain();
}
