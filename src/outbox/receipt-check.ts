// Whether the server still holds what it confirmed: restored from an older backup, it has lost what came after. Only its own answer counts; a
// server that is silent, and whatever answers in its place, proves nothing. Seldom, in one request per event, and loaded late.
import { pageStorage, remember } from '#src/lib/page-storage.ts';
import { bornAt } from '#src/lib/uuid7.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { askMissing, type Missing } from './ask-missing.ts';
import { copyFiles, readCopy, readWhole, removeCopies, type CopyFile } from './copies.ts';
import { withDb, write } from './db.ts';
import { putBack } from './heal.ts';
import { carriedKey, lostKey, readLost, type Lost } from './ledger.ts';
import { publish } from './messages.ts';
import { addReceipt, dropReceipts, writeLost } from './receipts.ts';
import type { Receipt } from './record.ts';
import { announceWork } from './sync.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The longer ago the last photo of an event arrived, the more seldom its receipts are checked: after this part of that time. */
const PART_OF_AGE = 0.01;

interface OfEvent {
  account: string;
  eventId: string;
  receipts: Receipt[];
  lost: Lost;
  carried: number;
}

export interface LostOfEvent {
  eventId: string;
  eventName: string;
  photos: (Receipt & { fileName: string | null; takenAt: number })[];
  /** Of the photos that this device knows only the number of. */
  unnamed: number;
}

/** What the server has lost of this account's photos, by event. */
export async function lostPhotos(account: string): Promise<LostOfEvent[]> {
  const found: LostOfEvent[] = [];
  for (const [eventId, stored] of await metaOf(lostKey(account, ''))) {
    const { photos, unnamed } = readLost(stored);
    const named = photos.map((photo) => ({ ...photo, fileName: photo.fileName ?? null, takenAt: photo.takenAt ?? bornAt(photo.id) }));
    found.push({ eventId, eventName: photos.find((photo) => photo.eventName)?.eventName ?? '', photos: named, unnamed });
  }
  return found;
}

/** The person has read it, and it is not told again. */
export async function forgetLost(account: string, eventId: string): Promise<void> {
  await write(['meta'], (tx) => writeLost(tx, { account, eventId }, { photos: [], unnamed: 0 }));
  publish({ type: 'changed', photoIds: [] });
}

/** Values of `meta` under keys that begin so, by the rest of the key. */
function metaOf(prefix: string): Promise<[rest: string, value: string | number][]> {
  return withDb(async (db) => {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const tx = db.transaction('meta');
    const [keys, values] = await Promise.all([tx.store.getAllKeys(range), tx.store.getAll(range), tx.done]);
    return keys.flatMap((key, at): [string, string | number][] => {
      const value = values[at];
      return value === undefined ? [] : [[key.slice(prefix.length), value]];
    });
  });
}

async function eventsOf(account: string): Promise<OfEvent[]> {
  const events = new Map<string, OfEvent>();
  const of = (eventId: string): OfEvent => {
    const known = events.get(eventId) ?? { account, eventId, receipts: [], lost: readLost(undefined), carried: 0 };
    events.set(eventId, known);
    return known;
  };
  const ofAccount = IDBKeyRange.bound([account, ''], [account, '\uffff']);
  for (const receipt of await withDb((db) => db.getAllFromIndex('receipts', 'event', ofAccount)))
    of(receipt.eventId).receipts.push(receipt);
  for (const [eventId, stored] of await metaOf(lostKey(account, ''))) of(eventId).lost = readLost(stored);
  for (const [eventId, stored] of await metaOf(carriedKey(account, ''))) of(eventId).carried = Number(stored);
  return [...events.values()].toSorted((a, b) => newest(b) - newest(a));
}

const newest = ({ receipts }: OfEvent): number => Math.max(0, ...receipts.map(({ storedAt }) => storedAt));

const checkedKey = ({ account, eventId }: OfEvent) => `outbox receipts checked ${account} ${eventId}`;

/** Milliseconds until the receipts of an event are due. A clock that was set back makes them due. */
function dueIn(event: OfEvent, leastMs: number): number {
  const since = Date.now() - Number(pageStorage()?.getItem(checkedKey(event)) ?? 0);
  const age = Date.now() - newest(event);
  const pauseMs = event.lost.photos.length + event.lost.unnamed > 0 ? leastMs : Math.min(DAY_MS, Math.max(leastMs, age * PART_OF_AGE));
  return since < 0 ? 0 : Math.max(0, pauseMs - since);
}

/**
 * Checks this account's receipts with the server, sends again what the server has lost and this device still holds, and notes the rest as lost.
 * @param leastMs events that were checked less long ago are left for later
 * @returns milliseconds until the first of those that were left is due; null without any
 */
