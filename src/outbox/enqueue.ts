// Taking things in. What these functions resolved is on disk: only then may the person be told "saved on this phone".
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

/** The device has no room. Nothing was stored, nothing that was stored is lost. */
export class StorageFullError extends Error {
  override name = 'StorageFullError';
}

/** The device's storage failed otherwise. Nothing was stored. */
export class StorageFailedError extends Error {
  override name = 'StorageFailedError';
}

/** An import's file that this phone has brought to this event already, or is about to. Nothing was stored. */
export class DuplicateFileError extends Error {
  override name = 'DuplicateFileError';
}

const isOutOfSpace = (error: unknown) => error instanceof DiskFullError || isNoSpaceError(error) || isQuotaError(error);

/**
 * Stores a shot twice: record and bytes in one strict transaction, and a second copy beside the database where the engine has a place for it.
 * @returns the record, once both are durable
 * @throws StorageFullError after what can be spared was given up and it still did not fit
 * @throws StorageFailedError
 * @throws DuplicateFileError
 */
export async function enqueuePhoto(shot: NewShot): Promise<PhotoRecord> {
  const id = shot.id ?? uuid7();
  let record: PhotoRecord;
  try {
    // Below the floor nothing is begun: what room there is belongs to the databases.
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
    if (full) throw new StorageFullError(`This ${deviceLabel} has no room for another photo.`, { cause: error });
    throw new StorageFailedError(`This ${deviceLabel}’s storage failed. The photo wasn’t saved.`, { cause: error });
  }
  addAcknowledgement(record);
  publish({ type: 'changed', photoIds: [record.id] });
  // The photo is safe: a small picture that cannot be kept must not say otherwise.
  if (shot.thumb) await storeThumb(record.id, shot.thumb).catch((error: unknown) => console.warn('A small picture was not kept', error));
  requestDrain();
  return record;
}

/**
 * The copy's bytes have to find room before the transaction begins: so a full disk is met by a file, and not by the database's log. The rest
 * runs side by side.
 */
async function storeWithReplica(shot: NewShot & { id: string }): Promise<PhotoRecord> {
  // An import has just read them; at a second try they are gone to the first one's copy.
  const read = shot.file?.bytes;
  const bytes = read && read.byteLength > 0 ? read : await shot.blob.arrayBuffer();
  // It reads the bytes before they go to the copy.
  const hashing = shot.file?.sha256 ?? sha256Hex(bytes);
  const moment = shot.moment ?? null;
  const copy = beginReplica(bytes);
  try {
    // Not knowing the server's clock is no reason to refuse a photo.
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
    // Not acknowledged, so no copy may bring it back. One that stays all the same is a photo too many, never one too few.
    await copy.cancel().catch((left: unknown) => console.warn('A copy was left behind', left));
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
    // A connection that died after the transaction had completed: it is kept already.
    const kept = await photos.get(shot.id);
    if (kept?.sha256 === shot.sha256) {
      if (copy !== null) await photos.put({ ...kept, copy });
      return kept;
    }
    const askFirst = file && (await registerImportedFile(tx, facts, file, replaced));
    const record = newPhotoRecord({ ...facts, copy, seq: await nextSeq(tx), bytes: blob.size, ...(askFirst && { askFirst }) });
    // `add`, not `put`: an id that is another photo's is a defect, and must not replace it.
    await photos.add(record);
    await tx.objectStore('blobs').add({ id: shot.id, type: shot.contentType, data });
    return record;
  };
  const record = await write(stores, work, 'much');
  for (const id of replaced) removeAcknowledgement(id);
  return record;
}

/** It waits for a decision only because its bytes are gone: the same file brings them back. */
const lacksBytes = ({ state, lastError }: PhotoRecord): boolean => state === 'parked' && lastError?.code === 'bytes_missing';

/**
 * In the transaction that stores it: two tabs that import the same files at once take each of them once.
 * @param replaced is given the ids of photos without bytes whose place it takes
 * @returns whether the server has to be asked before it is sent
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
    // A receipt from the future was written by a clock that ran ahead: it may be older than the server's answer.
    const isNewer = ({ storedAt }: Receipt) => storedAt >= since && storedAt <= Date.now();
    if (!waiting.every(lacksBytes) || stored.some(isNewer)) throw new DuplicateFileError();
    for (const { id } of waiting) {
      for (const store of ['photos', 'blobs', 'thumbs'] as const) await tx.objectStore(store).delete(id);
      replaced.push(id);
    }
    // What was sent of one without bytes may have arrived.
    askFirst = since === Infinity && stored.length + waiting.length > 0;
    // The server answered that it does not have these bytes: what an older receipt proved is over.
    if (!askFirst) await dropReceipts(tx, stored);
  }
  await removeFromLost(tx, { account, eventId, sha256: file.sha256 });
  const imports = tx.objectStore('imports');
  const row = file.row && (await imports.get(file.row));
  if (row) await imports.put({ ...row, state: 'stored', reason: null });
  return askFirst;
}

/** The ladder of docs/outbox.md, Storing 5: caches and thumbs are made again, photos are not. Originals go with their proof already. */
async function evictCaches(): Promise<void> {
  await purgeMediaCaches();
  await clearRuntimeCache();
  await reportDiskFull();
  await write(['thumbs'], (tx) => tx.objectStore('thumbs').clear());
}

/** Keeps a small picture for the queue and the gallery. Losing it loses nothing: a failure for space is ignored. */
export async function storeThumb(id: string, thumb: Blob): Promise<void> {
  try {
    const put = (data: Blob | ArrayBuffer) =>
      write(['photos', 'thumbs'], async (tx) => {
        // Delivered meanwhile: nobody would ever take it away again.
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
 * Notes that a photo is to be liked or not; the last wish stands. Equal to the server's state, the wish is gone.
 * @param serverLiked the server's state as the caller knows it
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
    // A wish that was sent may have changed the server: it is followed by its contrary, not dropped.
    if (wish.liked === (queued?.serverLiked ?? wish.serverLiked) && !sent) {
      await likes.delete([wish.account, wish.photoId]);
      return;
    }
    const serverLiked = queued?.serverLiked ?? wish.serverLiked;
    // It waits as the wish before it did: another tap does not mend the line.
    const { attempts = 0, nextAttemptAt = 0, scheduledAt = null, holdsOthers = false } = queued ?? {};
    const waits = { attempts, nextAttemptAt, scheduledAt, holdsOthers };
    await likes.put({ ...wish, ...waits, serverLiked, sent, v: 1, seq: await nextSeq(tx) });
  });
  publish({ type: 'likes-changed', eventId: wish.eventId, stored: null });
  requestDrain();
}
