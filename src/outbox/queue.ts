// Live queries on the outbox, and retrying queued photos.
// Each query is read once for all its subscribers. Bursts of messages are coalesced, and the pause between reads grows with their duration,
// so that reading never costs more than the work itself.
import { isQuotaError } from '#src/lib/disk.ts';
import { clearDeferredUpdate, deferUpdate, storedPhotos, toBlob, withDb, withDeferredUpdates, write } from './db.ts';
import { type OutboxMessage, publish, requestDrain, subscribeOutbox } from './messages.ts';
import {
  carriedKey,
  checkedKey,
  damagedKey,
  importsStoredKey,
  lostKey,
  readDamaged,
  readLost,
  readSavedCounts,
  saveCounts,
  savedDbGeneration,
  undecodedKey,
  type UploadCounts,
} from './receipts.ts';
import { isImport, type PhotoRecord, readPhotoRecord } from './record.ts';

export interface LiveQueryState<T> {
  /** Undefined until the first read. A failed read does not replace the last result. */
  data: T | undefined;
  error: Error | null;
  /** Something has changed since the last read and a new one is due. Only with `tellsStale`. */
  stale?: boolean;
}

export interface LiveQuery<T> {
  subscribe(listener: () => void): () => void;
  /** Returns the same object until the next read. */
  read(): LiveQueryState<T>;
  reload(): void;
}

/** Minimum delay before a read. */
const SETTLE_MS = 80;
/** The pause after a read, as a multiple of its duration. */
const PAUSE_TIMES = 4;

const isQueueChange = ({ type }: OutboxMessage) => type === 'changed' || type === 'delivered';

/**
 * @param ask reads the data; called on subscription and after changes of the outbox
 * @param tellsStale whether subscribers are notified of a change before the new read
 * @param isChange the messages that mean a change
 */