export async function checkReceipts(account: string, leastMs: number): Promise<number | null> {
  const run = async (): Promise<number | null> => {
    const waits: number[] = [];
    for (const event of await eventsOf(account)) {
      const wait = dueIn(event, leastMs);
      if (wait > 0) waits.push(wait);
      else if (!(await answered(event))) return leastMs;
      else remember(checkedKey(event), String(Date.now()));
    }
    return waits.length > 0 ? Math.min(...waits) : null;
  };
  if (!('locks' in navigator)) return run();
  return navigator.locks.request('outbox-receipts', { ifAvailable: true }, async (lock) => (lock ? run() : null));
}

/** @returns false where the server did not answer: then nothing is known, and the other events are not asked about either */
async function answered(event: OfEvent): Promise<boolean> {
  try {
    await checkEvent(event);
    return true;
  } catch (error) {
    if (error instanceof NetworkError) return false;
    if (!(error instanceof ApiError)) throw error;
    // An event that was deleted, or that the server does not tell this account of: of its photos nothing can be said.
    return error.fromServer && (error.status === 404 || error.status === 410);
  }
}

async function checkEvent(event: OfEvent): Promise<void> {
  const { account, eventId, receipts } = event;
  const asked = [...receipts, ...event.lost.photos];
  const { missing, delivered } = await askMissing(event, asked);
  const back = await bringBack(receipts, missing);
  const eventName = await nameOf(event, missing);
  const changed = await write(['photos', 'receipts', 'meta'], async (tx) => {
    const stored = tx.objectStore('receipts');
    const lost = readLost(await tx.objectStore('meta').get(lostKey(account, eventId)));
    const isAsked = new Set(asked.map(({ id }) => id));
    const photos: Receipt[] = [];
    let changes = 0;
    for (const photo of lost.photos) {
      const there = isAsked.has(photo.id) ? (missing.has(photo.id) ? missing.get(photo.id) : photo.id) : null;
      if (there) await addReceipt(tx, { ...photo, id: there });
      else photos.push(photo);
      changes += Number(Boolean(there));
    }
    for (const [id, instead] of missing) {
      const receipt = await stored.get(id);
      if (!receipt) continue;
      changes += 1;
      await dropReceipts(tx, [receipt]);
      const same = await tx.objectStore('photos').index('hash').getAll([account, eventId, receipt.sha256]);
      if (instead !== null) await addReceipt(tx, { ...receipt, id: instead });
      else if (!back.has(id) && !same.some(({ state }) => state !== 'discarding'))
        photos.push({ ...receipt, eventName: receipt.eventName ?? eventName });
    }
    // What an earlier database had proofs of has no ids any more, only a number: the server has at most what it has beside the named ones.
    const carried = Number((await tx.objectStore('meta').get(carriedKey(account, eventId))) ?? 0);
    const named = new Set(asked.flatMap(({ id }) => (missing.has(id) ? (missing.get(id) ?? []) : id))).size;
    const unnamed = Math.max(0, carried + lost.unnamed - Math.max(0, delivered - named));
    if (unnamed !== lost.unnamed) await tx.objectStore('meta').put(carried + lost.unnamed - unnamed, carriedKey(account, eventId));
    changes += Math.abs(unnamed - lost.unnamed);
    if (changes > 0) await writeLost(tx, event, { photos, unnamed });
    return changes > 0;
  });
  if (changed) publish({ type: 'changed', photoIds: [...missing.keys()] });
  if (back.size > 0) announceWork();
}

/**
 * Second copies that were left over of delivered photos: those of missing ones become photos that wait, the others go.
 * @returns the ids of those that came back, or will when there is room
 */
async function bringBack(receipts: readonly Receipt[], missing: Missing['missing']): Promise<Set<string>> {
  const back = new Set<string>();
  for (const [id, copy] of await copiesById(receipts)) {
    const whole = missing.get(id) === null ? await readWhole(copy.file) : null;
    if (whole) {
      await putBack(whole.facts, whole.blob, copy.name, true);
      back.add(id);
    } else await removeCopies([copy.name]).catch((error: unknown) => console.warn('A second copy is left over', error));
  }
  return back;
}

async function copiesById(receipts: readonly Receipt[]): Promise<Map<string, CopyFile>> {
  const ids = new Set(receipts.map(({ id }) => id));
  const copies = new Map<string, CopyFile>();
  for (const found of await copyFiles()) {
    const id = (await readCopy(found.file))?.facts.id;
    if (id !== undefined && ids.has(id)) copies.set(id, found);
  }
  return copies;
}

/** Receipts of earlier releases do not name their event. */
async function nameOf({ eventId, receipts }: OfEvent, { size }: Missing['missing']): Promise<string> {
  const known = receipts.find(({ eventName }) => eventName)?.eventName;
  if (known !== undefined || size === 0) return known ?? '';
  const { data } = await api.GET('/api/v1/event/{id}', { params: { path: { id: eventId } } });
  return data?.name ?? '';
}
