// Receipts as they come and go. Each change belongs to the transaction of what it follows from.
// What this phone has acknowledged, noted outside the database: so that a database that was lost is noticed and told with numbers. Kept in
// pages only, in localStorage and in the page's memory, for all data of the site may be cleared while a page is open. What the worker delivers
// is struck out at the next start.
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';
import type { WriteTx } from './db.ts';
import type { PhotoRecord, Receipt } from './record.ts';

export interface UploadCounts {
  /** Handed over on this phone in this event, ever: taken with its camera, or imported. */
  shot: number;
  /** Of those, the imported ones. */
  imported: number;
  /** Only on this phone: waiting, sending or parked. */
  waiting: number;
  /** Of those waiting, the ones that need the person. */
  parked: number;
  /** Proven to be on the server. */
  stored: number;
  /** Of those stored, the imported ones. */
  importsStored: number;
  /** Were stored, and the server has lost them. */
  lost: number;
  /** Imported files of those stored that turned out not to be decodable, until the person has read it. */
  damaged: number;
  /** Imported files of those stored of which the server has not yet said whether they can be decoded. */
  undecoded: number;
  /**
   * Some of those stored were proved before this page was opened, and the server was not asked about them since: when the last of them was
   * proved, or checked (device ms). 0: nobody knows.
   */
  asOf?: number;
  /** The database was made anew and not looked over yet: these are the numbers of before. */
  unchecked?: true;
}

export interface CheckedCounts extends UploadCounts {
  /** They are what the database says now, and it was looked over: only of such numbers may it be said that all is stored. */
  current: boolean;
}

/** Of an acknowledged photo, what tells it to the person. */
export interface Acknowledgement {
  id: string;
  account: string;
  eventId: string;
  eventName: string;
  /** Missing in what earlier releases noted. */
  eventZone?: string | null;
  takenAt: number;
}

const SHOT = 'outbox shot ';
const COUNTS = 'outbox counts ';
const GENERATION = 'outbox generation';

/** By the storage they are written to: what this page has noted or read there. */
const memoryByStorage = new WeakMap<object, Map<string, string>>();

function memoryStorage(): Map<string, string> {
  const storage = safeLocalStorage();
  if (!storage) return new Map();
  const known = memoryByStorage.get(storage);
  if (known) return known;
  const made = new Map<string, string>();
  memoryByStorage.set(storage, made);
  loadInto(made, storage);
  // Other tabs note and strike out as well. Without a key everything was cleared, and that is what this is kept for.
  const hear = ({ key, newValue }: { key: string | null; newValue: string | null }) => {
    if (key !== null && newValue === null) made.delete(key);
    else if (key !== null && made.has(key)) made.set(key, newValue ?? '');
  };
  if ('addEventListener' in globalThis) {
    addEventListener('storage', (event) => hear(event as Event & { key: string | null; newValue: string | null }));
    // A page that comes back from the browser's cache has heard nothing of others.
    addEventListener('pageshow', (event) => {
      if (!(event as Event & { persisted: boolean }).persisted) return;
      made.clear();
      loadInto(made, storage);
    });
  }
  return made;
}

function loadInto(made: Map<string, string>, storage: NonNullable<ReturnType<typeof safeLocalStorage>>): void {
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index) ?? '';
    if ([SHOT, COUNTS, GENERATION].some((prefix) => key.startsWith(prefix))) made.set(key, storage.getItem(key) ?? '');
  }
}

function writeEntry(key: string, value: string | null): void {
  if (value === null) memoryStorage().delete(key);
  else memoryStorage().set(key, value);
  writeLocalStorage(key, value);
}

export function addAcknowledgement({ id, account, eventId, eventName, eventZone, takenAt }: PhotoRecord): void {
  writeEntry(SHOT + id, JSON.stringify({ id, account, eventId, eventName, eventZone, takenAt } satisfies Acknowledgement));
}

export const removeAcknowledgement = (id: string) => writeEntry(SHOT + id, null);

/** What was noted under keys that begin so; what nobody of this app can have written is left out. */
function readEntries<T>(prefix: string): [rest: string, value: T][] {
  const storage = safeLocalStorage();
  const here = memoryStorage();
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );
  for (const key of keys) here.set(key, storage?.getItem(key) ?? '');
  return [...here]
    .filter(([key]) => key.startsWith(prefix))
    .flatMap(([key, text]): [string, T][] => {
      try {
        if (!keys.includes(key)) writeLocalStorage(key, text); // it was cleared
        return [[key.slice(prefix.length), JSON.parse(text) as T]];
      } catch {
        return [];
      }
    });
}

/** Acknowledged, and not known to be on the server. */
export const listAcknowledgements = () => readEntries<Acknowledgement>(SHOT).map(([, shot]) => shot);

const COUNTS_DEFAULTS = { imported: 0, importsStored: 0, lost: 0, damaged: 0, undecoded: 0 };

/** As noted; earlier releases did not count all of it. */
type StoredCounts = Omit<UploadCounts, keyof typeof COUNTS_DEFAULTS> & Partial<UploadCounts>;