export function createLiveQuery<T>(ask: () => Promise<T>, tellsStale = false, isChange = isQueueChange): LiveQuery<T> {
  let state: LiveQueryState<T> = { data: undefined, error: null };
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let dirty = false;
  let pauseMs = 0;
  let unsubscribe: (() => void) | null = null;

  const tell = () => {
    for (const listener of listeners) listener();
  };

  async function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = true;
    dirty = false;
    const began = performance.now();
    try {
      state = { data: await ask(), error: null };
    } catch (error) {
      state = { data: state.data, error: error instanceof Error ? error : new Error(String(error)) };
    }
    running = false;
    pauseMs = (performance.now() - began) * PAUSE_TIMES;
    if (tellsStale) state.stale = dirty;
    tell();
    if (dirty && listeners.size > 0) plan();
  }

  function plan(): void {
    if (tellsStale && !state.stale) {
      state = { ...state, stale: true };
      tell();
    }
    dirty = true;
    if (!running) timer ??= setTimeout(() => void run(), Math.max(SETTLE_MS, pauseMs));
  }

  function reload(): void {
    if (running) dirty = true;
    else void run();
  }

  return {
    read: () => state,
    reload,
    subscribe(listener) {
      listeners.add(listener);
      if (!unsubscribe) {
        unsubscribe = subscribeOutbox((message) => isChange(message) && plan());
        reload();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unsubscribe?.();
        unsubscribe = null;
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}

const byAccount = new Map<string, LiveQuery<PhotoRecord[]>>();

const NONE: LiveQueryState<PhotoRecord[]> = { data: [], error: null };
const emptyQuery: LiveQuery<PhotoRecord[]> = { read: () => NONE, subscribe: () => () => undefined, reload: () => undefined };

/** All photos of an account that exist only on this phone, ordered by capture. */
export function pendingPhotos(account: string | null): LiveQuery<PhotoRecord[]> {
  if (account === null) return emptyQuery;
  const known = byAccount.get(account);
  if (known) return known;
  const made = createLiveQuery(() => listPendingPhotos(account));
  byAccount.set(account, made);
  return made;
}

export const isPending = (record: PhotoRecord) => record.state !== 'discarding';

/** Photos of an account that exist only on this phone, ordered by capture; optionally of one event. */
export async function listPendingPhotos(account: string, eventId?: string): Promise<PhotoRecord[]> {
  return (await storedPhotos(account, eventId)).filter(isPending);
}

/** The account's latest photo of this event, as far as this device knows. */
export async function findLastPhoto(account: string, eventId: string): Promise<{ id: string; isStored: boolean } | null> {
  const waiting = (await listPendingPhotos(account, eventId)).at(-1);
  // Ids start with a timestamp, so they sort by time.
  const cursor = await withDb((db) =>
    db
      .transaction('receipts')
      .store.index('event')
      .openCursor(IDBKeyRange.only([account, eventId]), 'prev'),
  );
  const stored = cursor?.value;
  if (waiting && !(stored && stored.seq > waiting.seq)) return { id: waiting.id, isStored: false };
  return stored ? { id: stored.id, isStored: true } : null;
}

const openedAt = Date.now();
/** By account and event: the latest receipt from before this page was opened; 0 if only their number is known, -1 without any. */
const lastReceiptBeforeOpen = new Map<string, number>();

/** The counts of one account and event on this phone. */
export async function countsFor(account: string, eventId: string): Promise<UploadCounts> {
  const key = checkedKey(account, eventId);
  const counts = await withDb(async (db): Promise<UploadCounts> => {
    // One transaction: between two a photo could become a receipt, and count twice or not at all.
    const tx = db.transaction(['photos', 'receipts', 'meta']);
    const reading = tx
      .objectStore('photos')
      .index('event')
      .getAll(IDBKeyRange.bound([account, eventId, 0], [account, eventId, Infinity]))
      .then((records) => records.map(readPhotoRecord).filter(isPending));
    // Until the server was asked, these count as waiting and not by the receipt with the same bytes.
    const repeating = reading.then((photos) => {
      const byHash = tx.objectStore('receipts').index('hash');
      return Promise.all(photos.flatMap(({ askFirst, sha256 }) => (askFirst ? [byHash.count([account, eventId, sha256])] : [])));
    });
    const [photos, repeats, receipts, carried, importsProved, lostThere, damaged, undecoded, generation, checked, proved] =
      await Promise.all([
        reading,
        repeating,
        tx
          .objectStore('receipts')
          .index('event')
          .count(IDBKeyRange.only([account, eventId])),
        tx.objectStore('meta').get(carriedKey(account, eventId)),
        tx.objectStore('meta').get(importsStoredKey(account, eventId)),
        tx.objectStore('meta').get(lostKey(account, eventId)),
        tx.objectStore('meta').get(damagedKey(account, eventId)),
        tx.objectStore('meta').get(undecodedKey(account, eventId)),
        tx.objectStore('meta').get('generation'),
        tx.objectStore('meta').get(key),
        lastReceiptBeforeOpen.has(key) ? [] : tx.objectStore('receipts').index('event').getAll([account, eventId]),
        tx.done,
      ]);
    // A recreated database that was not checked yet does not know the earlier photos.
    const before = generation === undefined && savedDbGeneration() !== null ? readSavedCounts(account, eventId) : undefined;
    if (before) return { ...before, unchecked: true };
    const earlier = proved.map(({ storedAt }) => storedAt).filter((at) => at < openedAt);
    const provedAt = lastReceiptBeforeOpen.get(key) ?? Math.max(Number(carried ?? 0) > 0 ? 0 : -1, ...earlier);
    lastReceiptBeforeOpen.set(key, provedAt);
    const asOf = Math.max(provedAt, Number(checked ?? 0));
    const parked = photos.filter((photo) => photo.state === 'parked').length;
    const repeated = repeats.reduce((sum, count) => sum + count, 0);
    const stored = receipts + Number(carried ?? 0) - repeated;
    const importsStored = Math.max(0, Number(importsProved ?? 0) - repeated);
    const { photos: named, unnamed } = readLost(lostThere);
    const lost = named.length + unnamed;
    const imported = importsStored + [...photos, ...named].filter(({ source }) => isImport(source)).length;
    const shot = photos.length + stored + lost;
    return {
      shot,
      // Receipts of earlier releases have no source.
      imported: Math.min(imported, shot),
      waiting: photos.length,
      parked,
      stored,
      importsStored: Math.min(importsStored, stored),
      lost,
      damaged: readDamaged(damaged).length,
      undecoded: Number(undecoded ?? 0),
      ...(provedAt >= 0 && asOf < openedAt && { asOf }),
    };
  });
  if (!counts.unchecked) saveCounts(account, eventId, counts);
  return counts;
}

/** The original bytes; null if the record no longer exists. */
export async function readBlob(id: string): Promise<Blob | null> {
  const stored = await withDb((db) => db.get('blobs', id));
  return stored ? toBlob(stored) : null;
}

/** The thumbnail, if there is one. */
export async function readThumb(id: string): Promise<Blob | null> {
  const stored = await withDb((db) => db.get('thumbs', id));
  return stored ? toBlob(stored) : null;
}

/** Queued likes of an event by photo id; they override the server's state. */
export async function listPendingLikes(account: string, eventId: string): Promise<Map<string, boolean>> {
  const rows = await withDb((db) => db.getAllFromIndex('likes', 'event', IDBKeyRange.only([account, eventId])));
  return new Map(rows.map((row) => [row.photoId, row.liked]));
}

/** Whether this account has import history in this event. */
export async function hasImports({ account, eventId }: { account: string; eventId: string }): Promise<boolean> {
  return (await withDb((db) => db.countFromIndex('imports', 'event', IDBKeyRange.only([account, eventId])))) > 0;
}

/** Retries a photo now, parked or not. */
export async function retry(id: string): Promise<void> {
  await requeue((record) => record.id === id, MANUAL_RETRY);
  publish({ type: 'line-back' });
}

/** Retries all photos of an account now. */
export async function retryAll(account: string): Promise<void> {
  await requeue((record) => record.account === account, MANUAL_RETRY);
  publish({ type: 'line-back' });
}

/** Ends the backoff of waiting photos (not of parked ones, and not a pause that the server asked for): the network may be back. */
export async function resetBackoffAndNotify(account: string): Promise<void> {
  await resetBackoff(account);
  publish({ type: 'line-back' });
}

/** The same without notifying others: delivery itself noticed. */
export const resetBackoff = (account: string): Promise<void> =>
  requeue((record) => record.account === account && record.state === 'waiting' && record.nextAttemptAt > 0, {});

/** The event was deleted, or is unknown to the server, as after a restore from an older backup. */
const EVENT_GONE_CODES: ReadonlySet<string> = new Set(['event_deleted', 'event_unknown', 'not_found']);

/** Unparks photos that were parked because these events did not exist: the server has them at `asOf` (device ms). */
export async function unparkPhotosOfEvents(eventIds: readonly string[], asOf: number): Promise<void> {
  const waitsForIt = ({ state, lastError, eventId }: PhotoRecord) =>
    state === 'parked' && lastError !== null && EVENT_GONE_CODES.has(lastError.code) && lastError.at < asOf && eventIds.includes(eventId);
  // Usually there are none, and nothing is written.
  if ((await withDb((db) => db.getAll('photos'))).some(waitsForIt)) await requeue(waitsForIt, MANUAL_RETRY);
}

/**
 * Also overrides the server's pause. Only parked photos reset their mismatch count, so that a faulty connection is not counted from zero
 * each time.
 */
const MANUAL_RETRY: Partial<PhotoRecord> = { notBefore: 0 };

const isDelayed = ({ nextAttemptAt }: { nextAttemptAt: number }) => nextAttemptAt > 0;

async function requeue(which: (record: PhotoRecord) => boolean, changes: Partial<PhotoRecord>): Promise<void> {
  const woken = (await withDb((db) => db.getAll('photos')))
    .map(withDeferredUpdates)
    .filter((record) => record.state !== 'discarding' && which(record));
  const others = await withDb(async (db) => [...(await db.getAll('likes')), ...(await db.getAll('generations'))]);
  if (woken.length === 0 && !others.some(isDelayed)) return;
  const awake = (record: PhotoRecord): Partial<PhotoRecord> => {
    const mismatches = record.state === 'parked' ? 0 : record.mismatches;
    return { ...changes, state: 'waiting', nextAttemptAt: 0, mismatches };
  };
  try {
    await write(['photos', 'likes', 'generations'], async (tx) => {
      const photos = tx.objectStore('photos');
      for (const { id } of woken) {
        const stored = await photos.get(id);
        if (stored && stored.state !== 'discarding')
          await photos.put({ ...withDeferredUpdates(stored), ...awake(withDeferredUpdates(stored)) });
      }
      for (const name of ['likes', 'generations'] as const) {
        const store = tx.objectStore(name);
        for (const delayed of (await store.getAll()).filter(isDelayed)) await store.put({ ...delayed, nextAttemptAt: 0 });
      }
    });
    for (const { id } of woken) clearDeferredUpdate(id);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    for (const record of woken) deferUpdate(record.id, awake(record));
  }
  publish({ type: 'changed', photoIds: woken.map(({ id }) => id) });
  requestDrain();
}

/** Requests persistent storage. Only a page may ask. */
export async function requestPersistence(): Promise<boolean> {
  const { storage } = navigator;
  return 'persist' in storage && typeof storage.persist === 'function' ? storage.persist() : false;
}
