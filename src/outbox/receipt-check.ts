// Checks that the server still has the photos it confirmed: after a restore from an older backup it lacks the newer ones. Only the server's
// own answer counts; no answer, or one from an intermediary, proves nothing. Runs rarely, one request per event, and is loaded late.
import { withLock } from '#src/lib/bfcache.ts';
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { withDb, write } from './db.ts';
import { publish, requestDrain } from './messages.ts';
import { readMetaByPrefix } from './queue-management.ts';
import {
  addReceipt,
  carriedKey,
  checkedKey,
  damagedKey,
  dropReceipts,
  lostKey,
  type LostPhotos,
  readDamaged,
  readLost,
  undecodedKey,
  writeLost,
} from './receipts.ts';
import type { Receipt } from './record.ts';
import { checkDelivered, type DeliveredCheck, restorePhoto } from './repair.ts';
import { listReplicaFiles, readReplica, readVerifiedReplica, removeReplicas, type ReplicaFile } from './replica.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The interval between checks, as a fraction of the age of the event's latest receipt. */
const RECHECK_AGE_RATIO = 0.01;

interface EventReceipts {
  account: string;
  eventId: string;
  receipts: Receipt[];
  lost: LostPhotos;
  carried: number;
}

async function receiptsByEvent(account: string): Promise<EventReceipts[]> {
  const events = new Map<string, EventReceipts>();
  const of = (eventId: string): EventReceipts => {
    const known = events.get(eventId) ?? { account, eventId, receipts: [], lost: readLost(undefined), carried: 0 };
    events.set(eventId, known);
    return known;
  };
  const ofAccount = IDBKeyRange.bound([account, ''], [account, '\uffff']);
  for (const receipt of await withDb((db) => db.getAllFromIndex('receipts', 'event', ofAccount)))
    of(receipt.eventId).receipts.push(receipt);
  for (const [eventId, stored] of await readMetaByPrefix(lostKey(account, ''))) of(eventId).lost = readLost(stored);
  for (const [eventId, stored] of await readMetaByPrefix(carriedKey(account, ''))) of(eventId).carried = Number(stored);
  return [...events.values()].toSorted((a, b) => newestReceiptAt(b) - newestReceiptAt(a));
}

const newestReceiptAt = ({ receipts }: EventReceipts): number => Math.max(0, ...receipts.map(({ storedAt }) => storedAt));

const lastCheckKey = ({ account, eventId }: EventReceipts) => `outbox receipts checked ${account} ${eventId}`;

/** Milliseconds until the receipts of an event are due. After the clock was set back they are due at once. */
function dueIn(event: EventReceipts, leastMs: number): number {
  const since = Date.now() - Number(safeLocalStorage()?.getItem(lastCheckKey(event)) ?? 0);
  const age = Date.now() - newestReceiptAt(event);
  const pauseMs =
    event.lost.photos.length + event.lost.unnamed > 0 ? leastMs : Math.min(DAY_MS, Math.max(leastMs, age * RECHECK_AGE_RATIO));
  return since < 0 ? 0 : Math.max(0, pauseMs - since);
}

/**
 * Checks this account's receipts with the server, requeues lost photos that this device still has, and records the others as lost.
 * @param leastMs skips events that were checked more recently
 * @returns milliseconds until the next event is due; null if none was skipped
 */
export async function checkReceipts(account: string, leastMs: number): Promise<number | null> {
  // A second tab waits for the lock and then finds nothing due.
  return withLock('outbox-receipts', async () => {
    const waits: number[] = [];
    for (const event of await receiptsByEvent(account)) {
      const wait = dueIn(event, leastMs);
      if (wait > 0) waits.push(wait);
      else if (!(await tryCheckEvent(event))) return leastMs;
      else writeLocalStorage(lastCheckKey(event), String(Date.now()));
    }
    return waits.length > 0 ? Math.min(...waits) : null;
  });
}

