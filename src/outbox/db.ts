// The outbox's database. Upgrades only add; no store is ever deleted (docs/outbox.md, Storing 6).
// Changing a waiting photo's record. Where the storage has no room even for that, the change is held in memory until it has: sending makes
// room, and must not need any first (docs/outbox.md, Storing 5).
// Blobs where the engine takes them (four times faster); ArrayBuffers where it refuses them (Safari: "Error preparing Blob"). The feature
// is tested by storing, never by the user agent (docs/outbox.md, Storing 2).
import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import { deviceLabel } from '#src/lib/device.ts';
import { isQuotaError, registerConnection, withDiskGuard } from '#src/lib/disk.ts';
import { openDatabase } from '#src/lib/open-database.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { publish } from './messages.ts';
import { type ImportRow, type LikeRecord, type PhotoRecord, readPhotoRecord, type Receipt } from './record.ts';

let blobsRefused = false;

const isBlobRefusal = (error: unknown) =>
  error instanceof DOMException && (error.name === 'UnknownError' || error.name === 'DataCloneError');

/** The forms in which `blob` may be stored, best first: itself, a fresh copy, its buffer. */
async function* storableForms(blob: Blob): AsyncGenerator<Blob | ArrayBuffer> {
  if (!blobsRefused) {
    yield blob;
    yield new Blob([await blob.arrayBuffer()], { type: blob.type });
    blobsRefused = true;
  }
  yield blob.arrayBuffer();
}

