// The outbox's database. Upgrades only add; no store is ever deleted (docs/outbox.md, Schema upgrades).
// Record updates that find no disk space are deferred in memory until there is some: sending frees space, so it must not need any first
// (docs/outbox.md, Disk space).
// Photos are stored as Blobs where the engine accepts them (four times faster), else as ArrayBuffers (Safari: "Error preparing Blob"). The
// feature is detected by storing, never by the user agent (docs/outbox.md, Bytes).
import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import { deviceLabel } from '#src/lib/device.ts';
import { isQuotaError, registerConnection, withDiskGuard } from '#src/lib/disk.ts';
import { openDatabase } from '#src/lib/open-database.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { publish } from './messages.ts';
import { type GenerationRecord, type ImportRow, type LikeRecord, type PhotoRecord, readPhotoRecord, type Receipt } from './record.ts';

let blobsRefused = false;

const isBlobRefusal = (error: unknown) =>
  error instanceof DOMException && (error.name === 'UnknownError' || error.name === 'DataCloneError');

/** The forms in which `blob` can be stored, best first: the blob, a fresh copy, its buffer. */
async function* storableForms(blob: Blob): AsyncGenerator<Blob | ArrayBuffer> {
  if (!blobsRefused) {
    yield blob;
    yield new Blob([await blob.arrayBuffer()], { type: blob.type });
    blobsRefused = true;
  }
  yield blob.arrayBuffer();
}

/** Calls `store` with the first form of the blob that the engine accepts. */
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

/** Whether the bytes can be read: the file behind a stored Blob can be missing or truncated. Streams, so it needs little memory. */
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

/** A stored record with its deferred updates applied. */
export function withDeferredUpdates(stored: PhotoRecord): PhotoRecord {
  return { ...readPhotoRecord(stored), ...deferredUpdates.get(stored.id) };
}

/** Defers an update that found no space. */
export const deferUpdate = (id: string, changes: RecordUpdate): void =>
  void deferredUpdates.set(id, { ...deferredUpdates.get(id), ...changes });

/** Call after the deferred update was written or the record was deleted. */
export const clearDeferredUpdate = (id: string): void => void deferredUpdates.delete(id);

/**
 * @param change returns the changes to the current record, or null for none
 * @returns the updated record; null if nothing changed or the record no longer exists
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

/** The bytes of a record: a Blob, or an ArrayBuffer where the engine refuses Blobs. */
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
  generations: { key: string; value: GenerationRecord };
  receipts: { key: string; value: Receipt; indexes: { event: [string, string]; hash: [string, string, string] } };
  meta: { key: string; value: string | number };
  imports: { key: [string, number]; value: ImportRow; indexes: { event: [string, string] } };
}

type OutboxDb = IDBPDatabase<OutboxSchema>;
type StoreName = 'photos' | 'blobs' | 'thumbs' | 'likes' | 'generations' | 'receipts' | 'meta' | 'imports';
export type WriteTx = IDBPTransaction<OutboxSchema, StoreName[], 'readwrite'>;

const NAME = 'outbox';
const VERSION = 3;

let handle: Promise<OutboxDb> | null = null;

/** This page is an earlier release than the database, so it cannot read it. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

registerConnection(() => void closeOutbox().catch(() => undefined));

/** The database may have been deleted or recreated. */
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
      // Added in v3.
      if (from < 3) db.createObjectStore('generations', { keyPath: 'id' });
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
 * Connections die under background pages (iOS: "Connection to Indexed Database server lost") with these errors. Open transactions are
 * aborted without effect; the app itself never aborts one without another error.
 */
const isDeadConnection = (error: unknown) =>
  error instanceof DOMException &&
  (error.name === 'InvalidStateError' ||
    error.name === 'AbortError' ||
    (error.name === 'UnknownError' && /connection|database server/i.test(error.message)));

/** Runs `use` with a connection, and once more with a new one if the connection died. */
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
 * Runs one strict read-write transaction. When it resolves, the data is on disk. Await only the transaction's own requests inside `work`.
 * @param needs `much` if it writes photo bytes
 * @throws the transaction's error (such as QuotaExceededError) or DiskFullError; nothing was written then
 */
export async function write<T>(stores: StoreName[], work: (tx: WriteTx) => Promise<T>, needs?: 'much'): Promise<T> {
  return withDb(async (db) => {
    const tx = db.transaction(stores, 'readwrite', { durability: 'strict' });
    // A request's success can still be followed by an abort: only `done` counts (docs/outbox.md, "Saved" means committed).
    const done = tx.done;
    try {
      const result = await work(tx);
      await done;
      return result;
    } catch (error) {
      done.catch(() => undefined); // the same failure is thrown below
      abortQuietly(tx);
      throw tx.error ?? error;
    }
  }, needs);
}

function abortQuietly(tx: WriteTx): void {
  try {
    tx.abort();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error; // it had already ended
  }
}

/** Closes the connection, for tests and when the page is frozen. */
export async function closeOutbox(): Promise<void> {
  const db = await handle;
  handle = null;
  db?.close();
}

/** An account's photos in any state, ordered by the device's counter; optionally of one event. */
export async function storedPhotos(account: string, eventId?: string): Promise<PhotoRecord[]> {
  const stored = await withDb((db) =>
    eventId === undefined
      ? db.getAllFromIndex('photos', 'account', IDBKeyRange.bound([account, 0], [account, Infinity]))
      : db.getAllFromIndex('photos', 'event', IDBKeyRange.bound([account, eventId, 0], [account, eventId, Infinity])),
  );
  return stored.map(readPhotoRecord);
}

/** Increments the device's counter. Call inside a transaction on `meta`. */
export async function nextSeq(tx: WriteTx): Promise<number> {
  const meta = tx.objectStore('meta');
  const seq = Number((await meta.get('seq')) ?? 0) + 1;
  await meta.put(seq, 'seq');
  return seq;
}

let unwrittenId: string | null = null;

/** This device's id, created once. If it cannot be written, it is valid while this page lives. */
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