/** The same of one event, however recently it was checked. */
export async function checkReceiptsOf(account: string, eventId: string): Promise<void> {
  await withLock('outbox-receipts', async () => {
    const event = (await receiptsByEvent(account)).find((one) => one.eventId === eventId);
    if (event && (await tryCheckEvent(event))) writeLocalStorage(lastCheckKey(event), String(Date.now()));
  });
}

/**
 * Asks whether delivered imports can be decoded, and records those that cannot as damaged.
 * @returns whether any of them is still unknown
 */
export async function checkImportsDecodable(account: string): Promise<boolean> {
  let left = false;
  for (const event of await receiptsByEvent(account)) {
    const undecoded = event.receipts.filter((receipt) => receipt.undecoded);
    if (undecoded.length > 0 && !(await falseIfUnanswered(() => checkDecoded(event, undecoded)))) left = true;
  }
  return left;
}

/** @returns whether the server has processed all of them */
async function checkDecoded({ account, eventId }: EventReceipts, undecoded: readonly Receipt[]): Promise<boolean> {
  const gone: DeliveredCheck = { missing: new Map(), damaged: new Set(), processing: new Set(), deleted: new Set(), delivered: 0 };
  const { damaged, processing } = await checkDelivered({ account, eventId }, undecoded).catch((error: unknown) => {
    if (isEventNotFound(error)) return gone;
    throw error;
  });
  await write(['receipts', 'meta'], async (tx) => {
    const meta = tx.objectStore('meta');
    const found = readDamaged(await meta.get(damagedKey(account, eventId)));
    for (const { id } of undecoded) {
      const receipt = await tx.objectStore('receipts').get(id);
      if (!receipt?.undecoded || processing.has(id)) continue;
      const { undecoded: _undecoded, ...rest } = receipt;
      const decoded: Receipt = { ...rest, ...(damaged.has(id) && { damaged: true }) };
      await tx.objectStore('receipts').put(decoded);
      if (damaged.has(id) && !found.some((known) => known.id === id)) found.push(decoded);
    }
    const ofEvent = await tx.objectStore('receipts').index('event').getAll([account, eventId]);
    await meta.put(ofEvent.filter((receipt) => receipt.undecoded).length, undecodedKey(account, eventId));
    if (found.length > 0) await meta.put(JSON.stringify(found), damagedKey(account, eventId));
  });
  publish({ type: 'changed', photoIds: [] });
  return processing.size === 0;
}

/** @returns false if the server did not answer; then the remaining events are skipped too */
async function tryCheckEvent(event: EventReceipts): Promise<boolean> {
  return falseIfUnanswered(async () => {
    try {
      await checkEvent(event);
    } catch (error) {
      if (!isEventNotFound(error)) throw error;
    }
    return true;
  });
}

/** The result of `ask`; false if the server did not answer. */
async function falseIfUnanswered(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NetworkError || error instanceof ApiError) return false;
    throw error;
  }
}

/** The event was deleted or is not visible to this account: nothing is known about its photos. */
const isEventNotFound = (error: unknown) => error instanceof ApiError && error.fromServer && (error.status === 404 || error.status === 410);