const eventKey = (account: string, eventId: string) => `${account} ${eventId}`;

export const saveCounts = (account: string, eventId: string, counts: UploadCounts) =>
  writeEntry(COUNTS + eventKey(account, eventId), JSON.stringify(counts));

/** The numbers as last read; while the database cannot be. */
export const readSavedCounts = (account: string, eventId: string) =>
  readEntries<StoredCounts>(COUNTS + eventKey(account, eventId))
    .map(([, counts]): UploadCounts => ({ ...COUNTS_DEFAULTS, ...counts }))
    .at(0);

/** Under which key of `meta` stands how many a lost database had proofs of. */
export const carriedKey = (account: string, eventId: string) => `carried ${eventKey(account, eventId)}`;

/** Under which key of `meta` stands how many imported ones were proved, those of a lost database included. */
export const importsStoredKey = (account: string, eventId: string) => `imports stored ${eventKey(account, eventId)}`;

/** Under which key of `meta` stands what the server has lost of one event, as JSON. */
export const lostKey = (account: string, eventId: string) => `lost ${eventKey(account, eventId)}`;

/** Under which key of `meta` stands when the server was last asked about the receipts of one event, and answered (device ms). */
export const checkedKey = (account: string, eventId: string) => `checked ${eventKey(account, eventId)}`;

/** Under which key of `meta` stand the imported files of one event that turned out damaged, as JSON: receipts. */
export const damagedKey = (account: string, eventId: string) => `damaged ${eventKey(account, eventId)}`;

export const readDamaged = (stored: string | number | undefined): Receipt[] =>
  typeof stored === 'string' ? (JSON.parse(stored) as Receipt[]) : [];

/** Under which key of `meta` stands of how many imported files the server has not yet said whether they can be decoded. */
export const undecodedKey = (account: string, eventId: string) => `undecoded ${eventKey(account, eventId)}`;

/** Photos that were proved to be on the server, and are not there any more. */
export interface LostPhotos {
  photos: Receipt[];
  /** Of the photos whose proofs went with an earlier database. */
  unnamed: number;
}

export const readLost = (stored: string | number | undefined): LostPhotos =>
  typeof stored === 'string' ? (JSON.parse(stored) as LostPhotos) : { photos: [], unnamed: 0 };

/** What a new database has to carry on from the one that was lost: values of `meta`. */
export const valuesToCarryOver = () =>
  readEntries<StoredCounts>(COUNTS)
    .filter(([, { stored }]) => stored > 0)
    .flatMap(([where, { stored, importsStored = 0 }]): [key: string, value: number][] => [
      [`carried ${where}`, stored],
      [`imports stored ${where}`, importsStored],
    ]);

/** Which database the notes belong to. */
export const savedDbGeneration = () => safeLocalStorage()?.getItem(GENERATION) ?? memoryStorage().get(GENERATION) ?? null;
export const saveDbGeneration = (id: string) => writeEntry(GENERATION, id);

type EventKey = Pick<PhotoRecord, 'account' | 'eventId'>;

async function countImport(tx: WriteTx, { account, eventId, source, undecoded }: Receipt, by: 1 | -1): Promise<void> {
  if (source === 'import') await addToCounter(tx, importsStoredKey(account, eventId), by);
  if (undecoded) await addToCounter(tx, undecodedKey(account, eventId), by);
}

async function addToCounter(tx: WriteTx, key: string, by: 1 | -1): Promise<void> {
  const meta = tx.objectStore('meta');
  await meta.put(Math.max(0, Number((await meta.get(key)) ?? 0) + by), key);
}

/** The server holds this photo. */
export async function addReceipt(tx: WriteTx, receipt: Receipt): Promise<void> {
  const receipts = tx.objectStore('receipts');
  const before = await receipts.get(receipt.id);
  if (before) await countImport(tx, before, -1);
  await countImport(tx, receipt, 1);
  await receipts.put(receipt);
}

/** The server does not hold these photos any more. */
export async function dropReceipts(tx: WriteTx, dropped: readonly Receipt[]): Promise<void> {
  for (const receipt of dropped) {
    await tx.objectStore('receipts').delete(receipt.id);
    await countImport(tx, receipt, -1);
  }
}

export async function writeLost(tx: WriteTx, { account, eventId }: EventKey, lost: LostPhotos): Promise<void> {
  const meta = tx.objectStore('meta');
  const key = lostKey(account, eventId);
  if (lost.photos.length + lost.unnamed > 0) await meta.put(JSON.stringify(lost), key);
  else await meta.delete(key);
}

/** These bytes are on the phone or the server again: they are lost no more. */
export async function removeFromLost(tx: WriteTx, { account, eventId, sha256 }: EventKey & Pick<PhotoRecord, 'sha256'>): Promise<void> {
  const { photos, unnamed } = readLost(await tx.objectStore('meta').get(lostKey(account, eventId)));
  const left = photos.filter((photo) => photo.sha256 !== sha256);
  if (left.length < photos.length) await writeLost(tx, { account, eventId }, { photos: left, unnamed });
}