/** Calls `store` with the first form of the blob that the engine takes. */
export async function storeBlob<T>(blob: Blob, store: (data: Blob | ArrayBuffer) => Promise<T>): Promise<T> {
  let refusal: unknown;
  for await (const data of storableForms(blob)) {
    try {
      return await store(data);
    } catch (error) {
      if (!isBlobRefusal(error)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** Whether its bytes can be read: the file beneath a stored Blob may be gone, or torn in its middle. Holds little of it in memory. */
export async function isReadable(blob: Blob): Promise<boolean> {
  try {
    const reader = blob.stream().getReader();
    while (!(await reader.read()).done);
    return true;
  } catch {
    return false;
  }
}

export const toBlob = (stored: StoredBytes): Blob =>
  stored.data instanceof Blob ? stored.data : new Blob([stored.data], { type: stored.type });

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

/** Bytes beside their record: a Blob, or where the engine refuses Blobs an ArrayBuffer. */
export interface StoredBytes {
  id: string;
  type: string;
  data: Blob | ArrayBuffer;
}

interface OutboxSchema extends DBSchema {
  photos: {
    key: string;
    value: PhotoRecord;
    indexes: { account: [string, number]; event: [string, string, number]; hash: [string, string, string] };
  };
  blobs: { key: string; value: StoredBytes };
  thumbs: { key: string; value: StoredBytes };
  likes: { key: [string, string]; value: LikeRecord; indexes: { event: [string, string] } };
  receipts: { key: string; value: Receipt; indexes: { event: [string, string]; hash: [string, string, string] } };
  meta: { key: string; value: string | number };
  imports: { key: [string, number]; value: ImportRow; indexes: { event: [string, string] } };
}

type OutboxDb = IDBPDatabase<OutboxSchema>;
type StoreName = 'photos' | 'blobs' | 'thumbs' | 'likes' | 'receipts' | 'meta' | 'imports';
export type WriteTx = IDBPTransaction<OutboxSchema, StoreName[], 'readwrite'>;

const NAME = 'outbox';
const VERSION = 2;

let handle: Promise<OutboxDb> | null = null;

/** A page of an earlier release, on a database that a later one has changed. It keeps all that is in it, and cannot read it. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

registerConnection(() => void closeOutbox().catch(() => undefined));

/** It may be gone, or another one. */
const publishReset = () => void setTimeout(() => publish({ type: 'store-reset' }));

function open(): Promise<OutboxDb> {
  handle ??= openDatabase<OutboxSchema>(NAME, VERSION, {
    upgrade(db, from, _to, tx) {
      if (from === 0) publishReset();
      // Added in v1.
      if (from < 1) {
        const photos = db.createObjectStore('photos', { keyPath: 'id' });
        photos.createIndex('account', ['account', 'seq']);
        photos.createIndex('event', ['account', 'eventId', 'seq']);
        db.createObjectStore('blobs', { keyPath: 'id' });
        db.createObjectStore('thumbs', { keyPath: 'id' });
        db.createObjectStore('likes', { keyPath: ['account', 'photoId'] }).createIndex('event', ['account', 'eventId']);
        db.createObjectStore('receipts', { keyPath: 'id' }).createIndex('event', ['account', 'eventId']);
        db.createObjectStore('meta');
      }
      // Added in v2.
      if (from < 2) {
        tx.objectStore('photos').createIndex('hash', ['account', 'eventId', 'sha256']);
        tx.objectStore('receipts').createIndex('hash', ['account', 'eventId', 'sha256']);
        db.createObjectStore('imports', { keyPath: ['batch', 'number'] }).createIndex('event', ['account', 'eventId']);
      }
    },
    blocked: () => publish({ type: 'storage-blocked' }),
    blocking: (_current, to, event) => {
      (event.target as IDBDatabase).close();
      handle = null;
      if (to === null) publishReset();
    },
    terminated() {
      handle = null;
      publishReset();
    },
  }).catch((error: unknown) => {
    handle = null;
    if (!(error instanceof DOMException && error.name === 'VersionError')) throw error;
    publish({ type: 'store-newer' });
    throw new NewerDatabaseError(`A newer version of the app is in use on this ${deviceLabel}.`, { cause: error });
  });
  return handle;
}

/**
 * Connections die under pages in the background (iOS: "Connection to Indexed Database server lost"); these names say so. What was open then is
 * aborted without effect; we ourselves abort nothing without another error.
 */
const isDeadConnection = (error: unknown) =>
  error instanceof DOMException &&
  (error.name === 'InvalidStateError' ||
    error.name === 'AbortError' ||
    (error.name === 'UnknownError' && /connection|database server/i.test(error.message)));

/** Runs `use` with a connection; on one that died, once more with a fresh one. */
export const withDb = <T>(use: (db: OutboxDb) => Promise<T>, needs?: 'much'): Promise<T> => withDiskGuard(() => withReconnect(use), needs);

async function withReconnect<T>(use: (db: OutboxDb) => Promise<T>): Promise<T> {
  const db = await open();
  try {
    return await use(db);
  } catch (error) {
    if (!isDeadConnection(error)) throw error;
    handle = null;
    return use(await open());
  }
}

/**
 * One strict read-write transaction: when this resolves, what it wrote is on disk. Never await anything but the transaction's own
 * requests inside `work`.
 * @param needs `much` where it writes the bytes of photos
 * @throws the transaction's error (QuotaExceededError among them) or DiskFullError; then nothing of it was written
 */
export async function write<T>(stores: StoreName[], work: (tx: WriteTx) => Promise<T>, needs?: 'much'): Promise<T> {
  return withDb(async (db) => {
    const tx = db.transaction(stores, 'readwrite', { durability: 'strict' });
    // A request's success can still be followed by an abort: only `done` counts (docs/outbox.md, Storing 1).
    const done = tx.done;
    try {
      const result = await work(tx);
      await done;
      return result;
    } catch (error) {
      done.catch(() => undefined); // the same failure, told once, below
      abortQuietly(tx);
      throw tx.error ?? error;
    }
  }, needs);
}

function abortQuietly(tx: WriteTx): void {
  try {
    tx.abort();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error; // it had ended already
  }
}

/** Closes the connection, for tests and before the page goes. */
export async function closeOutbox(): Promise<void> {
  const db = await handle;
  handle = null;
  db?.close();
}

/** An account's photos whatever their state, in the order of the device's counter; of one event when asked. */
export async function storedPhotos(account: string, eventId?: string): Promise<PhotoRecord[]> {
  const stored = await withDb((db) =>
    eventId === undefined
      ? db.getAllFromIndex('photos', 'account', IDBKeyRange.bound([account, 0], [account, Infinity]))
      : db.getAllFromIndex('photos', 'event', IDBKeyRange.bound([account, eventId, 0], [account, eventId, Infinity])),
  );
  return stored.map(readPhotoRecord);
}

/** The device's next count. Call inside a transaction that holds `meta`. */
export async function nextSeq(tx: WriteTx): Promise<number> {
  const meta = tx.objectStore('meta');
  const seq = Number((await meta.get('seq')) ?? 0) + 1;
  await meta.put(seq, 'seq');
  return seq;
}

let unwrittenId: string | null = null;

/** This device's id, made once (docs/product.md B3.2 `device_id`). Without room to write it, it is good for as long as this page lives. */
export async function deviceId(): Promise<string> {
  const known = await withDb((db) => db.get('meta', 'device'));
  if (typeof known === 'string') return known;
  unwrittenId ??= uuid7();
  const made = unwrittenId;
  try {
    return await write(['meta'], async (tx) => {
      const meta = tx.objectStore('meta');
      const device = (await meta.get('device')) ?? made;
      await meta.put(device, 'device');
      return String(device);
    });
  } catch (error) {
    if (isQuotaError(error)) return made;
    throw error;
  }
}