async function checkEvent(event: EventReceipts): Promise<void> {
  const { account, eventId, receipts } = event;
  const asked = [...receipts, ...event.lost.photos];
  const askedAt = Date.now();
  const { missing, deleted, delivered } = await checkDelivered(event, asked);
  const back = await restoreMissing(receipts, missing);
  const eventName = await resolveEventName(event, missing);
  await write(['photos', 'receipts', 'meta'], async (tx) => {
    const stored = tx.objectStore('receipts');
    const lost = readLost(await tx.objectStore('meta').get(lostKey(account, eventId)));
    const isAsked = new Map(asked.map(({ id, storedAt }) => [id, storedAt]));
    const photos: Receipt[] = [];
    let changes = 0;
    for (const photo of lost.photos) {
      const there = isAsked.has(photo.id) ? (missing.has(photo.id) ? missing.get(photo.id) : photo.id) : null;
      if (there) await addReceipt(tx, { ...photo, id: there });
      else photos.push(photo);
      changes += Number(Boolean(there));
    }
    for (const { id, storedAt, deleted: wasDeleted = false } of receipts) {
      if (wasDeleted === deleted.has(id)) continue;
      const receipt = await stored.get(id);
      if (receipt?.storedAt !== storedAt) continue;
      const { deleted: _before, ...rest } = receipt;
      await stored.put({ ...rest, ...(deleted.has(id) && { deleted: true as const }) });
    }
    for (const [id, instead] of missing) {
      const receipt = await stored.get(id);
      // A receipt written since is a new proof.
      if (!receipt || receipt.storedAt !== isAsked.get(id)) continue;
      changes += 1;
      await dropReceipts(tx, [receipt]);
      const same = await tx.objectStore('photos').index('hash').getAll([account, eventId, receipt.sha256]);
      if (instead !== null) await addReceipt(tx, { ...receipt, id: instead });
      else if (!back.has(id) && !same.some(({ state }) => state !== 'discarding'))
        photos.push({ ...receipt, eventName: receipt.eventName ?? eventName });
    }
    // Photos of an earlier database have no ids, only a count: the server has at most its total minus the named ones.
    const carried = Number((await tx.objectStore('meta').get(carriedKey(account, eventId))) ?? 0);
    const named = new Set(asked.flatMap(({ id }) => (missing.has(id) ? (missing.get(id) ?? []) : id))).size;
    const unnamed = Math.max(0, carried + lost.unnamed - Math.max(0, delivered - named));
    if (unnamed !== lost.unnamed) await tx.objectStore('meta').put(carried + lost.unnamed - unnamed, carriedKey(account, eventId));
    changes += Math.abs(unnamed - lost.unnamed);
    if (changes > 0) await writeLost(tx, event, { photos, unnamed });
    await tx.objectStore('meta').put(askedAt, checkedKey(account, eventId));
  });
  publish({ type: 'changed', photoIds: [...missing.keys()] });
  if (back.size > 0) requestDrain();
}

/**
 * Handles replicas of delivered photos: those of missing photos are requeued, the others deleted.
 * @returns the ids of the requeued photos
 */
async function restoreMissing(receipts: readonly Receipt[], missing: DeliveredCheck['missing']): Promise<Set<string>> {
  const back = new Set<string>();
  for (const [id, copy] of await replicasById(receipts)) {
    const whole = missing.get(id) === null ? await readVerifiedReplica(copy.file) : null;
    if (whole) {
      // Without disk space it counts as lost until the next integrity check restores it.
      if ((await restorePhoto(whole.facts, whole.blob, copy.name, true)) === 'restored') back.add(id);
    } else await removeReplicas([copy.name]).catch((error: unknown) => console.warn('A replica was not removed', error));
  }
  return back;
}

async function replicasById(receipts: readonly Receipt[]): Promise<Map<string, ReplicaFile>> {
  const ids = new Set(receipts.map(({ id }) => id));
  const copies = new Map<string, ReplicaFile>();
  for (const found of await listReplicaFiles()) {
    const id = (await readReplica(found.file))?.facts.id;
    if (id !== undefined && ids.has(id)) copies.set(id, found);
  }
  return copies;
}

/** Receipts of earlier releases have no event name. */
async function resolveEventName({ eventId, receipts }: EventReceipts, { size }: DeliveredCheck['missing']): Promise<string> {
  const known = receipts.find(({ eventName }) => eventName)?.eventName;
  if (known !== undefined || size === 0) return known ?? '';
  const { data } = await api.GET('/api/v1/event/{id}', { params: { path: { id: eventId } } });
  return data?.name ?? '';
}
